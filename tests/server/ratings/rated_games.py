"""Rated games over a database of the tests', and what has become of the ratings."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import sqlalchemy as sa

from motu.server.events import ClockSettings, Created, Participant
from motu.server.rooms import Room, Rooms
from motu.server.schema import rating_changes, ratings
from motu.server.store import Store
from server.fake_time import FakeTime

BLITZ = ClockSettings(60_000)
SPEC = "hex(size=3)"


@contextlib.contextmanager
def processes_at(database: sa.URL, count: int = 1, time: FakeTime | None = None) -> Iterator[list[Rooms]]:
    """Be so many processes of one house."""
    with contextlib.ExitStack() as opened:
        found = []
        for _ in range(count):
            store = Store(database)
            opened.callback(store.close)
            found.append(Rooms(store, wall=(time or FakeTime()).wall()))
        yield found


def play(script: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await script()

    asyncio.run(whole())


async def begin(
    rooms: Rooms,
    first: str = "ann",
    second: str = "bob",
    *,
    clock: ClockSettings | None = BLITZ,
    rated: bool = True,
    spec: str = SPEC,
) -> Room:
    """Let two begin a game."""
    created = Created(spec, (Participant(), Participant()), clock=clock, rated=rated)
    return await rooms.create_between(created, (first, second), first, lambda _game: lambda _connection: None)


async def kept(rooms: Rooms) -> dict[str, tuple[float, float, int]]:
    """Return all ratings: whose -> rating, deviation, games."""
    rows = await rows_of(rooms, ratings)
    return {row.account: (row.rating, row.deviation, row.games) for row in rows}


async def changes(rooms: Rooms) -> list[sa.Row[Any]]:
    """Return all that rated games have changed, in their order."""
    return sorted(await rows_of(rooms, rating_changes), key=lambda row: (row.at_ms, row.game_id, row.person))


async def rows_of(rooms: Rooms, table: sa.Table) -> list[sa.Row[Any]]:
    """Return what is in a table."""
    store: Store = rooms._store
    return list(await store.read(lambda connection: connection.execute(sa.select(table)).all()))
