"""The machine's turns where workers take them (floor: server).

A row says that the machine is to move, as everywhere; whoever writes it puts a job into the queue in the same
transaction. Should a job get lost, it is put again when the row's time has run out.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from motu.server.events import Event
from motu.server.game_log import GameLog
from motu.server.house_players import is_watched_only
from motu.server.jobs.queue import CORRESPONDENCE, LIVE, JobQueue, has_workers
from motu.server.machine_turns import QUEUE, MachineTurns
from motu.server.speeds import speed_of
from motu.server.store import GameRow, Store, Work, in_turn
from motu.server.wall_time import WallTime

MOVED_BY_HAND = ("blitz", "rapid", "slow")


class QueuedTurns(MachineTurns):
    """Turns that are put into a queue."""

    def __init__(self, store: Store, wall: WallTime, queue: JobQueue) -> None:
        """Note them in a store, and put jobs into a queue."""
        super().__init__(store, wall, QUEUE)
        self._queue = queue

    def along(self, row: GameRow, log: GameLog, happened: Sequence[Event] = ()) -> Work | None:
        """Return the work that notes in a transaction whether the machine is to move, and has a worker do it.

        What the machine plays with itself at one screen goes on only while somebody watches: `hand_on` is for that.
        """
        noted = super().along(row, log, happened)
        are_people = [seat.kind == "person" for seat in log.seats]
        player = -1 if log.is_over else log.state.current_player()
        if noted is None or is_watched_only(row, log) or player < 0 or are_people[player]:
            return noted
        priority = LIVE if speed_of(log.created.clock, log.game) in MOVED_BY_HAND else CORRESPONDENCE
        return in_turn(noted, lambda connection: self._queue.put_move(connection, row.id, priority))

    async def hand_on(self, game_id: str, *, is_watched_only: bool = False) -> None:
        """Have a worker make the machine's move in a game, if none does."""

        def work(connection: sa.Connection) -> None:
            self._take(connection, game_id, is_watched_only=is_watched_only)
            self._queue.put_move(connection, game_id, CORRESPONDENCE)

        await self._store.write(work)

    async def has_workers(self) -> bool:
        """Return whether anybody takes jobs."""
        return await self._store.read(has_workers)

    async def close(self) -> None:
        """Leave everything as it is: the queue outlives this process."""
