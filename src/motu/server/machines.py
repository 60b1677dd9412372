"""The machine's turns: whenever the machine is to move, an engine is asked and its move is played (floor: server).

Invariant: a game in which the machine is to move has a task at work on it in one process of the house, and where that
one ends, soon in another, whether anybody looks or not. Where the machine plays itself at one screen, there is none
when nobody looks on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from motu.errors import MotuError
from motu.server.early_seeds import await_seed
from motu.server.ending import end
from motu.server.engines import EngineGoneError, Engines
from motu.server.events import Participant
from motu.server.house_players import asker_of, is_watched_only
from motu.server.machine_turns import MachineTurns
from motu.server.observability.requests import about_game
from motu.server.recurring import RecurringTask
from motu.server.rooms import Room, Rooms
from motu.server.time_controls import machine_budget
from motu.server.turns import waiting

_log = logging.getLogger("motu.server")

DEADLINE_SECONDS = 60.0
"""Far beyond what any level takes, on any machine."""
LEAST_SECONDS = 0.01
LOOK_SECONDS = 2.0
"""How often games are looked for with which nobody goes on."""
PASSING = frozenset({"server/disk", "server/stopping", "server/busy"})
"""What a game has no part in."""
PAUSES = (1.0, 5.0, 30.0, 120.0)
"""Seconds between attempts when engines fail; the last one again and again."""

Tell = Callable[[str, MotuError], None]
"""Tells the people at a game's board why the machine doesn't move just now."""


@dataclass(frozen=True, slots=True)
class _Thought:
    """What an engine is thinking about."""

    seq: int
    """The game's next event in the position."""
    asking: asyncio.Task[Any]


class Machines:
    """Plays the machine's moves in all rooms."""

    def __init__(
        self, rooms: Rooms, engines: Engines, turns: MachineTurns, tell: Tell, watched: Callable[[], Collection[str]]
    ) -> None:
        """Play in these rooms with these engines.

        Args:
            rooms: Where the games are.
            engines: Who thinks.
            turns: Which process has them think.
            tell: Tells the people at a board why no move comes.
            watched: Says at which games anybody looks.
        """
        self._rooms, self._engines, self._turns, self._tell, self._watched = rooms, engines, turns, tell, watched
        self._looking: RecurringTask | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._thoughts: dict[str, _Thought] = {}
        self._is_closed = False

    @property
    def num_turns(self) -> int:
        """In how many games the machine thinks here."""
        return len(self._tasks)

    def open(self) -> None:
        """Look for games in which nobody has the machine think, until `close`."""
        self._looking = RecurringTask(self.look, LOOK_SECONDS, "games that wait for the machine")

    async def look(self) -> None:
        """Say that those who think still do, and go on with games that nobody goes on with."""
        await self._turns.renew(self._tasks)
        for game_id in await self._turns.left(self._watched()):
            try:
                room = await self._rooms.find(game_id)
            except MotuError as error:
                if error.slug in PASSING:
                    raise
                _log.warning("the machine can't go on with game %s: %s", game_id, error)
                await self._turns.forget(game_id)
                continue
            if room.machine_to_move is None:
                await self._turns.forget(game_id)
            else:
                self.wake(room)

    def follow(self, room: Room) -> None:
        """Let nobody here think about what has been overtaken elsewhere; who has done that goes on."""
        self._turns.doubt(room.row.id)
        self._stop_overtaken(room)

    def _stop_overtaken(self, room: Room) -> None:
        thought = self._thoughts.get(room.row.id)
        if thought is not None and (self._seat_to_think_for(room) is None or thought.seq != room.log.next_seq):
            thought.asking.cancel()

    def wake(self, room: Room) -> None:
        """Make sure that somebody thinks if the machine is to move, and about nothing that has been overtaken."""
        self._stop_overtaken(room)
        seat = self._seat_to_think_for(room)
        task = self._tasks.get(room.row.id)
        if self._is_closed or seat is None or (task is not None and not task.done()):
            return
        task = asyncio.create_task(self._play(room))
        self._tasks[room.row.id] = task
        task.add_done_callback(lambda done: self._forget(room.row.id, done))

    def _seat_to_think_for(self, room: Room) -> Participant | None:
        """Return the machine's seat where it is its turn and anybody waits for its move."""
        if is_watched_only(room.row, room.log) and room.row.id not in self._watched():
            return None
        return room.machine_to_move

    def _forget(self, game_id: str, done: asyncio.Task[None]) -> None:
        if self._tasks.get(game_id) is done:
            del self._tasks[game_id]
        if not done.cancelled() and (error := done.exception()) is not None:
            _log.error("a machine's turn failed", exc_info=error)

    async def _play(self, room: Room) -> None:
        """Play on until somebody else is to move, unless another process does."""
        about_game(room.row.id)
        await await_seed(room)
        failures = 0
        while self._seat_to_think_for(room) is not None and await self._is_ours(room):
            seat, seq = self._seat_to_think_for(room), room.log.next_seq
            if seat is None:  # meanwhile
                return
            try:
                await self._play_once(room, seat, seq)
                failures = 0
            except MotuError as error:
                if room.log.next_seq != seq:
                    continue  # somebody took back or resigned meanwhile
                _log.warning("no move from %s in game %s: %s", name_of(seat), room.row.id, error)
                self._tell(room.row.id, error)
                await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
                failures += 1

    async def _play_once(self, room: Room, seat: Participant, seq: int) -> bool:
        """Have an engine think, and play its move unless the game has gone on; return whether it was played."""
        answer = await self._think(room, seat)
        if answer is None or room.log.next_seq != seq:
            return False
        await self._rooms.move(room, _move_in(answer), seq, _engine_in(answer))
        return True

    async def _is_ours(self, room: Room) -> bool:
        try:
            return await self._turns.claim(room.row, room.log)
        except MotuError as error:
            _log.warning("the machine's move in game %s comes later: %s", room.row.id, error)
            return False

    async def _think(self, room: Room, seat: Participant) -> Mapping[str, Any] | None:
        """Return an engine's answer, or None if the game has gone on without it."""
        ask = self._engines.ask(
            request_for(room, seat),
            DEADLINE_SECONDS,
            asker=asker_of(room.row, room.log),
            on_place=lambda place: self._tell(room.row.id, waiting(place)),
        )
        asking = asyncio.create_task(ask)
        self._thoughts[room.row.id] = _Thought(room.log.next_seq, asking)
        try:
            await asyncio.wait([asking])
        finally:
            del self._thoughts[room.row.id]
            asking.cancel()
        return None if asking.cancelled() else asking.result()

    async def close(self) -> None:
        """Stop thinking; the games are as they are, and other processes go on with them at once."""
        self._is_closed = True
        if self._looking is not None:
            await self._looking.stop()
        tasks = tuple(self._tasks.values())
        await end(tasks)
        try:
            await self._turns.close()
        except MotuError as error:
            _log.warning("other processes go on with the machine's games a little later: %s", error)


def _move_in(answer: Mapping[str, Any]) -> str:
    move = answer.get("move")
    if not isinstance(move, str):
        raise EngineGoneError("the engine has answered without a move")
    return move


def _engine_in(answer: Mapping[str, Any]) -> Mapping[str, Any] | None:
    engine = answer.get("engine")
    return engine if isinstance(engine, dict) else None


def name_of(seat: Participant) -> str:
    """Return the name of a seat's player, as everywhere in motu."""
    if seat.kind == "level":
        return f"level:{seat.level}"
    return f"mcts:{seat.seconds:g}s"


def request_for(room: Room, seat: Participant) -> dict[str, Any]:
    """Return what an engine is asked for the machine's move; it keeps the player for the next one."""
    log, left = room.log, room.left_ms()
    line = msgspec.structs.replace(log.created, moves=tuple(log.state.moves()))
    request = line.to_json() | {
        "player": name_of(seat),
        "gameId": f"{room.row.id}/{log.state.current_player()}",
        "includeEngine": True,
    }
    clock = log.created.clock
    if seat.kind == "strongest" and clock is not None and left is not None:
        budget = machine_budget(clock, left[log.state.current_player()], room.free_ms())
        request["maxTime"] = round(budget / 1000, 3) + LEAST_SECONDS
    return request
