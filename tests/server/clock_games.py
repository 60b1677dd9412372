"""Games with clocks over a store of their own, and time that a test lets pass."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from motu.server.clocks import Clocks
from motu.server.events import (
    ClockSettings,
    Created,
    Event,
    Participant,
)
from motu.server.game_log import GameLog
from motu.server.house_clock import HouseClock
from motu.server.rooms import Room, Rooms
from motu.server.store import Store
from server.fake_time import FakeTime, House

PERSONS = (Participant(), Participant())
LEVEL = Participant("level", 1)
HERE = "http://127.0.0.1:8000"
LONG = ClockSettings(60_000, 1_000)
SHORT = ClockSettings(50)
PATIENCE_S = 60.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "games.db")
    yield opened
    opened.close()


@pytest.fixture
def now() -> FakeTime:
    """Time that passes at will."""
    return FakeTime()


@pytest.fixture
def house(store: Store, now: FakeTime) -> House:
    return House(store, now)


@pytest.fixture
def set_wall(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let the time of day jump by so many seconds, for whatever asks for it in this process."""
    jumped, real = [0.0], time.time_ns

    def jump(seconds: float) -> None:
        jumped[0] += seconds

    monkeypatch.setattr(time, "time_ns", lambda: real() + int(1e9 * jumped[0]))
    return jump


def play(script: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await script()

    asyncio.run(run())


async def begin(rooms: Rooms, clock: ClockSettings | None, spec: str = "hex(size=5)") -> Room:
    return await rooms.create(Created(spec, PERSONS, clock=clock), "guest")


def left(room: Room) -> tuple[float, float]:
    """What both have, in seconds."""
    found = room.left_ms()
    assert found is not None
    return found[0] / 1000, found[1] / 1000


@contextlib.asynccontextmanager
async def clocks_of(store: Store, rooms: Rooms) -> AsyncIterator[None]:
    """Look after the clocks by the time of this machine."""
    clocks = Clocks(store, rooms, HouseClock(store, rooms.wall))
    await clocks.open()
    yield
    await clocks.close()


async def happened_in(store: Store, game_id: str) -> list[Event]:
    """Return what is kept of a game, and check that its row says when its time is up."""
    found = await store.load(game_id)
    assert found is not None
    log = GameLog.load(found[1])
    assert found[0].next_seq == len(found[1])
    due = [each.at_ms for each in await store.due(1_000_000) if each.game_id == game_id]
    assert due == ([] if log.due_ms is None else [log.due_ms])
    return found[1]


async def ended(store: Store, game_id: str) -> list[Event]:
    """Wait until a game is over, without ever looking at it in memory; return its events."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        found = await store.load(game_id)
        assert found is not None
        if found[0].is_over:
            return found[1]
        await asyncio.sleep(0.02)
    raise AssertionError("nobody's time was ever up")
