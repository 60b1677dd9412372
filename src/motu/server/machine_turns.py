"""Which process has the machine think about a game, so that one does and no two (floor: server).

Invariant: where the machine is to move, a row says so; it is written in the transaction that keeps what has happened.
Who has written it thinks until the time in it, which he puts off as long as he does; after that anybody may take it.
The key of events makes two moves impossible anyway: this keeps engines from working in vain, and games from standing
still where the process that was to go on with them is gone.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence

import sqlalchemy as sa

from motu.server.events import Event
from motu.server.game_log import GameLog
from motu.server.house_players import is_watched_only
from motu.server.postgres import insert_into
from motu.server.schema import machine_turns as turns
from motu.server.store import GameRow, Store, Work
from motu.server.wall_time import WallTime

QUEUE = "queue"
"""Who has all turns of servers whose machines are workers."""
LEASE_MS = 12_000
"""So long a turn is whose process says nothing more of it."""
RENEWED_MS = 4_000
"""So often a process says that it still thinks."""
MOST_AT_ONCE = 8
"""Turns that a process takes over at a time; the next look takes more."""
MOST_SHOWN = 200
"""Games of the machine with itself, the latest, among which are looked for those that somebody watches."""
_log = logging.getLogger("motu.server")


class MachineTurns:
    """The turns of a process."""

    def __init__(self, store: Store, wall: WallTime, process: str) -> None:
        """Note them in a store."""
        self._store, self._wall, self._process = store, wall, process
        self._mine: dict[str, int] = {}
        """Turns of this process, and until when; what the writing thread adds is read by the others."""
        self._renewed_ms, self._has_taken = 0, False
        self._is_mixture_known = False

    def along(self, row: GameRow, log: GameLog, _happened: Sequence[Event] = ()) -> Work | None:
        """Return the work that notes in a transaction whether the machine is to move, and that it is thought here."""
        are_people = [seat.kind == "person" for seat in log.seats]
        if all(are_people):
            return None
        player = -1 if log.is_over else log.state.current_player()
        if player < 0 or are_people[player]:
            return lambda connection: self._forget(connection, row.id)
        return lambda connection: self._take(connection, row.id, is_watched_only=is_watched_only(row, log))

    async def claim(self, row: GameRow, log: GameLog) -> bool:
        """Return whether this process is the one that has the machine think, from now on if nobody did."""
        if self._mine.get(row.id, 0) > self._wall.now().at_ms:
            return True
        held = sa.select(turns.c.until_ms).where(turns.c.game_id == row.id, turns.c.process != self._process)
        until = await self._store.read(lambda connection: connection.execute(held).scalar_one_or_none())
        if until is not None and until >= self._wall.now().at_ms:
            return False
        return await self._store.write(
            lambda connection: self._take(connection, row.id, is_watched_only=is_watched_only(row, log))
        )

    def doubt(self, game_id: str) -> None:
        """Take it for possible that somebody else has taken a turn: something has happened in the game elsewhere."""
        self._mine.pop(game_id, None)

    async def renew(self, games: Collection[str]) -> None:
        """Put off when others may take these turns, from time to time; those of no other games are noted any more."""
        for game in [each for each in list(self._mine) if each not in games]:
            self._mine.pop(game, None)
        now = self._wall.now()
        if not games or now.steady_ms - self._renewed_ms < RENEWED_MS:
            return
        self._renewed_ms = now.steady_ms
        mine = turns.update().where(turns.c.process == self._process, turns.c.game_id.in_(sorted(games)))
        until = now.at_ms + LEASE_MS
        await self._store.write(lambda connection: connection.execute(mine.values(until_ms=until)))

    async def left(self, watched: Collection[str]) -> list[str]:
        """Return games in which nobody has the machine think; those that it plays with itself if they are watched."""
        now_ms = self._wall.now().at_ms
        query = sa.select(turns.c.game_id).where(turns.c.until_ms < now_ms)
        played = query.where(turns.c.is_watched_only == sa.false()).order_by(turns.c.until_ms).limit(MOST_AT_ONCE)
        shown = query.where(turns.c.is_watched_only == sa.true()).order_by(turns.c.until_ms.desc()).limit(MOST_SHOWN)

        def read(connection: sa.Connection) -> list[str]:
            self._look_for_mixture(connection, now_ms)
            found = list(connection.execute(played).scalars())
            return found + [each for each in connection.execute(shown).scalars() if each in watched]

        return await self._store.read(read)

    def _look_for_mixture(self, connection: sa.Connection, now_ms: int) -> None:
        """Say once that servers with workers and servers without share a database: their turns stand there."""
        if self._is_mixture_known:
            return
        has_workers = self._process == QUEUE
        others = turns.c.process != QUEUE if has_workers else turns.c.process == QUEUE
        found = sa.select(turns.c.game_id).where(turns.c.until_ms >= now_ms, others).limit(1)
        self._is_mixture_known = connection.execute(found).first() is not None
        if self._is_mixture_known:
            told = "this server has --workers, and another one of its database has none"
            told = told if has_workers else "another server of this one's database has --workers, and this one has none"
            _log.warning("%s: the machine moves late, or twice as much is thought; right is all or none", told)

    async def forget(self, game_id: str) -> None:
        """Note that there is nothing to think about in a game."""
        await self._store.write(lambda connection: self._forget(connection, game_id))

    async def close(self) -> None:
        """Let others go on at once."""
        if not self._has_taken:
            return
        mine = turns.update().where(turns.c.process == self._process).values(until_ms=0)
        await self._store.write(lambda connection: connection.execute(mine))

    def _take(self, connection: sa.Connection, game_id: str, *, is_watched_only: bool) -> bool:
        now_ms = self._wall.now().at_ms
        until = now_ms + LEASE_MS
        fresh = insert_into(connection, turns).values(
            game_id=game_id, process=self._process, until_ms=until, is_watched_only=is_watched_only
        )
        is_free = sa.or_(turns.c.process == self._process, turns.c.until_ms < now_ms)
        taking = fresh.on_conflict_do_update(
            index_elements=[turns.c.game_id], set_={"process": self._process, "until_ms": until}, where=is_free
        )
        # An insertion's count is only known to be kept where it is asked for; else it may be -1, which counts as taken.
        is_mine = connection.execute(taking, execution_options={"preserve_rowcount": True}).rowcount == 1
        if is_mine:
            self._mine[game_id], self._has_taken = until, True
        return is_mine

    def _forget(self, connection: sa.Connection, game_id: str) -> None:
        self._mine.pop(game_id, None)
        connection.execute(turns.delete().where(turns.c.game_id == game_id))


def free_all(connection: sa.Connection) -> None:
    """Note that nobody thinks about anything: no process lives."""
    connection.execute(turns.update().values(until_ms=0))
