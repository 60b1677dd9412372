"""What is deleted when its time has come, at the start and every hour (floor: server)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sqlalchemy as sa

from motu.server.rates.rates import forget_empty
from motu.server.recurring import RecurringTask
from motu.server.rungs.lost_games import forget_lost
from motu.server.schema import (
    challenges,
    chat_lines,
    events,
    examined_games,
    games,
    machine_turns,
    notices,
    plans,
    studies,
)
from motu.server.store import Store
from motu.server.tournaments.book import begin_anew
from motu.server.wall_time import now_ms

KEPT_MS = 30 * 24 * 3_600_000
"""So long a removed game can be brought back, and one at one screen without a move is kept; then it is deleted."""
SWEPT_SECONDS = 3600.0
MOST_AT_ONCE = 500
"""Games that are deleted in one transaction."""
_NO_CLOCK = sa.and_(games.c.due_ms.is_(None), sa.func.coalesce(games.c.speed, "untimed") == "untimed")
"""Where there is one the game comes to an end by itself, however long it stands meanwhile, and that end may count."""
_GOES_ON = games.c.is_over == sa.false()
_NOBODY_WAITS = games.c.person0.is_(None), games.c.score.is_(None), _NO_CLOCK
"""What two have agreed on is nobody's to delete but theirs, nor is a part of a series."""


class Housekeeping:
    """Deletes what nobody can want back any more."""

    def __init__(self, store: Store, on_deleted: Callable[[Sequence[str]], None]) -> None:
        """Look after a store; `on_deleted` hears which games are no more."""
        self._store, self._on_deleted = store, on_deleted
        self._task: RecurringTask | None = None

    async def open(self) -> None:
        """Delete what is to be deleted, then every hour until `close`."""
        await self.sweep()
        self._task = RecurringTask(self.sweep, SWEPT_SECONDS, "old games", is_begun_at_once=False)

    async def close(self) -> None:
        """Delete nothing more."""
        if self._task is not None:
            await self._task.stop()

    async def sweep(self) -> None:
        """Delete what is to be deleted now."""
        if gone := await delete_old(self._store, now_ms() - KEPT_MS):
            self._on_deleted(gone)


async def delete_old(store: Store, before_ms: int) -> list[str]:
    """Delete what was removed before a time, challenges of that time, and games at one screen without a move by then.

    Between two people a game is deleted where both have removed it, and it is over or has no clock. A tournament or a
    ladder whose game is no more, as older versions did, goes on without it.

    Somebody who plays in one of them at this moment is either quicker, and it stays, or refused.

    Returns:
        The games.
    """

    def begin(connection: sa.Connection) -> None:
        connection.execute(studies.delete().where(studies.c.deleted_ms < before_ms))
        connection.execute(challenges.delete().where(challenges.c.expires_ms < before_ms))
        forget_empty(connection, now_ms())

    await store.write(begin)
    gone: list[str] = []
    while found := await store.write(lambda connection: _delete_games(connection, before_ms)):
        gone += found
    await store.write(lambda connection: begin_anew(connection, now_ms()))
    await store.write(forget_lost)
    return gone


def _delete_games(connection: sa.Connection, before_ms: int) -> list[str]:
    """Delete some old games; return which."""
    is_unplayed = sa.and_(games.c.num_moves == 0, _GOES_ON, games.c.changed_ms < before_ms, *_NOBODY_WAITS)
    left = sa.and_(
        games.c.removed0_ms < before_ms, games.c.removed1_ms < before_ms, sa.or_(sa.not_(_GOES_ON), _NO_CLOCK)
    )
    old = sa.or_(games.c.removed_ms < before_ms, left, is_unplayed)
    # Their rows are locked first: whoever has just played in one of them has it locked, and it is passed over.
    chosen = sa.select(games.c.id).where(old).limit(MOST_AT_ONCE).with_for_update(skip_locked=True)
    ids = list(connection.execute(chosen).scalars())
    delete_games(connection, ids)
    return ids


def delete_games(connection: sa.Connection, ids: Sequence[str]) -> None:
    """Delete games with all that belongs to them."""
    connection.execute(sa.select(games.c.id).where(games.c.id.in_(ids)).order_by(games.c.id).with_for_update())
    connection.execute(events.delete().where(events.c.game_id.in_(ids)))
    connection.execute(machine_turns.delete().where(machine_turns.c.game_id.in_(ids)))
    connection.execute(chat_lines.delete().where(chat_lines.c.game_id.in_(ids)))
    connection.execute(examined_games.delete().where(examined_games.c.game_id.in_(ids)))
    connection.execute(plans.delete().where(plans.c.game_id.in_(ids)))
    connection.execute(notices.delete().where(notices.c.game_id.in_(ids)))
    connection.execute(games.delete().where(games.c.id.in_(ids)))
