"""All that a database holds, brought into another one of either kind (floor: server).

Invariant: the other one holds the same rows afterwards, read again and compared before they count, or nothing at all.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from motu.files import real_file
from motu.server.database import NAME, DatabaseFileError, alone_at, database_url, explained, file_url, open_database
from motu.server.database import shown_url as shown
from motu.server.events import ServerError
from motu.server.postgres import DRIVER, postgres_engine
from motu.server.schema import metadata

BATCH = 1000
"""Rows that are in memory at a time."""

OnRows = Callable[[int, int], None]
"""Told how much is done, and of how much: every row is written once and read again once."""


def place_url(text: str) -> sa.URL:
    """Return the URL that a text is, or that of the file in the folder that it names.

    Raises:
        DatabaseFileError: For the URL of anything else.
    """
    return database_url(text) if "://" in text else file_url(Path(text) / NAME)


def copy_database(source: sa.URL, target: sa.URL, on_rows: OnRows = lambda _done, _all: None) -> dict[str, int]:
    """Copy a database; one of an older motu is brought up to date first, as a server would do.

    Returns:
        How many rows each table has.

    Raises:
        DatabaseFileError: When there is no source, when the target holds anything, when a server uses one of them.
    """
    if _is_same(source, target):
        raise DatabaseFileError(f"{shown(source)} is copied to itself; name another database", text=shown(source))
    _refuse_nothing(source)
    with alone_at(source), alone_at(target), contextlib.ExitStack() as opened:
        engines = []
        for url in (source, target):
            engines.append(open_database(url, is_patient=True, is_source=url is source, by_options=False))
            opened.callback(engines[-1].dispose)
        with explained(target, by_options=False), _reading(engines[0]) as old, _writing(engines[1]) as new:
            _refuse_rows(new)
            return _copy_all(old, new, on_rows)


def _is_same(one: sa.URL, other: sa.URL) -> bool:
    """Return whether two URLs are alike, or lead to one file."""
    if one == other or DRIVER in (one.drivername, other.drivername):
        return one == other
    return real_file(Path(one.database or "")) == real_file(Path(other.database or ""))


def _refuse_nothing(url: sa.URL) -> None:
    """Refuse a source that isn't there: opening it would make it."""
    with explained(url, by_options=False):
        if url.drivername != DRIVER and not Path(url.database or "").is_file():
            raise ServerError("there are no games to copy")
        engine = postgres_engine(url, is_patient=True) if url.drivername == DRIVER else sa.create_engine(url)
        try:
            if not sa.inspect(engine).get_table_names():
                raise ServerError("there are no games to copy")
        finally:
            engine.dispose()


def _refuse_rows(connection: sa.Connection) -> None:
    held = [table.name for table in metadata.sorted_tables if _count(connection, table)]
    if held:
        raise ServerError(f"it holds something already (in {', '.join(held)}); a copy goes into an empty database")


@contextlib.contextmanager
def _reading(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Read all tables as they were at one moment."""
    options = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
    with engine.connect().execution_options(**options) as connection, connection.begin():
        yield connection


@contextlib.contextmanager
def _writing(engine: sa.Engine) -> Iterator[sa.Connection]:
    with engine.connect().execution_options(motu_writes=True) as connection, connection.begin():
        yield connection


def _copy_all(old: sa.Connection, new: sa.Connection, on_rows: OnRows) -> dict[str, int]:
    """Copy every table, those first that others refer to, then compare."""
    counts = {table.name: _count(old, table) for table in metadata.sorted_tables}
    total, done = 2 * sum(counts.values()), 0
    for table in metadata.sorted_tables:
        written = _Sum()
        for rows in _batches(old, table):
            new.execute(table.insert(), [dict(row._mapping) for row in rows])  # noqa: SLF001 - SQLAlchemy's public name
            written.add(rows)
            on_rows(done := done + len(rows), total)
        found = _Sum()
        for rows in _batches(new, table):
            found.add(rows)
            on_rows(done := done + len(rows), total)
        if found.value != written.value:
            raise ServerError(f"the rows of {table.name} are not what they were; nothing has been copied")
    return counts


class _Sum:
    """A number of all rows, whatever their order: two databases sort texts differently."""

    def __init__(self) -> None:
        self.value = 0

    def add(self, rows: Sequence[sa.Row[Any]]) -> None:
        for row in rows:
            self.value += int.from_bytes(hashlib.sha256(repr(tuple(row)).encode()).digest(), "big")


def _batches(connection: sa.Connection, table: sa.Table) -> Iterator[Sequence[sa.Row[Any]]]:
    found = connection.execute(sa.select(table), execution_options={"yield_per": BATCH})
    yield from found.partitions()


def _count(connection: sa.Connection, table: sa.Table) -> int:
    return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())
