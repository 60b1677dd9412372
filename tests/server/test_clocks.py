"""Clocks: they run while the server does, with or without anybody looking on."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import time
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server import clocks as clocks_module
from motu.server import games_in_memory
from motu.server.clocks import MOST_AT_ONCE, Clocks
from motu.server.events import (
    Answered,
    ClockSettings,
    Created,
    Event,
    Flagged,
    Paused,
    Resigned,
    ServerError,
    TakenBack,
    decode_happening,
)
from motu.server.game_log import GameLog
from motu.server.house_clock import HouseClock
from motu.server.rooms import Room, Rooms
from motu.server.schema import events, games
from motu.server.server_settings import ServerSettings
from motu.server.store import Store
from server.applications import make_application
from server.clock_games import (
    HERE,
    LEVEL,
    LONG,
    PATIENCE_S,
    PERSONS,
    SHORT,
    begin,
    clocks_of,
    ended,
    happened_in,
    house,
    left,
    now,
    play,
    store,
)
from server.fake_time import FakeTime, House

__all__ = ["house", "now", "store"]


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
        await house.passes(9.999)
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
        for num_ended in (3, 6, 7, 7):
            await house.sweep()
            assert [each.what for each in house.heard] == [Flagged(0)] * num_ended
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


@pytest.mark.parametrize("clock", [ClockSettings(60_000), ClockSettings(60_000, kind="correspondence")])
@pytest.mark.parametrize("person", [0, 1])
def test_the_clock_stops_where_it_was_when_somebody_gives_up(
    store: Store, now: FakeTime, clock: ClockSettings, person: int
) -> None:
    async def script() -> None:
        rooms = Rooms(store, wall=now.wall())
        room = await begin(rooms, clock)
        now.passes(10)
        await rooms.move(room, "c3")
        now.passes(9)
        [given_up, *_] = await rooms.resign(room, person)
        assert given_up.what == Resigned(person, 9_000)
        now.passes(100)
        assert left(room) == (50, 51)
        again = await Rooms(store, wall=now.wall()).find(room.row.id)
        assert left(again) == (50, 51), "the same from the log"
        await rooms.take_back(room, 0)
        assert left(room) == (50, 51), "and used is used"

    play(script)


def test_the_clock_stops_where_it_was_when_a_draw_is_agreed(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        rooms = Rooms(store, wall=now.wall())
        room = await begin(rooms, ClockSettings(60_000))
        now.passes(10)
        await rooms.move(room, "c3")
        await rooms.offer(room, 0, "draw")
        now.passes(9)
        [agreed, *_] = await rooms.answer(room, 1, is_accepted=True)
        assert agreed.what == Answered(1, is_accepted=True, spent_ms=9_000)
        assert left(room) == (50, 51)

    play(script)


def test_a_log_of_an_older_version_that_says_nothing_of_its_last_turn_is_read(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        rooms = Rooms(store, wall=now.wall())
        room = await begin(rooms, ClockSettings(60_000))
        now.passes(10)
        await rooms.move(room, "c3")
        log = room.log.fork()
        log.apply(Event(log.next_seq, 0, decode_happening(b'{"type":"resigned","person":1}')))
        assert log.left_ms(0) == (50_000, 60_000)

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
        first, second = await House(store, now).up(), await House(store, now).up()
        room = await begin(first.rooms, LONG)
        other = await second.rooms.find(room.row.id)
        now.passes(3)
        await first.rooms.move(room, "c3")
        now.passes(2)
        with pytest.raises(ServerError, match="taken"):
            await second.rooms.move(other, "b2", 1)
        assert left(other) == left(room) == (58, 58)

    play(script)


# ------------------------------------------------------------------------------------------- nothing is won or lost


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
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING", "WARNING"]
    assert "no room" in caplog.records[1].message
    assert "the clocks are looked after again" in caplog.records[2].message


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
