"""Clocks that run while the house does, whether anybody looks or not (floor: server).

Invariant: where a game's clock runs, its row says when it will have run out, and whoever lives looks for such rows
again and again; nothing of it is in memory alone. Where the time of day has jumped, every turn is noted anew. Nothing
is ended by the time before what passed while the house stood still is nobody's: `Rooms.awake`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence

import sqlalchemy as sa

from motu.errors import MotuError
from motu.server.house_clock import HouseClock
from motu.server.observability.requests import about_game
from motu.server.postgres import is_postgres
from motu.server.recurring import RecurringTask
from motu.server.rooms import Room, Rooms
from motu.server.schema import games
from motu.server.store import Due, Store

SWEEP_SECONDS = 0.5
"""How often somebody looks for times that are up."""
MOST_AT_ONCE = 100
"""Games that are ended in one sweep; the next one takes more."""
TAKEN_MS = 400
"""So long a game whose time is up is left to the process that has taken it in hand."""
PATIENCE_SECONDS = 4.0
"""How long nothing is tried after the database has failed."""
_PASSING = frozenset({"server/disk", "server/stopping", "server/busy"})

_log = logging.getLogger("motu.server")


class Clocks:
    """Ends the games whose time is up."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        house: HouseClock,
        on_running: Callable[[Room], None] = lambda _: None,
        *,
        is_shared: bool = False,
    ) -> None:
        """Look after the games of a store.

        Args:
            store: Where they are.
            rooms: Where they are played.
            house: Notes that this process lives.
            on_running: Called with a game whose clock is found to run though nobody has looked at it: where the machine
                is to move, somebody must have it think.
            is_shared: Whether other processes serve the same games, who must know at any time that this one lives.
        """
        self._store, self._rooms, self._house, self._on_running = store, rooms, house, on_running
        self._is_shared = is_shared
        self._tasks: list[RecurringTask] = []
        self._has_looked, self._living = False, asyncio.Lock()

    async def open(self) -> None:
        """Note that this process lives, then look after the clocks until `close`."""
        await self._house.open()
        # Two, so that the house doesn't seem to stand still while many games are ended.
        self._tasks = [
            RecurringTask(each, SWEEP_SECONDS, "the clocks", patience=PATIENCE_SECONDS)
            for each in (self._live_on, self._sweep_on)
        ]

    async def close(self) -> None:
        """Let the clocks stand, unless another process lives."""
        for task in self._tasks:
            await task.stop()
        if not self._house.has_lived:  # this process is no server
            return
        try:
            await self._let_stand()
        except MotuError as error:
            _log.warning("clocks will go on from where this process was last seen, not from its end: %s", error)

    async def _let_stand(self) -> None:
        await self._rooms.awake()
        self._rooms.wall.now()
        if self._rooms.wall.jumps_ms:
            await self._begin_anew()
        await self._house.close()

    async def _sweep_on(self) -> None:
        """Sweep; for the first time, have the machine think where it is to move."""
        if not self._has_looked:
            await self._look_at_machines()
            self._has_looked = True
        await self.sweep()

    async def _live_on(self) -> None:
        """Note that this process lives, as soon as that can be done; what hinders it the sweep tells."""
        with contextlib.suppress(MotuError):
            await self._live()

    async def sweep(self) -> None:
        """Note that this process lives where any clock runs, then end the games whose time is up."""
        await self._live()
        now = self._rooms.wall.now()
        waiting = await self._store.due(MOST_AT_ONCE)
        if due := [each for each in waiting if each.at_ms <= now.at_ms]:
            mine = await self._store.write(lambda connection: _take(connection, due, now.at_ms))
            await asyncio.gather(*(self._end(game_id) for game_id in mine))

    async def _live(self) -> None:
        """Let what the house stood still, and jumps of the time of day, be nobody's time; note that this one lives."""
        async with self._living:  # two would take a jump for their own, and the next one with it
            await self._rooms.awake()
            now = self._rooms.wall.now()
            if self._rooms.wall.jumps_ms:
                await self._begin_anew()
            if await self._store.due(1) or self._is_shared:
                await self._house.beat()
            self._house.go_on(now)

    async def beat(self) -> None:
        """Note that this process lives, as often as that is wanted: so it is seen whether anything can be written.

        Raises:
            ServerError: "server/disk".
        """
        await self._rooms.awake()
        await self._house.beat()

    async def _begin_anew(self) -> None:
        """Let every turn count on from the present time of day, after a jump of it.

        Whatever ends this process meanwhile, the last moment noted is never later than a turn that began before it.
        """
        jumps = self._rooms.wall.jumps_ms
        if sum(jumps) < 0:
            await self._house.beat(at_once=True)
        for game_id, _ in await self._store.with_clocks():
            await self._try(game_id, self._rooms.pause)
        self._rooms.wall.forget_jumps(len(jumps))
        await self._house.beat(at_once=True)

    async def _end(self, game_id: str) -> None:
        about_game(game_id)
        await self._try(game_id, self._flag)

    async def _flag(self, room: Room) -> None:
        if not await self._rooms.flag(room):
            await self._rooms.note_due(room)
            self._on_running(room)

    async def _try(self, game_id: str, do: Callable[[Room], Awaitable[None]]) -> None:
        """Do something about a game's clock; one that can't be read, or can't be ended, has none any more."""
        try:
            await do(await self._rooms.find(game_id))
        except MotuError as error:
            if error.slug in _PASSING:
                raise
            if error.slug != "server/seq":  # somebody else was quicker
                _log.warning("the time of game %s is up, but it can't be ended: %s", game_id, error)
                await self._store.forget_due(game_id)

    async def _look_at_machines(self) -> None:
        for game_id, standing in await self._store.with_clocks():
            player = None if standing is None else standing.player
            if standing is not None and player is not None and standing.seats[player].kind != "person":
                with contextlib.suppress(MotuError):
                    self._on_running(await self._rooms.find(game_id))


def _take(connection: sa.Connection, due: Sequence[Due], now_ms: int) -> list[str]:
    """Return those of these games that no other process has taken in hand, and take them for a moment."""
    ids = [each.game_id for each in due]
    if not is_postgres(connection):
        return ids  # there is no other process
    free = sa.select(games.c.id).where(games.c.id.in_(ids), games.c.due_ms <= now_ms).with_for_update(skip_locked=True)
    taken = list(connection.execute(free).scalars())
    connection.execute(games.update().where(games.c.id.in_(taken)).values(due_ms=now_ms + TAKEN_MS))
    return taken
