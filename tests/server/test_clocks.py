"""Clocks: they run while the server does, with or without anybody looking on, and stand while it doesn't."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server import clocks as clocks_module
from motu.server import games_in_memory
from motu.server.application import make_application
from motu.server.clocks import MOST_AT_ONCE, Clocks
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
from motu.server.game_log import GameLog
from motu.server.house_clock import HouseClock
from motu.server.rooms import Room, Rooms
from motu.server.schema import events, games
from motu.server.services import ServerSettings
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


def test_an_event_says_what_the_time_of_day_was(store: Store) -> None:
    async def script() -> None:
        before = time.time_ns() // 1_000_000
        room = await begin(Rooms(store), None)
        assert before <= room.log.events[0].at_ms == room.row.created_ms <= time.time_ns() // 1_000_000

    play(script)


def test_time_runs_out_by_itself_while_nobody_looks(store: Store) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        async with clocks_of(store, rooms):
            game_id = (await begin(rooms, SHORT)).row.id
            happened = await ended(store, game_id)
            assert [each.what for each in happened[1:]] == [Flagged(0)]
            assert happened[1].at_ms - happened[0].at_ms >= SHORT.initial_ms

    play(script)


def test_a_game_that_has_left_memory_knows_when_its_turn_began(
    store: Store, now: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_in_memory, "KEPT", 1)

    async def script() -> None:
        rooms = Rooms(store, wall=now.wall())
        room = await begin(rooms, ClockSettings(60_000))
        game_id, began = room.row.id, room.turn_began
        del room
        now.passes(10)
        await begin(rooms, None)
        gc.collect()
        assert game_id not in rooms._rooms
        room = await rooms.find(game_id)
        assert (room.turn_began, left(room)) == (began, (50, 60))

    play(script)


def test_time_runs_out_in_games_that_have_left_memory(
    store: Store, house: House, now: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_in_memory, "KEPT", 1)

    async def script() -> None:
        found = [(await begin(house.rooms, SHORT)).row.id for _ in range(5)]
        gc.collect()
        assert len(house.rooms._rooms) == 1
        now.passes(0.05)
        await house.sweep()
        for game_id in found:
            assert [each.what for each in (await happened_in(store, game_id))[1:]] == [Flagged(0)]

    play(script)


def test_a_flag_falls_with_the_first_sweep_after_the_time_is_up_and_not_before(house: House, now: FakeTime) -> None:
    async def script() -> None:
        room = await begin((await house.up()).rooms, ClockSettings(10_000))
        now.passes(9.999)
        await house.sweep()
        assert house.heard == []
        now.passes(0.001)
        await house.sweep()
        assert [each.what for each in house.heard] == [Flagged(0)]
        assert left(room) == (0, 10)

    play(script)


def test_more_games_than_one_sweep_takes_are_ended_by_the_next(
    store: Store, house: House, now: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks_module, "MOST_AT_ONCE", 3)

    async def script() -> None:
        for _ in range(7):
            await begin(house.rooms, SHORT)
        now.passes(1)
        for ended in (3, 6, 7, 7):
            await house.sweep()
            assert [each.what for each in house.heard] == [Flagged(0)] * ended
        assert await store.due(MOST_AT_ONCE) == []

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


def test_a_move_in_time_starts_the_other_clock(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        rooms = Rooms(store, wall=now.wall())
        room = await begin(rooms, LONG)
        now.passes(10)
        await rooms.move(room, "c3")
        now.passes(20)
        assert left(room) == (51, 40)
        await rooms.move(room, "b2")
        now.passes(40)
        assert left(room) == (11, 41)
        now.passes(12)
        assert [each.what for each in await rooms.move(room, "d4")] == [Flagged(0)]

    play(script)


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_stopped_server_stops_the_clock(
    is_kept: bool, store: Store, now: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_in_memory, "KEPT", 10 if is_kept else 1)

    async def script() -> None:
        house = await House(store, now).up()
        game_id = (await begin(house.rooms, LONG)).row.id
        await begin(house.rooms, None)
        now.passes(10)
        for stopped_s in (3600, 0.5):
            await house.down()
            now.passes(stopped_s)
            house = await House(store, now).up()
            room = await house.rooms.find(game_id)
            assert room.log.result is None
            assert left(room) == (50, 60)
            assert isinstance(room.log.events[-1].what, Paused)
        now.passes(5)
        assert left(room) == (45, 60)
        happened = (await house.rooms.move(room, "c3"))[0].what
        assert isinstance(happened, Moved)
        assert happened.spent_ms == 15_000
        now.passes(7)
        assert left(room) == (46, 53)
        now.passes(53)
        assert [each.what for each in await house.rooms.flag(room)] == [Flagged(1)]
        assert [type(each.what) for each in await happened_in(store, game_id)] == [
            Created,
            Paused,
            Paused,
            Moved,
            Flagged,
        ]

    play(script)


def test_a_killed_server_that_is_back_at_once_lets_the_clock_run_on(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        house = await House(store, now).up()
        room = await begin(house.rooms, LONG)
        now.passes(10)
        await house.rooms.move(room, "c3")
        await house.passes(20)
        now.passes(7)
        again = await (await House(store, now).up()).rooms.find(room.row.id)
        assert left(again) == (51, 33)
        assert again.log.events == room.log.events

    play(script)


def test_a_killed_server_gives_back_what_passed_since_it_was_seen(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        house = await House(store, now).up()
        room = await begin(house.rooms, LONG)
        await house.passes(10)
        await house.rooms.move(room, "c3")
        await house.passes(20)
        now.passes(1.5)
        now.passes(3600)
        again = await (await House(store, now).up()).rooms.find(room.row.id)
        assert left(again)[0] == 51
        assert 40 <= left(again)[1] <= 42
        assert isinstance((await happened_in(store, room.row.id))[-1].what, Paused)

    play(script)


def test_time_runs_out_after_a_kill_in_a_game_that_nobody_has_looked_at(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        house = await House(store, now).up()
        game_id = (await begin(house.rooms, ClockSettings(60_000))).row.id
        await house.passes(10)
        now.passes(3600)
        house = await House(store, now).up()
        for seconds, is_over in ((49.9, False), (2.2, True)):
            now.passes(seconds)
            await house.sweep()
            happened = await happened_in(store, game_id)
            assert isinstance(happened[-1].what, Flagged) is is_over

    play(script)


def test_a_game_whose_clock_stands_is_not_paused(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        house = await House(store, now).up()
        games = [await begin(house.rooms, None), await begin(house.rooms, LONG)]
        await house.rooms.resign(games[1], 0)
        await house.down()
        now.passes(3600)
        assert await House(store, now).clock.open() == 0
        for room in games:
            assert await happened_in(store, room.row.id) == room.log.events

    play(script)


def test_no_clock_runs_when_a_game_is_over(store: Store) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        room = await begin(rooms, LONG)
        running = [[each.game_id for each in await store.due(10)]]
        await rooms.resign(room, 1)
        running.append([each.game_id for each in await store.due(10)])
        await rooms.take_back(await taken_back(rooms, room), 0)
        assert running == [[room.row.id], []]

    async def taken_back(rooms: Rooms, room: Room) -> Room:
        other = await begin(rooms, LONG)
        await rooms.move(other, "c3")
        return other

    play(script)


def test_a_take_back_gives_no_time_back(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        rooms = Rooms(store, wall=now.wall())
        room = await begin(rooms, ClockSettings(60_000))
        now.passes(10)
        await rooms.move(room, "c3")
        now.passes(20)
        await rooms.move(room, "b2")
        now.passes(5)
        [taken] = await rooms.take_back(room, 0)
        assert taken.what == TakenBack(0, 5_000)
        assert left(room) == (45, 40)
        now.passes(3)
        assert left(room) == (42, 40)
        again = await Rooms(store, wall=now.wall()).find(room.row.id)
        assert left(again) == (42, 40), "the log says so as well"
        await happened_in(store, room.row.id)

    play(script)


def test_moving_and_taking_back_wins_no_time(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        rooms = Rooms(store, wall=now.wall())
        room = await begin(rooms, ClockSettings(5_000, 10_000))
        for _ in range(3):
            await rooms.move(room, "c3")
            await rooms.take_back(room, 0)
        assert left(room) == (5, 5)
        for cell in ("c3", "d4", "b2"):
            now.passes(4)
            await rooms.move(room, cell)
        assert left(room) == (17, 11)
        await rooms.take_back(room, 0)
        assert left(room) == (5, 5), "what the moves added goes with them, and nobody is left without"
        assert room.log.result is None

    play(script)


def test_a_game_lost_on_time_is_not_taken_back(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        rooms = Rooms(store, wall=now.wall())
        room = await begin(rooms, ClockSettings(60_000))
        await rooms.move(room, "c3")
        now.passes(61)
        assert [each.what for each in await rooms.flag(room)] == [Flagged(1)]
        with pytest.raises(ServerError, match="lost on time"):
            await rooms.take_back(room, 0)
        assert await store.due(10) == []

    play(script)


def test_a_log_of_an_older_version_gives_the_time_back(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        rooms = Rooms(store, wall=now.wall())
        room = await begin(rooms, ClockSettings(60_000))
        now.passes(10)
        await rooms.move(room, "c3")
        log = room.log.fork()
        log.apply(Event(log.next_seq, 0, TakenBack(0)))
        assert (log.left_ms(0), room.log.left_ms(0)) == ((60_000, 60_000), (50_000, 60_000))

    play(script)


def test_the_other_clock_runs_once_an_announcement_is_rolled(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        rooms = Rooms(store, wall=now.wall())
        room = await begin(rooms, LONG, "atmalof")
        now.passes(10)
        await rooms.move(room, "r4")
        now.passes(5)
        assert left(room) == (51, 55)
        await happened_in(store, room.row.id)

    play(script)


def test_a_reload_begins_the_turn_with_the_event_that_was_missed(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        first, second = House(store, now), House(store, now)
        room = await begin(first.rooms, LONG)
        other = await second.rooms.find(room.row.id)
        now.passes(10)
        await first.rooms.move(room, "c3")
        now.passes(5)
        with pytest.raises(ServerError, match="taken"):
            await second.rooms.move(other, "b2", 1)
        assert left(other) == left(room) == (51, 55)

    play(script)


# ------------------------------------------------------------------------------------------- nothing is won or lost


@pytest.mark.parametrize("seed", range(4))
def test_what_was_spent_and_what_is_left_are_the_time_in_which_the_house_was_open(
    seed: int, store: Store, now: FakeTime
) -> None:
    """To the millisecond, unless there are kills: each gives what passed since the last beat to who was to move."""

    async def script() -> None:
        chance = random.Random(seed)
        house = await House(store, now).up()
        room = await begin(house.rooms, ClockSettings(3_600_000), "atmalof")
        open_s, most_given_s = 0.0, 0.0
        for _ in range(40):
            seconds = round(chance.uniform(0, 10), 3)
            await house.passes(seconds)
            open_s += seconds
            match chance.choice(("move", "move", "seed", "jump", "stop", "kill", "take back", "nothing")):
                case "move":
                    await house.rooms.move(room, chance.choice(room.log.state.legal_moves()))
                case "seed" if not room.log.has_rolled and len(room.log.seeds) < 2:
                    await house.rooms.seed(room, "abc")
                case "take back" if room.log.steps and room.log.steps[-1].person >= 0:
                    with contextlib.suppress(ServerError):
                        await house.rooms.take_back(room, len(room.log.steps) - 1)
                case "jump":
                    now.jumps(chance.choice((-1, 1)) * 10 ** chance.uniform(0, 8))
                case "stop" | "kill" as how:
                    if how == "stop":
                        await house.down()
                    else:
                        most_given_s += 2.1
                    now.passes(chance.uniform(10.1, 1000))
                    house = await House(store, now).up()
                    room = await house.rooms.find(room.row.id)
                case _:
                    pass
            now_left = room.left_ms()
            assert now_left is not None
            assert room.log.result is None
            spent_s = 7200 - sum(now_left) / 1000
            assert -most_given_s - 0.05 <= spent_s - open_s <= 0.05
            await happened_in(store, room.row.id)

    play(script)


# ------------------------------------------------------------------------------------- what nobody has looked at since


def test_a_game_of_an_older_version_gets_its_due_time_from_the_rules(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        house = await House(store, now).up()
        room = await begin(house.rooms, LONG)
        now.passes(10)
        await house.rooms.move(room, "c3")
        await store.write(lambda connection: connection.execute(games.update().values(due_ms=0)))
        now.passes(3600)
        house = await House(store, now).up()
        await house.sweep()
        assert [each.row.id for each in house.running] == [room.row.id]
        happened = await happened_in(store, room.row.id)
        assert happened[-1].what == Paused(0)
        assert GameLog.load(happened).due_ms == now.ms + 60_000

    play(script)


def test_a_game_that_can_no_longer_be_read_is_said_once_and_keeps_no_sweep(
    store: Store, house: House, now: FakeTime, caplog: pytest.LogCaptureFixture
) -> None:
    async def script() -> None:
        broken = (await begin(Rooms(store, wall=now.wall()), SHORT)).row.id
        well = await begin(house.rooms, SHORT)
        await store.write(
            lambda connection: connection.execute(
                events.update().where(events.c.game_id == broken).values(what=b'{"type":"later"}')
            )
        )
        now.passes(1)
        with caplog.at_level(logging.WARNING, "motu.server"):
            await house.sweep()
            await house.sweep()
        assert [record.message for record in caplog.records if broken in record.message] == [caplog.records[0].message]
        assert well.log.result is not None
        assert await store.due(10) == []

    play(script)


def test_a_database_that_fails_is_told_and_asked_again(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clocks_module, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(clocks_module, "SWEEP_SECONDS", 0.01)
    fail = [ServerError("no room", slug="server/disk"), RuntimeError("a fault")]
    real = store.due

    async def due(limit: int) -> Any:
        if fail:
            raise fail.pop()
        return await real(limit)

    monkeypatch.setattr(store, "due", due)

    async def script() -> None:
        rooms = Rooms(store)
        async with clocks_of(store, rooms):
            happened = await ended(store, (await begin(rooms, SHORT)).row.id)
            assert [each.what for each in happened[1:]] == [Flagged(0)]

    with caplog.at_level(logging.WARNING, "motu.server"):
        play(script)
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]
    assert "no room" in caplog.records[1].message


def test_games_in_which_the_machine_is_to_move_go_on_when_the_house_comes_up(store: Store) -> None:
    """Its clock runs whether somebody looks or not."""

    async def script() -> None:
        rooms = Rooms(store)
        seats = ((LEVEL, PERSONS[0]), (PERSONS[0], LEVEL), PERSONS)
        made = [await rooms.create(Created("hex(size=5)", pair, clock=LONG), "guest") for pair in seats]
        woken: list[str] = []
        again = Rooms(store)
        clocks = Clocks(store, again, HouseClock(store, again.wall), lambda room: woken.append(room.row.id))
        await clocks.open()
        deadline = time.monotonic() + PATIENCE_S
        while not woken:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.01)
        await clocks.close()
        assert woken == [made[0].row.id]

    play(script)


# ------------------------------------------------------------------------------------------- the time of day may jump

DAY_S = 86_400.0
jumps = pytest.mark.parametrize("jump", [5.0, -5.0, 3600.0, -3600.0, 1000 * DAY_S, -1000 * DAY_S])


@jumps
@pytest.mark.parametrize("is_swept", [True, False])
def test_a_jump_of_the_time_of_day_within_a_game_is_nobodys_time(
    jump: float, is_swept: bool, store: Store, now: FakeTime
) -> None:
    async def script() -> None:
        house = await House(store, now).up()
        rooms, room = house.rooms, await begin(house.rooms, LONG)

        async def jumps(seconds: float) -> None:
            now.jumps(seconds)
            if is_swept:
                await house.sweep()

        now.passes(10)
        await jumps(jump)
        assert left(room) == (50, 60)
        assert await rooms.flag(room) == []
        moved = (await rooms.move(room, "c3"))[0]
        assert isinstance(moved.what, Moved)
        assert moved.what.spent_ms == 10_000
        assert moved.at_ms - room.log.events[0].at_ms == 1000 * (jump + 10), "an event says what the time of day was"
        now.passes(20)
        await jumps(-2 * jump)
        assert left(room) == (51, 40)
        await rooms.move(room, "b2")
        await jumps(jump)
        assert left(room) == (51, 41)
        now.passes(52)
        assert [each.what for each in await rooms.flag(room)] == [Flagged(0)]

    play(script)


@jumps
def test_a_jump_is_nobodys_time_in_games_that_have_left_memory(jump: float, store: Store, now: FakeTime) -> None:
    async def script() -> None:
        house = await House(store, now).up()
        game_id = (await begin(Rooms(store, wall=now.wall()), LONG)).row.id
        now.passes(10)
        now.jumps(jump)
        await house.sweep()
        paused = (await happened_in(store, game_id))[-1]
        assert (paused.what, paused.at_ms) == (Paused(10_000), now.ms)
        now.passes(49.5)
        await house.sweep()
        assert not (await house.rooms.find(game_id)).log.is_over
        now.passes(0.5)
        await house.sweep()
        assert (await happened_in(store, game_id))[-1].what == Flagged(0)

    play(script)


@jumps
@pytest.mark.parametrize("is_swept", [True, False])
@pytest.mark.parametrize("is_killed", [True, False])
def test_a_jump_just_before_the_end_of_a_server_is_nobodys_time(
    jump: float, is_swept: bool, is_killed: bool, store: Store, now: FakeTime
) -> None:
    async def script() -> None:
        house = await House(store, now).up()
        game_id = (await begin(house.rooms, LONG)).row.id
        await house.passes(10)
        now.jumps(jump)
        if is_swept:
            await house.sweep()
        if not is_killed:
            await house.down()
        now.passes(100)
        now.boots()
        room = await (await House(store, now).up()).rooms.find(game_id)
        spent_s = 60 - left(room)[0]
        if is_swept or not is_killed:
            assert spent_s == 10
        else:
            assert 8 <= spent_s <= 10

    play(script)


@jumps
@pytest.mark.parametrize("is_booted", [True, False])
def test_a_jump_while_the_server_is_stopped_is_nobodys_time(
    is_booted: bool, jump: float, store: Store, now: FakeTime
) -> None:
    """The machine may have been started anew as well: its other clock then begins with nothing."""

    async def script() -> None:
        house = await House(store, now).up()
        game_id = (await begin(house.rooms, LONG)).row.id
        now.passes(10)
        for direction in (1, -2):
            await house.down()
            now.jumps(direction * jump)
            now.passes(100)
            if is_booted:
                now.boots()
            house = await House(store, now).up()
            room = await house.rooms.find(game_id)
            assert left(room) == (50, 60)
            assert await house.rooms.flag(room) == []
        now.passes(5)
        await house.rooms.move(room, "c3")
        assert left(room) == (46, 60)
        assert room.log.play.times_spent()[1] == 0

    play(script)


@jumps
def test_a_killed_server_that_wakes_at_another_time_gives_back_what_passed_since_it_was_seen(
    jump: float, store: Store, now: FakeTime
) -> None:
    async def script() -> None:
        house = await House(store, now).up()
        room = await begin(house.rooms, LONG)
        await house.passes(10)
        await house.rooms.move(room, "c3")
        await house.passes(20)
        now.jumps(jump)
        now.passes(30)
        now.boots()
        again = await (await House(store, now).up()).rooms.find(room.row.id)
        assert left(again)[0] == 51
        assert 40 <= left(again)[1] <= 42

    play(script)


def test_a_machine_that_sleeps_stops_the_clocks(house: House, now: FakeTime) -> None:
    async def script() -> None:
        room = await begin((await house.up()).rooms, LONG)
        await house.passes(10)
        now.jumps(8 * 3600)  # of its two clocks one stands meanwhile
        await house.sweep()
        assert left(room) == (50, 60)
        assert room.log.result is None

    play(script)


@jumps
def test_time_runs_out_when_it_should_though_the_time_of_day_jumps(
    jump: float, store: Store, set_wall: Callable[[float], None]
) -> None:
    async def script() -> None:
        rooms, began = Rooms(store), time.monotonic()
        async with clocks_of(store, rooms):
            game_id = (await begin(rooms, ClockSettings(200))).row.id
            set_wall(jump)
            happened = await ended(store, game_id)
            assert happened[-1].what == Flagged(0)
            assert time.monotonic() - began >= 0.2

    play(script)
