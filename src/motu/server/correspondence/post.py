"""What goes on in games by correspondence while nobody looks (floor: server)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any

from motu.errors import MotuError
from motu.server.correspondence.plans import Plans
from motu.server.correspondence.vacations import Vacations
from motu.server.ending import end
from motu.server.events import Event, Moved
from motu.server.rooms import Room, Rooms
from motu.server.seats import is_remote
from motu.server.store import Store

SWEEP_SECONDS = 30.0
"""How often somebody looks for what was not done."""

_log = logging.getLogger("motu.server")


class Correspondence:
    """Ends vacations, and plays moves that were decided beforehand."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        """Look after the games of a store."""
        self.vacations, self.plans = Vacations(store, rooms), Plans(store, rooms)
        rooms.rescue = self.vacations.rescue
        self._task: asyncio.Task[None] | None = None
        self._errands: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Look after them until `close`."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """End; what is begun is done."""
        if self._task is not None:
            await end([self._task])
        await asyncio.gather(*self._errands, return_exceptions=True)

    def hear(self, room: Room, happened: Sequence[Event]) -> None:
        """Do what follows from what has happened in a game."""
        moves = [event.what for event in happened if isinstance(event.what, Moved)]
        if not moves or not is_remote(room.row):
            return
        self._begin(self.plans.go_on(room))
        mover = next((step.person for step in reversed(room.log.steps) if step.person >= 0), None)
        if mover is not None and room.log.away[mover]:
            self._begin(self.vacations.moved((room.row.person0, room.row.person1)[mover] or ""))

    def _begin(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._do(errand))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _do(self, errand: Coroutine[Any, Any, None]) -> None:
        try:
            await errand
        except MotuError as error:  # the next sweep does it
            _log.warning("something about a game by correspondence can't be done just now: %s", error)

    async def _run(self) -> None:
        while True:
            await self.sweep()
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Do what was not done."""
        for work in (self.vacations.sweep, self.plans.sweep):
            try:
                await work()
            except MotuError as error:
                _log.warning("games by correspondence can't be looked after just now: %s", error)
            except Exception:  # noqa: BLE001 - all games by correspondence hang on this loop
                _log.exception("a fault while looking after games by correspondence")
