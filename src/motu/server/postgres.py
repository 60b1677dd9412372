"""What PostgreSQL needs and a file doesn't: connections that may be cut, locks between processes (floor: server)."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from motu.server.events import ServerError

DRIVER = "postgresql+psycopg"
CONNECT_SECONDS = 5
"""How long a server may take to answer at all."""
_NOTICED: dict[str, Any] = {
    "connect_timeout": CONNECT_SECONDS,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "client_encoding": "utf8",
}
"""Parameters of libpq: after ten seconds a machine at the other end is taken for dead that says nothing any more."""
_NOTICED_THERE = " ".join(
    f"-c {each}"
    for each in (
        "tcp_user_timeout=10s",
        "tcp_keepalives_idle=5",
        "tcp_keepalives_interval=2",
        "tcp_keepalives_count=3",
    )
)
"""The same for the server: else what a machine had locked that is no more stays locked for hours."""
STATEMENT_SECONDS = 20
"""How long one statement of a server may take there, whoever has locked what it needs."""
_OURS = 0x6D6F7475_00000000
TABLES, HOUSE, RATINGS, PAIRING, TAKING, RUNGS = (_OURS + each for each in (1, 2, 4, 9, 12, 23))
"""Locks: on making and changing the tables, on finding out who lives, on counting results, on finding
opponents, on taking along what guests have done, on places on ladders."""
_LOOKS = 5
_TOOK_TOO_LONG = "57014"
_GAVE_WAY = frozenset({"40P01", "40001"})
"""SQLSTATE of deadlocks, and of transactions that could not stand beside each other."""


def postgres_options(told: Mapping[str, Any], *, is_patient: bool = True) -> dict[str, Any]:
    """Return how a database is connected to, as libpq has it.

    Args:
        told: What its URL says of that, which comes first; blank `options` are none, for poolers that take none.
        is_patient: Whether a statement may take as long as it takes.
    """
    limit = "" if is_patient else f" -c statement_timeout={STATEMENT_SECONDS}s"
    options = {**_NOTICED, "options": _NOTICED_THERE + limit, **told}
    if not options["options"].strip():
        del options["options"]
    return options


def connect_options(url: sa.URL) -> dict[str, Any]:
    """Return how the database at a URL is connected to by those who don't go through an engine."""
    return postgres_options(url.get_dialect()().create_connect_args(url)[1])


def postgres_engine(url: sa.URL, *, is_patient: bool = False) -> sa.Engine:
    """Return an engine whose connections are tried before they are used: the server may have been started anew.

    Args:
        url: Where the database is. Whoever chooses `options` there waits for answers as long as it takes.
        is_patient: Whether a statement may take as long as it takes, as one that changes a whole table does.
    """
    engine = sa.create_engine(url, pool_pre_ping=True)

    def connect(_dialect: object, _record: object, _arguments: object, told: dict[str, Any]) -> Any:
        from motu.server.postgres_connection import connect_to  # noqa: PLC0415 - what only the extra `house` brings

        return connect_to(postgres_options(told, is_patient=is_patient), is_patient=is_patient or "options" in told)

    sa.event.listen(engine, "do_connect", connect)
    return engine


def is_postgres(connection: sa.Connection | sa.Engine) -> bool:
    """Return whether PostgreSQL is at the other end."""
    return connection.dialect.name == "postgresql"


def gave_way(error: Exception) -> bool:
    """Return whether a transaction was ended in favour of another one, so that it only has to be done again."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in _GAVE_WAY


def took_too_long(error: Exception) -> bool:
    """Return whether a statement was ended since it took too long: what follows would have to wait as long."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) == _TOOK_TOO_LONG


def lock_until_commit(connection: sa.Connection, key: int) -> None:
    """Wait until no other transaction holds a lock, then hold it; a file has one writer anyway."""
    if is_postgres(connection):
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(key)))


def lock_by_name(connection: sa.Connection, what: str, whose: str = "") -> None:
    """Do the same with a lock of its own for what is somebody's; for whoever counts that before he adds one more.

    What two transactions add at the same moment neither of them counts.
    """
    digest = hashlib.blake2b(f"{what} {whose}".encode(), digest_size=8).digest()
    lock_until_commit(connection, int.from_bytes(digest, "big", signed=True))


def refuse_encoding(engine: sa.Engine) -> None:
    """Refuse a database in whose encoding not every name can be kept.

    Raises:
        ServerError: With how one is made that is right.
    """
    with engine.connect() as connection:
        encoding = connection.execute(sa.text("SHOW server_encoding")).scalar_one()
    if encoding != "UTF8":
        raise ServerError(
            f"its encoding is {encoding}, and not every name can be kept in that: "
            "createdb --template template0 --encoding UTF8 NAME makes a database in which it can, and "
            "motu database copy brings there what one has"
        )


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
    engine = postgres_engine(url, is_patient=True).execution_options(isolation_level="AUTOCOMMIT")
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
