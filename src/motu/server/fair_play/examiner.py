"""Examines games with the engine's review, one after the other, when nothing else has to be done (floor: server)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from motu.errors import MotuError
from motu.server.events import ServerError
from motu.server.fair_play.examined import ask_for, keep_found, leave_it, take_next
from motu.server.fair_play.figures import ExaminedMove
from motu.server.game_log import GameLog
from motu.server.game_record import record_of
from motu.server.jobs.seam import ReviewMaker
from motu.server.recurring import RecurringTask
from motu.server.rooms import Rooms
from motu.server.store import Store, Work

SWEEP_SECONDS = 20.0
"""How often a process looks whether another one was asked for something."""
VISITS = 400
"""Of each search: enough that its first choice is one that a strong program makes."""

_log = logging.getLogger("motu.server")


class Examiner:
    """Examines what moderators have asked for."""

    def __init__(self, store: Store, rooms: Rooms, reviews: ReviewMaker, visits: int = VISITS) -> None:
        """Examine games of a store by reviews of so many visits."""
        self._store, self._rooms = store, rooms
        self._reviews, self._visits = reviews, visits
        self._task: RecurringTask | None = None

    async def open(self) -> None:
        """Examine what is asked for until `close`."""
        self._task = RecurringTask(self.sweep, SWEEP_SECONDS, "games to be examined")

    async def close(self) -> None:
        """Examine nothing more; what is begun is left to others."""
        if self._task is not None:
            await self._task.stop()

    async def ask(self, account: str, also: Work = lambda _: None) -> int:
        """Have somebody's latest rated games examined; return how many wait. Where any do, `also` is done with it."""
        now = self._now()

        def work(connection: sa.Connection) -> int:
            waiting = ask_for(connection, account, now)
            if waiting:
                also(connection)
            return waiting

        waiting = await self._store.write(work)
        if self._task is not None:
            self._task.stir()
        return waiting

    async def sweep(self) -> int:
        """Examine all that waits; return how many games these were."""
        count = 0
        while (game_id := await self._take()) is not None:
            count += 1
            await self._examine(game_id)
        return count

    async def _take(self) -> str | None:
        now = self._now()
        return await self._store.write(lambda connection: take_next(connection, now))

    async def _examine(self, game_id: str) -> None:
        try:
            log = (await self._rooms.find(game_id)).log.fork()
            record = record_of(log)
            review = await self._reviews.review(record, self._visits, "examiner") if log.steps else {"steps": ()}
            moves, now = examined_moves(log, review), self._now()
            await self._store.write(lambda connection: keep_found(connection, game_id, moves, now))
        except MotuError as error:
            _log.warning("game %s can't be examined just now: %s", game_id, error)
            await self._store.write(lambda connection: leave_it(connection, game_id))
        except asyncio.CancelledError:
            with contextlib.suppress(MotuError):
                await asyncio.shield(self._store.write(lambda connection: leave_it(connection, game_id)))
            raise

    def _now(self) -> int:
        return self._rooms.wall.now().at_ms


def examined_moves(log: GameLog, review: Mapping[str, Any]) -> tuple[ExaminedMove, ...]:
    """Return the decisions of both persons, as a review sees them, with the times that they took.

    Raises:
        ServerError: "server/log" for a review of another game.
    """
    times = [(step.person, step.spent_ms if at == 0 else 0) for step in log.steps for at in range(step.count)]
    steps = list(review["steps"])[-len(times) :] if times else []
    if len(steps) != len(times):
        raise ServerError("this is the review of another game", slug="server/log")
    return tuple(
        ExaminedMove(
            step["person"],
            step["ply"],
            step["first"] == step["move"],
            step["error"],
            step["before"] if step["person"] == 0 else -step["before"],
            spent_ms,
        )
        for step, (person, spent_ms) in zip(steps, times, strict=True)
        if person >= 0 and step["kind"] != "roll" and not step["is_forced"]
    )
