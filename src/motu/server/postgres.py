"""What PostgreSQL needs and a file doesn't: connections that may be cut, locks between processes (floor: server)."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

DRIVER = "postgresql+psycopg"
CONNECT_SECONDS = 5
"""How long a server may take to answer at all."""
_OURS = 0x6D6F7475_00000000
TABLES, HOUSE, RATINGS, PAIRING, TAKING, RUNGS = (_OURS + each for each in (1, 2, 4, 9, 12, 23))
"""Locks: on making and changing the tables, on finding out who lives, on counting results, on finding
opponents, on taking along what guests have done, on places on ladders."""
_LOOKS = 5
_GAVE_WAY = frozenset({"40P01", "40001"})
"""SQLSTATE of deadlocks, and of transactions that could not stand beside each other."""


def postgres_engine(url: sa.URL) -> sa.Engine:
    """Return an engine whose connections are tried before they are used: the server may have been started anew."""
    return sa.create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": CONNECT_SECONDS})


def is_postgres(connection: sa.Connection | sa.Engine) -> bool:
    """Return whether PostgreSQL is at the other end."""
    return connection.dialect.name == "postgresql"


def gave_way(error: Exception) -> bool:
    """Return whether a transaction was ended in favour of another one, so that it only has to be done again."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in _GAVE_WAY


def lock_until_commit(connection: sa.Connection, key: int) -> None:
    """Wait until no other transaction holds a lock, then hold it; a file has one writer anyway."""
    if is_postgres(connection):
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(key)))


def ahead_ms(engine: sa.Engine) -> float:
    """Return by how much this machine's time is ahead of the database's: nearer to 0 than it is by what is doubtful."""
    off, doubt = 0.0, float("inf")
    with engine.connect() as connection:
        for _ in range(_LOOKS):
            before = time.time()
            there = float(connection.execute(sa.select(sa.extract("epoch", sa.func.clock_timestamp()))).scalar_one())
            after = time.time()
            if after - before < doubt:
                off, doubt = (before + after) / 2 - there, after - before
    size = max(0.0, abs(off) - doubt / 2)
    return 1000 * (size if off > 0 else -size)


@contextlib.contextmanager
def held_lock(url: sa.URL, key: int) -> Iterator[bool]:
    """Hold a lock, if nobody else does, as long as the block lasts; where the server is started anew, it is lost."""
    engine = postgres_engine(url).execution_options(isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            yield bool(connection.execute(sa.select(sa.func.pg_try_advisory_lock(key))).scalar_one())
    finally:
        engine.dispose()


def insert_into(connection: sa.Connection, table: sa.Table) -> Any:
    """Return an insertion that can say what happens where the key is taken: `on_conflict_do_nothing` and so on."""
    return insertion(table, in_postgres=is_postgres(connection))


def insertion(table: sa.Table, *, in_postgres: bool) -> Any:
    """Return the same for PostgreSQL, or for SQLite."""
    return postgresql.insert(table) if in_postgres else sqlite.insert(table)
