"""Lets the next game of a series begin by itself (floor: server).

Invariant: a game after which another one is agreed on says in its row when that begins, and whoever lives looks for
such rows again and again. A live game begins where both are at the board; where one of them has gone, it waits for
him a while, and then for a press. A game by correspondence needs nobody. Whoever of the two says no has stopped it.
"""

from __future__ import annotations

import logging

import sqlalchemy as sa

from motu.errors import MotuError
from motu.server.bus.onlookers import Onlookers
from motu.server.observability.requests import about_game
from motu.server.recurring import RecurringTask
from motu.server.room import Room
from motu.server.rooms import Rooms
from motu.server.schema import games
from motu.server.series import NOBODY
from motu.server.speeds import speed_of
from motu.server.store import Store

SWEEP_SECONDS = 0.5
"""How often somebody looks for games that are to begin."""
WAIT_MS = 60_000
"""So long after its time a game still begins by itself when both have come back."""
MOST_AT_ONCE = 100
_PATIENCE_SECONDS = 5.0
_PASSING = frozenset({"server/disk", "server/stopping", "server/busy", "server/seq"})
_log = logging.getLogger("motu.server")


class NextGames:
    """Begins the games that two have agreed on beforehand."""

    def __init__(self, store: Store, rooms: Rooms, onlookers: Onlookers) -> None:
        """Look after the games of a store; `onlookers` know who is at a board."""
        self._store, self._rooms, self._onlookers = store, rooms, onlookers
        self._task: RecurringTask | None = None

    async def open(self) -> None:
        """Look after them until `close`."""
        self._task = RecurringTask(self.sweep, SWEEP_SECONDS, "next games of series", patience=_PATIENCE_SECONDS)

    async def close(self) -> None:
        """End."""
        if self._task is not None:
            await self._task.stop()

    async def sweep(self) -> None:
        """Begin the games whose time has come."""
        now = self._rooms.wall.now().at_ms
        query = sa.select(games.c.id, games.c.next_seq, games.c.next_ms).where(games.c.next_ms <= now)
        due = query.order_by(games.c.next_ms).limit(MOST_AT_ONCE)
        for game_id, seq, next_ms in await self._store.read(lambda connection: connection.execute(due).all()):
            about_game(game_id)
            try:
                room = await self._rooms.find(game_id, seq)
                if self._are_ready(room):
                    await self._begin(room)
                elif next_ms <= now - WAIT_MS:
                    await self._forget(game_id)
            except MotuError as error:
                if error.slug not in _PASSING:
                    _log.warning("the game after %s can't be begun: %s", game_id, error)
                    await self._forget(game_id)

    def _are_ready(self, room: Room) -> bool:
        """Return whether both can begin: they are at the board, or nobody need be; programs always are."""
        if speed_of(room.log.created.clock, room.log.game) == "correspondence":
            return True
        there = self._onlookers.guests(room.row.id)
        persons = zip(room.log.seats, (room.row.person0, room.row.person1), strict=True)
        return all(seat.is_bot or seat.kind != "person" or person in there for seat, person in persons)

    async def _begin(self, room: Room) -> None:
        try:
            await self._rooms.answer(room, NOBODY, is_accepted=True)
        except MotuError as error:
            if error.slug in _PASSING:
                raise
            await self._rooms.answer(room, NOBODY, is_accepted=False)

    async def _forget(self, game_id: str) -> None:
        change = games.update().where(games.c.id == game_id).values(next_ms=None)
        await self._store.write(lambda connection: connection.execute(change))
