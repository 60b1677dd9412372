"""The life of `motu worker`: take jobs until a signal ends it (floor: server).

A worker that is killed is noticed by the others, and by itself when it comes back: it has said every two seconds that
it lives, and what it was doing when it no longer did is done again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import procrastinate
import psycopg
import sqlalchemy as sa
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Status

from motu.errors import one_line
from motu.server.database import taking_writes
from motu.server.jobs.queue import MACHINE_MOVE, MOVES, REVIEW_GAME, REVIEWS
from motu.server.jobs.reviewer import Reviewer
from motu.server.jobs.worker import WorkerMachines
from motu.server.observability.watch import Watch
from motu.server.postgres import connect_options
from motu.server.reviews import Reviews
from motu.server.run import look_at
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from motu.server.starting import start_services
from motu.server.stopping import stop_services

BEAT_SECONDS = 2.0
"""How often a worker says that it lives."""
SILENT_SECONDS = 6.0
"""What is done by one that has said nothing for longer is done again."""
LOOK_SECONDS = 1.0
"""How often a worker looks for jobs of which it has heard nothing, and for such as those."""
GRACE_SECONDS = 5.0
"""How long a worker that is to end may go on with what it is doing; others do it then."""
RECONNECT_SECONDS = 1.0
MOST_CONNECTIONS = 6
"""Two queues are listened to, each over a connection of its own."""

Do = Callable[[str], Awaitable[Any]]
"""Does the job about something, a game or a review, that has an id."""
_log = logging.getLogger("motu.server")


def work(settings: ServerSettings, on_ready: Callable[[], None]) -> None:
    """Take jobs until SIGINT or SIGTERM.

    Raises:
        ServerError: "server/database", "server/jobs" when there are none to be taken.
    """
    import uvloop  # noqa: PLC0415 - not everywhere

    look_at(settings.url, "worker")
    watch = Watch(settings.watch, settings.version)
    with watch.open(), taking_writes(settings.url):
        uvloop.run(_work(settings, watch, on_ready))


async def _work(settings: ServerSettings, watch: Watch, on_ready: Callable[[], None]) -> None:
    services = await start_services(settings)
    ended, unheard = asyncio.Event(), list[OSError]()

    def say() -> None:
        try:
            on_ready()
        except OSError as error:  # stdout is full, or closed
            unheard.append(error)
            ended.set()

    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, ended.set)
    try:
        watch.begin(services)
        working = asyncio.create_task(_take_jobs(settings.url, services, settings.reviews, say))
        waiting = asyncio.create_task(ended.wait())
        await asyncio.wait((working, waiting), return_when=asyncio.FIRST_COMPLETED)
        for task in (working, waiting):
            task.cancel()
        await asyncio.gather(working, waiting, return_exceptions=True)
    finally:
        await stop_services(services)
    if unheard:
        raise unheard[0]


async def _take_jobs(url: sa.URL, services: Services, num_reviews: int, on_ready: Callable[[], None]) -> None:
    """Take jobs for ever, also after the database was away."""
    machines = services.machines
    if not isinstance(machines, WorkerMachines):
        raise TypeError("a worker has a worker's machines")
    reviewer = Reviewer(services.store, services.rooms.wall, Reviews())
    is_first = True
    while True:
        try:
            app = make_worker_app(url, machines.move, reviewer.make)
            async with app.open_async():
                if is_first:
                    on_ready()
                    is_first = False
                await _run(app, {MOVES: services.engines.count, REVIEWS: num_reviews})
        except (ConnectorException, psycopg.Error, OSError) as error:
            _log.warning("no jobs can be taken just now: %s", one_line(error))
        except Exception:  # noqa: BLE001 - all jobs hang on this loop
            _log.exception("a fault while taking jobs")
        await asyncio.sleep(RECONNECT_SECONDS)


def make_worker_app(url: sa.URL, move: Do, review: Do) -> procrastinate.App:
    """Return what takes jobs from a database, and has these functions do them."""
    connector = procrastinate.PsycopgConnector(kwargs=connect_options(url), min_size=1, max_size=MOST_CONNECTIONS)
    app = procrastinate.App(connector=connector)

    @app.task(name=MACHINE_MOVE, queue=MOVES)
    async def machine_move(game_id: str) -> None:
        await move(game_id)

    @app.task(name=REVIEW_GAME, queue=REVIEWS)
    async def make_review(review_id: str) -> None:
        await review(review_id)

    return app


async def _run(app: procrastinate.App, counts: Mapping[str, int]) -> None:
    """Take so many jobs of each queue at a time, until something goes wrong: nobody's move waits for a review."""
    workers = [_work_on(app, queue, count) for queue, count in counts.items() if count]
    tasks = [asyncio.create_task(each) for each in (*workers, _rescue_for_ever(app))]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _work_on(app: procrastinate.App, queue: str, count: int) -> None:
    await app.run_worker_async(
        queues=[queue],
        concurrency=count,
        fetch_job_polling_interval=LOOK_SECONDS,
        update_heartbeat_interval=BEAT_SECONDS,
        stalled_worker_timeout=SILENT_SECONDS,
        shutdown_graceful_timeout=GRACE_SECONDS,
        delete_jobs="always",
        install_signal_handlers=False,
    )


async def _rescue_for_ever(app: procrastinate.App) -> None:
    while True:
        await rescue(app)
        await asyncio.sleep(LOOK_SECONDS)


async def rescue(app: procrastinate.App, silent_seconds: float = SILENT_SECONDS) -> None:
    """Have done again what workers were doing that are no more; where the same waits anyway, it is dropped."""
    for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=silent_seconds):
        if job.id is None:
            continue
        try:
            await app.job_manager.retry_job(job)
        except ConnectorException:
            with contextlib.suppress(ConnectorException):  # another worker was quicker
                await app.job_manager.finish_job_by_id_async(job.id, Status.FAILED, delete_job=True)
