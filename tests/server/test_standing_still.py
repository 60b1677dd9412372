"""A house that stands still: none of its processes can note anything, and what passes then is nobody's time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from motu.server.clocks import PATIENCE_SECONDS
from motu.server.events import ClockSettings, Created, Dropped, Flagged, Moved, Participant, Paused, ServerError
from motu.server.house_clock import HouseClock
from motu.server.late import LATE_MS
from motu.server.room import Room
from motu.server.store import Store
from motu.server.time_controls import DAY_MS
from server.fake_time import FakeTime, House

BLITZ = ClockSettings(30_000)
AWAY_S = 38.0
PERSONS = (Participant(), Participant())


class FlakyStore(Store):
    """A store whose database may take nothing, or nothing for a while in the middle of a write."""

    def __init__(self, where: sa.URL, now: FakeTime) -> None:
        self.is_away, self.hangs_s, self._now = False, 0.0, now
        super().__init__(where)

    @contextlib.contextmanager
    def away(self) -> Iterator[None]:
        """Have every write fail."""
        self.is_away = True
        yield
        self.is_away = False

    async def _submit(self, work: Callable[[sa.Connection], object]) -> object:  # type: ignore[override]
        def flaky(connection: sa.Connection) -> object:
            if self.is_away:
                raise OperationalError("INSERT", {}, OSError("database or disk is full"))
            if self.hangs_s:
                hung, self.hangs_s = self.hangs_s, 0.0
                self._now.passes(hung)
            return work(connection)

        return await super()._submit(flaky)


@pytest.fixture
def now() -> FakeTime:
    return FakeTime()


@pytest.fixture
def stores(database: sa.URL, now: FakeTime) -> Iterator[list[FlakyStore]]:
    """Two stores over one database: those of two processes."""
    opened = [FlakyStore(database, now) for _ in range(2)]
    yield opened
    for each in opened:
        each.close()


@pytest.fixture
def store(stores: list[FlakyStore]) -> FlakyStore:
    return stores[0]


def play(script: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await script()

    asyncio.run(run())


async def up(store: Store, now: FakeTime) -> House:
    """Let a process come up that knows whether its house stands still."""
    house = House(store, now)
    house.rooms.house = house.clock
    return await house.up()


async def begin(house: House, clock: ClockSettings = BLITZ) -> Room:
    return await house.rooms.create(Created("hex(size=5)", PERSONS, clock=clock), "guest")


async def begin_between(house: House, spec: str) -> Room:
    created = Created(spec, PERSONS, clock=BLITZ)
    return await house.rooms.begin_between(created, ("ann", "bob"), lambda _: lambda _connection: None)


async def goes_away(seconds: float, now: FakeTime, *houses: House, meanwhile: Callable[[], Awaitable[object]]) -> None:
    """Let the database take nothing for a while, in which all processes try to go on, and somebody something else."""
    with contextlib.ExitStack() as away:
        for house in houses:
            assert isinstance(house.store, FlakyStore)
            away.enter_context(house.store.away())
        for _ in range(round(seconds / PATIENCE_SECONDS)):
            now.passes(seconds / round(seconds / PATIENCE_SECONDS))
            for each in (meanwhile, *(house.sweep for house in houses)):
                with contextlib.suppress(ServerError):
                    await each()


async def nothing() -> None:
    """Try nothing."""


async def happened(store: Store, room: Room) -> list[object]:
    found = await store.load(room.row.id)
    assert found is not None
    return [each.what for each in found[1][1:]]


def left(room: Room) -> tuple[float, float]:
    found = room.left_ms()
    assert found is not None
    return found[0] / 1000, found[1] / 1000


@pytest.mark.parametrize("comes_first", ["sweep", "move", "flag", "beat"])
def test_while_the_database_takes_nothing_no_clock_runs(comes_first: str, store: FlakyStore, now: FakeTime) -> None:
    """Also where the first thing afterwards is the player's own move, which he has tried all the time."""

    async def script() -> None:
        house = await up(store, now)
        room = await begin(house)
        await house.passes(6)
        await goes_away(AWAY_S, now, house, meanwhile=lambda: house.rooms.move(room, "c3", 1))
        match comes_first:
            case "sweep":
                await house.sweep()
            case "flag":
                assert await house.rooms.flag(room) == []
            case "beat":
                await house.clocks.beat()
        [moved] = await house.rooms.move(room, "c3", 1)
        assert isinstance(moved.what, Moved)
        assert 4_000 <= moved.what.spent_ms <= 6_000, "what he had thought until then, as far as it was noted"
        assert left(room)[1] == 30
        await house.passes(30)
        assert [type(each) for each in await happened(store, room)] == [Paused, Moved, Flagged]

    play(script)


def test_it_may_be_away_again_and_again(store: FlakyStore, now: FakeTime) -> None:
    async def script() -> None:
        house = await up(store, now)
        room = await begin(house)
        for _ in range(4):
            await house.passes(6)
            await goes_away(AWAY_S, now, house, meanwhile=nothing)
        assert not room.log.is_over
        await house.passes(15)
        assert (await happened(store, room))[-1] == Flagged(0)
        assert [type(each) for each in await happened(store, room)] == [Paused] * 4 + [Flagged]

    play(script)


def test_a_short_time_away_is_the_players(store: FlakyStore, now: FakeTime) -> None:
    async def script() -> None:
        house = await up(store, now)
        room = await begin(house)
        await house.passes(6)
        await goes_away(4, now, house, meanwhile=nothing)
        await house.sweep()
        assert left(room) == (20, 30)
        assert await happened(store, room) == []

    play(script)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_processes_one_pauses(order: tuple[int, int], stores: list[FlakyStore], now: FakeTime) -> None:
    async def script() -> None:
        houses = [await up(store, now) for store in stores]
        room = await begin(houses[0])
        other = await houses[1].rooms.find(room.row.id)
        for _ in range(12):
            now.passes(0.5)
            await asyncio.gather(*(each.sweep() for each in houses))
        await goes_away(AWAY_S, now, *houses, meanwhile=lambda: houses[1].rooms.move(other, "c3", 1))
        first, second = (houses[each] for each in order)
        await first.sweep()
        await second.sweep()
        assert [type(each) for each in await happened(stores[0], room)] == [Paused]
        [moved] = await houses[1].rooms.move(other, "c3", 1)
        assert isinstance(moved.what, Moved)
        assert 4_000 <= moved.what.spent_ms <= 6_000

    play(script)


def test_two_that_come_back_at_once_pause_once(stores: list[FlakyStore], now: FakeTime) -> None:
    async def script() -> None:
        houses = [await up(store, now) for store in stores]
        room = await begin(houses[0])
        await goes_away(AWAY_S, now, *houses, meanwhile=nothing)
        await asyncio.gather(*(each.sweep() for each in houses for _ in range(3)))
        assert [type(each) for each in await happened(stores[0], room)] == [Paused]

    play(script)


def test_while_another_process_lives_time_goes_on(stores: list[FlakyStore], now: FakeTime) -> None:
    async def script() -> None:
        cut_off, alive = [await up(store, now) for store in stores]
        room = await begin(cut_off)
        with stores[0].away():
            for _ in range(40):
                now.passes(0.5)
                await alive.sweep()
                await alive.clock.beat()
        await cut_off.sweep()
        assert await happened(stores[0], room) == []
        assert left(room) == (10, 30)

    play(script)


@pytest.mark.parametrize("comes_first", ["sweep", "move"])
def test_while_the_processes_stand_still_no_clock_runs(comes_first: str, store: FlakyStore, now: FakeTime) -> None:
    async def script() -> None:
        house = await up(store, now)
        room = await begin(house)
        await house.passes(10)
        now.passes(3600)
        if comes_first == "sweep":
            await house.sweep()
            assert 20 <= left(room)[0] <= 22
        [moved] = await house.rooms.move(room, "c3", 1)
        assert isinstance(moved.what, Moved)
        assert 8_000 <= moved.what.spent_ms <= 10_000

    play(script)


def test_a_house_in_which_no_clock_ran_has_not_stood_still(store: FlakyStore, now: FakeTime) -> None:
    """Nothing is written then, so that the last note may be old when a game begins."""

    async def script() -> None:
        house = await up(store, now)
        await house.passes(60)
        room = await begin(house)
        now.passes(0.4)
        await house.rooms.move(room, "c3", 1)
        now.passes(4)
        await house.rooms.move(room, "b2", 2)
        assert await happened(store, room) == [Moved("c3", 400), Moved("b2", 4_000)]

    play(script)


def test_a_first_move_has_its_time_as_well(store: FlakyStore, now: FakeTime) -> None:
    async def script() -> None:
        house = await up(store, now)
        room = await begin_between(house, "hex(size=5)")
        await house.passes(6)
        await goes_away(AWAY_S, now, house, meanwhile=nothing)
        await house.sweep()
        assert not room.log.is_over
        await house.passes(26)
        assert room.log.result is not None
        assert room.log.result.reason == "unfinished"

    play(script)


def test_days_go_on_where_they_stood(store: FlakyStore, now: FakeTime) -> None:
    async def script() -> None:
        house = await up(store, now)
        room = await begin(house, ClockSettings(DAY_MS, DAY_MS, "correspondence"))
        await house.passes(2)
        rescued: list[Room] = []

        async def rescue(found: Room) -> None:
            rescued.append(found)

        house.rooms.rescue = rescue
        now.passes(2 * DAY_MS / 1000)
        await house.rooms.move(room, "c3", 1)
        assert rescued == []
        assert [type(each) for each in await happened(store, room)] == [Paused, Moved]

    play(script)


def test_dice_wait_as_long_to_be_sealed(store: FlakyStore, now: FakeTime) -> None:
    async def script() -> None:
        house = await up(store, now)
        room = await begin_between(house, "atmalof")
        assert room.log.is_sealing
        waits_s = room.log.seals.terms.wait_ms / 1000 if room.log.seals else 0.0
        await house.passes(2)
        await goes_away(4 * waits_s, now, house, meanwhile=nothing)
        await house.sweep()
        assert not room.log.is_over
        await house.passes(waits_s)
        assert Dropped((0, 1)) in await happened(store, room)

    play(script)


def test_a_move_that_hung_gives_the_other_player_all_of_his_time(store: FlakyStore, now: FakeTime) -> None:
    """It was in time, so that it is kept; what passed until it was written is nobody's."""

    async def script() -> None:
        house = await up(store, now)
        room = await begin(house)
        await house.passes(6)
        store.hangs_s = 50.0
        moved = (await house.rooms.move(room, "c3", 1))[-1]
        assert isinstance(moved.what, Moved)
        assert 4_000 <= moved.what.spent_ms <= 6_000
        assert left(room)[1] == 30
        await house.sweep()
        assert left(room)[1] == 30
        assert not room.log.is_over

    play(script)


def test_a_move_that_hung_while_another_process_lived_is_kept_as_it_was_made(
    stores: list[FlakyStore], now: FakeTime
) -> None:
    async def script() -> None:
        deaf, alive = [await up(store, now) for store in stores]
        room = await begin(deaf, ClockSettings(60_000))
        await deaf.passes(6)
        stores[0].hangs_s = 20.0
        moving = asyncio.ensure_future(deaf.rooms.move(room, "c3", 1))
        while stores[0].hangs_s:  # noqa: ASYNC110 - another thread says so
            await asyncio.sleep(0.001)
        await alive.clock.beat(at_once=True)
        [moved] = await moving
        assert moved.what == Moved("c3", 6_000)
        assert left(room) == (54, 60)

    play(script)


def test_a_game_that_hung_does_not_begin(store: FlakyStore, now: FakeTime) -> None:
    async def script() -> None:
        house = await up(store, now)
        store.hangs_s = LATE_MS / 1000 + 1
        with pytest.raises(ServerError) as caught:
            await begin(house)
        assert caught.value.slug == "server/disk"
        assert await store.due(10) == []

    play(script)


def test_a_house_that_closes_after_it_stood_still_has_not_lived_meanwhile(store: FlakyStore, now: FakeTime) -> None:
    async def script() -> None:
        house = await up(store, now)
        room = await begin(house)
        await house.passes(6)
        await goes_away(AWAY_S, now, house, meanwhile=nothing)
        await house.down()
        house = await up(store, now)
        assert left(await house.rooms.find(room.row.id))[0] >= 24

    play(script)


def test_a_process_may_end_while_the_database_takes_nothing(store: FlakyStore, now: FakeTime) -> None:
    async def script() -> None:
        house = await up(store, now)
        room = await begin(house)
        await house.passes(6)
        await goes_away(AWAY_S, now, house, meanwhile=nothing)
        with store.away():
            await house.down()
        now.passes(60)
        house = await up(store, now)
        assert 24 <= left(await house.rooms.find(room.row.id))[0] <= 26

    play(script)


def test_a_worker_waits_for_a_server_that_lives(stores: list[FlakyStore], now: FakeTime) -> None:
    async def script() -> None:
        server = await up(stores[0], now)
        worker = House(stores[1], now)
        worker.rooms.house = HouseClock(stores[1], worker.rooms.wall)
        room = await begin(server)
        await server.passes(6)
        await goes_away(AWAY_S, now, server, meanwhile=nothing)
        moving = asyncio.ensure_future(worker.rooms.move(await worker.rooms.find(room.row.id), "c3", 1))
        await asyncio.sleep(0.1)
        assert not moving.done()
        await server.sweep()
        [moved] = await moving
        assert isinstance(moved.what, Moved)
        assert 4_000 <= moved.what.spent_ms <= 6_000

    play(script)
