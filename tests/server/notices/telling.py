"""People of a house and what they are told of."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from motu.server.events import ClockSettings, Created, Participant
from motu.server.notices.views import NoticesView
from motu.server.rooms import Room
from motu.server.services import Services
from motu.server.time_controls import DAY_MS
from server.houses import house

DAYS = ClockSettings(3 * DAY_MS, DAY_MS, "correspondence", most_ms=3 * DAY_MS)
LIVE = ClockSettings(600_000)
PEOPLE = (Participant(name="Ann"), Participant(name="Bob"))
Script = Callable[[list[Services]], Awaitable[None]]


def run(database: sa.URL, folder: Path, script: Script, count: int = 2, **settings: Any) -> None:
    """Let something happen in a house of so many processes."""

    async def whole() -> None:
        async with house(database, folder, count, **settings) as processes:
            await script(processes)

    asyncio.run(whole())


async def meet(
    services: Services,
    clock: ClockSettings | None = DAYS,
    persons: tuple[str, str] = ("ann", "bob"),
    seats: tuple[Participant, Participant] = PEOPLE,
    spec: str = "hex(size=3,swap=false)",
) -> Room:
    """Begin a game of two people, who have read that it has begun."""
    created = Created(spec, seats, clock=clock)
    room = await services.rooms.create_between(created, persons, "bob", lambda _: lambda _: None)
    for person in persons:
        await services.notices.read(person)
    return room


async def view(services: Services, person: str) -> NoticesView:
    return await services.notices.of(person, has_name=False)


async def unread(services: Services, person: str) -> list[str]:
    """Return the kinds of what somebody has not read, the latest first."""
    return [each.kind for each in (await view(services, person)).notices if not each.is_read]
