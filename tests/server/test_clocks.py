"""Clocks: they run while the server does, with or without anybody looking on, and stand while it doesn't."""

from __future__ import annotations

import asyncio
import gc
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server import rooms as rooms_module
from motu.server.application import make_application
from motu.server.events import (
    ClockSettings,
    Created,
    Event,
    Flagged,
    Moved,
    Participant,
    Paused,
    ServerError,
    TakenBack,
)
from motu.server.rooms import Room, Rooms
from motu.server.services import ServerSettings
from motu.server.store import Store

PERSONS = (Participant(), Participant())
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
def now(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let the rooms' time pass at will."""
    passed, real = [0.0], time.monotonic

    def later(seconds: float) -> None:
        passed[0] += seconds

    class Clockwork:
        @staticmethod
        def time_ns() -> int:
            return time.time_ns()

        @staticmethod
        def monotonic() -> float:
            return real() + passed[0]

    monkeypatch.setattr(rooms_module, "time", Clockwork)
    return later


@pytest.fixture
def set_wall(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let the time of day jump by so many seconds, for whatever asks for it in this process."""
    jumped, real = [0.0], time.time_ns

    def jump(seconds: float) -> None:
        jumped[0] += seconds

    monkeypatch.setattr(time, "time_ns", lambda: real() + int(1e9 * jumped[0]))
    monkeypatch.setattr(time, "time", lambda: time.time_ns() / 1e9)
    return jump


def play(script: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await script()

    asyncio.run(run())


async def begin(rooms: Rooms, clock: ClockSettings | None, spec: str = "hex(size=5)") -> Room:
    return await rooms.create(Created(spec, PERSONS, clock=clock), "guest")


def left(room: Room) -> tuple[float, float]:
    """What both have, in whole seconds: tests take a moment themselves."""
    found = room.left_ms()
    assert found is not None
    return round(found[0] / 1000), round(found[1] / 1000)


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


def test_an_event_says_what_the_time_of_day_was(store: Store) -> None:
    async def script() -> None:
        before = time.time_ns() // 1_000_000
        room = await begin(Rooms(store), None)
        assert before <= room.log.events[0].at_ms == room.row.created_ms <= time.time_ns() // 1_000_000

    play(script)


def test_time_runs_out_by_itself_while_nobody_looks(store: Store) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        game_id = (await begin(rooms, SHORT)).row.id
        happened = await ended(store, game_id)
        assert [each.what for each in happened[1:]] == [Flagged(0)]
        assert happened[1].at_ms - happened[0].at_ms >= SHORT.initial_ms

    play(script)


def test_the_clock_of_a_game_that_has_left_memory_runs_on(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "KEPT", 1)

    async def script() -> None:
        rooms = Rooms(store)
        room = await begin(rooms, ClockSettings(60_000))
        game_id, began = room.row.id, room.turn_began
        del room
        await begin(rooms, None)
        gc.collect()
        assert game_id not in rooms._rooms
        room = await rooms.find(game_id)
        assert room.turn_began == began

    play(script)


def test_time_runs_out_in_games_that_have_left_memory(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "KEPT", 1)

    async def script() -> None:
        rooms = Rooms(store)
        games = [(await begin(rooms, SHORT)).row.id for _ in range(5)]
        for game_id in games:
            assert [each.what for each in (await ended(store, game_id))[1:]] == [Flagged(0)]

    play(script)


def test_the_next_look_shows_whose_time_was_up(tmp_path: Path) -> None:
    with TestClient(make_application(ServerSettings(tmp_path, "1")), base_url=HERE) as client:
        body = {"spec": "hex(size=5)", "seats": [{}, {}], "clock": {"initial_ms": 50, "increment_ms": 0}}
        game = client.post("/api/games", json=body).json()["id"]
        deadline = time.monotonic() + PATIENCE_S
        while (whole := client.get(f"/api/games/{game}").json())["result"] is None:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert whole["result"] == {"winner": 1, "reason": "time"}
        assert whole["clocks"] == {"left": [0, 50], "running": -1}


def test_whoever_looks_on_is_told(tmp_path: Path) -> None:
    with TestClient(make_application(ServerSettings(tmp_path, "1")), base_url=HERE) as client:
        body = {"spec": "hex(size=5)", "seats": [{}, {}], "clock": {"initial_ms": 300, "increment_ms": 0}}
        game = client.post("/api/games", json=body).json()["id"]
        with client.websocket_connect(f"/api/games/{game}/live") as socket:
            told: list[Any] = []
            while not told or told[-1]["result"] is None:
                told.append(json.loads(socket.receive_text()))
            assert told[-1]["result"] == {"winner": 1, "reason": "time"}


def test_a_move_in_time_starts_the_other_clock(store: Store, now: Callable[[float], None]) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        room = await begin(rooms, LONG)
        now(10)
        await rooms.move(room, "c3")
        now(20)
        assert left(room) == (51, 40)
        await rooms.move(room, "b2")
        now(40)
        assert left(room) == (11, 41)
        now(12)
        assert [each.what for each in await rooms.move(room, "d4")] == [Flagged(0)]

    play(script)


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_stopped_server_stops_the_clock(
    is_kept: bool, store: Store, now: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_module, "KEPT", 10 if is_kept else 1)

    async def script() -> None:
        rooms = Rooms(store)
        game_id = (await begin(rooms, LONG)).row.id
        await begin(rooms, None)
        now(10)
        for _ in range(2):
            await rooms.close()
            now(3600)
            rooms = Rooms(store)
            room = await rooms.find(game_id)
            assert room.log.result is None
        assert left(room) == (50, 60)
        assert isinstance(room.log.events[-1].what, Paused)
        now(5)
        assert left(room) == (45, 60)
        happened = (await rooms.move(room, "c3"))[0].what
        assert isinstance(happened, Moved)
        assert round(happened.spent_ms / 1000) == 15
        now(7)
        assert left(room) == (46, 53)
        now(54)
        assert [each.what for each in await rooms.flag(room)] == [Flagged(1)]

    play(script)


def test_a_killed_server_gives_the_turn_back_and_nothing_else(store: Store, now: Callable[[float], None]) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        room = await begin(rooms, LONG)
        now(10)
        await rooms.move(room, "c3")
        now(20)
        again = await Rooms(store).find(room.row.id)  # a server that had no time to say anything
        assert left(again) == (51, 60)

    play(script)


def test_a_game_whose_clock_stands_is_not_paused(store: Store) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        games = [await begin(rooms, None), await begin(rooms, LONG)]
        await rooms.resign(games[1], 0)
        before = [room.log.events.copy() for room in games]
        await rooms.close()
        assert [room.log.events for room in games] == before

    play(script)


def test_no_clock_runs_when_a_game_is_over(store: Store) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        room = await begin(rooms, LONG)
        running = [rooms._clocks.running]
        await rooms.resign(room, 0)
        running.append(rooms._clocks.running)
        assert running == [(room.row.id,), ()]

    play(script)


def test_a_take_back_gives_no_time_back(store: Store, now: Callable[[float], None]) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        room = await begin(rooms, ClockSettings(60_000))
        now(10)
        await rooms.move(room, "c3")
        now(20)
        await rooms.move(room, "b2")
        now(5)
        [taken] = await rooms.take_back(room, 0)
        assert isinstance(taken.what, TakenBack)
        assert taken.what.keep == 0
        assert round((taken.what.spent_ms or 0) / 1000) == 5
        assert left(room) == (45, 40)
        now(3)
        assert left(room) == (42, 40)
        again = await Rooms(store).find(room.row.id)
        assert left(again) == (45, 40), "the log says so as well"

    play(script)


def test_moving_and_taking_back_wins_no_time(store: Store, now: Callable[[float], None]) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        room = await begin(rooms, ClockSettings(5_000, 10_000))
        for _ in range(3):
            await rooms.move(room, "c3")
            await rooms.take_back(room, 0)
        assert left(room) == (5, 5)
        for cell in ("c3", "d4", "b2"):
            now(4)
            await rooms.move(room, cell)
        assert left(room) == (17, 11)
        await rooms.take_back(room, 0)
        assert left(room) == (5, 5), "what the moves added goes with them, and nobody is left without"
        assert room.log.result is None

    play(script)


def test_a_game_lost_on_time_is_not_taken_back(store: Store, now: Callable[[float], None]) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        room = await begin(rooms, ClockSettings(60_000))
        await rooms.move(room, "c3")
        now(61)
        assert [each.what for each in await rooms.flag(room)] == [Flagged(1)]
        with pytest.raises(ServerError, match="lost on time"):
            await rooms.take_back(room, 0)
        assert rooms._clocks.running == ()

    play(script)


def test_a_log_of_an_older_version_gives_the_time_back(store: Store, now: Callable[[float], None]) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        room = await begin(rooms, ClockSettings(60_000))
        now(10)
        await rooms.move(room, "c3")
        log = room.log.fork()
        log.apply(Event(log.next_seq, 0, TakenBack(0)))
        assert (log.times_spent(), room.log.times_spent()[0] > 9_000) == ((0, 0), True)

    play(script)


def test_the_other_clock_runs_once_an_announcement_is_rolled(store: Store, now: Callable[[float], None]) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        room = await begin(rooms, LONG, "atmalof")
        now(10)
        await rooms.move(room, "r4")
        now(5)
        assert left(room) == (51, 55)

    play(script)


# ------------------------------------------------------------------------------------------- the time of day may jump

DAY_S = 86_400.0
jumps = pytest.mark.parametrize("jump", [3600.0, -3600.0, 1000 * DAY_S, -1000 * DAY_S])


@jumps
def test_a_jump_of_the_time_of_day_within_a_game_is_nobodys_time(
    jump: float, store: Store, now: Callable[[float], None], set_wall: Callable[[float], None]
) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        room = await begin(rooms, LONG)
        now(10)
        set_wall(jump)
        assert left(room) == (50, 60)
        assert await rooms.flag(room) == []
        moved = (await rooms.move(room, "c3"))[0]
        assert isinstance(moved.what, Moved)
        assert round(moved.what.spent_ms / 1000) == 10
        assert round((moved.at_ms - room.log.events[0].at_ms) / 1000) == jump, "an event says what the time of day was"
        now(20)
        set_wall(-2 * jump)
        assert left(room) == (51, 40)
        await rooms.move(room, "b2")
        set_wall(jump)
        assert left(room) == (51, 41)
        now(52)
        assert [each.what for each in await rooms.flag(room)] == [Flagged(0)]

    play(script)


@jumps
@pytest.mark.parametrize("uptime_s", [3600.0, -5000 * DAY_S])
def test_a_jump_while_the_server_is_stopped_is_nobodys_time(
    uptime_s: float, jump: float, store: Store, now: Callable[[float], None], set_wall: Callable[[float], None]
) -> None:
    """The machine may have been started anew as well: its other clock then begins with nothing."""

    async def script() -> None:
        rooms = Rooms(store)
        game_id = (await begin(rooms, LONG)).row.id
        now(10)
        for direction in (1, -2):
            await rooms.close()
            set_wall(direction * jump)
            now(uptime_s)
            rooms = Rooms(store)
            room = await rooms.find(game_id)
            assert left(room) == (50, 60)
            assert await rooms.flag(room) == []
        now(5)
        await rooms.move(room, "c3")
        assert left(room) == (46, 60)
        assert room.log.times_spent()[1] == 0

    play(script)


@jumps
def test_a_killed_server_that_wakes_at_another_time_gives_the_turn_back(
    jump: float, store: Store, now: Callable[[float], None], set_wall: Callable[[float], None]
) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        room = await begin(rooms, LONG)
        now(10)
        await rooms.move(room, "c3")
        now(20)
        set_wall(jump)
        now(-5000 * DAY_S)
        again = await Rooms(store).find(room.row.id)
        assert left(again) == (51, 60)

    play(script)


@jumps
def test_time_runs_out_when_it_should_though_the_time_of_day_jumps(
    jump: float, store: Store, set_wall: Callable[[float], None]
) -> None:
    async def script() -> None:
        rooms, began = Rooms(store), time.monotonic()
        game_id = (await begin(rooms, ClockSettings(200))).row.id
        set_wall(jump)
        happened = await ended(store, game_id)
        assert [each.what for each in happened[1:]] == [Flagged(0)]
        assert time.monotonic() - began >= 0.2

    play(script)
