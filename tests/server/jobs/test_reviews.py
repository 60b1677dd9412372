"""Reviews that servers wait for and workers make."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import procrastinate
import pytest
import sqlalchemy as sa
from websockets.sync.client import connect

from cli.running import PATIENCE_S
from motu.games.record import Record
from motu.server.engines import EngineGoneError
from motu.server.events import ServerError
from motu.server.jobs import review_desk
from motu.server.jobs.queue import REVIEW, JobQueue, prepare_jobs
from motu.server.jobs.review_desk import SAID_SECONDS, ReviewDesk
from motu.server.jobs.review_rows import UNWANTED_MS, ask_for, look_at_review
from motu.server.jobs.reviewer import Reviewer
from motu.server.jobs.work import make_worker_app, rescue
from motu.server.reviews import MAX_EACH, Reviews
from motu.server.schema import reviews
from motu.server.store import Store
from motu.server.wall_time import WallTime
from server.databases import PostgresServer
from server.fake_time import FakeTime
from server.houses import until
from server.jobs.test_worker import worker
from server.processes import server

GAME = Record(spec="hex(size=3)", moves=("a1", "b2"))
ECHO = "import sys; sys.stdin.read(); print('{\"steps\": []}')"


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


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motu.server.jobs.review_desk.LOOK_SECONDS", 0.02)
    monkeypatch.setattr("motu.server.jobs.reviewer.LOOK_SECONDS", 0.02)


def desk(store: Store) -> ReviewDesk:
    return ReviewDesk(store, WallTime(), JobQueue())


def reviewer(store: Store, source: str = ECHO, wall: WallTime | None = None) -> Reviewer:
    return Reviewer(store, wall or WallTime(), Reviews((sys.executable, "-c", source)))


@contextlib.asynccontextmanager
async def working(place: sa.URL, reviewer: Reviewer) -> AsyncIterator[procrastinate.App]:
    app = make_worker_app(place, reviewer.make, reviewer.make)
    async with app.open_async():
        yield app


async def do_all(app: procrastinate.App) -> None:
    await app.run_worker_async(wait=False, delete_jobs="always", install_signal_handlers=False)


async def jobs(store: Store) -> list[tuple[Any, ...]]:
    query = "SELECT status::text, priority FROM procrastinate_jobs ORDER BY id"
    return [tuple(row) for row in await store.read(lambda opened: opened.exec_driver_sql(query).all())]


async def rows(store: Store) -> list[Any]:
    return list(await store.read(lambda opened: opened.execute(sa.select(reviews)).all()))


async def asked(store: Store, count: int) -> None:
    """Return when so many reviews are asked for."""
    async with asyncio.timeout(PATIENCE_S):
        while len(await jobs(store)) < count:  # noqa: ASYNC110 - others put them
            await asyncio.sleep(0.01)


def test_a_review_is_made_elsewhere_and_leaves_nothing(place: sa.URL, store: Store) -> None:
    async def script() -> None:
        front = desk(store)
        waiting = asyncio.create_task(front.review(GAME, 10, "ann"))
        await asked(store, 1)
        async with working(place, reviewer(store)) as app:
            await do_all(app)
        assert await waiting == {"steps": []}
        assert (await jobs(store), await rows(store), front.num_waiting) == ([], [], 0)

    asyncio.run(script())


def test_why_there_is_none_is_said(place: sa.URL, store: Store) -> None:
    async def script() -> None:
        waiting = asyncio.create_task(desk(store).review(GAME, 10))
        await asked(store, 1)
        async with working(place, reviewer(store, "import sys; sys.exit(3)")) as app:
            await do_all(app)
        with pytest.raises(EngineGoneError, match="died"):
            await waiting

    asyncio.run(script())


def test_everybodys_first_comes_before_anybodys_second_and_places_are_told(place: sa.URL, store: Store) -> None:
    places = dict[str, list[int]]()

    async def script() -> None:
        fronts = [desk(store), desk(store)]
        for number, (front, asker) in enumerate([(0, "ann"), (0, "ann"), (1, "bob")]):
            told = places.setdefault(f"{asker}{number}", [])
            review = fronts[front].review(GAME, 10, asker, told.append)
            waiting.append(asyncio.create_task(review))
            await asked(store, number + 1)
        assert [priority for _, priority in await jobs(store)] == [REVIEW, REVIEW - 1, REVIEW]
        await until(lambda: all(places.values()) and places["ann1"][-1] == 3)
        assert (places["ann0"], places["bob2"]) == ([1], [2])
        assert [front.num_waiting for front in fronts] == [2, 1]
        async with working(place, reviewer(store)) as app:
            await do_all(app)
        await asyncio.gather(*waiting)

    waiting = list[asyncio.Task[Any]]()
    asyncio.run(script())


def test_nobody_asks_for_more_than_others_can_wait_for(store: Store) -> None:
    async def script() -> None:
        front = desk(store)
        waiting = [asyncio.create_task(front.review(GAME, 10, "ann")) for _ in range(MAX_EACH)]
        await asked(store, MAX_EACH)
        with pytest.raises(ServerError) as caught:
            await front.review(GAME, 10, "ann")
        assert caught.value.slug == "server/busy"
        front.refuse()
        for task in waiting:
            with pytest.raises(ServerError) as caught:
                await task
            assert caught.value.slug == "server/stopping"
        assert await rows(store) == []

    asyncio.run(script())


def test_what_nobody_waits_for_is_not_made(place: sa.URL, store: Store, tmp_path: Path) -> None:
    """Whoever asked goes before it begins, or while it is made; or his server was killed and says nothing more."""
    mark = tmp_path / "begun"

    async def script() -> None:
        source = f"import pathlib, time; pathlib.Path({str(mark)!r}).touch(); time.sleep(600)"
        front, maker = desk(store), reviewer(store, source)
        async with working(place, maker) as app:
            waiting = asyncio.create_task(front.review(GAME, 10))
            await asked(store, 1)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            await do_all(app)
            waiting = asyncio.create_task(front.review(GAME, 10))
            await asked(store, 1)
            making = asyncio.create_task(do_all(app))
            await until(mark.exists)
            waiting.cancel()
            await making
            long_ago = WallTime().now().at_ms - UNWANTED_MS - 1000
            await store.write(ask_for(JobQueue(), "old", "", 10, long_ago, REVIEW))
            await do_all(app)
            assert not await maker.make("old")
            assert await jobs(store) == []
            far = long_ago + 4 * UNWANTED_MS
            await store.write(ask_for(JobQueue(), "new", "", 10, far, REVIEW))
            assert [row.id for row in await rows(store)] == ["new"]

    asyncio.run(script())


def test_what_got_lost_is_asked_for_again(place: sa.URL, store: Store) -> None:
    """A worker ended in the middle, which drops its job; another one was killed, and its job is done again."""

    async def script() -> None:
        waiting = asyncio.create_task(desk(store).review(GAME, 10))
        await asked(store, 1)
        await store.write(lambda opened: opened.exec_driver_sql("DELETE FROM procrastinate_jobs"))
        await asked(store, 1)
        async with working(place, reviewer(store)) as app:
            dead = await app.job_manager.register_worker()
            assert await app.job_manager.fetch_job(None, dead) is not None
            await rescue(app, silent_seconds=-1)
            assert await jobs(store) == [("todo", REVIEW)]
            await do_all(app)
        assert await waiting == {"steps": []}

    asyncio.run(script())


def test_that_somebody_still_waits_is_said_every_ten_seconds(
    place: sa.URL, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    time, looks = FakeTime(), list[str]()

    def look(opened: sa.Connection, review_id: str) -> Any:
        looks.append(review_id)
        return look_at_review(opened, review_id)

    async def looked() -> int:
        """Return, after it has been looked anew, when somebody has said last that he waits."""
        before = len(looks)
        await until(lambda: len(looks) > before + 2)
        return int((await rows(store))[0].seen_ms)

    monkeypatch.setattr(review_desk, "look_at_review", look)

    async def script() -> None:
        asked_ms = time.ms
        waiting = asyncio.create_task(ReviewDesk(store, time.wall(), JobQueue()).review(GAME, 10))
        await asked(store, 1)
        assert await looked() == asked_ms
        time.passes(SAID_SECONDS - 0.5)
        assert await looked() == asked_ms
        time.passes(0.5)
        assert await looked() == time.ms == asked_ms + 1000 * SAID_SECONDS
        async with working(place, reviewer(store, wall=time.wall())) as app:
            await do_all(app)
        await waiting

    asyncio.run(script())


def test_who_waits_outlasts_a_database_that_was_away(
    postgres: PostgresServer, place: sa.URL, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    async def script() -> None:
        waiting = asyncio.create_task(desk(store).review(GAME, 10))
        await asked(store, 1)
        postgres.stop()
        try:
            await until(lambda: "can't be seen just now" in caplog.text)
        finally:
            postgres.start()
        async with working(place, reviewer(store)) as app:
            await do_all(app)
        assert await waiting == {"steps": []}

    asyncio.run(script())


def test_a_browser_gets_its_review_from_a_worker(place: sa.URL, tmp_path: Path) -> None:
    with server(place, "--workers") as running, worker(place, "--engines", "1"):
        guest = running.guest()
        guest.ask("GET", "/api/games")
        address = running.url.replace("http", "ws", 1) + "api/analysis"
        with connect(address, additional_headers={"cookie": guest.cookie}) as opened:
            for number, moves in enumerate((["a1", "b2"], ["a1"])):
                asking = {"type": "review", "id": number, "spec": "hex(size=3)", "moves": moves, "visits": 20}
                opened.send(json.dumps(asking))
                while (answer := json.loads(opened.recv(PATIENCE_S)))["type"] != "reviewed":
                    assert answer["slug"] == "server/waiting", answer
                assert (answer["id"], len(answer["review"]["steps"])) == (number, len(moves))
