"""A turn of two moves is paid for once: in Atomorph a stone that is put back, and the move after it."""

from __future__ import annotations

import asyncio

import pytest

from motu.server.events import (
    ClockSettings,
    Created,
    Event,
    Flagged,
    Moved,
    Participant,
    Paused,
    TakenBack,
    decode_happening,
    encode_happening,
)
from motu.server.game_log import GameLog
from motu.server.machines import request_for
from motu.server.rooms import Room
from motu.server.store import Store
from motu.server.time_controls import DAY_MS, machine_budget
from motu.server.turn_time import turn_after
from server.clock_games import PERSONS, store
from server.fake_time import FakeTime, House

__all__ = ["store"]

SPEC = "atomorph(size=5,return_stone=true)"
BEFORE = ("a2", "a1", "b1", "e5", "xa1")
"""After these White has a stone to put back."""
PUT_BACK, MOVE, ANSWER = "@c3", "d4", "e1"
FISCHER = ClockSettings(60_000, 10_000)
BYO_YOMI = ClockSettings(0, 6_000, "byo-yomi", 3)
DELAY = ClockSettings(60_000, 5_000, "delay")
BANK = ClockSettings(3 * DAY_MS, DAY_MS, "correspondence", most_ms=4 * DAY_MS)
HOUR_S = 3600


async def come_so_far(house: House, clock: ClockSettings, spec: str = SPEC) -> Room:
    """Two people have played on until one has a stone to put back; no time has passed."""
    created = Created(spec, PERSONS, clock=clock)
    room = await house.rooms.create_between(created, ("ann", "bob"), "bob", lambda _: lambda _: None)
    for move in BEFORE:
        await house.rooms.move(room, move)
    return room


@pytest.mark.parametrize(
    ("clock", "seconds", "left"),
    [
        # What White has while he thinks, after the stone is put back, while he thinks on, and after his move.
        (FISCHER, (4, 3), (66_000, 66_000, 63_000, 73_000)),
        (DELAY, (4, 4), (60_000, 60_000, 57_000, 57_000)),
        (BYO_YOMI, (4, 4), (14_000, 14_000, 10_000, 12_000)),
        (BYO_YOMI, (4, 1), (14_000, 14_000, 13_000, 18_000)),
        (BANK, (12 * HOUR_S, 6 * HOUR_S), (3.5 * DAY_MS, 3.5 * DAY_MS, 3.25 * DAY_MS, 4 * DAY_MS)),
    ],
)
@pytest.mark.parametrize("is_stopped", [False, True])
def test_every_clock_is_paid_once_for_the_whole_turn(
    is_stopped: bool, clock: ClockSettings, seconds: tuple[int, int], left: tuple[float, ...], store: Store
) -> None:
    async def script() -> None:
        now = FakeTime()
        house = await House(store, now).up()
        room = await come_so_far(house, clock)
        seen = []
        now.passes(seconds[0])
        seen.append((room.left_ms() or (0, 0))[1])
        await house.rooms.move(room, PUT_BACK)
        assert room.log.acting == 1
        seen.append((room.left_ms() or (0, 0))[1])
        if is_stopped:
            await house.down()
            now.passes(1000)
            house = await House(store, now).up()
            room = await house.rooms.find(room.row.id)
            assert isinstance(room.log.events[-1].what, Paused)
        now.passes(seconds[1])
        seen.append((room.left_ms() or (0, 0))[1])
        await house.rooms.move(room, MOVE)
        assert room.log.acting == 0
        seen.append((room.left_ms() or (0, 0))[1])
        assert tuple(seen) == left
        assert GameLog.load(room.log.events).left_ms(0) == room.log.left_ms(0)
        assert [step.spent_ms for step in room.log.steps[-2:]] == [1000 * each for each in seconds], "each its own"

    asyncio.run(script())


def test_the_time_runs_out_in_the_middle_of_a_turn(store: Store) -> None:
    async def script() -> None:
        now = FakeTime()
        house = await House(store, now).up()
        room = await come_so_far(house, DELAY)
        now.passes(4)
        await house.rooms.move(room, PUT_BACK)
        assert room.free_ms() == 1_000
        assert [each.at_ms for each in await store.due(9)] == [room.log.due_ms]
        now.passes(60.999)
        await house.sweep()
        assert room.log.result is None
        now.passes(0.001)
        await house.sweep()
        assert house.heard[-1].what == Flagged(1)

    asyncio.run(script())


def test_a_take_back_in_the_middle_leaves_nobody_more_time(store: Store) -> None:
    async def script() -> None:
        now = FakeTime()
        house = await House(store, now).up()
        room = await come_so_far(house, BYO_YOMI)
        begun = len(room.log.steps)
        now.passes(2)
        await house.rooms.move(room, PUT_BACK)
        now.passes(1)
        await house.rooms.take_back(room, begun)
        assert room.left_ms() == (18_000, 15_000), "what both parts took stays used"
        await house.rooms.move(room, PUT_BACK)
        now.passes(1)
        await house.rooms.move(room, MOVE)
        assert room.left_ms() == (18_000, 18_000)
        await house.rooms.take_back(room, begun + 1)
        assert room.log.acting == 1
        assert room.left_ms() == (18_000, 15_000), "nor does he have a period anew that he had begun"

    asyncio.run(script())


@pytest.mark.parametrize("played", [(PUT_BACK,), (PUT_BACK, MOVE), (PUT_BACK, MOVE, ANSWER)])
def test_who_asks_to_take_his_last_turn_back_asks_for_all_of_it(store: Store, played: tuple[str, ...]) -> None:
    async def script() -> None:
        house = await House(store, FakeTime()).up()
        room = await come_so_far(house, FISCHER)
        begun = len(room.log.steps)
        for move in played:
            await house.rooms.move(room, move)
        await house.rooms.offer(room, 1, "take_back")
        await house.rooms.answer(room, 0, is_accepted=True)
        assert (len(room.log.steps), room.log.acting) == (begun, 1)

    asyncio.run(script())


def test_a_log_of_an_older_version_keeps_its_clocks() -> None:
    """There both moves of a turn were paid for, as two."""
    log = GameLog(Event(0, 0, Created(SPEC, PERSONS, clock=FISCHER)))
    for move in (*BEFORE, PUT_BACK, MOVE):
        old = f'{{"type":"moved","move":"{move}","spent_ms":1000}}'
        log.apply(Event(log.next_seq, 0, decode_happening(old)))
    assert log.left_ms(0) == (60_000 + 3 * 9_000, 60_000 + 4 * 9_000)
    log.apply(Event(log.next_seq, 0, TakenBack(len(BEFORE) + 1, 0)))
    assert log.left_ms(0) == (60_000 + 3 * 9_000, 60_000 + 3 * 9_000)


def test_what_goes_on_is_told_and_no_other_move_is() -> None:
    told = Moved(PUT_BACK, 1_000, goes_on=True)
    assert decode_happening(encode_happening(told)) == told
    assert b"goes_on" not in encode_happening(Moved(MOVE, 1_000))
    assert turn_after([Event(5, 70, Moved("xa1", 9)), Event(6, 100, told)]).spent_ms(150) == 1_050
    assert turn_after([Event(6, 100, told), Event(7, 130, Moved(MOVE, 1_030))]).spent_ms(150) == 20


def test_an_announcement_and_its_roll_are_one_turn(store: Store) -> None:
    async def script() -> None:
        now = FakeTime()
        house = await House(store, now).up()
        room = await house.rooms.create(Created("atmalof", PERSONS, clock=FISCHER), "guest")
        now.passes(4)
        happened = await house.rooms.move(room, "r3")
        assert not any(isinstance(each.what, Moved) and each.what.goes_on for each in happened)
        assert room.left_ms() == (66_000, 60_000)
        now.passes(3)
        assert room.left_ms() == (66_000, 57_000)

    asyncio.run(script())


@pytest.mark.parametrize(
    ("clock", "left_ms", "free_ms", "budget"),
    [
        # Half of what is left of the period that runs, and of what is free: all of a machine's turn keeps within it.
        (BYO_YOMI, 14_000, 0, 1_000),
        (BYO_YOMI, 18_000, 0, 3_000),
        (DELAY, 60_000, 1_000, 3_500),
    ],
)
def test_a_machine_keeps_within_what_is_left_of_its_turn(
    clock: ClockSettings, left_ms: int, free_ms: int, budget: float
) -> None:
    assert machine_budget(clock, left_ms, free_ms) == budget


def test_a_machine_is_told_how_far_its_turn_is(store: Store) -> None:
    async def script() -> None:
        now = FakeTime()
        house = await House(store, now).up()
        strongest = Participant("strongest", seconds=30)
        created = Created(SPEC, (Participant(), strongest), clock=DELAY)
        room = await house.rooms.create(created, "guest")
        for move in BEFORE:
            await house.rooms.move(room, move)
        asked = [request_for(room, strongest)["maxTime"]]
        now.passes(4)
        await house.rooms.move(room, PUT_BACK)
        asked.append(request_for(room, strongest)["maxTime"])
        assert asked[0] - asked[1] == pytest.approx(2.0)

    asyncio.run(script())
