"""Each kind of clock: what is left after what was spent, when a flag falls, and that nobody wins or loses time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from motu.games import load_game
from motu.server.events import (
    CalledOff,
    ClockSettings,
    Created,
    Event,
    Flagged,
    Happening,
    Moved,
    Participant,
    Paused,
    Rolled,
    ServerError,
    TakenBack,
    decode_happening,
    encode_happening,
)
from motu.server.game_log import GameLog
from motu.server.rooms import Room
from motu.server.speeds import SPEEDS, grace_of, likely_ms, speed_of
from motu.server.store import Store
from motu.server.time_controls import (
    DAY_MS,
    after_move,
    at_beginning,
    check_clock,
    free_of_charge,
    machine_budget,
    periods_left,
)
from server.fake_time import FakeTime, House

SEATS = (Participant(), Participant())
HOUR_MS = 3_600_000
FISCHER = ClockSettings(60_000, 2_000)
BYO_YOMI = ClockSettings(60_000, 10_000, "byo-yomi", 3)
DELAY = ClockSettings(60_000, 5_000, "delay")
BANK = ClockSettings(10 * DAY_MS, 36 * HOUR_MS, "correspondence", most_ms=10 * DAY_MS)
KINDS = (FISCHER, BYO_YOMI, DELAY, BANK)


@pytest.fixture
def store(database: sa.URL) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("clock", "spent", "left"),
    [
        (FISCHER, (0, 10_000, 50_000), (62_000, 54_000, 6_000)),
        # Main time first; within a period all of it comes back; whoever uses a whole one has one less.
        (BYO_YOMI, (20_000, 40_000, 9_999, 10_000, 19_999), (70_000, 30_000, 30_000, 20_000, 10_000)),
        (BYO_YOMI, (65_000, 25_000), (30_000, 10_000)),
        (BYO_YOMI, (60_000, 9_999), (30_000, 30_000)),
        # The delay is free and is not saved up.
        (DELAY, (1_000, 5_000, 6_000, 64_000 - 5_000), (60_000, 60_000, 59_000, 5_000)),
        (BANK, (0, 48 * HOUR_MS, 9 * DAY_MS), (10 * DAY_MS, 228 * HOUR_MS, 48 * HOUR_MS)),
    ],
)
def test_what_is_left_after_each_move(clock: ClockSettings, spent: tuple[int, ...], left: tuple[int, ...]) -> None:
    now = at_beginning(clock)
    for used, expected in zip(spent, left, strict=True):
        now = after_move(clock, now, used)
        assert now == expected


def test_periods_are_counted_down_with_the_one_that_runs() -> None:
    counted = [periods_left(BYO_YOMI, left) for left in (90_000, 30_001, 30_000, 20_001, 20_000, 1, 0)]
    assert counted == [3, 3, 3, 3, 2, 1, 0]
    assert periods_left(FISCHER, 1) == 0


@pytest.mark.parametrize(
    ("clock", "budget"),
    [
        (FISCHER, 3_000),
        (BYO_YOMI, 5_000),
        (ClockSettings(1_000_000, 10_000, "byo-yomi", 3), 50_000),
        (DELAY, 5_500),
        (ClockSettings(0, 100_000, "byo-yomi", 1), 50_000),
    ],
)
def test_a_machine_keeps_within_every_clock(clock: ClockSettings, budget: int) -> None:
    assert machine_budget(clock, at_beginning(clock), free_of_charge(clock)) == budget


@pytest.mark.parametrize(
    "wrong",
    [
        ClockSettings(0),
        ClockSettings(1, -1),
        ClockSettings(8 * DAY_MS),
        ClockSettings(1_000, 1_000, "byo-yomi"),
        ClockSettings(1_000, 0, "byo-yomi", 3),
        ClockSettings(-1, 1_000, "byo-yomi", 3),
        ClockSettings(1_000, 1_000, "byo-yomi", 51),
        ClockSettings(1_000, 1_000, periods=1),
        ClockSettings(0, 1_000, "delay"),
        ClockSettings(1_000, most_ms=2_000),
        ClockSettings(2_000, 1, "correspondence", most_ms=1_000),
        ClockSettings(101 * DAY_MS, 1, "correspondence"),
        ClockSettings(DAY_MS, 31 * DAY_MS, "correspondence"),
        ClockSettings(2**62, 2**62),
    ],
)
def test_a_clock_that_is_none_is_refused(wrong: ClockSettings) -> None:
    with pytest.raises(ServerError) as refused:
        check_clock(wrong)
    assert refused.value.slug == "server/clock"


@pytest.mark.parametrize("clock", KINDS)
def test_every_kind_is_kept_and_read_again(clock: ClockSettings) -> None:
    check_clock(clock)
    created = Created("hex(size=3)", SEATS, clock=clock, grace_ms=30_000)
    assert decode_happening(encode_happening(created)) == created


def test_a_log_of_an_older_version_is_read() -> None:
    old = '{"type":"created","spec":"hex(size=3)","seats":[{},{}],"clock":{"initial_ms":1000,"increment_ms":5}}'
    created = decode_happening(old)
    assert created == Created("hex(size=3)", SEATS, clock=ClockSettings(1000, 5))
    assert b"kind" not in encode_happening(created), "and an older version reads what is no news to it"


# ------------------------------------------------------------------------------------------- a log against slow rules


@dataclass
class Slow:
    """What the clock of one person should say, worked out from the whole story of it, slowly and obviously."""

    clock: ClockSettings
    main: int = field(init=False)
    periods: int = field(init=False)

    def __post_init__(self) -> None:
        self.main, self.periods = self.clock.initial_ms, self.clock.periods

    def spend(self, spent: int, *, has_moved: bool) -> None:
        """Let a turn pass millisecond by millisecond, or as if."""
        step = self.clock.increment_ms
        if self.clock.kind == "delay":
            spent -= min(spent, step)
        from_main = min(self.main, spent)
        self.main, spent = self.main - from_main, spent - from_main
        while self.clock.kind == "byo-yomi" and spent >= step:
            self.periods, spent = self.periods - 1, spent - step
        if has_moved and self.clock.kind in ("fischer", "correspondence"):
            self.main += step
            if self.clock.most_ms:
                self.main = min(self.main, self.clock.most_ms)

    @property
    def left(self) -> int:
        """All that there is."""
        return self.main + (self.periods * self.clock.increment_ms if self.clock.kind == "byo-yomi" else 0)


@given(st.sampled_from(KINDS), st.lists(st.floats(0, 0.4), max_size=30))
def test_any_game_leaves_what_the_slow_rules_leave(clock: ClockSettings, parts: list[float]) -> None:
    log = GameLog(Event(0, 0, Created("atmalof", SEATS, clock=clock)))
    slow, at_ms = (Slow(clock), Slow(clock)), 0
    for part in parts:
        mover = log.acting
        turn = log.left_in_turn_ms(0)
        assert turn is not None
        spent = int(turn * part)
        slow[mover].spend(spent, has_moved=True)
        at_ms += spent
        log.apply(Event(log.next_seq, at_ms, Moved(log.state.legal_moves()[0], spent)))
        while log.awaits_roll:
            log.apply(Event(log.next_seq, at_ms, Rolled(1)))
        if log.is_over:
            break
        assert log.left_ms(0) == tuple(each.left for each in slow)
        assert log.due_ms == at_ms + (log.left_in_turn_ms(0) or 0)


@given(st.sampled_from(KINDS), st.lists(st.tuples(st.integers(0, 9_000), st.integers(0, 5)), max_size=20))
def test_taking_back_leaves_nobody_more_than_before_nor_than_back_then(
    clock: ClockSettings, story: list[tuple[int, int]]
) -> None:
    log = GameLog(Event(0, 0, Created("hex(size=11)", SEATS, clock=clock)))
    after: list[tuple[int, int]] = [log.left_ms(0) or (0, 0)]
    for spent, back in story:
        what: Happening = Moved(log.state.legal_moves()[0], spent)
        if back > 3 and len(after) > back:
            keep = len(after) - 1 - back
            now, then = log.left_ms(spent), after[keep]
            log.apply(Event(log.next_seq, 0, TakenBack(keep, spent)))
            assert now is not None
            assert log.left_ms(0) == (min(now[0], then[0]), min(now[1], then[1]))
            del after[keep:]
        else:
            log.apply(Event(log.next_seq, 0, what))
        after.append(log.left_ms(0) or (0, 0))
        assert GameLog.load(log.events).left_ms(0) == log.left_ms(0)


# ------------------------------------------------------------------------------------------- in a house, by fake time


async def begin(house: House, clock: ClockSettings, spec: str = "hex(size=5)") -> Room:
    return await house.rooms.create(Created(spec, SEATS, clock=clock), "guest")


async def meet(house: House, clock: ClockSettings, spec: str = "hex(size=5)") -> Room:
    created = Created(spec, SEATS, clock=clock)
    return await house.rooms.create_between(created, ("ann", "bob"), "bob", lambda _: lambda _: None)


def test_byo_yomi_runs_to_the_flag(store: Store) -> None:
    async def script() -> None:
        now = FakeTime()
        house = await House(store, now).up()
        room = await begin(house, BYO_YOMI)
        now.passes(65)
        assert room.left_ms() == (25_000, 90_000)
        await house.rooms.move(room, "c3")
        assert room.left_ms() == (30_000, 90_000)
        await house.rooms.move(room, "b2")
        now.passes(29.999)
        await house.sweep()
        assert room.log.result is None
        now.passes(0.001)
        await house.sweep()
        assert house.heard[-1].what == Flagged(0)
        assert room.left_ms() == (0, 90_000)

    asyncio.run(script())


def test_a_delay_stands_before_the_clock_runs(store: Store) -> None:
    async def script() -> None:
        now = FakeTime()
        house = await House(store, now).up()
        room = await begin(house, DELAY)
        now.passes(4)
        assert (room.left_ms(), room.free_ms()) == ((60_000, 60_000), 1_000)
        now.passes(4)
        assert (room.left_ms(), room.free_ms()) == ((57_000, 60_000), 0)
        await house.rooms.move(room, "c3")
        assert room.left_ms() == (57_000, 60_000)
        now.passes(64.999)
        await house.sweep()
        assert room.log.result is None
        now.passes(0.001)
        await house.sweep()
        assert house.heard[-1].what == Flagged(1)

    asyncio.run(script())


def test_a_move_a_day_goes_on_for_weeks(store: Store) -> None:
    async def script() -> None:
        now = FakeTime()
        house = await House(store, now).up()
        room = await meet(house, BANK)
        for number, move in enumerate(("a1", "b2", "c3", "d4", "e5", "a2", "b3", "c4")):
            now.passes(2 * 24 * 3600)
            await house.sweep()
            await house.rooms.move(room, move)
            made = number // 2 + 1
            assert (room.left_ms() or ())[number % 2] == 10 * DAY_MS - made * 12 * HOUR_MS
        now.passes(8 * 24 * 3600 - 1)
        await house.sweep()
        assert room.log.result is None
        now.passes(1)
        await house.sweep()
        assert house.heard[-1].what == Flagged(0)

    asyncio.run(script())


@pytest.mark.parametrize("clock", [BYO_YOMI, DELAY, FISCHER])
def test_who_never_comes_has_lost_nothing(clock: ClockSettings, store: Store) -> None:
    """The first move of each of two people is asked for by a time of its own, and no clock runs before it."""

    async def script() -> None:
        now = FakeTime()
        house = await House(store, now).up()
        room = await meet(house, clock)
        assert room.log.created.grace_ms == grace_of(speed_of(clock, room.log.game)) == 30_000
        now.passes(29.999)
        await house.sweep()
        assert (room.left_ms(), room.free_ms()) == ((at_beginning(clock),) * 2, 1)
        await house.rooms.move(room, "c3")
        assert (room.left_ms(), room.free_ms()) == ((at_beginning(clock),) * 2, 30_000)
        now.passes(30)
        await house.sweep()
        assert house.heard[-1].what == CalledOff(1)
        assert room.log.result is not None
        assert (room.log.result.winner, room.log.result.reason) == (None, "unfinished")
        assert await store.due(10) == []

    asyncio.run(script())


def test_from_the_second_move_on_the_clock_runs(store: Store) -> None:
    async def script() -> None:
        now = FakeTime()
        house = await House(store, now).up()
        room = await meet(house, ClockSettings(60_000))
        for move in ("c3", "b2"):
            now.passes(20)
            await house.rooms.move(room, move)
        assert room.left_ms() == (60_000, 60_000)
        now.passes(20)
        assert (room.left_ms(), room.free_ms()) == ((40_000, 60_000), 0)
        await house.rooms.move(room, "d4")
        now.passes(60)
        await house.sweep()
        assert house.heard[-1].what == Flagged(1)

    asyncio.run(script())


def test_a_move_after_the_time_for_the_first_one_calls_the_game_off(store: Store) -> None:
    async def script() -> None:
        now = FakeTime()
        house = await House(store, now).up()
        room = await meet(house, ClockSettings(60_000))
        now.passes(31)
        assert [each.what for each in await house.rooms.move(room, "c3")] == [CalledOff(0)]

    asyncio.run(script())


def test_at_one_screen_the_clock_runs_from_the_beginning(store: Store) -> None:
    async def script() -> None:
        now = FakeTime()
        house = await House(store, now).up()
        room = await begin(house, ClockSettings(60_000))
        assert room.log.created.grace_ms == 0
        now.passes(20)
        assert room.left_ms() == (40_000, 60_000)

    asyncio.run(script())


@pytest.mark.parametrize("clock", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_nobody_wins_or_loses_time_whatever_happens_to_the_house(seed: int, clock: ClockSettings, store: Store) -> None:
    """Stops, jumps, take-backs and rolls: the slow rules come to the same, and the due time with them."""

    async def script() -> None:
        chance, now = random.Random(seed), FakeTime()
        house = await House(store, now).up()
        room = await begin(house, clock, "atmalof")
        after, running = [(Slow(clock), Slow(clock))], 0
        for _ in range(25):
            seconds = chance.randint(0, 4_000) / 1000
            await house.passes(seconds)
            running += round(1000 * seconds)
            if room.log.is_over:
                break
            match chance.choice(("move", "move", "move", "jump", "stop", "nothing")):
                case "move":
                    steps, mover = len(room.log.steps), room.log.acting
                    pair = _copies(after[-1])
                    pair[mover].spend(running, has_moved=True)
                    await house.rooms.move(room, chance.choice(room.log.state.legal_moves()))
                    after += [pair] * (len(room.log.steps) - steps)
                    running = 0
                case "jump":
                    now.jumps(chance.choice((-1, 1)) * 10 ** chance.uniform(0, 8))
                case "stop":
                    await house.down()
                    now.passes(chance.uniform(10.1, 1000))
                    house = await House(store, now).up()
                    room = await house.rooms.find(room.row.id)
                    assert isinstance(room.log.events[-1].what, Paused)
                case _:
                    pass
            shown = _copies(after[-1])
            left = room.left_ms()
            assert left is not None
            if room.log.is_over:
                break
            waiting = 1 - room.log.acting
            assert abs(left[waiting] - shown[waiting].left) <= 60
            free = clock.increment_ms if clock.kind == "delay" else 0
            used = max(0, running - free)
            assert abs(left[1 - waiting] - (shown[1 - waiting].left - used)) <= 60

    asyncio.run(script())


def _copies(pair: tuple[Slow, Slow]) -> tuple[Slow, Slow]:
    made = []
    for each in pair:
        other = Slow(each.clock)
        other.main, other.periods = each.main, each.periods
        made.append(other)
    return made[0], made[1]


# ------------------------------------------------------------------------------------------- speeds


@pytest.mark.parametrize(
    ("clock", "spec", "speed"),
    [
        (None, "atoll", "untimed"),
        (ClockSettings(180_000, 2_000), "atoll(size=5)", "blitz"),
        (ClockSettings(600_000, 5_000), "atoll", "rapid"),
        (ClockSettings(1_800_000, 20_000), "atoll", "slow"),
        (ClockSettings(300_000, 30_000, "byo-yomi", 5), "hex(size=11)", "slow"),
        (ClockSettings(0, 5_000, "byo-yomi", 3), "hex(size=11)", "blitz"),
        (BANK, "hex(size=3)", "correspondence"),
        (ClockSettings(3 * DAY_MS), "hex(size=3)", "correspondence"),
        (ClockSettings(300_000, 3_000), "atmalof", "rapid"),
    ],
)
def test_how_fast_a_game_is(clock: ClockSettings | None, spec: str, speed: str) -> None:
    assert speed_of(clock, load_game(spec)) == speed


def test_the_same_clock_is_slower_on_a_larger_board() -> None:
    clock = ClockSettings(180_000, 10_000)
    small, large = (load_game(f"hex(size={size})") for size in (4, 13))
    assert likely_ms(clock, small) < likely_ms(clock, large)


def test_only_live_games_are_called_off() -> None:
    assert [grace_of(speed) for speed in SPEEDS] == [30_000, 60_000, 120_000, 0, 0]
