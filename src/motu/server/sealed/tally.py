"""How many games with sealed dice began, and because of whom others did not: public counts (floor: server).

A house that drops the games whose dice it dislikes, or somebody who never opens a share he regrets, shows here: both
would have to do it often.

Invariant: a count is kept in the transaction of what it counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
import sqlalchemy as sa

from motu.server.events import Created, Event
from motu.server.postgres import insert_into
from motu.server.schema import dice_tallies
from motu.server.sealed.sealed_game import SealedGame

HOUSE = "house"
"""In place of a person: all games of the house."""
Count = Literal["sealed", "begun", "dropped", "left"]


class SealTally(msgspec.Struct, frozen=True):
    """What has become of games whose dice were to be sealed."""

    sealed: int = 0
    """For which the house, or with a person the house and he, were to seal dice."""
    begun: int = 0
    """In which everybody has opened his share."""
    dropped: int = 0
    """That did not begin because somebody, or this person, did not seal or open in time."""
    left: int = 0
    """That ended before: given up, or called off by both."""


NOBODY = SealTally()


def add(connection: sa.Connection, column: Count, persons: Iterable[str | None]) -> None:
    """Count one game more for the house and for persons, as part of a transaction."""
    for who in (HOUSE, *sorted(each for each in persons if each)):  # always in this order, so that none waits for two
        row = {"who": who, **msgspec.structs.asdict(NOBODY), column: 1}
        more = insert_into(connection, dice_tallies).values(row)
        connection.execute(
            more.on_conflict_do_update(index_elements=["who"], set_={column: dice_tallies.c[column] + 1})
        )


def add_new(connection: sa.Connection, first: Event, persons: tuple[str | None, str | None]) -> None:
    """Count a game that is kept as part of a transaction, if its dice are to be sealed."""
    if isinstance(first.what, Created) and first.what.sealed is not None:
        add(connection, "sealed", persons)


def outcome_of(
    before: SealedGame, now: SealedGame, persons: tuple[str | None, str | None]
) -> tuple[Count, tuple[str | None, ...]] | None:
    """Return what a game counts as from now on, and for whom; None where nothing has changed."""
    old, new = before.seals, now.seals
    if old is None or new is None or not before.is_sealing or not old.is_first:
        return None
    if new.dropped:
        return "dropped", tuple(persons[each] for each in new.dropped)
    if now.play.is_over:
        return "left", persons
    return None if new.is_first else ("begun", persons)


def tally_of(connection: sa.Connection, who: str | None) -> SealTally:
    """Return somebody's counts, or those of the house."""
    query = sa.select(*(dice_tallies.c[name] for name in SealTally.__struct_fields__)).where(dice_tallies.c.who == who)
    row = connection.execute(query).one_or_none()
    return NOBODY if row is None else SealTally(*row)
