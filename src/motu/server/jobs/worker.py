"""The machine's moves as jobs of a worker (floor: server): one at a time, each made from what the database has.

Nothing comes back but the event itself. Its number makes a second one impossible, whoever does a job twice.
"""

from __future__ import annotations

import logging

from motu.errors import MotuError
from motu.server.engines import Engines
from motu.server.machine_turns import MachineTurns
from motu.server.machines import Machines, Tell, name_of
from motu.server.observability.requests import about_game
from motu.server.room import Room
from motu.server.rooms import Rooms

NEWEST = 2**31 - 1
"""A number that no event has: whoever asks for what is before it has the database looked at."""
_log = logging.getLogger("motu.server")


class WorkerMachines(Machines):
    """Moves where it is told to, and nowhere by itself; what can't be moved now, the servers put again."""

    def __init__(self, rooms: Rooms, engines: Engines, turns: MachineTurns, tell: Tell) -> None:
        """Move in these rooms with these engines."""
        super().__init__(rooms, engines, turns, tell, tuple)
        self._num_moving = 0

    @property
    def num_turns(self) -> int:
        """In how many games the machine thinks here."""
        return self._num_moving

    def open(self) -> None:
        """Look for nothing: jobs come."""

    def wake(self, room: Room) -> None:
        """Think about nothing that has been overtaken."""
        self.follow(room)

    def follow(self, room: Room) -> None:
        """Think about nothing that has been overtaken: whoever has done that has put another job, if one is needed."""
        thought = self._thoughts.get(room.row.id)
        if thought is not None and (room.machine_to_move is None or thought.seq != room.log.next_seq):
            thought.asking.cancel()

    async def move(self, game_id: str) -> bool:
        """Make the machine's move in a game, if it is still to be made; return whether it was."""
        about_game(game_id)
        try:
            room = await self._rooms.find(game_id, NEWEST)
        except MotuError as error:
            if error.slug != "server/no-game":
                raise
            await self._turns.forget(game_id)
            return False
        seat, seq = room.machine_to_move, room.log.next_seq
        if seat is None:
            await self._turns.forget(game_id)
            return False
        self._num_moving += 1
        try:
            return await self._play_once(room, seat, seq)
        except MotuError as error:
            if room.log.next_seq == seq:  # else somebody was quicker, took back or resigned
                _log.warning("no move from %s in game %s: %s", name_of(seat), game_id, error)
                self._tell(game_id, error)
            return False
        finally:
            self._num_moving -= 1

    async def close(self) -> None:
        """End; what is being thought about is told to nobody."""
