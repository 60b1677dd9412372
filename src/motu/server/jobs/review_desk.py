"""Reviews that workers make, as seen from a server (floor: server).

Invariant: as long as somebody waits for a review, its row says so, and a job for it waits or is being done; where one
got lost, it is put again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from typing import Any

from motu.games.record import Record, write_lines
from motu.server.engines import EngineGoneError
from motu.server.events import ServerError
from motu.server.jobs.queue import REVIEW, JobQueue
from motu.server.jobs.review_rows import answer_in, ask_for, forget_review, look_at_review, still_wanted
from motu.server.reviews import MAX_EACH, MAX_WAITING
from motu.server.store import Store
from motu.server.turns import OnPlace, Turns, stopping
from motu.server.wall_time import WallTime

ID_BYTES = 12
LOOK_SECONDS = 0.5
"""How often is looked whether a review is there."""
SAID_SECONDS = 10.0
"""How often is said that somebody still waits for it."""
_log = logging.getLogger("motu.server")


class ReviewDesk:
    """Has workers make reviews, and waits for them."""

    def __init__(self, store: Store, wall: WallTime, queue: JobQueue) -> None:
        """Put jobs into a queue."""
        self._store, self._wall, self._queue = store, wall, queue
        self._turns = Turns(MAX_WAITING, MAX_WAITING, MAX_EACH)  # it only counts: workers have the places
        self._own: Counter[str] = Counter()
        self._places: dict[str, int] = {}
        self._stopping = asyncio.Event()

    @property
    def num_waiting(self) -> int:
        """How many of those that are asked for here wait for their turn."""
        return sum(place > 0 for place in self._places.values())

    def refuse(self) -> None:
        """Send everybody away who waits, and whoever comes later."""
        self._turns.close()
        self._stopping.set()

    async def review(
        self, record: Record, visits: int, asker: str = "", on_place: OnPlace | None = None
    ) -> dict[str, Any]:
        """Return the review of a game, as `Reviews.review` does; first reviews of all guests come before second ones.

        Raises:
            EngineGoneError: When it can't be made.
            ServerError: "server/busy" when too much waits, "server/stopping".
        """
        await self._turns.take(asker)
        review_id, priority = secrets.token_urlsafe(ID_BYTES), REVIEW - self._own[asker]
        self._own[asker] += 1
        try:
            asked = ask_for(self._queue, review_id, write_lines([record]), visits, self._wall.now().at_ms, priority)
            await self._store.write(asked)
            return await self._wait(review_id, priority, on_place)
        finally:
            self._own -= Counter([asker])
            self._turns.give_back(asker)
            self._places.pop(review_id, None)
            await self._forget(review_id)

    async def _wait(self, review_id: str, priority: int, on_place: OnPlace | None) -> dict[str, Any]:
        said = self._wall.now().steady_ms
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._stopping.wait()
                raise stopping()
            try:
                found = await self._store.read(lambda opened: look_at_review(opened, review_id))
                if found is None:
                    raise EngineGoneError("the review has got lost")
                if found.answer is not None:
                    return answer_in(found.answer)
                now = self._wall.now()
                if found.is_lost or now.steady_ms - said >= 1000 * SAID_SECONDS:
                    put = self._queue if found.is_lost else None
                    await self._store.write(still_wanted(review_id, now.at_ms, put, priority))
                    said = now.steady_ms
            except ServerError as error:
                if error.slug != "server/disk":
                    raise
                _log.warning("whether a review is there can't be seen just now: %s", error)
                continue
            self._tell(review_id, found.place, on_place)

    def _tell(self, review_id: str, place: int, on_place: OnPlace | None) -> None:
        if on_place is not None and place and place != self._places.get(review_id):
            on_place(place)
        self._places[review_id] = place

    async def _forget(self, review_id: str) -> None:
        """Say that nobody waits for it any more, also where whoever waited has gone."""
        try:
            await asyncio.shield(self._store.write(forget_review(review_id)))
        except ServerError as error:  # whoever makes it sees soon that nobody says that he waits
            _log.warning("a review that nobody waits for is made all the same: %s", error)
