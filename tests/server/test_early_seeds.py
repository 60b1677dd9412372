"""Who plays against a machine that begins has a part in the dice like everybody: the machine waits for the seed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from motu.server import early_seeds
from motu.server.early_seeds import WAIT_MS, wait_ms
from motu.server.events import ClockSettings, Created, Participant
from motu.server.rooms import Room
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from motu.server.starting import start_services
from motu.server.stopping import stop_services

PERSON, MACHINE = Participant(), Participant("level", 1)
BEGINS = Created("atmalof", (MACHINE, PERSON))


def play(folder: Path, script: Callable[[Services], Awaitable[None]]) -> None:
    async def run() -> None:
        services = await start_services(ServerSettings(folder, engines=1))
        try:
            await script(services)
        finally:
            await stop_services(services)

    asyncio.run(run())


async def has_moved(room: Room) -> None:
    while not room.log.steps:  # noqa: ASYNC110 - other tasks change it
        await asyncio.sleep(0.01)


def test_a_machine_that_begins_waits_for_the_seed(tmp_path: Path) -> None:
    async def script(services: Services) -> None:
        warm = await services.rooms.create(Created("atmalof", (PERSON, MACHINE)), "guest")
        await services.rooms.move(warm, "r4")
        services.machines.wake(warm)
        async with asyncio.timeout(60):
            while len(warm.log.steps) < 4:  # noqa: ASYNC110 - other tasks change it
                await asyncio.sleep(0.01)
        room = await services.rooms.create(BEGINS, "guest")
        services.machines.wake(room)
        await asyncio.sleep(0.5)
        await services.rooms.seed(room, "ann", 1)
        async with asyncio.timeout(60):
            await has_moved(room)
        assert room.log.seeds.texts == ("ann",)

    play(tmp_path, script)


def test_where_none_comes_it_begins_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(early_seeds, "WAIT_MS", 50)

    async def script(services: Services) -> None:
        room = await services.rooms.create(BEGINS, "guest")
        services.machines.wake(room)
        async with asyncio.timeout(60):
            await has_moved(room)
        assert room.log.seeds.texts == ()

    play(tmp_path, script)


@pytest.mark.parametrize(
    ("created", "most"),
    [
        (BEGINS, WAIT_MS),
        (Created("atmalof", (MACHINE, PERSON), clock=ClockSettings(10_000, 0)), 1000),
        (Created("atmalof", (MACHINE, PERSON), clock=ClockSettings(600_000, 0)), WAIT_MS),
        (Created("hex", (MACHINE, PERSON)), 0),
    ],
)
def test_it_waits_for_so_long(created: Created, most: int, tmp_path: Path) -> None:
    async def script(services: Services) -> None:
        room = await services.rooms.create(created, "guest")
        assert max(0, most - 900) <= wait_ms(room) <= most

    play(tmp_path, script)


def test_nothing_is_waited_for_once_it_is_there_or_too_late(tmp_path: Path) -> None:
    async def script(services: Services) -> None:
        seeded = await services.rooms.create(BEGINS, "guest")
        await services.rooms.seed(seeded, "ann")
        rolled = await services.rooms.create(Created("atmalof", (PERSON, PERSON)), "guest")
        await services.rooms.move(rolled, "r4")
        assert (wait_ms(seeded), wait_ms(rolled)) == (0, 0)

    play(tmp_path, script)
