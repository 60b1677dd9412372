"""Machines think once: in one process of a house, and in another one when that is gone."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from motu.server import machine_turns, machines
from motu.server.events import Created, Participant
from motu.server.machine_turns import LEASE_MS, RENEWED_MS, MachineTurns
from motu.server.rooms import Room, Rooms
from motu.server.schema import machine_turns as turns
from motu.server.services import Services
from motu.server.store import Store
from server.fake_time import FakeTime, House
from server.houses import house, kill, machines_of, until

PERSON, MACHINE = Participant(), Participant("level", 1)
SEATS = (PERSON, MACHINE)
COUNTING = """
import json, os, sys, time
for line in sys.stdin:
    request = json.loads(line)
    if "action" in request:
        continue
    with open(sys.argv[1], "a") as asked:
        asked.write(f"{len(request['moves'])}\\n")
    while os.path.exists(sys.argv[2]):
        time.sleep(0.01)
    move = ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"][len(request["moves"])]
    print(json.dumps({"id": request["id"], "isDuringSearch": False, "move": move}), flush=True)
"""
"""Writes down how long the game is that it is asked about, and plays the next cell, but not while a file is there."""


@pytest.fixture
def store(database: sa.URL) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


class Process:
    """A process and its turns."""

    def __init__(self, store: Store, time: FakeTime, name: str) -> None:
        wall = time.wall()
        self.turns = MachineTurns(store, wall, name)
        self.rooms = Rooms(store, wall=wall, along=(self.turns.along,))


def play(script: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await script()

    asyncio.run(run())


async def rows(store: Store) -> list[tuple[str, int, bool]]:
    query = sa.select(turns.c.process, turns.c.until_ms, turns.c.is_watched_only)
    return [tuple(row) for row in await store.read(lambda connection: connection.execute(query).all())]


def test_who_has_taken_an_event_has_the_machine_think(store: Store) -> None:
    async def script() -> None:
        time = FakeTime()
        first, second = Process(store, time, "first"), Process(store, time, "second")
        room = await first.rooms.create(Created("hex(size=3,swap=false)", SEATS), "ann")
        assert await rows(store) == []
        await first.rooms.move(room, "a1")
        assert await rows(store) == [("first", time.ms + LEASE_MS, False)]
        assert not await second.turns.claim(room.row, room.log)
        assert await first.turns.claim(room.row, room.log)
        await second.rooms.move(await second.rooms.find(room.row.id), "b2")
        assert await rows(store) == []

    play(script)


def test_between_people_nothing_is_noted(store: Store) -> None:
    async def script() -> None:
        process = Process(store, FakeTime(), "first")
        room = await process.rooms.create(Created("hex(size=3)", (PERSON, PERSON)), "ann")
        await process.rooms.move(room, "a1")
        assert await rows(store) == []

    play(script)


def test_a_machine_that_begins_is_noted_with_the_game(store: Store) -> None:
    async def script() -> None:
        time = FakeTime()
        process = Process(store, time, "first")
        await process.rooms.create(Created("hex(size=3)", (MACHINE, PERSON)), "ann")
        await process.rooms.create(Created("hex(size=3)", (MACHINE, MACHINE)), "ann")
        assert sorted(await rows(store)) == [("first", time.ms + LEASE_MS, watched) for watched in (False, True)]

    play(script)


def test_levels_that_play_each_other_in_a_tournament_are_gone_on_with_though_nobody_looks(store: Store) -> None:
    async def script() -> None:
        time = FakeTime()
        first, second = Process(store, time, "first"), Process(store, time, "second")
        created, claim = Created("hex(size=3,swap=false)", (MACHINE, MACHINE)), lambda _game: lambda _connection: None
        room = await first.rooms.begin_between(created, ("level-1", "level-1"), claim)
        assert await rows(store) == [("first", time.ms + LEASE_MS, False)]
        time.passes(LEASE_MS / 1000 + 0.001)
        assert await second.turns.left(()) == [room.row.id]

    play(script)


def test_a_turn_is_free_when_nothing_more_is_heard_of_it(store: Store) -> None:
    async def script() -> None:
        time = FakeTime()
        first, second = Process(store, time, "first"), Process(store, time, "second")
        room = await first.rooms.create(Created("hex(size=3)", (MACHINE, PERSON)), "ann")
        game = room.row.id
        for _ in range(5):
            time.passes(RENEWED_MS / 1000)
            await first.turns.renew({game: None})
        assert await second.turns.left(()) == []
        time.passes(LEASE_MS / 1000 + 0.001)
        assert await second.turns.left(()) == [game]
        claims = await asyncio.gather(*(each.turns.claim(room.row, room.log) for each in (first, second, first)))
        assert sum(claims[:2]) == 1
        assert await second.turns.left(()) == []

    play(script)


def test_a_process_that_ends_leaves_its_turns_to_others_at_once(store: Store) -> None:
    async def script() -> None:
        time = FakeTime()
        first, second = Process(store, time, "first"), Process(store, time, "second")
        room = await first.rooms.create(Created("hex(size=3)", (MACHINE, PERSON)), "ann")
        await first.turns.close()
        assert await second.turns.left(()) == [room.row.id]
        assert await second.turns.claim(room.row, room.log)

    play(script)


def test_the_first_process_after_a_silence_need_not_wait(store: Store) -> None:
    async def script() -> None:
        time = FakeTime()
        before = await House(store, time).up()
        first = Process(store, time, before.clock.process)
        room = await first.rooms.create(Created("hex(size=3)", (MACHINE, PERSON)), "ann")
        second = Process(store, time, "second")
        await House(store, time).up()
        assert await second.turns.left(()) == [], "somebody lives"
        time.passes(11)
        await House(store, time).up()
        assert await second.turns.left(()) == [room.row.id]

    play(script)


def test_a_machine_alone_goes_on_where_somebody_watches(store: Store) -> None:
    async def script() -> None:
        time = FakeTime()
        process = Process(store, time, "first")
        room = await process.rooms.create(Created("hex(size=3)", (MACHINE, MACHINE)), "ann")
        time.passes(LEASE_MS / 1000 + 1)
        assert await process.turns.left(()) == []
        assert await process.turns.left({room.row.id}) == [room.row.id]

    play(script)


# --- with engines


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_turns, "LEASE_MS", 600)
    monkeypatch.setattr(machine_turns, "RENEWED_MS", 100)
    monkeypatch.setattr(machines, "LOOK_SECONDS", 0.05)


class Engines:
    """Engines of a house that count what they are asked."""

    def __init__(self, folder: Path) -> None:
        self._asked, self.holding = folder / "asked", folder / "holding"
        self.command = (sys.executable, "-c", COUNTING, str(self._asked), str(self.holding))

    @property
    def asked(self) -> list[int]:
        """How long the games were about which they were asked."""
        return [int(line) for line in self._asked.read_text().split()] if self._asked.exists() else []


async def begin(services: Services) -> Room:
    return await services.rooms.create(Created("hex(size=4,swap=false)", SEATS), "ann")


@pytest.mark.usefixtures("_quick")
def test_one_engine_thinks_however_many_look(database: sa.URL, tmp_path: Path) -> None:
    engines = Engines(tmp_path)

    async def script() -> None:
        async with house(database, tmp_path, 3, engine_command=engines.command) as processes:
            engines.holding.touch()
            room = await begin(processes[0])
            for services in processes:
                services.audience.join(room.row.id)
                await services.rooms.find(room.row.id)
            await processes[1].rooms.move(await processes[1].rooms.find(room.row.id), "a1")
            await until(lambda: engines.asked == [1])
            for _ in range(30):  # longer than anybody waits for somebody who says nothing
                for services in processes:
                    services.machines.wake(await services.rooms.find(room.row.id))
                await asyncio.sleep(0.05)
            engines.holding.unlink()
            await until(lambda: all(services.rooms.heads()[room.row.id] == 3 for services in processes))
            assert engines.asked == [1]

    asyncio.run(script())


@pytest.mark.usefixtures("_quick")
def test_another_process_goes_on_when_the_one_that_thought_is_killed(database: sa.URL, tmp_path: Path) -> None:
    """Nobody looks at the game: it is played on all the same."""
    engines = Engines(tmp_path)

    async def script() -> None:
        async with house(database, tmp_path, 2, engine_command=engines.command) as [first, second]:
            engines.holding.touch()
            room = await begin(first)
            await first.rooms.move(room, "a1")
            await until(lambda: engines.asked == [1])
            kill(first)
            engines.holding.unlink()
            found = second.rooms
            await until(lambda: found.heads().get(room.row.id) == 3)
            assert engines.asked == [1, 1]

    asyncio.run(script())


@pytest.mark.usefixtures("_quick")
def test_a_house_that_comes_up_again_goes_on_though_nobody_looks(database: sa.URL, tmp_path: Path) -> None:
    engines = Engines(tmp_path)

    async def script() -> None:
        async with house(database, tmp_path, 1, engine_command=engines.command) as [first]:
            engines.holding.touch()
            room = await begin(first)
            await first.rooms.move(room, "a1")
            await until(lambda: engines.asked == [1])
            await first.machines.close()
        engines.holding.unlink()
        async with house(database, tmp_path, 1, engine_command=engines.command) as [second]:
            await until(lambda: second.rooms.heads().get(room.row.id) == 3)

    asyncio.run(script())


@pytest.mark.usefixtures("_quick")
def test_a_game_that_can_not_be_read_is_left_alone(database: sa.URL, tmp_path: Path) -> None:
    engines = Engines(tmp_path)

    async def script() -> None:
        async with house(database, tmp_path, 1, engine_command=engines.command) as [services]:
            values = {"process": "", "until_ms": 0, "is_watched_only": False}
            room = await services.rooms.create(Created("hex(size=3)", (PERSON, PERSON)), "ann")
            spoil = sa.text("UPDATE game_event SET what = :what").bindparams(what=b"{}")
            await services.store.write(lambda connection: connection.execute(spoil))
            await services.store.write(
                lambda connection: connection.execute(turns.insert().values(game_id=room.row.id, **values))
            )
            services.rooms.forget(room.row.id)
            left = machines_of(services)._turns.left
            async with asyncio.timeout(60):
                while await left(()):  # noqa: ASYNC110 - nobody tells the test
                    await asyncio.sleep(0.01)

    asyncio.run(script())
