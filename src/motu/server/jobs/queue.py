"""Jobs that wait for workers, in the database of the house (floor: server): Procrastinate's tables and its SQL.

Invariant: a job is there if and only if the transaction is kept in which it was put; for each game at most one waits,
and at most one is being done.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import procrastinate
import sqlalchemy as sa
from procrastinate.exceptions import AlreadyEnqueued
from procrastinate.schema import SchemaManager

from motu.server.postgres import TABLES, lock_until_commit

MOVES = "moves"
"""The queue of the machine's moves."""
MACHINE_MOVE = "motu.machine_move"
"""The task that makes one."""
REVIEWS = "reviews"
"""The queue of reviews."""
REVIEW_GAME = "motu.review"
"""The task that makes one."""
LIVE, CORRESPONDENCE, REVIEW = 20, 10, 0
"""Priorities: who sits and waits comes first."""
LOST_SECONDS = 10
"""A worker that has said nothing for longer is taken for gone; it says something every two seconds."""
_JOBS = "procrastinate_jobs"
_SAYS = "motu: tables as of "


class JobQueue:
    """Puts jobs into the queue, in transactions of others."""

    def __init__(self) -> None:
        """Prepare; it has no connection of its own."""
        self._app = procrastinate.App(connector=procrastinate.SyncPsycopgConnector())

    def put_move(self, connection: sa.Connection, game_id: str, priority: int) -> None:
        """Have a worker make the machine's move in a game, unless one that waits will do that anyway."""
        self._put(connection, MACHINE_MOVE, MOVES, game_id, priority, game_id=game_id)

    def put_review(self, connection: sa.Connection, review_id: str, priority: int) -> None:
        """Have a worker make a review, unless one is about to."""
        self._put(connection, REVIEW_GAME, REVIEWS, review_id, priority, review_id=review_id)

    def _put(
        self, connection: sa.Connection, task: str, queue: str, lock: str, priority: int, **arguments: str
    ) -> None:
        deferrer = self._app.configure_task(
            task,
            queue=queue,
            lock=lock,
            queueing_lock=lock,
            priority=priority,
            connection=connection.connection.driver_connection,
        )
        with contextlib.suppress(AlreadyEnqueued), connection.begin_nested():
            deferrer.defer(**arguments)


def waiting_jobs(connection: sa.Connection) -> dict[tuple[str, str], int]:
    """Return how many jobs there are of each queue in each state."""
    query = "SELECT queue_name, status::text, count(*) FROM procrastinate_jobs GROUP BY 1, 2"
    return {(row[0], row[1]): int(row[2]) for row in connection.exec_driver_sql(query)}


def has_workers(connection: sa.Connection) -> bool:
    """Return whether any worker has said lately that it lives."""
    query = "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - make_interval(secs => %s)"
    return bool(connection.exec_driver_sql(query, (LOST_SECONDS,)).scalar_one())


def prepare_jobs(engine: sa.Engine) -> None:
    """Make Procrastinate's tables, or bring those of an older one up to date; a comment says which they are."""
    steps = sorted(each.name for each in Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    with engine.connect() as connection, connection.begin():
        lock_until_commit(connection, TABLES)
        known = _known(connection)
        if known is None:
            _run(connection, SchemaManager.get_schema())
        for step in steps:
            if known is not None and step > known:
                _run(connection, (Path(SchemaManager.get_migrations_path()) / step).read_text("utf-8"))
        if known != steps[-1]:
            _run(connection, f"COMMENT ON TABLE {_JOBS} IS '{_SAYS}{steps[-1]}'")


def _known(connection: sa.Connection) -> str | None:
    """Return the newest step that the tables have seen; None where there are no tables."""
    if not sa.inspect(connection).has_table(_JOBS):
        return None
    says = connection.exec_driver_sql(f"SELECT obj_description('{_JOBS}'::regclass)").scalar_one_or_none()
    return str(says or "").removeprefix(_SAYS)


def _run(connection: sa.Connection, text: str) -> None:
    """Run SQL as it is, several statements at once."""
    raw: Any = connection.connection.driver_connection
    raw.execute(text)
