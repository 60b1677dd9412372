"""Vacations: clocks stand, days are counted, games are told; in any process, after any kill, over both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace

import pytest
import sqlalchemy as sa

from motu.server.correspondence.post import Correspondence
from motu.server.correspondence.vacations import ALLOWANCE_MS, LEAST_MS, Vacation, beginning_of, year_of
from motu.server.events import ClockSettings, Created, Flagged, Moved, OnVacation, Participant, Paused, ServerError
from motu.server.rooms import Room
from motu.server.store import Store
from motu.server.time_controls import DAY_MS
from server.fake_time import BEGINNING_NS, FakeTime, House

HOUR_MS = 3_600_000
DAY_S = 24 * 3600
BANK = ClockSettings(3 * DAY_MS, DAY_MS, "correspondence", most_ms=3 * DAY_MS)
SEATS = (Participant(), Participant())
Script = Callable[[], Awaitable[None]]


@pytest.fixture
def store(database: sa.URL) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


@pytest.fixture
def now() -> FakeTime:
    """In the middle of a year."""
    return FakeTime(BEGINNING_NS)


class Post:
    """A process that serves games by correspondence."""

    def __init__(self, store: Store, now: FakeTime) -> None:
        self.house, self.now = House(store, now), now
        self.correspondence = Correspondence(store, self.house.rooms)
        self.vacations = self.correspondence.vacations
        self.house.rooms._on_happened = lambda room, happened, _keep: self.correspondence.hear(room, happened)

    async def passes(self, days: float, *, looks: int = 4) -> None:
        """Let days pass, with a sweep now and then."""
        for _ in range(looks):
            self.now.passes(days * DAY_S / looks)
            await self.sweep()

    async def sweep(self) -> None:
        await self.house.sweep()
        await self.correspondence.sweep()

    async def meet(self, clock: ClockSettings = BANK, persons: tuple[str, str] = ("ann", "bob")) -> Room:
        created = Created("hex(size=5)", SEATS, clock=clock)
        return await self.house.rooms.create_between(created, persons, "bob", lambda _: lambda _: None)

    async def heard(self) -> None:
        """Wait for what follows from a move."""
        await asyncio.gather(*self.correspondence._errands)


def play(script: Script) -> None:
    async def run() -> None:
        await script()

    asyncio.run(run())


def left_days(room: Room) -> tuple[float, float]:
    left = room.left_ms()
    assert left is not None
    return left[0] / DAY_MS, left[1] / DAY_MS


def test_the_clocks_of_all_games_stand_until_one_is_back(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        post = Post(store, now)
        await post.house.up()
        await post.vacations.choose("bob", is_automatic=False)
        rooms = [await post.meet() for _ in range(3)]
        await post.house.rooms.move(rooms[2], "a1")
        await post.passes(1)
        await post.vacations.choose("ann", is_away=True)
        await post.passes(10)
        assert [room.log.result for room in rooms[:2]] == [None, None]
        assert [left_days(room)[0] for room in rooms] == [2, 2, 3]
        assert isinstance(rooms[2].log.events[-1].what, Flagged), "the other one's runs on"
        changed = await post.vacations.choose("ann", is_away=False)
        assert changed.left_ms(now.ms) == ALLOWANCE_MS - 10 * DAY_MS
        await post.passes(1.5)
        assert [left_days(room)[0] for room in rooms[:2]] == [0.5, 0.5]
        await post.passes(0.6)
        assert isinstance(rooms[0].log.events[-1].what, OnVacation), "as it may, it began anew by itself"

    play(script)


def test_a_turn_that_comes_meanwhile_costs_nothing(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        post = Post(store, now)
        await post.house.up()
        room = await post.meet()
        await post.house.rooms.move(room, "a1")
        await post.vacations.choose("bob", is_away=True)
        await post.vacations.choose("ann", is_away=True)
        await post.passes(2)
        await post.house.rooms.move(room, "b2")
        assert isinstance(room.log.events[-1].what, Moved)
        assert room.log.events[-1].what.spent_ms < 1000
        await post.passes(2)
        await post.vacations.choose("ann", is_away=False)
        await post.passes(1)
        assert left_days(room) == (2, 3)
        loaded = await store.load(room.row.id)
        assert loaded is not None
        assert loaded[1] == room.log.events

    play(script)


def test_time_that_would_be_up_begins_a_vacation_and_a_move_ends_it(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        post = Post(store, now)
        await post.house.up()
        room, other = await post.meet(), await post.meet()
        await post.passes(4)
        assert (room.log.result, other.log.result) == (None, None)
        assert room.log.away == other.log.away == (True, False)
        found = await post.vacations.of("ann")
        assert (found.by_itself, found.is_settled) == (True, True)
        await post.house.rooms.move(room, "a1")
        await post.heard()
        found = await post.vacations.of("ann")
        assert found.since_ms is None
        assert ALLOWANCE_MS - 1.3 * DAY_MS < found.left_ms(now.ms) < ALLOWANCE_MS - 0.9 * DAY_MS
        assert room.log.away == (False, False)
        assert 0.7 < left_days(room)[0] <= 1

    play(script)


def test_a_move_that_comes_when_time_is_up_finds_the_clock_standing(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        post = Post(store, now)
        await post.house.up()
        room = await post.meet()
        now.passes(3 * DAY_S)
        assert isinstance((await post.house.rooms.move(room, "a1"))[0].what, Moved)
        assert room.log.result is None

    play(script)


@pytest.mark.parametrize("clock", [ClockSettings(3 * DAY_MS, DAY_MS, "correspondence", has_vacation=False)])
def test_where_it_is_agreed_no_vacation_stops_a_clock(clock: ClockSettings, store: Store, now: FakeTime) -> None:
    async def script() -> None:
        post = Post(store, now)
        await post.house.up()
        room = await post.meet(clock)
        await post.vacations.choose("ann", is_away=True)
        await post.passes(4)
        assert isinstance(room.log.events[-1].what, Flagged)

    play(script)


def test_who_wants_none_by_itself_loses_on_time(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        post = Post(store, now)
        await post.house.up()
        await post.vacations.choose("ann", is_automatic=False)
        room = await post.meet()
        await post.passes(4)
        assert isinstance(room.log.events[-1].what, Flagged)

    play(script)


def test_live_games_know_no_vacation(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        post = Post(store, now)
        await post.house.up()
        room = await post.meet(ClockSettings(3_600_000))
        await post.vacations.choose("ann", is_away=True)
        assert room.log.away == (False, False)
        with pytest.raises(ServerError, match="no vacation"):
            await post.house.rooms.send_away(room, 0, is_on=True)

    play(script)


def test_a_vacation_that_is_used_up_ends(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        post = Post(store, now)
        await post.house.up()
        room = await post.meet()
        await post.vacations.choose("ann", is_away=True)
        await post.passes(29.5)
        assert room.log.away == (True, False)
        await post.passes(1)
        found = await post.vacations.of("ann")
        assert (found.since_ms, found.left_ms(now.ms)) == (None, 0)
        assert room.log.away == (False, False)
        with pytest.raises(ServerError, match="used up"):
            await post.vacations.choose("ann", is_away=True)
        await post.passes(4)
        assert isinstance(room.log.events[-1].what, Flagged)

    play(script)


def test_a_game_that_begins_meanwhile_is_told(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        post = Post(store, now)
        await post.house.up()
        await post.vacations.choose("ann", is_away=True)
        room = await post.meet()
        await post.sweep()
        assert room.log.is_standing

    play(script)


def test_another_process_finishes_what_a_killed_one_has_begun(
    store: Store, now: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script() -> None:
        post, other = Post(store, now), Post(store, now)
        await post.house.up()
        await other.house.up()
        rooms = [await post.meet() for _ in range(2)]

        async def killed(*_: object, **__: object) -> None:
            raise ServerError("killed", slug="server/stopping")

        monkeypatch.setattr(post.house.rooms, "send_away", killed)
        with pytest.raises(ServerError, match="killed"):
            await post.vacations.choose("ann", is_away=True)
        await other.sweep()
        for room in rooms:
            assert (await other.house.rooms.find(room.row.id)).log.is_standing
        await other.sweep()
        assert (await other.vacations.of("ann")).is_settled

    play(script)


def test_two_processes_send_somebody_away_once(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        first, second = Post(store, now), Post(store, now)
        await first.house.up()
        await second.house.up()
        room = await first.meet()
        await first.vacations.choose("ann", is_away=True)
        await asyncio.gather(*(each.correspondence.sweep() for each in (first, second) for _ in range(3)))
        found = await store.load(room.row.id)
        assert found is not None
        assert [type(each.what) for each in found[1][1:]] == [OnVacation]

    play(script)


def test_a_house_that_is_closed_meanwhile_changes_nothing(store: Store, now: FakeTime) -> None:
    async def script() -> None:
        post = Post(store, now)
        await post.house.up()
        room = await post.meet()
        now.passes(DAY_S)
        await post.vacations.choose("ann", is_away=True)
        await post.house.down()
        now.passes(5 * DAY_S)
        again = Post(store, now)
        await again.house.up()
        found = await again.house.rooms.find(room.row.id)
        assert not any(isinstance(each.what, Paused) for each in found.log.events)
        assert left_days(found)[0] == 2
        await again.vacations.choose("ann", is_away=False)
        now.passes(DAY_S)
        assert left_days(found)[0] == 1

    play(script)


# ------------------------------------------------------------------------------------------- days are counted


def test_every_year_has_its_own_days() -> None:
    new_year = beginning_of(2027)
    assert (year_of(new_year - 1), year_of(new_year)) == (2026, 2027)
    away = Vacation("ann", 2026, used_ms=10 * DAY_MS, since_ms=new_year - 5 * DAY_MS)
    assert away.left_ms(new_year - 1) == ALLOWANCE_MS - 15 * DAY_MS + 1
    assert away.left_ms(new_year + 2 * DAY_MS) == ALLOWANCE_MS - 2 * DAY_MS
    back = away.ended(new_year + 2 * DAY_MS)
    assert (back.year, back.used_ms, back.since_ms) == (2027, 2 * DAY_MS, None)
    assert replace(back, year=2026).left_ms(new_year + 3 * DAY_MS) == ALLOWANCE_MS


def test_going_and_coming_costs_an_hour_at_least() -> None:
    at_ms = beginning_of(2026) + DAY_MS
    back = Vacation("ann", 2026).begun(at_ms, by_itself=False).ended(at_ms)
    assert back.used_ms == LEAST_MS
