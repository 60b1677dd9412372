"""The store: what waits together is written together, and what fails takes nothing with it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from motu.games import load_game
from motu.server.events import Created, Event, Moved, Participant, ServerError
from motu.server.rooms import Rooms
from motu.server.standing import GameStanding
from motu.server.store import MAX_GROUP, GameRow, Store

CREATED = Created("hex(size=3)", (Participant(), Participant()))
STANDING = GameStanding(CREATED.seats, 0, is_swapped=False, num_moves=0)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "games.db")
    yield opened
    opened.close()


def row(name: str) -> GameRow:
    return GameRow(name, "guest", CREATED.spec, "", 0, 0, 1, is_over=False)


async def hold(store: Store, release: threading.Event) -> asyncio.Task[bool]:
    """Keep the writer busy until it is released, so that all that follows waits together."""
    is_held = threading.Event()

    def work(_: sa.Connection) -> bool:
        is_held.set()
        return release.wait(60)

    task = asyncio.create_task(store._submit(work))
    await asyncio.to_thread(is_held.wait, 60)
    return task


@pytest.mark.parametrize("count", [3, MAX_GROUP + 5])
def test_one_that_fails_takes_nothing_with_it(store: Store, count: int) -> None:
    async def script() -> None:
        for number in range(count):
            await store.create(row(str(number)), [Event(0, 0, CREATED)], STANDING)
        release = threading.Event()
        held = await hold(store, release)
        # The second of them wants a number that is taken.
        works = [
            store.append(str(number), [Event(int(number != 1), 1, Moved("a1"))], STANDING) for number in range(count)
        ]
        waiting = [asyncio.ensure_future(work) for work in works]
        await asyncio.sleep(0)
        release.set()
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        assert await held
        assert [number for number, answer in enumerate(answers) if answer is not None] == [1]
        assert isinstance(answers[1], ServerError)
        assert answers[1].slug == "server/seq"
        for number in range(count):
            found = await store.load(str(number))
            assert found is not None
            assert len(found[1]) == found[0].next_seq == (1 if number == 1 else 2)

    asyncio.run(script())


def test_a_full_disk_is_said_and_nothing_happens_until_there_is_room(store: Store) -> None:
    full = "PRAGMA max_page_count={}"

    async def script() -> None:
        rooms = Rooms(store)
        room = await rooms.create(Created("hex(size=5)", (Participant(), Participant())), "guest")
        await store._submit(lambda connection: connection.exec_driver_sql(full.format(1)).all())
        large = Created(
            "hex(size=25)", (Participant(), Participant()), moves=load_game("hex(size=25)").board.names[:400]
        )
        refused = [answer for answer in [await attempt(rooms, large) for _ in range(3)] if answer is not None]
        assert {error.slug for error in refused} == {"server/disk"}
        assert "disk is full" in refused[0].message
        await store._submit(lambda connection: connection.exec_driver_sql(full.format(100_000)).all())
        assert await attempt(rooms, large) is None
        await rooms.move(room, "c3")
        assert (await Rooms(store).find(room.row.id)).log.next_seq == 2

    asyncio.run(script())


async def attempt(rooms: Rooms, created: Created) -> ServerError | None:
    try:
        await rooms.create(created, "guest")
    except ServerError as error:
        return error
    return None


def test_a_secret_is_made_once_and_kept(tmp_path: Path) -> None:
    async def script() -> tuple[str, str]:
        opened = Store(tmp_path / "games.db")
        first, other, again = [await opened.secret(name) for name in ("guests", "other", "guests")]
        opened.close()
        assert first == again != other
        assert len(first) == 64
        return first, other

    assert asyncio.run(script()) == asyncio.run(script())


def test_a_closed_store_takes_nothing_more(store: Store) -> None:
    async def script() -> None:
        store.close()
        with pytest.raises(ServerError, match="stopping"):
            await store.create(row("a"), [Event(0, 0, CREATED)], STANDING)

    asyncio.run(script())


def test_a_store_that_is_closed_writes_what_waits_first(store: Store, tmp_path: Path) -> None:
    async def script() -> None:
        release = threading.Event()
        held = await hold(store, release)
        waiting = [
            asyncio.create_task(store.create(row(str(number)), [Event(0, 0, CREATED)], STANDING))
            for number in range(MAX_GROUP * 2)
        ]
        await asyncio.sleep(0)
        closing = asyncio.create_task(asyncio.to_thread(store.close))
        release.set()
        await asyncio.gather(held, closing, *waiting)

    asyncio.run(script())
    again = Store(tmp_path / "games.db")
    assert len(asyncio.run(again.games_of("guest", 1000))) == MAX_GROUP * 2
    again.close()
