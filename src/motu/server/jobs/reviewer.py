"""Reviews as jobs of a worker: read, made by a process of their own, handed back as a row (floor: server)."""

from __future__ import annotations

import asyncio

from motu.errors import MotuError
from motu.server.jobs.review_rows import ReviewAnswer, keep_answer, wanted_review
from motu.server.reviews import Reviews
from motu.server.store import Store
from motu.server.wall_time import WallTime

LOOK_SECONDS = 2.0
"""How often is looked whether anybody still waits for what is being made."""


class Reviewer:
    """Makes reviews that servers ask for."""

    def __init__(self, store: Store, wall: WallTime, reviews: Reviews) -> None:
        """Read what is asked in a store, and have it made."""
        self._store, self._wall, self._reviews = store, wall, reviews

    async def make(self, review_id: str) -> bool:
        """Make a review, if anybody still waits for it; return whether it was made."""
        request = await self._store.read(lambda opened: wanted_review(opened, review_id, self._wall.now().at_ms))
        if request is None:
            return False
        making = asyncio.create_task(self._reviews.make(request.record, request.visits))
        leaving = asyncio.create_task(self._until_unwanted(review_id))
        try:
            await asyncio.wait((making, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not making.done():
                return False
            try:
                answer = ReviewAnswer(making.result())
            except MotuError as error:
                answer = ReviewAnswer(fault=error.message)
            await self._store.write(keep_answer(review_id, answer))
            return True
        finally:
            for task in (making, leaving):
                task.cancel()
            await asyncio.gather(making, leaving, return_exceptions=True)

    async def _until_unwanted(self, review_id: str) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                now_ms = self._wall.now().at_ms
                if await self._store.read(lambda opened: wanted_review(opened, review_id, now_ms)) is None:  # noqa: B023
                    return
            except MotuError:  # the next look may be better
                continue
