"""How many of their games people play to the end (floor: server).

A game is left by who makes no first move in time, doesn't seal its dice in time, or lets his time run out after a
minute in which nothing has happened; in time trouble one may lose on time and has played. What both agree to call off
counts for nobody, and neither does a game for him whose opponent never came.

Invariant: a game counts once, in the transaction that keeps its end.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from motu.server.events import CalledOff, Dropped, Event, Flagged
from motu.server.game_log import GameLog
from motu.server.house_players import is_house
from motu.server.postgres import RATINGS, insert_into, lock_until_commit
from motu.server.ratings.counting import counting_end
from motu.server.schema import reliabilities
from motu.server.store import GameRow, Work, in_turn

IDLE_MS = 60_000
"""Who has done nothing for so long when his time is up has left the game."""
_FINISHED, _LEFT = "finished", "left"


def at_end(row: GameRow, before: GameLog, after: GameLog, happened: Sequence[Event]) -> Work | None:
    """Return what is written with the end of a game of two people, where it ends by what happens now; else None."""
    if before.is_over or not after.is_over or row.person0 is None or row.person1 is None:
        return None
    return in_turn(counting_end(row, before, after), _counting(row, ends_of(before, after, happened)))


def ends_of(before: GameLog, after: GameLog, happened: Sequence[Event]) -> tuple[str | None, str | None]:
    """Return as what a game counts that ends, person 0 first: "finished", "left", or None for nothing."""
    for event in happened:
        match event.what:
            case CalledOff(person=person):
                return _left_by({person}, None)
            case Dropped(persons=persons):
                return _left_by(set(persons), None)
            case Flagged(person=person):
                idle_ms = event.at_ms - before.events[-1].at_ms
                return _left_by({person} if idle_ms >= IDLE_MS else set(), _FINISHED)
    is_called_off = after.result is None or after.result.reason == "unfinished"
    return (None, None) if is_called_off else (_FINISHED, _FINISHED)


def _left_by(persons: set[int], others: str | None) -> tuple[str | None, str | None]:
    first, second = (_LEFT if person in persons else others for person in (0, 1))
    return first, second


def _counting(row: GameRow, ends: tuple[str | None, str | None]) -> Work | None:
    counted = [
        (who, end)
        for who, end in zip((row.person0, row.person1), ends, strict=True)
        if who is not None and end is not None and not is_house(who)
    ]
    if not counted:
        return None

    def work(connection: sa.Connection) -> None:
        lock_until_commit(connection, RATINGS)
        for who, end in counted:
            fresh = {"person": who, _FINISHED: 0, _LEFT: 0} | {end: 1}
            added = insert_into(connection, reliabilities).values(fresh)
            more = {end: reliabilities.c[end] + 1}
            connection.execute(added.on_conflict_do_update(index_elements=["person"], set_=more))

    return work


def reliability_of(connection: sa.Connection, person: str) -> tuple[int, int]:
    """Return how many games somebody has played to the end, and how many he has left."""
    query = sa.select(reliabilities.c.finished, reliabilities.c.left).where(reliabilities.c.person == person)
    row = connection.execute(query).one_or_none()
    return (0, 0) if row is None else (row.finished, row.left)
