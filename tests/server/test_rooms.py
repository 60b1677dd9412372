"""Games in memory and on disk: what is acknowledged is kept, what is refused changes nothing."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from motu.errors import MotuError
from motu.games import dice
from motu.server.events import (
    ClockSettings,
    Created,
    Event,
    Flagged,
    Participant,
    Resigned,
    Rolled,
    ServerError,
    TakenBack,
)
from motu.server.game_log import GameLog
from motu.server.game_record import record_of
from motu.server.rooms import Room, Rooms
from motu.server.shelves import games_of
from motu.server.store import Store

PERSONS = (Participant(), Participant())
GAMES = [
    "hex(size=3)",
    "atoll(size=gan)",
    "atomorph(size=4,return_stone=true)",
    "atmalof(rows=4,cols=4,line=4)",
    "kvinigu",
]


@pytest.fixture
def store(database: sa.URL) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


def play(store: Store, script: Callable[[Rooms], Awaitable[None]]) -> None:
    async def run() -> None:
        await script(Rooms(store))

    asyncio.run(run())


async def play_at_random(rooms: Rooms, room: Room, chance: random.Random, most: int = 200) -> None:
    for _ in range(most):
        if room.log.is_over:
            return
        await rooms.move(room, chance.choice(room.log.state.legal_moves()))


@pytest.mark.parametrize("spec", GAMES)
def test_a_game_is_the_same_after_a_restart(store: Store, spec: str) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created(spec, PERSONS), "guest")
        await play_at_random(rooms, room, random.Random(3))
        again = await Rooms(store).find(room.row.id)
        assert again.log.events == room.log.events
        assert again.log.state.hash() == room.log.state.hash()
        assert again.log.result == room.log.result
        assert again.log.steps == room.log.steps
        assert record_of(again.log).to_json() == record_of(room.log).to_json()

    play(store, script)


@pytest.mark.parametrize("spec", GAMES)
def test_a_log_built_step_by_step_equals_one_built_at_once(store: Store, spec: str) -> None:
    async def script(rooms: Rooms) -> None:
        chance = random.Random(5)
        # Against a machine: between two people no roll is taken back.
        room = await rooms.create(Created(spec, (Participant(), Participant("level", 1))), "guest")
        for _ in range(60):
            kept = [at for at, step in enumerate(room.log.steps) if step.person >= 0]
            if kept and (room.log.is_over or chance.random() < 0.2):
                await rooms.take_back(room, chance.choice(kept))
            else:
                await rooms.move(room, chance.choice(room.log.state.legal_moves()))
            whole = GameLog.load(room.log.events)
            assert whole.state.hash() == room.log.state.hash()
            assert (whole.result, whole.steps) == (room.log.result, room.log.steps)

    play(store, script)


def test_all_faces_are_equally_likely() -> None:
    key = dice.key_of(dice.new_secret())
    for faces in (4, 6, 8):
        counts = [0] * faces
        for turn in range(1000 * faces):
            counts[dice.roll(key, turn, "c1", faces) - 1] += 1
        # Chi-squared with faces - 1 degrees of freedom; 40 is beyond one in a hundred thousand for all three.
        assert sum((count - 1000) ** 2 / 1000 for count in counts) < 40


@pytest.mark.parametrize(
    ("move", "slug"),
    [
        ("z9", "move/invalid"),
        ("r4=3", "server/roll"),
        ("r1c1-r2c2", "move/illegal"),
        ("", "move/invalid"),
        ("=3", "server/roll"),
    ],
)
def test_what_is_refused_changes_nothing(store: Store, move: str, slug: str) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created("atmalof", PERSONS), "guest")
        before = room.log.state.hash()
        with pytest.raises(MotuError) as caught:
            await rooms.move(room, move)
        assert caught.value.slug == slug
        assert room.log.state.hash() == before
        assert (await Rooms(store).find(room.row.id)).log.next_seq == 1

    play(store, script)


def test_a_move_for_another_position_is_refused(store: Store) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created("hex(size=5)", PERSONS), "guest")
        answers = await asyncio.gather(
            *(rooms.move(room, cell, seq=1) for cell in ("a1", "b2", "c3")), return_exceptions=True
        )
        assert sum(isinstance(answer, list) for answer in answers) == 1
        assert {answer.slug for answer in answers if isinstance(answer, ServerError)} == {"server/seq"}
        assert room.log.next_seq == 2

    play(store, script)


def test_two_servers_on_one_file_do_not_write_the_same_event(store: Store) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created("hex(size=5)", PERSONS), "guest")
        others = Rooms(store)
        other = await others.find(room.row.id)
        await others.move(other, "a1")
        with pytest.raises(ServerError, match="taken"):
            await rooms.move(room, "b2", 1)
        assert room.log.events == other.log.events  # it has learned of the other's move
        await rooms.move(room, "b2")

    play(store, script)


def test_listeners_hear_what_is_kept_and_nothing_else(store: Store) -> None:
    async def script(rooms: Rooms) -> None:
        heard: list[Event] = []
        rooms = Rooms(store, lambda _room, happened, _keep: heard.extend(happened))
        room = await rooms.create(Created("hex(size=3)", PERSONS), "guest")
        await play_at_random(rooms, room, random.Random(1))
        with pytest.raises(ServerError, match="over"):
            await rooms.move(room, "a1")
        assert heard == room.log.events[1:]

    play(store, script)


def test_a_client_that_goes_away_leaves_memory_and_disk_in_agreement(store: Store) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created("hex(size=5)", PERSONS), "guest")
        task = asyncio.create_task(rooms.move(room, "c3"))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await rooms.move(room, "b2")
        assert [event.what for event in (await Rooms(store).find(room.row.id)).log.events[1:]] == [
            event.what for event in room.log.events[1:]
        ]

    play(store, script)


def test_time_runs_out(store: Store) -> None:
    async def script(rooms: Rooms) -> None:
        clock = ClockSettings(initial_ms=1000, increment_ms=100)
        room = await rooms.create(Created("hex(size=5)", PERSONS, clock=clock), "guest")
        assert await rooms.flag(room) == []
        await rooms.move(room, "c3")
        left = room.left_ms()
        assert left is not None
        assert 900 < left[0] <= 1100
        room.turn_began -= 2_000
        happened = await rooms.move(room, "b2")
        assert [event.what for event in happened] == [Flagged(1)]
        assert room.log.result is not None
        assert (room.log.result.winner, room.log.result.reason) == (0, "time")

    play(store, script)


@pytest.mark.parametrize(
    ("created", "slug"),
    [
        (Created("chess", PERSONS), "record/spec"),
        (Created("hex(size=5)", (Participant("level", 11), Participant())), "server/level"),
        (Created("hex(size=5)", (Participant("person", 3), Participant())), "server/level"),
        (Created("hex(size=5)", (Participant("person", seconds=1), Participant())), "server/level"),
        (Created("hex(size=5)", (Participant("level", 3, seconds=1), Participant())), "server/level"),
        (Created("hex(size=5)", (Participant("strongest", 3, seconds=1), Participant())), "server/level"),
        (Created("hex(size=5)", (Participant("strongest"), Participant())), "server/level"),
        (Created("hex(size=5)", (Participant("strongest", seconds=31), Participant())), "server/level"),
        (Created("hex(size=5)", (Participant("strongest", seconds=float("nan")), Participant())), "server/level"),
        (Created("hex(size=5)", (Participant(name="a" * 41), Participant())), "server/name"),
        (Created("hex(size=5)", (Participant(name="a\nb"), Participant())), "server/name"),
        (Created("hex(size=5)", PERSONS, clock=ClockSettings(0)), "server/clock"),
        (Created("hex(size=2)", PERSONS, moves=("a1", "b1", "a2")), "server/opening"),
        (Created("hex(size=5)", PERSONS, moves=("a1", "a1")), "move/illegal"),
        (Created("atoll(file=board.json)", PERSONS), "record/board"),
    ],
)
def test_games_that_cannot_begin(store: Store, created: Created, slug: str) -> None:
    async def script(rooms: Rooms) -> None:
        with pytest.raises(MotuError) as caught:
            await rooms.create(created, "guest")
        assert caught.value.slug == slug

    play(store, script)


def test_resigning_and_taking_it_back(store: Store) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created("hex(size=5)", PERSONS), "guest")
        await rooms.move(room, "c3")
        happened = await rooms.resign(room, 0)
        assert happened[0].what == Resigned(0)
        assert room.log.result is not None
        assert room.log.result.winner == 1
        await rooms.take_back(room, 0)
        assert (await rooms.find(room.row.id)).log.result is None
        assert room.log.events[-1].what == TakenBack(0)

    play(store, script)


@pytest.mark.parametrize("keep", [-2, -1, 2, 3])
def test_a_take_back_keeps_from_none_to_all_but_one(store: Store, keep: int) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created("hex(size=5)", PERSONS), "guest")
        for move in ("c3", "b2"):
            await rooms.move(room, move)
        with pytest.raises(ServerError, match="from 0 to 1 moves") as caught:
            await rooms.take_back(room, keep)
        assert caught.value.slug == "server/take-back"
        assert room.log.state.moves() == ["c3", "b2"]
        await rooms.take_back(room, 1)
        assert room.log.state.moves() == ["c3"]

    play(store, script)


def test_an_opening_that_ends_in_an_announcement_is_rolled_for(store: Store) -> None:
    async def script(rooms: Rooms) -> None:
        room = await rooms.create(Created("atmalof", PERSONS, moves=("r4",)), "guest")
        assert [type(event.what) for event in room.log.events] == [Created, Rolled]
        assert not room.log.awaits_roll
        assert room.left_ms() is None
        await rooms.move(room, room.log.state.legal_moves()[0])
        again = await Rooms(store).find(room.row.id)
        assert again.log.events == room.log.events
        assert again.row.next_seq == len(room.log.events)

    play(store, script)


def test_no_game_of_that_name(store: Store) -> None:
    async def script(rooms: Rooms) -> None:
        with pytest.raises(ServerError, match="no game"):
            await rooms.find("nothing")

    play(store, script)


def test_a_guests_games_come_latest_first(store: Store) -> None:
    async def script(rooms: Rooms) -> None:
        first = await rooms.create(Created("hex(size=5)", PERSONS), "ann")
        second = await rooms.create(Created("atmalof", PERSONS), "ann")
        await rooms.create(Created("atoll", PERSONS), "bob")
        await asyncio.sleep(0.002)
        await rooms.move(first, "c3")
        listed = await games_of(store, "ann", 10)
        assert [each.row.id for each in listed] == [first.row.id, second.row.id]
        assert [each.row.next_seq for each in listed] == [2, 1]

    play(store, script)


def test_a_game_that_is_kept_is_told_of_though_nobody_waits_for_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Room] = []

    async def run() -> None:
        kept, create = asyncio.Event(), store.create

        async def slowly(*what: Any) -> None:
            await create(*what)
            kept.set()
            await asyncio.sleep(0.05)

        monkeypatch.setattr(store, "create", slowly)
        rooms = Rooms(store, on_begun=begun.append)
        asking = asyncio.create_task(rooms.create(Created("hex(size=3)", PERSONS), "guest"))
        await kept.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await asyncio.sleep(0.2)

    asyncio.run(run())
    assert len(begun) == 1
