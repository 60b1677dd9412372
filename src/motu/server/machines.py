"""The machine's turns: whenever a level is to move, an engine is asked and its move is played (floor: server).

Invariant: a room in which a level is to move has a task at work on it as long as somebody looks at the room.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any

from motu.errors import MotuError
from motu.server.engines import EngineGoneError, Engines
from motu.server.game_log import GameLog
from motu.server.rooms import Room, Rooms

_log = logging.getLogger("motu.server")

DEADLINE_SECONDS = 60.0
"""Far beyond what any level takes, on any machine."""
PAUSES = (1.0, 5.0, 30.0, 120.0)
"""Seconds between attempts when engines fail; the last one again and again."""

Tell = Callable[[Room, MotuError], None]
"""Tells the people at a board that the machine can't move just now."""


class Machines:
    """Plays the levels' moves in all rooms."""

    def __init__(self, rooms: Rooms, engines: Engines, tell: Tell) -> None:
        """Play in these rooms with these engines."""
        self._rooms, self._engines, self._tell = rooms, engines, tell
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def wake(self, room: Room) -> None:
        """Make sure that somebody thinks if a level is to move."""
        task = self._tasks.get(room.row.id)
        if room.level_to_move is None or (task is not None and not task.done()):
            return
        task = asyncio.create_task(self._play(room))
        self._tasks[room.row.id] = task
        task.add_done_callback(lambda done: self._forget(room.row.id, done))

    def _forget(self, game_id: str, done: asyncio.Task[None]) -> None:
        if self._tasks.get(game_id) is done:
            del self._tasks[game_id]
        if not done.cancelled() and (error := done.exception()) is not None:
            _log.error("a machine's turn failed", exc_info=error)

    async def _play(self, room: Room) -> None:
        """Play on until somebody else is to move."""
        failures = 0
        while (level := room.level_to_move) is not None:
            seq = room.log.next_seq
            try:
                answer = await self._engines.ask(request_for(room.log, level), DEADLINE_SECONDS)
                if room.log.next_seq == seq:
                    await self._rooms.move(room, _move_in(answer), seq)
                failures = 0
            except MotuError as error:
                if room.log.next_seq != seq:
                    continue  # somebody took back or resigned meanwhile
                _log.warning("no move from level %d in game %s: %s", level, room.row.id, error)
                self._tell(room, error)
                await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
                failures += 1

    async def close(self) -> None:
        """Stop thinking; the games are as they are."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _move_in(answer: Mapping[str, Any]) -> str:
    move = answer.get("move")
    if not isinstance(move, str):
        raise EngineGoneError("the engine has answered without a move")
    return move


def request_for(log: GameLog, level: int) -> dict[str, Any]:
    """Return what an engine is asked for a level's move."""
    request: dict[str, Any] = {"spec": log.created.spec, "moves": log.state.moves(), "player": f"level:{level}"}
    if log.created.setup is not None:
        request["setup"] = log.created.setup
    if log.created.board is not None:
        request["board"] = log.created.board
    return request
