"""All that keeps order in a house (floor: server)."""

from __future__ import annotations

from collections.abc import Callable

from motu.server.fair_play.examiner import Examiner
from motu.server.jobs.seam import ReviewMaker
from motu.server.moderation.absences import Absences
from motu.server.moderation.moderation import Moderation
from motu.server.moderation.own_games import OwnGames
from motu.server.moderation.reports import Reports
from motu.server.rooms import Rooms
from motu.server.store import Store


class HouseOrder:
    """What those who keep order work with."""

    def __init__(self, store: Store, rooms: Rooms, on_changed: Callable[[str], None], reviews: ReviewMaker) -> None:
        """Keep order among the accounts and games of a store; `on_changed` is told whose account changes."""
        self.moderation, self.reports = Moderation(store, on_changed), Reports(store)
        self.own_games, self.absences = OwnGames(store, rooms), Absences(store, rooms)
        self.examiner = Examiner(store, rooms, reviews)

    async def open(self) -> None:
        """Do what goes on by itself until `close`."""
        await self.absences.open()
        await self.examiner.open()

    async def close(self) -> None:
        """Do nothing more."""
        await self.examiner.close()
        await self.absences.close()
