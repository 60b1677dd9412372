"""Who looks at which game: whom another process shows it is known until nothing is heard of him."""

from __future__ import annotations

from motu.server.audience import Broadcaster
from motu.server.bus.onlookers import FORGOTTEN_MS, Onlookers
from server.fake_time import FakeTime


def test_all_are_counted_once_wherever_they_look() -> None:
    audience = Broadcaster()
    onlookers = Onlookers(audience, FakeTime().wall())
    audience.join("game", "ann")
    assert onlookers.hear("other", {"game": ["bob", "ann"], "elsewhere": ["cy"]}) == ["game", "elsewhere"]
    assert onlookers.guests("game") == {"ann", "bob"}
    assert onlookers.hear("third", {"game": ["bob"]}) == []
    assert onlookers.hear("other", {"game": []}) == []
    assert onlookers.guests("game") == {"ann", "bob"}
    assert onlookers.hear("third", {"game": []}) == ["game"]
    assert onlookers.here(["game", "elsewhere"]) == {"game": ("ann",), "elsewhere": ()}


def test_who_is_not_heard_of_has_gone() -> None:
    time = FakeTime()
    onlookers = Onlookers(Broadcaster(), time.wall())
    onlookers.hear("other", {"game": ["bob"], "second": ["cy"]})
    time.passes(FORGOTTEN_MS / 1000 - 1)
    onlookers.hear("other", {"second": ["cy"]})
    assert onlookers.forget() == []
    time.passes(1.001)
    assert onlookers.forget() == ["game"]
    assert (onlookers.guests("game"), onlookers.guests("second")) == (set(), {"cy"})
    time.passes(FORGOTTEN_MS / 1000)
    assert onlookers.forget() == ["second"]
    assert onlookers._others == {}
