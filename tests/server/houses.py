"""A house of several processes inside this one: the services of each, joined by a bus that loses what a test says."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from motu.server.audience import Subscriber
from motu.server.bus.memory import Hub, MemoryBus
from motu.server.machines import Machines
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from motu.server.starting import start_services
from motu.server.stopping import stop_services

PATIENCE_S = 60.0


@contextlib.asynccontextmanager
async def house(
    database: sa.URL, folder: Path, count: int = 2, hub: Hub | None = None, **settings: Any
) -> AsyncIterator[list[Services]]:
    """Start so many processes of a house; they end with the block."""
    joined, started = hub or Hub(), []
    try:
        for _ in range(count):
            each = ServerSettings(folder, database=database, engines=1, **settings)
            started.append(await start_services(each, MemoryBus(joined)))
        yield started
    finally:
        for services in started:
            await stop_services(services)


def machines_of(services: Services) -> Machines:
    """Return the machines of a process that has them think itself."""
    assert isinstance(services.machines, Machines)
    return services.machines


def kill(services: Services) -> None:
    """Let a process do nothing any more, as after kill -9; it is ended in order when nobody looks."""
    looking = machines_of(services)._looking
    loops = (None if looking is None else looking._task, *(each._task for each in services.clocks._tasks))
    for task in (*machines_of(services)._tasks.values(), *loops):
        if task is not None:
            task.cancel()
    machines_of(services)._tasks.clear()

    async def nothing() -> None:
        """Free no turns."""

    machines_of(services)._turns.close = nothing  # type: ignore[method-assign]


async def told(reader: Subscriber, kind: str) -> Any:
    """Return the next message of a kind that somebody is told."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            message = await reader.next()
            assert message is not None, "cut off"
            decoded = msgspec.json.decode(message)
            if decoded["type"] == kind:
                return decoded


def all_told(reader: Subscriber) -> list[Any]:
    """Return what somebody has been told and not read yet."""
    found = []
    while not reader._queue.empty():
        message = reader._queue.get_nowait()
        assert message is not None, "cut off"
        found.append(msgspec.json.decode(message))
    return found


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():  # noqa: ASYNC110 - nobody tells the test
            await asyncio.sleep(0.01)
