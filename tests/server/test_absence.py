"""Who has not come to a game is told with its end."""

from __future__ import annotations

import pytest

from motu.server.absence import absent_from
from motu.server.events import Answered, CalledOff, Created, Event, Happening, Moved, Offered, Participant, Resigned
from motu.server.game_log import GameLog

PEOPLE = (Participant("person", name="Ann"), Participant("person", name="Bob"))


def log_of(*happened: Happening) -> GameLog:
    log = GameLog(Event(0, 0, Created("hex(size=3)", PEOPLE)))
    for at, what in enumerate(happened, 1):
        log.apply(Event(at, at, what))
    return log


@pytest.mark.parametrize("person", [0, 1])
def test_who_is_called_off_for_is_absent(person: int) -> None:
    assert absent_from(log_of(CalledOff(person))) == (person,)


def test_all_else_has_nobody_absent() -> None:
    cancelled = Offered(0, "cancel"), Answered(1, True)
    for happened in ((), (Moved("a1"),), (Resigned(0),), cancelled):
        assert absent_from(log_of(*happened)) == ()
