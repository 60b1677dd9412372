"""The time of day may jump, and a machine may sleep: nobody wins or loses time by it."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from motu.server.events import (
    ClockSettings,
    Flagged,
    Moved,
    Paused,
)
from motu.server.rooms import Rooms
from motu.server.store import Store
from server.clock_games import LONG, begin, clocks_of, ended, happened_in, house, left, now, play, set_wall, store
from server.fake_time import FakeTime, House

__all__ = ["house", "now", "set_wall", "store"]


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
