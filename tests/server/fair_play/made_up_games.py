"""Rated games that are made up: by whom, with which moves, and how long they took."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from motu.games.record import Record
from motu.server.engines import EngineGoneError
from motu.server.events import ClockSettings, Created, Participant
from motu.server.fair_play.examiner import Examiner
from motu.server.reviews import Reviews
from motu.server.rooms import Room, Rooms
from motu.server.store import Store
from server.fake_time import FakeTime

CLOCK = ClockSettings(2 * 3_600_000)


class ToldReviews(Reviews):
    """Says of every move what a test wants, and how often it was asked."""

    def __init__(self, is_first: Callable[[int], bool] = lambda ply: ply % 2 == 0) -> None:
        super().__init__()
        self.is_first, self.asked, self.fails = is_first, 0, 0
        self.waits: asyncio.Event | None = None

    async def review(self, record: Record, *_: Any, **__: Any) -> dict[str, Any]:
        self.asked += 1
        if self.waits is not None:
            await self.waits.wait()
        if self.fails:
            self.fails -= 1
            raise EngineGoneError("the review has died")
        return {"steps": [self._step(ply, move) for ply, move in enumerate(record.moves)]}

    def _step(self, ply: int, move: str) -> dict[str, Any]:
        first = move if self.is_first(ply) else "?"
        known = {"ply": ply, "kind": "move", "person": ply % 2, "move": move, "first": first, "is_forced": False}
        return known | {"error": 0.0 if first == move else 0.1, "before": 0.2}


@dataclass
class ExaminingHouse:
    """Some processes of a house."""

    stores: list[Store]
    rooms: list[Rooms]
    time: FakeTime

    async def game(
        self, persons: tuple[str, str], moves: Sequence[str], seconds: Sequence[float] = (), spec: str = "hex(size=4)"
    ) -> Room:
        """Let two play a rated game, which the second gives up where it isn't over."""
        created = Created(spec, (Participant(), Participant()), clock=CLOCK, rated=True)
        room = await self.rooms[0].create_between(created, persons, persons[0], lambda _: lambda _: None)
        for at, move in enumerate(moves):
            self.time.passes(seconds[at] if at < len(seconds) else 3.0)
            await self.rooms[0].move(room, move)
        if not room.log.is_over:
            await self.rooms[0].resign(room, 1)
        self.time.passes(1)
        return room


@contextlib.asynccontextmanager
async def examining(database: sa.URL, count: int = 1) -> AsyncIterator[ExaminingHouse]:
    """Be so many processes of one house."""
    stores, time = [Store(database) for _ in range(count)], FakeTime()
    try:
        yield ExaminingHouse(stores, [Rooms(each, wall=time.wall()) for each in stores], time)
    finally:
        for each in stores:
            each.close()


def examiners(house: ExaminingHouse, reviews: Reviews, visits: int = 1) -> list[Examiner]:
    """Return an examiner for each process."""
    return [Examiner(store, rooms, reviews, visits) for store, rooms in zip(house.stores, house.rooms, strict=True)]
