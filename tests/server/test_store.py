"""The store: what waits together is written together, and what fails takes nothing with it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from motu.games import load_game
from motu.server.bus.postgres import NotifyBus
from motu.server.events import Created, Event, Moved, Participant, ServerError
from motu.server.rooms import Rooms
from motu.server.schema import games
from motu.server.shelves import games_of
from motu.server.standing import GameStanding
from motu.server.store import MAX_GROUP, GameRow, Store
from server.databases import PostgresServer

CREATED = Created("hex(size=3)", (Participant(), Participant()))
STANDING = GameStanding(CREATED.seats, 0, is_swapped=False, num_moves=0)


@pytest.fixture
def store(database: sa.URL) -> Iterator[Store]:
    opened = Store(database)
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


def test_a_full_disk_is_said_and_nothing_happens_until_there_is_room(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.db")
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
    store.close()


async def attempt(rooms: Rooms, created: Created) -> ServerError | None:
    try:
        await rooms.create(created, "guest")
    except ServerError as error:
        return error
    return None


def test_a_secret_is_made_once_and_kept(database: sa.URL) -> None:
    async def script() -> tuple[str, str]:
        opened = Store(database)
        first, other, again = [await opened.secret(name) for name in ("guests", "other", "guests")]
        opened.close()
        assert first == again != other
        assert len(first) == 64
        return first, other

    assert asyncio.run(script()) == asyncio.run(script())


def test_two_processes_agree_on_a_secret_that_neither_has_seen(postgres: PostgresServer) -> None:
    """As at a first start of both: each looks for it before the other has made it. A file lets in one at a time."""
    database, meeting = postgres.new_database(), threading.Barrier(2)
    stores = [Store(database) for _ in range(2)]

    def meet(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("INSERT INTO server_secret"):
            meeting.wait(60)

    async def script() -> None:
        for store in stores:
            sa.event.listen(store._engine, "before_cursor_execute", meet)
        first, second = await asyncio.gather(*(store.secret("guests") for store in stores))
        assert first == second

    asyncio.run(script())
    for store in stores:
        store.close()


def test_groups_of_two_processes_that_wait_for_each_other_are_both_kept(postgres: PostgresServer) -> None:
    """Each changes first what the other one changes last; PostgreSQL ends one of them, which is done again."""
    database, meeting, tries = postgres.new_database(), threading.Barrier(2), [0, 0]
    stores = [Store(database) for _ in range(2)]

    def works(number: int) -> list[Any]:
        def change(name: str, *, meet: bool) -> Any:
            def work(connection: sa.Connection) -> None:
                tries[number] += meet
                if meet and tries[number] == 1:
                    meeting.wait(60)
                connection.execute(games.update().where(games.c.id == name).values(owner=f"{number}"))

            return work

        return [change("ab"[number], meet=False), change("ba"[number], meet=True)]

    async def script() -> None:
        for name in "ab":
            await stores[0].create(row(name), [Event(0, 0, CREATED)], STANDING)
        release = threading.Event()
        held = [await hold(store, release) for store in stores]
        waiting = [stores[number].write(work) for number in range(2) for work in works(number)]
        asked = [asyncio.ensure_future(work) for work in waiting]
        await asyncio.sleep(0)
        release.set()
        await asyncio.gather(*asked, *held)
        found = [await stores[0].load(name) for name in "ab"]
        assert sorted(tries) == [1, 2]
        assert [each[0].owner for each in found if each is not None] == [f"{tries.index(2)}"] * 2

    asyncio.run(script())
    for store in stores:
        store.close()


def test_a_server_that_was_started_anew_is_found_again(postgres: PostgresServer) -> None:
    store = Store(postgres.new_database())

    async def script() -> None:
        rooms = Rooms(store)
        room = await rooms.create(CREATED, "guest")
        await rooms.move(room, "a1")
        postgres.stop()
        try:
            for attempt in (lambda: rooms.move(room, "b1"), lambda: store.load(room.row.id)):
                with pytest.raises(ServerError) as caught:
                    await attempt()
                assert caught.value.slug == "server/disk"
        finally:
            postgres.start()
        await rooms.move(room, "b1")
        assert (await Rooms(store).find(room.row.id)).log.state.moves() == ["a1", "b1"]

    asyncio.run(script())
    store.close()


def test_a_connection_that_was_cut_in_the_middle_of_a_transaction_loses_nothing_else(postgres: PostgresServer) -> None:
    store = Store(postgres.new_database())

    async def script() -> None:
        rooms = Rooms(store)
        room = await rooms.create(CREATED, "guest")

        def cut(connection: sa.Connection) -> None:
            connection.execute(sa.text("UPDATE game SET owner = 'nobody'"))
            connection.execute(sa.text("SELECT pg_terminate_backend(pg_backend_pid())"))

        with pytest.raises(ServerError) as caught:
            await store.write(cut)
        assert caught.value.slug == "server/disk"
        await rooms.move(room, "a1")
        found = await store.load(room.row.id)
        assert found is not None
        assert (found[0].owner, found[0].next_seq) == ("guest", 2)

    asyncio.run(script())
    store.close()


CUT_OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"


def test_a_connection_that_was_cut_between_two_writes_is_a_new_one_for_the_second(postgres: PostgresServer) -> None:
    database = postgres.new_database()
    store = Store(database)

    async def script() -> None:
        rooms = Rooms(store)
        room = await rooms.create(CREATED, "guest")
        for move in ("a1", "b1", "c1"):
            await store.read(lambda opened: opened.exec_driver_sql(CUT_OTHERS, (database.database,)).all())
            await rooms.move(room, move)

    asyncio.run(script())
    store.close()


@pytest.mark.parametrize("when", ["in the middle", "at the commit"])
def test_what_was_cut_is_done_again_unless_it_may_have_been_kept(when: str, postgres: PostgresServer) -> None:
    database = postgres.new_database()
    store, other, tries = Store(database), sa.create_engine(database), [0]

    def cut(*_: Any) -> None:
        if tries[0] == 1:
            with other.connect() as opened:
                opened.exec_driver_sql(CUT_OTHERS, (database.database,)).all()

    def work(connection: sa.Connection) -> None:
        tries[0] += 1
        if when == "in the middle":
            cut()
        connection.execute(games.update().values(owner="nobody"))

    async def script() -> None:
        await store.create(row("a"), [Event(0, 0, CREATED)], STANDING)
        if when == "at the commit":
            sa.event.listen(store._engine, "commit", cut)
            with pytest.raises(ServerError) as caught:
                await store.write(work)
            assert caught.value.slug == "server/disk"
        else:
            await store.write(work)
        found = await store.load("a")
        assert found is not None
        assert (tries[0], found[0].owner) == ((1, "guest") if when == "at the commit" else (2, "nobody"))

    asyncio.run(script())
    store.close()
    other.dispose()


def test_what_is_written_together_takes_few_ways_to_the_database_and_back(postgres: PostgresServer) -> None:
    """A statement a move, and one for all that other processes are told."""
    database = postgres.new_database()
    store, statements = Store(database), list[str]()
    rooms = Rooms(store, along=[lambda *_: NotifyBus(database).within(b"news")])

    async def script() -> None:
        found = [await rooms.create(CREATED, "guest") for _ in range(3)]
        release = threading.Event()
        held = await hold(store, release)
        moving = [asyncio.create_task(rooms.move(room, "a1")) for room in found]
        await asyncio.sleep(0.05)
        sa.event.listen(store._engine, "before_cursor_execute", lambda *told: statements.append(told[2].split()[0]))
        release.set()
        await asyncio.gather(held, *moving)
        assert statements == ["WITH"] * 3 + ["SELECT"]
        for room in found:
            known = await store.load(room.row.id)
            assert known is not None
            assert [event.seq for event in known[1]] == [0, 1]

    asyncio.run(script())
    store.close()


def test_what_no_text_can_hold_is_refused(postgres: PostgresServer) -> None:
    """PostgreSQL's texts hold no NUL; SQLite's do."""
    store = Store(postgres.new_database())
    with pytest.raises(ServerError) as caught:
        asyncio.run(store.load("a\0b"))
    assert caught.value.slug == "server/refused"
    store.close()


def test_a_closed_store_takes_nothing_more(store: Store) -> None:
    async def script() -> None:
        store.close()
        with pytest.raises(ServerError, match="stopping"):
            await store.create(row("a"), [Event(0, 0, CREATED)], STANDING)

    asyncio.run(script())


def test_a_store_that_is_closed_writes_what_waits_first(store: Store, database: sa.URL) -> None:
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
    again = Store(database)
    assert len(asyncio.run(games_of(again, "guest", 1000))) == MAX_GROUP * 2
    again.close()


def test_who_reads_while_the_store_is_closed_leaves_no_connection_open(database: sa.URL) -> None:
    store, is_read, opened, closed = Store(database), threading.Event(), list[object](), list[object]()
    sa.event.listen(store._engine, "checkout", lambda *told: opened.append(told[0]))
    sa.event.listen(store._engine, "close", lambda *told: closed.append(told[0]))

    def query(connection: sa.Connection) -> int:
        is_read.set()
        found = int(connection.execute(sa.text("SELECT 7")).scalar_one())
        time.sleep(0.3)
        return found

    async def script() -> int:
        reading = asyncio.create_task(store.read(query))
        await asyncio.to_thread(is_read.wait, 60)
        await asyncio.to_thread(store.close)
        return await reading

    assert asyncio.run(script()) == 7
    assert opened
    assert all(each in closed for each in opened)
