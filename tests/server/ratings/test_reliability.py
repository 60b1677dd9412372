"""How many games people play to the end is counted once, in the transaction that ends a game."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa

from motu.server.events import ClockSettings, Created, Dropped, Event, Participant, ServerError
from motu.server.game_log import GameLog
from motu.server.ratings import reliability
from motu.server.ratings.reliability import ends_of, reliability_of
from motu.server.rooms import Room, Rooms
from motu.server.schema import reliabilities
from motu.server.speeds import DAY_MS
from server.fake_time import FakeTime
from server.ratings.rated_games import BLITZ, begin, play, processes_at, rows_of

SLOW = ClockSettings(DAY_MS, DAY_MS, "correspondence", has_vacation=False)
LONG = ClockSettings(600_000)
Counts = dict[str, tuple[int, int]]


async def counts(rooms: Rooms) -> Counts:
    """Return whose -> how many games were finished, and how many left."""
    return {row.person: (row.finished, row.left) for row in await rows_of(rooms, reliabilities)}


async def moves(rooms: Rooms, room: Room) -> None:
    for move in ("a1", "b2"):  # who makes no first move has the game called off
        await rooms.move(room, move)


@pytest.mark.parametrize("rated", [True, False])
def test_on_the_board_by_giving_up_and_drawn_both_have_played(database: sa.URL, *, rated: bool) -> None:
    async def script() -> None:
        room = await begin(rooms, rated=rated)
        for move in ("b2", "a1", "a3", "c1", "b1"):
            await rooms.move(room, move)
        assert await counts(rooms) == {"ann": (1, 0), "bob": (1, 0)}
        await rooms.resign(await begin(rooms, rated=rated), 0)
        drawn = await begin(rooms, rated=rated)
        await rooms.offer(drawn, 0, "draw")
        await rooms.answer(drawn, 1, is_accepted=True)
        assert await counts(rooms) == {"ann": (3, 0), "bob": (3, 0)}

    with processes_at(database) as [rooms]:
        play(script)


@pytest.mark.parametrize(
    ("clock", "idle_s", "expected"),
    [
        (BLITZ, 61, {"ann": (0, 1), "bob": (1, 0)}),
        (ClockSettings(59_000), 59.5, {"ann": (1, 0), "bob": (1, 0)}),
        (LONG, 601, {"ann": (0, 1), "bob": (1, 0)}),
        (SLOW, 3 * 86_400, {"ann": (0, 1), "bob": (1, 0)}),
    ],
)
def test_who_lets_his_time_run_out_has_left_unless_it_was_short(
    clock: ClockSettings, idle_s: float, expected: Counts, database: sa.URL
) -> None:
    time = FakeTime()

    async def script() -> None:
        room = await begin(rooms, clock=clock)
        await moves(rooms, room)
        time.passes(idle_s)
        await rooms.flag(room)
        await rooms.flag(room)
        assert room.log.is_over
        assert await counts(rooms) == expected

    with processes_at(database, time=time) as [rooms]:
        play(script)


def test_who_makes_no_first_move_has_left_and_the_other_has_had_no_game(database: sa.URL) -> None:
    time = FakeTime()

    async def script() -> None:
        room = await begin(rooms)
        time.passes(600)
        await rooms.flag(room)
        assert room.log.is_over
        assert await counts(rooms) == {"ann": (0, 1)}
        await rooms.leave(await begin(rooms), 1)
        assert await counts(rooms) == {"ann": (0, 1), "bob": (0, 1)}

    with processes_at(database, time=time) as [rooms]:
        play(script)


def test_what_both_call_off_counts_for_nobody(database: sa.URL) -> None:
    async def script() -> None:
        room = await begin(rooms)
        await rooms.offer(room, 0, "cancel")
        await rooms.answer(room, 1, is_accepted=True)
        assert room.log.is_over
        assert await counts(rooms) == {}

    with processes_at(database) as [rooms]:
        play(script)


def test_dice_that_somebody_does_not_seal_are_a_game_left() -> None:
    created = Created("hex(size=3)", (Participant(), Participant()))
    before = GameLog(Event(0, 0, created))
    for persons, expected in (((0,), ("left", None)), ((1,), (None, "left")), ((0, 1), ("left", "left"))):
        assert ends_of(before, before, [Event(1, 5, Dropped(persons))]) == expected


def test_levels_and_games_at_one_screen_are_not_counted(database: sa.URL) -> None:
    async def script() -> None:
        await rooms.resign(await begin(rooms, "ann", "level-3"), 0)
        alone = await rooms.create(Created("hex(size=3)", (Participant(), Participant())), "bob")
        await rooms.resign(alone, 0)
        assert await counts(rooms) == {"ann": (1, 0)}

    with processes_at(database) as [rooms]:
        play(script)


def test_a_game_that_two_processes_end_counts_once_and_a_rematch_is_another(database: sa.URL) -> None:
    async def script() -> None:
        room = await begin(houses[0])
        other = await houses[1].find(room.row.id)
        ends = houses[0].resign(room, 0), houses[1].resign(other, 1)
        await asyncio.gather(*ends, return_exceptions=True)
        assert await counts(houses[0]) == {"ann": (1, 0), "bob": (1, 0)}
        room = await houses[0].find(room.row.id)
        await houses[0].offer(room, 1, "rematch")
        await houses[0].answer(room, 0, is_accepted=True)
        assert await counts(houses[0]) == {"ann": (1, 0), "bob": (1, 0)}
        await houses[0].resign(await houses[0].find(room.log.offers.next_game), 0)
        assert await counts(houses[0]) == {"ann": (2, 0), "bob": (2, 0)}

    with processes_at(database, 2) as houses:
        play(script)


def test_games_that_end_at_the_same_moment_in_two_processes_all_count(database: sa.URL) -> None:
    async def script() -> None:
        pairs = [(rooms, two) for rooms in houses for two in (("ann", "bob"), ("bob", "ann"))] * 4
        games = [(rooms, await begin(rooms, *two, rated=False)) for rooms, two in pairs]
        await asyncio.gather(*(rooms.resign(room, 0) for rooms, room in games))
        assert await counts(houses[0]) == {"ann": (16, 0), "bob": (16, 0)}

    with processes_at(database, 2) as houses:
        play(script)


def test_an_end_that_cannot_be_counted_is_no_end(database: sa.URL, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        room = await begin(rooms, rated=False)
        with monkeypatch.context() as patch:
            patch.setattr(reliability, "lock_until_commit", broken)
            with pytest.raises(ServerError, match="full"):
                await rooms.resign(room, 0)
        assert not room.log.is_over
        assert await counts(rooms) == {}
        await rooms.resign(room, 0)
        store = rooms._store
        assert await store.read(lambda connection: reliability_of(connection, "ann")) == (1, 0)
        assert await store.read(lambda connection: reliability_of(connection, "nobody")) == (0, 0)

    def broken(*_: object) -> None:
        raise ServerError("the disk is full")

    with processes_at(database) as [rooms]:
        play(script)
