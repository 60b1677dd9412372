"""Dice of two people at different screens, step by step: who does what when, what it costs, how it ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator

import msgspec
import pytest
import sqlalchemy as sa

from games.sealing import Sealer, number
from motu.games import dice, sealed_dice
from motu.games.dice_proof import check_rolls, words_of_receipt
from motu.games.record import Record
from motu.server.events import (
    CalledOff,
    ClockSettings,
    Committed,
    Created,
    Dropped,
    Event,
    Flagged,
    Linked,
    Moved,
    Paused,
    Revealed,
    Rolled,
    ServerError,
    ShareOpened,
    Unsealed,
    decode_happening,
    encode_happening,
)
from motu.server.game_clock import NOBODY
from motu.server.game_log import GameLog
from motu.server.game_record import record_of
from motu.server.rooms import Room, Rooms
from motu.server.sealed import seals
from motu.server.sealed.seals import LIVE_WAIT_MS, LONGEST_LIVE_MS, WAIT_MS
from motu.server.sealed.tally import HOUSE, SealTally
from motu.server.store import Store
from server.fake_time import FakeTime, House
from server.sealed.browsers import (
    LIVE,
    PERSONS,
    SEATS,
    answer,
    begun,
    next_link,
    open_share,
    play,
    seal,
    sealed,
    sealer,
    tally,
)

Script = Callable[[House], Awaitable[None]]
Step = Callable[[Rooms, Room], Awaitable[object]]
STEPS: tuple[Step, ...] = (
    lambda rooms, room: seal(rooms, room, 1),
    lambda rooms, room: seal(rooms, room, 0),
    lambda rooms, room: open_share(rooms, room, 0),
    lambda rooms, room: open_share(rooms, room, 1),
    lambda rooms, room: rooms.move(room, "r1"),
    answer,
    lambda rooms, room: rooms.move(room, "c2"),
    answer,
    lambda rooms, room: rooms.resign(room, 0),
)
"""A whole game, in which everything happens once at least."""
GRACE_MS = 30_000
"""For a first move on the usual clock here."""


@pytest.fixture
def store(database: sa.URL) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


@pytest.fixture
def run(store: Store) -> Callable[[Script], None]:
    """Run a script in a house of its own."""

    def work(script: Script) -> None:
        async def all_of_it() -> None:
            await script(await House(store, FakeTime()).up())

        asyncio.run(all_of_it())

    return work


def events_of(room: Room) -> list[str]:
    return [type(event.what).__name__ for event in room.log.events]


async def refused(doing: Awaitable[object]) -> str:
    with pytest.raises(ServerError) as caught:
        await doing
    return caught.value.slug


def test_a_game_begins_when_three_have_sealed_and_two_have_opened(run: Callable[[Script], None]) -> None:
    async def script(house: House) -> None:
        rooms = house.rooms
        room = await begun(rooms)
        terms = room.log.created.sealed
        assert terms is not None
        assert (terms.scheme, terms.game, terms.links) == (sealed_dice.SCHEME, room.row.id, sealed_dice.LINKS)
        assert room.log.created.dice == sealed_dice.house_commitment(room.row.id, room.row.secret)
        for person in (0, 1):
            assert await refused(open_share(rooms, room, person)) == "server/dice"
            assert await refused(rooms.move(room, "r1")) == "server/sealing"
            await seal(rooms, room, person)
        for person in (0, 1):
            assert await refused(rooms.move(room, "r1")) == "server/sealing"
            await open_share(rooms, room, person)
        await rooms.move(room, "r1")
        assert await refused(rooms.move(room, "r1")) == "server/roll"
        assert [type(event.what) for event in await answer(rooms, room)] == [Linked, Rolled]
        assert events_of(room) == [
            "Created", "Committed", "Committed", "ShareOpened", "ShareOpened", "Moved", "Linked", "Rolled",
        ]  # fmt: skip

    run(script)


@pytest.mark.parametrize(
    ("clock", "links", "wait_ms"),
    [
        (LIVE, sealed_dice.LINKS, LIVE_WAIT_MS),
        (ClockSettings(LONGEST_LIVE_MS), sealed_dice.LINKS, LIVE_WAIT_MS),
        (ClockSettings(LONGEST_LIVE_MS + 1), 0, WAIT_MS),
        (ClockSettings(1, LONGEST_LIVE_MS + 1), 0, WAIT_MS),
        (ClockSettings(0, LONGEST_LIVE_MS, "byo-yomi", 3), sealed_dice.LINKS, LIVE_WAIT_MS),
        (ClockSettings(LONGEST_LIVE_MS, 0, "correspondence"), 0, WAIT_MS),
        (None, 0, WAIT_MS),
    ],
)
def test_who_need_not_sit_at_the_board_needs_no_chain(
    run: Callable[[Script], None], clock: ClockSettings | None, links: int, wait_ms: int
) -> None:
    async def script(house: House) -> None:
        room = await sealed(house.rooms, clock=clock)
        terms = room.log.created.sealed
        assert terms is not None
        assert (terms.links, terms.wait_ms) == (links, wait_ms)
        happened = await house.rooms.move(room, "r1")
        assert [type(event.what) for event in happened] == ([Moved] if links else [Moved, Rolled])

    run(script)


@pytest.mark.parametrize("clock", [LIVE, None])
def test_a_whole_game_is_proved_and_its_receipt_is_what_both_were_told(
    run: Callable[[Script], None], clock: ClockSettings | None
) -> None:
    async def script(house: House) -> None:
        room = await sealed(house.rooms, "junior", clock)
        assert room.log.seals is not None
        told = sealed_dice.words_of(room.log.seals.receipt)
        with pytest.raises(Exception, match="unproved"):
            check_rolls(record_of(room.log))
        await play(house.rooms, room)
        assert room.log.is_over
        assert [type(event.what) for event in room.log.events[-2:]] == [Rolled, Revealed] or isinstance(
            room.log.events[-1].what, Revealed
        )
        record = Record.from_json(record_of(room.log).to_json())
        assert words_of_receipt(record) == told
        rolls = check_rolls(record, told)
        assert len(rolls) == sum(step.person < 0 for step in room.log.steps) > 5
        assert all(roll.is_right for roll in rolls)

    run(script)


@pytest.mark.parametrize("ending", ["resign", "draw", "cancel", "time", "dropped"])
def test_whatever_ends_a_game_brings_the_secret_with_it(run: Callable[[Script], None], ending: str) -> None:
    async def script(house: House) -> None:
        rooms = house.rooms
        room = await begun(rooms) if ending == "dropped" else await sealed(rooms)
        await (play(rooms, room, 2) if ending == "draw" else asyncio.sleep(0))
        before = room.log.next_seq
        match ending:
            case "resign":
                await rooms.resign(room, 1)
            case "draw" | "cancel":
                await rooms.offer(room, 0, "draw" if ending == "draw" else "cancel")
                before += 1
                await rooms.answer(room, 1, is_accepted=True)
            case "time":
                await house.passes(61)
            case _:
                await house.passes(LIVE_WAIT_MS / 1000 + 1)
        room = await Rooms(house.store).find(room.row.id)
        assert [type(event.what) for event in room.log.events[before + 1 :]] == [Revealed]
        assert room.log.secret == room.row.secret
        assert all(roll.is_right for roll in check_rolls(record_of(room.log)))
        assert await refused(rooms.take_back(room, 0)) == "server/take-back"

    run(script)


# --- what is told wrongly


def test_a_wrong_value_is_refused_and_changes_nothing(run: Callable[[Script], None]) -> None:
    async def script(house: House) -> None:
        rooms = house.rooms
        room = await begun(rooms)
        own, other = sealer(room, 0), Sealer("another game", 0, "1")
        assert room.log.seals is not None
        house_seal = room.log.seals.house
        for person, commitment, chain in [
            (0, own.commitment[:-1], own.chain[0]),
            (0, own.commitment.upper(), own.chain[0]),
            (0, own.commitment, ""),
            (0, own.commitment, own.commitment),
            (0, house_seal, own.chain[0]),
            (0, own.commitment, house_seal),
        ]:
            assert await refused(rooms.seal(room, Committed(person, commitment, chain))) == "server/dice"
        assert await refused(rooms.seal(room, Committed(2, own.commitment, own.chain[0]))) == "server/person"
        assert room.log.next_seq == 1
        await seal(rooms, room, 0)
        assert await refused(rooms.seal(room, Committed(0, number("x"), number("y")))) == "server/dice"
        copied = Committed(1, own.commitment, number("y"))
        assert await refused(rooms.seal(room, copied)) == "server/dice"
        await seal(rooms, room, 1)
        for opening in (other.opening, sealer(room, 1).opening, own.commitment, own.opening.upper(), ""):
            if sealed_dice.commitment(room.row.id, 0, opening) != own.commitment:
                assert await refused(rooms.seal(room, ShareOpened(0, opening))) == "server/dice"
        assert await refused(rooms.seal(room, ShareOpened(1, own.opening))) == "server/dice"
        await open_share(rooms, room, 0)
        assert await refused(open_share(rooms, room, 0)) == "server/dice"
        assert events_of(room) == ["Created", "Committed", "Committed", "ShareOpened"]

    run(script)


def test_links_are_told_in_their_order_by_who_owes_them(run: Callable[[Script], None]) -> None:
    async def script(house: House) -> None:
        rooms = house.rooms
        room = await sealed(rooms)
        mine, theirs = sealer(room, 0).chain, sealer(room, 1).chain
        assert await refused(rooms.seal(room, Linked(1, theirs[1]))) == "server/dice"  # nothing is announced
        await rooms.move(room, "r1")
        for person, link in [(0, mine[1]), (1, theirs[0]), (1, theirs[2]), (1, mine[1]), (1, number("x")), (1, "")]:
            assert await refused(rooms.seal(room, Linked(person, link))) == "server/dice"
        await rooms.seal(room, Linked(1, theirs[1]))
        await rooms.move(room, "r2")
        await rooms.seal(room, Linked(0, mine[1]))
        await rooms.move(room, "r3")
        assert await refused(rooms.seal(room, Linked(1, theirs[1]))) == "server/dice"  # told before
        await rooms.seal(room, Linked(1, theirs[2]))

    run(script)


def test_the_link_changes_the_face_and_nothing_else_does(run: Callable[[Script], None]) -> None:
    async def script(house: House) -> None:
        room = await sealed(house.rooms)
        await house.rooms.move(room, "r1")
        link, seals_now = next_link(room), room.log.seals
        assert seals_now is not None
        first, second = seals_now.now.openings
        key = sealed_dice.key_of(room.row.id, room.row.secret, (first, second))
        happened = await answer(house.rooms, room)
        assert happened[1].what == Rolled(sealed_dice.roll(key, 0, "r1", 4, link))

    run(script)


def test_no_roll_and_no_announcement_is_taken_back(run: Callable[[Script], None]) -> None:
    async def script(house: House) -> None:
        rooms = house.rooms
        room = await sealed(rooms)
        await rooms.move(room, "r1")
        assert await refused(rooms.offer(room, 0, "take_back")) == "server/take-back"
        await answer(rooms, room)
        assert await refused(rooms.offer(room, 0, "take_back")) == "server/take-back"

    run(script)


# --- time


def test_no_clock_runs_before_the_dice_are_open(run: Callable[[Script], None]) -> None:
    """Nor does the time for a first move, which is shorter than the sealing takes here."""

    async def script(house: House) -> None:
        rooms = house.rooms
        room = await begun(rooms)
        for step in STEPS[:4]:
            assert (room.log.acting, room.free_ms(), room.log.left_in_turn_ms(0)) == (NOBODY, 0, None)
            await house.passes(100)
            await step(rooms, room)
        assert (room.log.acting, room.free_ms()) == (0, GRACE_MS)
        await house.passes(7)
        assert room.left_ms() == (60_000, 60_000)
        assert room.free_ms() == GRACE_MS - 7_000
        assert room.log.due_ms == room.log.turn.at_ms + GRACE_MS
        await house.passes(24)
        assert room.log.events[-2].what == CalledOff(0)

    run(script)


def test_who_owes_a_link_uses_his_own_time(run: Callable[[Script], None]) -> None:
    async def script(house: House) -> None:
        rooms = house.rooms
        room = await sealed(rooms)
        await rooms.move(room, "r1")
        assert room.log.acting == 1
        await house.passes(5)
        assert room.left_ms() == (60_000, 60_000)  # he has not made his first move
        assert room.free_ms() == GRACE_MS - 5_000
        await answer(rooms, room)
        await rooms.move(room, "r2")
        assert room.log.acting == 0
        await house.passes(5)
        assert room.left_ms() == (55_000, 60_000)
        await answer(rooms, room)
        await house.passes(2)
        assert room.left_ms() == (53_000, 60_000)  # his own turn now
        await rooms.move(room, "r3")
        assert room.log.acting == 1
        again = await Rooms(house.store, wall=house.time.wall()).find(room.row.id)
        assert again.left_ms() == room.left_ms() == (54_000, 60_000)
        assert again.log.due_ms == room.log.due_ms

    run(script)


KINDS = (
    (ClockSettings(60_000, 4_000, "delay"), 59_000),
    (ClockSettings(0, 20_000, "byo-yomi", 3), 55_000),
    (ClockSettings(60_000, 4_000), 55_000),
)
"""Clocks, and what is left after five seconds of a turn on them."""


@pytest.mark.parametrize(("clock", "left_ms"), KINDS, ids=[clock.kind for clock, _ in KINDS])
def test_a_link_costs_time_on_every_clock(run: Callable[[Script], None], clock: ClockSettings, left_ms: int) -> None:
    async def script(house: House) -> None:
        rooms = house.rooms
        room = await sealed(rooms, clock=clock)
        await play(rooms, room, 1)
        await rooms.move(room, "r2")
        await house.passes(5)
        assert room.left_ms() == (left_ms, 60_000)
        await answer(rooms, room)
        assert room.left_ms() == (left_ms, 60_000)
        again = await Rooms(house.store, wall=house.time.wall()).find(room.row.id)
        assert again.left_ms() == room.left_ms()

    run(script)


@pytest.mark.parametrize(("moves", "ending"), [(0, CalledOff(1)), (2, Flagged(1))], ids=["first move", "later"])
def test_who_never_tells_his_link_loses_on_time(
    run: Callable[[Script], None], moves: int, ending: Flagged | CalledOff
) -> None:
    """Before he has moved there was no game."""

    async def script(house: House) -> None:
        room = await sealed(house.rooms)
        await play(house.rooms, room, moves)
        await house.rooms.move(room, ("r1", "r3")[moves > 0])
        left_ms = 60_000 if moves else GRACE_MS
        await house.passes(left_ms / 1_000 - 1)
        assert not room.log.is_over
        await house.passes(2)
        assert room.log.events[-2].what == ending
        assert room.log.result is not None
        assert room.log.result.winner == (0 if moves else None)
        assert await refused(answer(house.rooms, room)) == "server/over"

    run(script)


@pytest.mark.parametrize(
    ("steps", "missing"), [(0, (0, 1)), (1, (0,)), (2, (0, 1)), (3, (1,))], ids=["none", "bob", "both", "ann opened"]
)
@pytest.mark.parametrize("clock", [LIVE, None], ids=["live", "no clock"])
def test_who_does_not_seal_or_open_in_time_is_counted_and_the_game_is_off(
    run: Callable[[Script], None], steps: int, missing: tuple[int, ...], clock: ClockSettings | None
) -> None:
    async def script(house: House) -> None:
        room = await begun(house.rooms, clock=clock)
        for step in STEPS[:steps]:
            await step(house.rooms, room)
        wait_s = (LIVE_WAIT_MS if clock else WAIT_MS) / 1000
        house.time.passes(wait_s - 1)
        await house.sweep()
        assert not room.log.is_over
        house.time.passes(1)
        await house.sweep()
        assert room.log.events[-2].what == Dropped(missing)
        assert room.log.result is not None
        assert (room.log.result.winner, room.log.result.reason) == (None, "unfinished")
        assert tally(house.store, HOUSE) == SealTally(sealed=1, dropped=1)
        for person, who in enumerate(PERSONS):
            assert tally(house.store, who) == SealTally(sealed=1, dropped=int(person in missing))

    if steps and clock is None:

        def without_chains(house: House) -> Awaitable[None]:
            return script(house)

        run(without_chains)
    else:
        run(script)


def test_games_are_counted_once_whatever_becomes_of_them(run: Callable[[Script], None]) -> None:
    async def script(house: House) -> None:
        rooms = house.rooms
        room = await sealed(rooms)
        assert tally(house.store, HOUSE) == SealTally(sealed=1, begun=1)
        await rooms.resign(room, 0)
        left = await begun(rooms)
        await rooms.resign(left, 0)
        await begun(rooms, "hex(size=3)")
        await begun(rooms)
        for who in (HOUSE, *PERSONS):
            assert tally(house.store, who) == SealTally(sealed=3, begun=1, left=1)
        await rooms.offer(room, 0, "rematch")
        await rooms.answer(room, 1, is_accepted=True)
        assert tally(house.store, "ann") == SealTally(sealed=4, begun=1, left=1)

    run(script)


def test_a_house_that_was_away_waits_as_long_as_before(run: Callable[[Script], None]) -> None:
    async def script(house: House) -> None:
        room = await begun(house.rooms)
        await house.passes(60)
        await house.down()
        house.time.passes(10_000)
        house = await House(house.store, house.time).up()
        room = await house.rooms.find(room.row.id)
        assert isinstance(room.log.events[-1].what, Paused)
        await house.passes(59)
        assert not room.log.is_over
        await house.passes(2)
        assert room.log.is_over

    run(script)


# --- sealed anew


async def seal_anew(rooms: Rooms, room: Room) -> None:
    for person in (0, 1):
        await seal(rooms, room, person)
    for person in (0, 1):
        await open_share(rooms, room, person)


@pytest.mark.parametrize("is_owed", [False, True])
def test_who_has_lost_his_chain_asks_to_seal_anew(run: Callable[[Script], None], is_owed: bool) -> None:
    async def script(house: House) -> None:
        rooms = house.rooms
        room = await sealed(rooms)
        await play(rooms, room, 3)
        if is_owed:
            await rooms.move(room, "r1")
        steps, left = len(room.log.steps), room.left_ms()
        await house.passes(3)
        await rooms.offer(room, 0, "seal")
        happened = await rooms.answer(room, 1, is_accepted=True)
        assert happened[1].what == Unsealed(steps - is_owed, 3_000)
        assert len(room.log.steps) == steps - is_owed
        await house.passes(20)
        assert left is not None
        added = 1_000 * is_owed  # the announcement that went had added its increment
        assert room.left_ms() is not None
        now = room.left_ms()
        assert now is not None
        used = [before - after for before, after in zip(left, now, strict=True)]
        assert sorted(used) in ([0, 3_000], sorted([added, 3_000]))
        await seal_anew(rooms, room)
        await play(rooms, room, 4)
        await rooms.resign(room, 0)
        rolls = check_rolls(record_of(room.log))
        assert len(record_of(room.log).extra["dice"]["seals"]) == 2
        assert all(roll.is_right for roll in rolls)
        again = await Rooms(house.store).find(room.row.id)
        assert record_of(again.log) == record_of(room.log)

    run(script)


def test_who_agrees_and_does_not_seal_loses_on_time(run: Callable[[Script], None]) -> None:
    async def script(house: House) -> None:
        rooms = house.rooms
        room = await sealed(rooms)
        await rooms.offer(room, 0, "seal")
        await rooms.answer(room, 1, is_accepted=True)
        await seal(rooms, room, 0)
        await house.passes(LIVE_WAIT_MS / 1000 + 1)
        assert room.log.events[-2].what == Flagged(1)
        assert tally(house.store, HOUSE) == SealTally(sealed=1, begun=1)

    run(script)


def test_nobody_uses_a_share_twice(run: Callable[[Script], None]) -> None:
    async def script(house: House) -> None:
        rooms = house.rooms
        room = await sealed(rooms)
        await rooms.offer(room, 0, "seal")
        await rooms.answer(room, 1, is_accepted=True)
        old = Sealer(room.row.id, 0, "1")
        for commitment, chain in [(old.commitment, number("x")), (number("x"), old.chain[0])]:
            assert await refused(rooms.seal(room, Committed(0, commitment, chain))) == "server/dice"

    run(script)


def test_without_chains_there_is_nothing_to_seal_anew(run: Callable[[Script], None]) -> None:
    async def script(house: House) -> None:
        room = await sealed(house.rooms, clock=None)
        assert await refused(house.rooms.offer(room, 0, "seal")) == "server/offer"
        waiting = await begun(house.rooms)
        assert await refused(house.rooms.offer(waiting, 0, "seal")) == "server/sealing"

    run(script)


def test_a_chain_that_is_used_up_is_made_anew_by_itself(
    run: Callable[[Script], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (seals, sealed_dice):
        monkeypatch.setattr(module, "LINKS", 2)

    async def script(house: House) -> None:
        rooms = house.rooms
        room = await sealed(rooms)
        for turn, line in enumerate(("r1", "r2", "r3", "r4", "c1", "c2", "c3")):
            if room.log.is_sealing:
                await seal_anew(rooms, room)
            if room.log.is_over:
                break
            await rooms.move(room, line)
            happened = await answer(rooms, room)
            assert isinstance(happened[-1].what, Unsealed) == (turn in (2, 5))
        await rooms.resign(room, 0)
        assert len(record_of(room.log).extra["dice"]["seals"]) == 3
        assert all(roll.is_right for roll in check_rolls(record_of(room.log)))

    run(script)


# --- restarts, and two processes


def test_a_game_goes_on_in_another_process_after_every_step(run: Callable[[Script], None]) -> None:
    async def script(house: House) -> None:
        room = await begun(house.rooms)
        for step in STEPS:
            rooms = Rooms(house.store, wall=house.time.wall())
            room = await rooms.find(room.row.id)
            await step(rooms, room)
            again = GameLog.load([*room.log.events])
            assert again.seals == room.log.seals
            assert (again.due_ms, again.acting) == (room.log.due_ms, room.log.acting)
        assert len(check_rolls(record_of(room.log))) == 2

    run(script)


def test_of_two_processes_one_is_quicker_and_the_other_looks_again(run: Callable[[Script], None]) -> None:
    async def script(house: House) -> None:
        one, two = house.rooms, Rooms(house.store, wall=house.time.wall())
        room = await begun(one)
        for step in STEPS:
            here, there = await one.find(room.row.id), await two.find(room.row.id)

            async def later(rooms: Rooms, where: Room, step: Step = step) -> bool:
                for _ in range(20):
                    try:
                        await step(rooms, where)
                    except ServerError as error:
                        if error.slug != "server/seq":
                            return False
                    else:
                        return True
                return False

            done = [await later(one, here), await later(two, there)]
            assert sum(done) == 1, "a step was taken twice, or not at all"
            for where in (here, there):
                with contextlib.suppress(ServerError):
                    await later(one if where is here else two, where)
        found = await house.store.load(room.row.id)
        assert found is not None
        log = GameLog.load(found[1])
        assert [event.seq for event in log.events] == list(range(len(log.events)))
        assert len(check_rolls(record_of(log))) == 2

    run(script)


@pytest.mark.parametrize("is_whole", [True, False], ids=["told what", "told that"])
@pytest.mark.parametrize("is_owed", [True, False], ids=["owed", "not owed"])
def test_another_process_hears_how_many_steps_stay_when_dice_are_sealed_anew(
    run: Callable[[Script], None], is_owed: bool, is_whole: bool
) -> None:
    """The announcement that goes back is gone for those who look on there, too, also if it is made once more."""

    async def script(house: House) -> None:
        rooms, other = house.rooms, Rooms(house.store, wall=house.time.wall())
        told: list[tuple[int, int]] = []
        other.on_heard = lambda room, _happened, keep: told.append((keep, len(room.log.steps)))
        room = await sealed(rooms)
        await play(rooms, room, 2)
        if is_owed:
            await rooms.move(room, "r1")
        there, steps = await other.find(room.row.id), len(room.log.steps)

        async def hear() -> None:
            known = there.log.next_seq
            await other.hear(room.row.id, room.log.next_seq, room.log.events[known:] if is_whole else ())
            assert there.log.steps == room.log.steps
            assert there.log.left_ms(0) == room.log.left_ms(0)
            assert (there.log.seals, there.log.due_ms) == (room.log.seals, room.log.due_ms)

        await rooms.offer(room, 0, "seal")
        await rooms.answer(room, 1, is_accepted=True)
        await hear()
        assert told == [(steps - is_owed, steps - is_owed)]
        await seal_anew(rooms, room)
        await rooms.move(room, "r1")
        await answer(rooms, room)
        await hear()
        assert told[1:] == [(steps - is_owed, steps - is_owed + 2)]

    run(script)


# --- the older scheme


def test_games_at_one_screen_and_older_ones_of_two_people_have_the_older_dice(run: Callable[[Script], None]) -> None:
    async def script(house: House) -> None:
        room = await house.rooms.create(Created("atmalof", SEATS), "ann")
        assert room.log.seals is None
        assert room.log.created.dice == dice.commitment(room.row.secret)
        await house.rooms.seed(room, "abc")
        assert await refused(house.rooms.seal(room, ShareOpened(0, number("x")))) == "server/dice"
        remote = await sealed(house.rooms)
        assert await refused(house.rooms.seed(remote, "abc", person=0)) == "server/dice"

    run(script)
    secret = "0123456789abcdef" * 4
    old = GameLog(Event(0, 0, Created("atmalof", SEATS, dice=dice.commitment(secret))))
    old.check_seed("ann", 0)
    old.apply(Event(1, 0, Moved("r4")))
    assert old.awaits_roll
    assert "scheme" not in record_of(old).extra["dice"]


@pytest.mark.parametrize("bot", [0, 1])
def test_a_program_seals_nothing(run: Callable[[Script], None], bot: int) -> None:
    async def script(house: House) -> None:
        one, other = SEATS
        program = msgspec.structs.replace(SEATS[bot], is_bot=True)
        seats = (program, other) if bot == 0 else (one, program)
        created = Created("atmalof", seats, clock=LIVE)
        room = await house.rooms.create_between(created, PERSONS, "bob", lambda _: lambda _: None)
        assert (room.log.seals, room.log.acting) == (None, 0)
        assert room.log.created.dice == dice.commitment(room.row.secret)
        await house.rooms.seed(room, "abc", person=1)
        await house.rooms.move(room, "r1")
        assert events_of(room)[-2:] == ["Moved", "Rolled"]
        await house.rooms.resign(room, 0)
        assert all(roll.is_right for roll in check_rolls(record_of(room.log)))
        assert tally(house.store, HOUSE) == SealTally()

    run(script)


def test_what_happens_to_dice_is_kept_as_it_was() -> None:
    for what in (
        Committed(0, "a", "b"),
        Committed(1, "a"),
        ShareOpened(1, "c"),
        Linked(0, "d", 7),
        Linked(0, "d"),
        Unsealed(3, 4),
        Dropped((0, 1)),
    ):
        assert decode_happening(encode_happening(what)) == what
