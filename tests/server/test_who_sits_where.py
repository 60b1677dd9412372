"""Who sits where, as games in memory know it: the latest that was kept, in whatever order it is read."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from motu.server.events import Created, Participant
from motu.server.rooms import Rooms
from motu.server.schema import games
from motu.server.store import Store

PEOPLE = Created("hex(size=3)", (Participant(), Participant()))


class Delayed:
    """Reads like a store, and hands on what it has read when it may."""

    def __init__(self, store: Store, name: str) -> None:
        self._read = getattr(store, name)
        self.has_read, self.may_tell = asyncio.Event(), asyncio.Event()

    async def __call__(self, what: str | Collection[str]) -> Any:
        found = await self._read(what)
        if not self.has_read.is_set():  # the first one alone is slow
            self.has_read.set()
            await self.may_tell.wait()
        return found


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "games.db")
    yield opened
    opened.close()


async def game_of_two(store: Store) -> str:
    room = await Rooms(store).create_between(PEOPLE, ("guest", "other"), "guest", lambda _: lambda _: None)
    return room.row.id


async def sit(store: Store, game_id: str, person: str) -> None:
    change = games.update().where(games.c.id == game_id).values(person0=person)
    await store.write(lambda connection: connection.execute(change))


def test_a_reading_that_comes_late_undoes_no_later_one(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        game_id, rooms = await game_of_two(store), Rooms(store)
        room, delayed = await rooms.find(game_id), Delayed(store, "sitting")
        monkeypatch.setattr(store, "sitting", delayed)
        comparing = asyncio.create_task(rooms.read_rows_again())
        await delayed.has_read.wait()
        await sit(store, game_id, "account")
        await rooms.read_rows_again([game_id])
        assert room.row.person0 == "account"
        delayed.may_tell.set()
        await comparing
        assert room.row.person0 == "account"
        await sit(store, game_id, "another")
        await rooms.read_rows_again()
        assert room.row.person0 == "another"

    asyncio.run(script())


def test_a_game_that_is_being_loaded_is_read_again_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        game_id, rooms = await game_of_two(store), Rooms(store)
        delayed = Delayed(store, "load")
        monkeypatch.setattr(store, "load", delayed)
        finding = asyncio.create_task(rooms.find(game_id))
        await delayed.has_read.wait()
        await sit(store, game_id, "account")
        again = asyncio.create_task(rooms.read_rows_again([game_id]))
        await asyncio.sleep(0)
        delayed.may_tell.set()
        room = await finding
        await again
        assert room.row.person0 == "account"

    asyncio.run(script())


def test_a_move_that_comes_meanwhile_stays(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        game_id, rooms = await game_of_two(store), Rooms(store)
        room, delayed = await rooms.find(game_id), Delayed(store, "sitting")
        monkeypatch.setattr(store, "sitting", delayed)
        await sit(store, game_id, "account")
        reading = asyncio.create_task(rooms.read_rows_again())
        await delayed.has_read.wait()
        await rooms.move(room, "a1")
        delayed.may_tell.set()
        await reading
        await rooms.move(room, "b2")
        assert (room.row.person0, room.log.next_seq) == ("account", 3)
        assert (await Rooms(store).find(game_id)).log.events == room.log.events

    asyncio.run(script())
