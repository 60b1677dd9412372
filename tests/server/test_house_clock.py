"""Whether the house was open: who lives, who was the last, and what becomes of the clocks meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest
import sqlalchemy as sa

from motu.server.database import SILENCE_MS
from motu.server.events import ClockSettings, Created, Participant, Paused, Seeded
from motu.server.game_log import GameLog
from motu.server.house_clock import BEAT_MS
from motu.server.rooms import Room
from motu.server.schema import processes
from motu.server.store import Store
from server.fake_time import FakeTime, House

CLOCK = ClockSettings(60_000, 1_000)


@pytest.fixture
def store(database: sa.URL) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


@pytest.fixture
def now() -> FakeTime:
    return FakeTime()


def play(script: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await script()

    asyncio.run(run())


async def begin(house: House, spec: str = "hex(size=5)") -> Room:
    return await house.rooms.create(Created(spec, (Participant(), Participant()), clock=CLOCK), "guest")


async def rows(store: Store) -> list[tuple[int, bool]]:
    query = sa.select(processes.c.seen_ms, processes.c.is_closed).order_by(processes.c.seen_ms)
    return [tuple(row) for row in await store.read(lambda connection: connection.execute(query).all())]


async def what_happened(store: Store, room: Room) -> list[object]:
    found = await store.load(room.row.id)
    assert found is not None
    [due] = [each.at_ms for each in await store.due(1000) if each.game_id == room.row.id]
    assert due == GameLog.load(found[1]).due_ms
    return [each.what for each in found[1][1:]]


def test_a_process_that_ends_while_others_live_writes_nothing_into_games(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        first, second = await House(store, now).up(), await House(store, now).up()
        room = await begin(first)
        await second.sweep()
        await first.passes(5)
        await second.sweep()
        await first.down()
        await second.passes(5)
        third = await House(store, now).up()
        assert await what_happened(store, room) == []
        assert (await third.rooms.find(room.row.id)).left_ms() == (50_000, 60_000)
        assert [is_closed for _, is_closed in await rows(store)] == [True, False, False]

    play(script)


def test_the_last_one_to_end_closes_the_house(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        first, second = await House(store, now).up(), await House(store, now).up()
        room = await begin(first)
        await first.down()
        now.passes(3)
        await second.down()
        now.passes(1)
        await House(store, now).up()
        assert await what_happened(store, room) == [Paused(3_000)]
        assert await rows(store) == [(now.ms, False)]

    play(script)


@pytest.mark.parametrize(("silence_ms", "is_paused"), [(SILENCE_MS, False), (SILENCE_MS + 1, True)])
def test_a_short_silence_is_none(silence_ms: int, is_paused: bool, store: Store, now: FakeTime) -> None:
    async def script() -> None:
        house = await House(store, now).up()
        room = await begin(house)
        now.passes(1)
        await house.sweep()
        now.passes(silence_ms / 1000)
        await House(store, now).up()
        assert await what_happened(store, room) == ([Paused(1_000)] if is_paused else [])

    play(script)


def test_only_the_first_to_come_up_pauses(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        room = await begin(await House(store, now).up())
        now.passes(100)
        paused = await asyncio.gather(*(House(store, now).clock.open() for _ in range(5)))
        assert sorted(paused) == [0, 0, 0, 0, 1]
        assert await what_happened(store, room) == [Paused(0)]
        assert await rows(store) == [(now.ms, False)] * 5

    play(script)


def test_a_process_notes_that_it_lives_every_two_seconds_while_a_clock_runs(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        house = await House(store, now).up()
        up_ms, seen = now.ms, set()
        await house.passes(20)
        assert await rows(store) == [(up_ms, False)], "with no clock running nothing is written"
        room = await begin(house)
        began_ms = now.ms
        for _ in range(40):
            now.passes(0.5)
            await house.sweep()
            seen.add((await rows(store))[0][0] - began_ms)
        assert seen == set(range(500, 20_001, BEAT_MS))
        await house.rooms.resign(room, 0)
        await house.passes(20)
        assert {(await rows(store))[0][0] - began_ms} == {max(seen)}

    play(script)


def test_a_game_begun_after_the_last_beat_gives_nothing_away(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        house = await House(store, now).up()
        now.passes(3600)
        room = await begin(house)
        now.passes(0.4)
        await House(store, now).up()
        assert await what_happened(store, room) == [Paused(0)]

    play(script)


def test_a_pause_tells_what_earlier_ones_and_seeds_have_left(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        house = await House(store, now).up()
        room = await begin(house, "atmalof")
        for seconds in (5, 6):
            await house.passes(seconds)
            await house.down()
            now.passes(100)
            house = await House(store, now).up()
        room = await house.rooms.find(room.row.id)
        for seed in ("ann", "bob"):
            now.passes(1)
            await house.rooms.seed(room, seed)
        await house.down()
        now.passes(100)
        house = await House(store, now).up()
        told = [Paused(5_000), Paused(11_000), Seeded("ann"), Seeded("bob"), Paused(13_000)]
        assert await what_happened(store, room) == told
        assert (await house.rooms.find(room.row.id)).left_ms() == (47_000, 60_000)

    play(script)


def test_one_that_was_taken_for_dead_lives_on(store: Store, now: FakeTime) -> None:
    """As when a process was stopped for a while: what others have written meanwhile it finds when it moves."""

    async def script() -> None:
        first = await House(store, now).up()
        room = await begin(first)
        now.passes(20)
        await House(store, now).up()
        await first.sweep()
        assert len(await rows(store)) == 2
        assert await what_happened(store, room) == [Paused(0)]

    play(script)


def test_many_games_are_paused_in_one_go(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        house = await House(store, now).up()
        made = []
        for _ in range(150):
            now.passes(0.1)
            made.append(await begin(house))
            await house.sweep()
        await house.down()
        closed_ms = now.ms
        now.passes(1000)
        assert await House(store, now).clock.open() == 150
        for room in made[::10]:
            assert await what_happened(store, room) == [Paused(closed_ms - room.row.created_ms)]

    play(script)
