"""Jobs in the transactions that make them necessary, and workers that do them from what the database has."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from procrastinate.schema import SchemaManager

from motu.server.events import ClockSettings, Created, Participant, ServerError
from motu.server.jobs.choice import check_role
from motu.server.jobs.front import QueuedMachines
from motu.server.jobs.queue import CORRESPONDENCE, LIVE, JobQueue, prepare_jobs, waiting_jobs
from motu.server.jobs.turns import QueuedTurns
from motu.server.jobs.work import make_worker_app, rescue
from motu.server.jobs.worker import WorkerMachines
from motu.server.machine_turns import MachineTurns
from motu.server.rooms import Rooms
from motu.server.schema import machine_turns
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from motu.server.starting import start_services
from motu.server.stopping import stop_services
from motu.server.store import Store, in_turn
from motu.server.wall_time import WallTime
from server.databases import PostgresServer
from server.houses import until
from server.test_machine_turns import COUNTING

PERSON, MACHINE = Participant(), Participant("level", 1)
FOREVER: Any = None
"""What a worker is never asked to do."""
CREATED = Created("hex(size=3,swap=false)", (PERSON, MACHINE))
ALONE = Created("hex(size=3,swap=false)", (MACHINE, MACHINE))


@pytest.fixture
def place(postgres: PostgresServer) -> Iterator[sa.URL]:
    """A database with the tables of the queue."""
    url = postgres.new_database()
    Store(url).close()
    engine = sa.create_engine(url)
    prepare_jobs(engine)
    engine.dispose()
    yield url
    postgres.give_back(url)


@pytest.fixture
def store(place: sa.URL) -> Iterator[Store]:
    opened = Store(place)
    yield opened
    opened.close()


class Front:
    """A server's rooms whose machines are workers."""

    def __init__(self, store: Store) -> None:
        self.rooms = Rooms(store)
        self.turns = QueuedTurns(store, self.rooms.wall, JobQueue())
        self.rooms = Rooms(store, along=(self.turns.along,))
        self.watched: set[str] = set()
        self.told: list[tuple[str, str]] = []
        self.machines = QueuedMachines(
            self.turns, lambda: self.watched, lambda game, error: self.told.append((game, error.slug))
        )


async def jobs(store: Store) -> list[tuple[Any, ...]]:
    query = "SELECT args->>'game_id', status::text, priority FROM procrastinate_jobs ORDER BY id"
    return [tuple(row) for row in await store.read(lambda opened: opened.exec_driver_sql(query).all())]


def test_a_job_is_put_with_the_event_that_needs_it_or_not_at_all(store: Store) -> None:
    async def script() -> None:
        front = Front(store)
        room = await front.rooms.create(CREATED, "ann")
        assert await jobs(store) == []

        def refuse(_: sa.Connection) -> None:
            raise ServerError("no", slug="server/no")

        with pytest.raises(ServerError, match="no"):
            await store.write(in_turn(lambda opened: JobQueue().put_move(opened, "x", LIVE), refuse))
        assert await jobs(store) == []
        await front.rooms.move(room, "a1")
        assert await jobs(store) == [(room.row.id, "todo", CORRESPONDENCE)]
        await front.rooms.move(room, "b1")
        assert await jobs(store) == [(room.row.id, "todo", CORRESPONDENCE)]
        await front.rooms.take_back(room, 1)
        assert len(await jobs(store)) == 1, "one that waits is enough"
        assert await store.read(waiting_jobs) == {("moves", "todo"): 1}

    asyncio.run(script())


def test_who_sits_and_waits_comes_first(store: Store) -> None:
    async def script() -> None:
        front = Front(store)
        for clock in (None, ClockSettings(300_000, 1_000)):
            room = await front.rooms.create(Created(CREATED.spec, CREATED.seats, clock=clock), "ann")
            await front.rooms.move(room, "a1")
        assert [job[2] for job in await jobs(store)] == [CORRESPONDENCE, LIVE]

    asyncio.run(script())


def test_the_machine_plays_with_itself_only_while_somebody_watches(store: Store) -> None:
    async def script() -> None:
        front = Front(store)
        room = await front.rooms.create(ALONE, "ann")
        front.machines.wake(room)
        await front.machines.look()
        assert await jobs(store) == []
        front.watched.add(room.row.id)
        front.machines.wake(room)
        front.machines.wake(room)
        await asyncio.gather(*front.machines._tasks)
        assert await jobs(store) == [(room.row.id, "todo", CORRESPONDENCE)]
        await front.machines.close()

    asyncio.run(script())


def test_levels_that_play_each_other_in_a_tournament_need_nobody_who_watches(store: Store) -> None:
    async def script() -> None:
        front = Front(store)
        persons, claim = ("level-1", "level-1"), lambda _game: lambda _connection: None
        room = await front.rooms.begin_between(ALONE, persons, claim)
        assert [job[0] for job in await jobs(store)] == [room.row.id], "put with the game itself"
        await front.rooms.move(room, "a1")
        assert len(await jobs(store)) == 1

    asyncio.run(script())


def test_a_job_that_got_lost_is_put_again_when_the_turn_runs_out(store: Store) -> None:
    async def script() -> None:
        front = Front(store)
        room = await front.rooms.create(CREATED, "ann")
        await front.rooms.move(room, "a1")
        await store.write(lambda opened: opened.exec_driver_sql("DELETE FROM procrastinate_jobs"))
        await front.machines.look()
        assert await jobs(store) == []
        await store.write(lambda opened: opened.execute(machine_turns.update().values(until_ms=0)))
        await front.machines.look()
        assert [job[:2] for job in await jobs(store)] == [(room.row.id, "todo")]

    asyncio.run(script())


def test_where_no_worker_is_people_and_the_log_are_told(
    place: sa.URL, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    late = machine_turns.update().values(until_ms=0)

    async def script() -> None:
        front = Front(store)
        room = await front.rooms.create(CREATED, "ann")
        await front.rooms.move(room, "a1")
        await front.machines.look()
        assert front.told == [], "it isn't late yet"
        for _ in range(2):
            await store.write(lambda opened: opened.execute(late))
            await front.machines.look()
        assert front.told == [(room.row.id, "server/no-worker")] * 2
        app = make_worker_app(place, FOREVER, FOREVER)
        async with app.open_async():
            working = asyncio.create_task(app.run_worker_async(queues=["other"], install_signal_handlers=False))
            while not await front.turns.has_workers():  # noqa: ASYNC110 - nobody tells the test
                await asyncio.sleep(0.05)
            await front.machines.look()
            await store.write(lambda opened: opened.execute(late))
            await front.machines.look()
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
        assert len(front.told) == 2

    asyncio.run(script())
    assert [each.message for each in caplog.records if each.name == "motu.server"] == [
        "the machine doesn't move: no `motu worker` of this database has said anything lately",
        "a `motu worker` is there again",
    ]


def test_servers_with_workers_and_without_at_one_database_say_so(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    async def script() -> None:
        front, turns = Front(store), MachineTurns(store, WallTime(), "alone")
        alone = Rooms(store, along=(turns.along,))
        await front.rooms.move(await front.rooms.create(CREATED, "ann"), "a1")
        for _ in range(2):
            await front.machines.look()
        assert caplog.messages == []
        await alone.move(await alone.create(CREATED, "ann"), "a1")
        for _ in range(2):
            await front.machines.look()
            await turns.left(())

    asyncio.run(script())
    end = ": the machine moves late, or twice as much is thought; right is all or none"
    assert caplog.messages == [
        f"this server has --workers, and another one of its database has none{end}",
        f"another server of this one's database has --workers, and this one has none{end}",
    ]


@contextlib.asynccontextmanager
async def worker(place: sa.URL, folder: Path, hold: str = "hold") -> AsyncIterator[Services]:
    """A worker's services, whose engine writes down what it is asked."""
    (folder / "engine.py").write_text(COUNTING, "utf-8")
    command = (sys.executable, str(folder / "engine.py"), str(folder / "asked"), str(folder / hold))
    settings = ServerSettings(folder, database=place, engines=1, engine_command=command, role="worker")
    services = await start_services(settings)
    try:
        yield services
    finally:
        await stop_services(services)


def moved(services: Services) -> WorkerMachines:
    assert isinstance(services.machines, WorkerMachines)
    return services.machines


def test_a_worker_moves_once_and_leaves_alone_what_is_done(place: sa.URL, store: Store, tmp_path: Path) -> None:
    async def script() -> None:
        front = Front(store)
        async with worker(place, tmp_path) as services:
            room = await front.rooms.create(CREATED, "ann")
            await front.rooms.move(room, "a1")
            move = moved(services).move
            app = make_worker_app(place, move, move)
            async with app.open_async():
                await app.run_worker_async(wait=False, delete_jobs="always", install_signal_handlers=False)
            assert await jobs(store) == []
            found = await store.load(room.row.id)
            assert found is not None
            assert (found[0].next_seq, len(found[1])) == (3, 3)
            assert not await move(room.row.id), "a person is to move"
            assert not await move("no-such-game")
            assert (tmp_path / "asked").read_text("utf-8") == "1\n"
            assert await store.read(lambda opened: opened.execute(sa.select(machine_turns)).all()) == []
            processes = await store.read(lambda opened: opened.exec_driver_sql("SELECT * FROM process").all())
            assert processes == [], "a worker is no server: where there are no others, clocks stand"

    asyncio.run(script())


def test_a_move_that_was_overtaken_is_given_up(place: sa.URL, store: Store, tmp_path: Path) -> None:
    async def script() -> None:
        front = Front(store)
        (tmp_path / "hold").touch()
        async with worker(place, tmp_path) as services:
            room = await front.rooms.create(CREATED, "ann")
            await front.rooms.move(room, "a1")
            moving = asyncio.create_task(moved(services).move(room.row.id))
            await until((tmp_path / "asked").exists)
            await front.rooms.take_back(room, 0)
            await services.exchange.compare()
            assert not await moving
            (tmp_path / "hold").unlink()
            found = await store.load(room.row.id)
            assert found is not None
            assert [type(event.what).__name__ for event in found[1]] == ["Created", "Moved", "TakenBack"]

    asyncio.run(script())


def test_what_a_worker_was_doing_that_is_no_more_is_done_again(place: sa.URL, store: Store) -> None:
    async def script() -> None:
        front = Front(store)
        room = await front.rooms.create(CREATED, "ann")
        await front.rooms.move(room, "a1")
        app = make_worker_app(place, *[lambda _: asyncio.sleep(0)] * 2)
        async with app.open_async():
            dead = await app.job_manager.register_worker()
            assert await app.job_manager.fetch_job(None, dead) is not None
            await rescue(app, silent_seconds=60)
            assert [job[1] for job in await jobs(store)] == ["doing"]
            await rescue(app, silent_seconds=-1)
            assert [job[1] for job in await jobs(store)] == ["todo"]
            assert await app.job_manager.fetch_job(None, dead) is not None
            await store.write(lambda opened: JobQueue().put_move(opened, room.row.id, LIVE))
            await rescue(app, silent_seconds=-1)
            assert [job[1:] for job in await jobs(store)] == [("todo", LIVE)], "one that waits is enough"

    asyncio.run(script())


def test_tables_of_an_older_procrastinate_are_brought_up_to_date(
    place: sa.URL, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    engine = sa.create_engine(place)
    prepare_jobs(engine)  # once more: nothing happens
    (tmp_path / "00.00.00_01_initial.sql").write_text("SELECT no_such_function()", "utf-8")
    (tmp_path / "99.00.00_01_newer.sql").write_text("CREATE TABLE procrastinate_new (id int); SELECT 1;", "utf-8")
    monkeypatch.setattr(SchemaManager, "get_migrations_path", lambda: str(tmp_path))
    prepare_jobs(engine)
    prepare_jobs(engine)
    assert sa.inspect(engine).has_table("procrastinate_new")
    engine.dispose()


def test_where_games_are_in_a_folder_there_are_no_workers() -> None:
    with pytest.raises(ServerError, match="workers need games in PostgreSQL"):
        check_role("worker", sa.make_url("sqlite:///x.db"))
