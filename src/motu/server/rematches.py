"""The game that two play after another one: what it is, and where there is none (floor: server)."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from motu.server.blocks.blocks import are_apart
from motu.server.events import Created, ServerError
from motu.server.moderation.sanctions import away_among
from motu.server.room import Room
from motu.server.schema import games
from motu.server.series import score_after
from motu.server.store import GameRow, Work
from motu.server.wall_time import now_ms


class SeatsMovedError(ServerError):
    """Somebody sits at a game under another id since it was read: he has taken it along to his account."""


def rematch_of(room: Room) -> Created:
    """Return what two play after a game: the same on each other's seats, and how their series stands.

    Raises:
        ServerError: "server/offer" while the game goes on.
    """
    if (result := room.log.result) is None:
        raise ServerError("a rematch is begun when the game is over", slug="server/offer")
    score = score_after(room.log.created, result)
    changed = {"seats": room.log.seats[::-1], "series": room.row.id, "score": score, "tournament": None}
    return msgspec.structs.replace(room.log.created, **changed)


def refuse_moved(row: GameRow) -> Work:
    """Return the work that refuses what would be done for two who no longer sit at a game under these ids.

    The work raises:
        SeatsMovedError: "server/seq".
    """
    sitting = sa.select(games.c.person0, games.c.person1).where(games.c.id == row.id).with_for_update()

    def work(connection: sa.Connection) -> None:
        if tuple(connection.execute(sitting).one()) != (row.person0, row.person1):
            raise SeatsMovedError("somebody sits here under another name now; look first", slug="server/seq")

    return work


def refuse_rematch(row: GameRow) -> Work:
    """Return the work that refuses a rematch: one has blocked the other, has left, or is shut out; why isn't told.

    The work raises:
        ServerError: "server/offer".
    """
    persons = row.person0 or "", row.person1 or ""

    def work(connection: sa.Connection) -> None:
        if are_apart(connection, *persons) or away_among(connection, persons, now_ms()):
            raise ServerError("there is no rematch of this game: play somebody else", slug="server/offer")

    return work
