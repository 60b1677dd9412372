"""What processes tell each other: it comes back as it was, and fits."""

from __future__ import annotations

import msgspec
import pytest

from motu.server.bus.messages import Appended, Looking, Told, appended, decode_message, looking
from motu.server.bus.postgres import MOST_BYTES
from motu.server.events import Created, Event, Moved, Participant, Rolled

EVENTS = (Event(3, 5, Moved("r4", 17, {"net": "ĉ🙂"})), Event(4, 5, Rolled(6)))


def test_what_has_happened_comes_back_as_it_was() -> None:
    message = appended("me", "game", EVENTS, MOST_BYTES)
    assert decode_message(message) == Appended("me", "game", 5, EVENTS)


def test_what_is_too_long_is_a_hint() -> None:
    long = Event(3, 5, Moved("r4", 17, {"net": "x" * MOST_BYTES}))
    assert decode_message(appended("me", "game", (long,), MOST_BYTES)) == Appended("me", "game", 4)


def test_a_game_that_begins_fits_too() -> None:
    created = Created("hex(size=3)", (Participant(name="Ĉiĉo"), Participant("level", 3)))
    message = decode_message(appended("me", "game", (Event(0, 5, created),), MOST_BYTES))
    assert message == Appended("me", "game", 1, (Event(0, 5, created),))


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b'{"type": "news", "by": "x"}', b"\xff", b'{"type":"told"}'])
def test_what_nobody_understands_is_nothing(data: bytes) -> None:
    assert decode_message(data) is None


def test_what_is_passed_on_stays_as_it_is() -> None:
    inner = b'{"type":"notice","text":"\\u0109 \xc4\x89"}'
    message = decode_message(msgspec.json.encode(Told("me", "game", msgspec.Raw(inner))))
    assert isinstance(message, Told)
    assert bytes(message.message) == inner


@pytest.mark.parametrize("count", [0, 1, 300, 3000])
def test_who_looks_is_told_in_as_many_messages_as_it_takes(count: int) -> None:
    games = {f"{number:012}": tuple(f"{guest:016}" for guest in range(number % 7)) for number in range(count)}
    games |= {"crowded": tuple(f"{guest:016}" for guest in range(5000))} if count else {}
    messages = list(looking("m" * 12, games, MOST_BYTES))
    assert all(len(each) <= MOST_BYTES for each in messages)
    heard: dict[str, tuple[str, ...]] = {}
    for each in messages:
        message = decode_message(each)
        assert isinstance(message, Looking)
        assert not heard.keys() & message.games.keys()
        heard |= message.games
    crowd = heard.pop("crowded", ())
    assert heard == {name: guests for name, guests in games.items() if name != "crowded"}
    assert len(crowd) == (200 if count else 0)
