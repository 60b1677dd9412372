"""Clocks stand while no server runs, and go on where they stood, after a stop and after a kill."""

from __future__ import annotations

import contextlib
import random

import pytest

from motu.server import games_in_memory
from motu.server.events import (
    ClockSettings,
    Created,
    Flagged,
    Moved,
    Paused,
    ServerError,
)
from motu.server.store import Store
from server.clock_games import LONG, begin, happened_in, house, left, now, play, store
from server.fake_time import FakeTime, House

__all__ = ["house", "now", "store"]


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_stopped_server_stops_the_clock(
    is_kept: bool, store: Store, now: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_in_memory, "KEPT", 10 if is_kept else 1)

    async def script() -> None:
        house = await House(store, now).up()
        game_id = (await begin(house.rooms, LONG)).row.id
        await begin(house.rooms, None)
        await house.passes(10)
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
        await house.passes(10)
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
            await house.passes(seconds)
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
                case "seed" if not room.log.seeds.has_rolled and len(room.log.seeds.texts) < 2:
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
