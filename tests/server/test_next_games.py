"""The next game of a series begins by itself: after a pause, where both are there, once, whichever process lives."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from motu.server import series
from motu.server.accounts.account import UserAccount
from motu.server.audience import Broadcaster
from motu.server.blocks.blocks import Blocks
from motu.server.bus.onlookers import Onlookers
from motu.server.events import Answered, ClockSettings, Created, Participant, SeriesScore, ServerError
from motu.server.game_log import GameLog
from motu.server.moderation.sanctions import add_sanction
from motu.server.next_games import WAIT_MS, NextGames
from motu.server.rooms import Room, Rooms
from motu.server.schema import accounts, games
from motu.server.series import NOBODY, PAUSE_MS
from motu.server.store import Store
from server.fake_time import FakeTime
from server.houses import house

LIVE = ClockSettings(600_000, 5_000)
DAYS = ClockSettings(3 * 86_400_000, 86_400_000, kind="correspondence")
PAUSE_S = PAUSE_MS / 1000


class Process:
    """A process that serves games, and those whom it shows them."""

    def __init__(self, store: Store, time: FakeTime) -> None:
        wall = time.wall()
        self.store, self.audience = store, Broadcaster()
        self.rooms = Rooms(store, wall=wall)
        self.next_games = NextGames(store, self.rooms, Onlookers(self.audience, wall))

    def show(self, game: str, *people: str) -> list[Callable[[], None]]:
        """Show people a game; return by which each of them goes."""

        def seat(person: str) -> Callable[[], None]:
            reader = self.audience.join(game, person)
            return lambda: self.audience.leave(game, reader)

        return [seat(person) for person in people]

    async def begun(self, winner: int = 0, clock: ClockSettings | None = LIVE, **about: Any) -> Room:
        """Return the first game of a series of three, which is over."""
        seats = Participant(name="Ann"), Participant(name="Bob")
        created = Created("hex(size=3)", seats, clock=clock, score=SeriesScore(3), **about)
        room = await self.rooms.create_between(created, ("ann", "bob"), "ann", lambda _: lambda _: None)
        await self.rooms.resign(room, 1 - winner)
        return room

    async def num_games(self) -> int:
        """Return how many games there are."""
        query = sa.select(sa.func.count()).select_from(games)
        return int(await self.store.read(lambda connection: connection.execute(query).scalar_one()))

    async def log(self, game: str) -> GameLog:
        """Return a game as it is kept."""
        return GameLog.load((await self.store.load(game) or (None, []))[1])


@asynccontextmanager
async def processes(database: sa.URL) -> AsyncIterator[tuple[Process, Process, FakeTime]]:
    """Open two processes over one database, in a time that passes when a test says so."""
    time = FakeTime()
    stores = Store(database), Store(database)
    try:
        yield Process(stores[0], time), Process(stores[1], time), time
    finally:
        for store in stores:
            store.close()


Script = Callable[[Process, Process, FakeTime], Awaitable[None]]


def run(database: sa.URL, script: Script) -> None:
    async def whole() -> None:
        async with processes(database) as (one, other, time):
            await script(one, other, time)

    asyncio.run(whole())


def test_it_begins_after_the_pause_and_once(database: sa.URL) -> None:
    async def script(one: Process, other: Process, time: FakeTime) -> None:
        room = await one.begun()
        game = room.row.id
        for process in (one, other):
            process.show(game, "ann", "bob")
        assert room.next_in_ms() == PAUSE_MS
        time.passes(PAUSE_S - 0.1)
        await asyncio.gather(one.next_games.sweep(), other.next_games.sweep())
        assert await one.num_games() == 1
        time.passes(0.1)
        await asyncio.gather(one.next_games.sweep(), other.next_games.sweep())
        assert await one.num_games() == 2
        log = await one.log(game)
        assert log.events[-1].what == Answered(NOBODY, is_accepted=True, game=log.offers.next_game)
        after = await other.rooms.find(log.offers.next_game)
        assert (after.row.person0, after.row.person1) == ("bob", "ann"), "the start alternates"
        assert after.log.created.score == SeriesScore(3, 1, (0.0, 1.0))
        time.passes(60)
        await asyncio.gather(one.next_games.sweep(), other.next_games.sweep())
        assert await one.num_games() == 2

    run(database, script)


def test_it_waits_a_while_for_who_has_gone_and_then_for_a_press(database: sa.URL) -> None:
    async def script(one: Process, _: Process, time: FakeTime) -> None:
        first, second = await one.begun(), await one.begun(winner=1)
        for room in (first, second):
            one.show(room.row.id, "ann")
        time.passes(PAUSE_S + 5)
        await one.next_games.sweep()
        assert await one.num_games() == 2
        one.show(first.row.id, "bob")
        await one.next_games.sweep()
        assert await one.num_games() == 3
        time.passes(WAIT_MS / 1000)
        await one.next_games.sweep()
        one.show(second.row.id, "bob")
        await one.next_games.sweep()
        assert await one.num_games() == 3, "whoever comes back later is not put at a board"
        assert second.log.offers.pending is not None
        await one.rooms.answer(second, 1, is_accepted=True)
        assert await one.num_games() == 4

    run(database, script)


def test_either_stops_it_and_a_rematch_goes_on_with_the_series(database: sa.URL) -> None:
    async def script(one: Process, other: Process, time: FakeTime) -> None:
        room = await one.begun()
        one.show(room.row.id, "ann", "bob")
        there = await other.rooms.find(room.row.id)
        await other.rooms.answer(there, 1, is_accepted=False)
        time.passes(PAUSE_S)
        await one.next_games.sweep()
        assert await one.num_games() == 1
        await other.rooms.offer(there, 0, "rematch")
        await other.rooms.answer(there, 1, is_accepted=True)
        game = (await one.log(room.row.id)).offers.next_game
        assert (await one.log(game)).created.score == SeriesScore(3, 1, (0.0, 1.0))

    run(database, script)


def test_by_correspondence_it_needs_nobody_and_bots_are_always_there(database: sa.URL) -> None:
    async def script(one: Process, other: Process, time: FakeTime) -> None:
        await one.begun(clock=DAYS)
        bots = Participant(name="Ann", is_bot=True), Participant(name="Bob", is_bot=True)
        created = Created("hex(size=3)", bots, clock=LIVE, score=SeriesScore(3))
        room = await one.rooms.create_between(created, ("ann", "bob"), "ann", lambda _: lambda _: None)
        await one.rooms.resign(room, 0)
        time.passes(3600)
        await other.next_games.sweep()
        assert await one.num_games() == 4, "also where no process has lived meanwhile"

    run(database, script)


def test_none_begins_by_itself_after_a_game_without_a_result_or_after_the_last(database: sa.URL) -> None:
    async def script(one: Process, _: Process, time: FakeTime) -> None:
        called_off = await one.rooms.create_between(
            Created("hex(size=3)", (Participant(), Participant()), clock=LIVE, score=SeriesScore(3)),
            ("ann", "bob"),
            "ann",
            lambda _: lambda _: None,
        )
        await one.rooms.offer(called_off, 0, "cancel")
        await one.rooms.answer(called_off, 1, is_accepted=True)
        assert (called_off.next_in_ms(), called_off.log.offers.pending is not None) == (None, True)
        second = await one.begun()
        one.show(second.row.id, "ann", "bob")
        one.show(called_off.row.id, "ann", "bob")
        time.passes(PAUSE_S)
        await one.next_games.sweep()
        last = await one.rooms.find((await one.log(second.row.id)).offers.next_game)
        one.show(last.row.id, "ann", "bob")
        await one.rooms.resign(last, 0)
        assert (last.next_in_ms(), last.log.offers.pending) == (None, None)
        time.passes(PAUSE_S)
        await one.next_games.sweep()
        assert await one.num_games() == 3

    run(database, script)


@pytest.mark.parametrize("why", ["blocked", "suspended", "its owner suspended", "left"])
def test_it_does_not_begin_between_people_who_must_not_play(database: sa.URL, why: str) -> None:
    async def script(one: Process, _: Process, time: FakeTime) -> None:
        room = await one.begun(clock=DAYS)
        known = UserAccount("bob", "person", "Bob", "none", None, 0, 0, is_closed=why == "left")
        if why == "its owner suspended":
            known = replace(known, kind="bot", owner="cleo")
        row = {name: getattr(known, name) for name in UserAccount.__slots__} | {"skeleton": "bob"}
        await one.store.write(lambda connection: connection.execute(accounts.insert().values(row)))
        if why == "blocked":
            await Blocks(one.store).decide("ann", "bob", "block", "Bob")
        elif why.endswith("suspended"):
            whom = "bob" if why == "suspended" else "cleo"
            await one.store.write(lambda connection: add_sanction(connection, whom, "suspension", "rude", 1))
        time.passes(PAUSE_S)
        await one.next_games.sweep()
        assert await one.num_games() == 1
        log = await one.log(room.row.id)
        assert (log.events[-1].what, log.offers.pending) == (Answered(NOBODY, is_accepted=False), None)
        with pytest.raises(ServerError, match="no rematch"):
            await one.rooms.offer(room, 0, "rematch")

    run(database, script)


def test_both_are_told_of_a_game_that_has_begun_by_itself(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(series, "PAUSE_MS", 0)

    async def script() -> None:
        async with house(database, tmp_path) as (one, _):
            created = Created("hex(size=3)", (Participant(), Participant()), clock=DAYS, score=SeriesScore(3))
            room = await one.rooms.create_between(created, ("ann", "bob"), "ann", lambda _: lambda _: None)
            await one.rooms.resign(room, 0)
            await one.next_games.sweep()
            begun = GameLog.load((await one.store.load(room.row.id) or (None, []))[1]).offers.next_game
            for person in ("ann", "bob"):
                told = (await one.notices.of(person, has_name=True)).notices
                assert ("begun", begun) in [(each.kind, each.game) for each in told]

    asyncio.run(script())
