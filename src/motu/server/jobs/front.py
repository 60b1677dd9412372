"""The machine's moves where workers make them, as seen from a server (floor: server).

Invariant: where the machine is to move, a job waits, or is being done, within the time that a turn's row has; where the
machine plays itself, only while somebody watches here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from typing import Any

from motu.errors import MotuError
from motu.server.ending import end
from motu.server.events import ServerError
from motu.server.house_players import is_watched_only
from motu.server.jobs.turns import QueuedTurns
from motu.server.machines import Tell
from motu.server.recurring import RecurringTask
from motu.server.room import Room

LOOK_SECONDS = 2.0
"""How often games are looked for with which nobody goes on."""
_log = logging.getLogger("motu.server")


class QueuedMachines:
    """Has workers move."""

    num_turns = 0
    """Nobody thinks here."""

    def __init__(self, turns: QueuedTurns, watched: Callable[[], Collection[str]], tell: Tell) -> None:
        """Put jobs where turns are noted.

        Args:
            turns: Where that is.
            watched: Says at which games anybody looks.
            tell: Tells the people at a board why no move comes.
        """
        self._turns, self._watched, self._tell = turns, watched, tell
        self._lacks_workers = False
        self._looking: RecurringTask | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._handed: dict[str, int] = {}
        """Games of the machine with itself, and the event that was waited for when a job was put."""

    def open(self) -> None:
        """Look for games in which nobody has the machine think, until `close`."""
        self._looking = RecurringTask(self.look, LOOK_SECONDS, "games that wait for the machine")

    async def look(self) -> None:
        """Put jobs again that got lost, or whose move could not be made."""
        watched = self._watched()
        for game_id in [each for each in self._handed if each not in watched]:
            del self._handed[game_id]
        left = await self._turns.left(watched)
        if left or self._lacks_workers:
            await self._look_for_workers(left)
        for game_id in left:
            await self._turns.hand_on(game_id)

    async def _look_for_workers(self, left: Collection[str]) -> None:
        """Where there are none, say so in the log once, and at the boards where the machine's move is late."""
        lacked, self._lacks_workers = self._lacks_workers, not await self._turns.has_workers()
        if self._lacks_workers and not lacked:
            _log.warning("the machine doesn't move: no `motu worker` of this database has said anything lately")
        elif lacked and not self._lacks_workers:
            _log.warning("a `motu worker` is there again")
        for game_id in left if self._lacks_workers else ():
            self._tell(game_id, ServerError("nobody is there to think about a move", slug="server/no-worker"))

    def wake(self, room: Room) -> None:
        """Have the machine go on with itself where somebody watches; all else is put with the events."""
        if room.machine_to_move is None or room.row.id not in self._watched():
            return
        if not is_watched_only(room.row, room.log) or self._handed.get(room.row.id) == room.log.next_seq:
            return
        self._handed[room.row.id] = room.log.next_seq
        self._start(self._hand_on(room.row.id))

    follow = wake

    async def _hand_on(self, game_id: str) -> None:
        try:
            await self._turns.hand_on(game_id, is_watched_only=True)
        except MotuError as error:  # the next look does it
            _log.warning("the machine's move in game %s comes later: %s", game_id, error)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Put nothing more."""
        if self._looking is not None:
            await self._looking.stop()
        await end(tuple(self._tasks))
