"""The file of the games: opened, made, brought up to date, or refused with a sentence that says why (floor: server)."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from filelock import FileLock, Timeout
from sqlalchemy.exc import DatabaseError

from motu.errors import one_line
from motu.server.events import ServerError
from motu.server.migrations import bring_up_to_date

BUSY_MS = 5000
"""How long a reader, or another program, may keep us waiting."""
WRITES = {"motu_writes": True}
"""The execution option of connections that write: they take the lock at once instead of failing half-way."""
NAME = "motu.db"
LOCK = "motu.lock"
"""Held by the server that keeps games in the folder."""
OURS = frozenset({LOCK, "nets", "solved"})
"""What else motu keeps in the folder of its data."""
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600


class DatabaseFileError(ServerError):
    """A file, or a folder, in which no games can be kept."""

    default_slug = "server/database"


def open_database(path: Path) -> sa.Engine:
    """Open the database in a file; make it, or bring it up to date, where needed.

    Raises:
        DatabaseFileError: For a folder or file that can't be used; what is in it is left as it is.
    """
    with _explained(path):
        make_private(path)
        engine = sa.create_engine(sa.URL.create("sqlite", database=str(path)))
        sa.event.listen(engine, "connect", _prepare)
        sa.event.listen(engine, "begin", _begin)
        try:
            bring_up_to_date(engine)
        except BaseException:
            engine.dispose()
            raise
    return engine


def make_private(path: Path) -> None:
    """Make a database's folder, and its file, for this user alone, and take what others may from older ones.

    Whoever could read them would know the key that signs cookies, and all future rolls. A folder that holds other
    things than ours keeps its permissions.

    Raises:
        OSError: As the system says it.
    """
    path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    if not path.exists():  # SQLite would make it readable to all; the files beside it become like it
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, PRIVATE_FILE))
    files = tuple(path.parent.glob(f"{NAME}*"))
    for file in (*files, path):
        _restrict(file, PRIVATE_FILE)
    if all(each.name in OURS or each in files for each in path.parent.iterdir()):
        _restrict(path.parent, PRIVATE_FOLDER)


def _restrict(path: Path, mode: int) -> None:
    """Take away what others may; what isn't ours to change stays as it is."""
    with contextlib.suppress(PermissionError, FileNotFoundError):
        now = stat.S_IMODE(path.stat().st_mode)
        if now & ~mode and path.is_dir() == (mode == PRIVATE_FOLDER):
            path.chmod(now & mode)


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep other servers out of a folder as long as the block lasts.

    Two of them would lose nothing, but the one that is behind never hears of what the other has written.

    Raises:
        DatabaseFileError: When another server is there.
    """
    with _explained(folder / NAME):
        make_private(folder / NAME)
        lock = FileLock(folder / LOCK, timeout=0, mode=PRIVATE_FILE)
        try:
            lock.acquire()
        except Timeout:
            raise ServerError(f"another motu serves the games of the folder {folder} already") from None
    try:
        yield
    finally:
        lock.release()


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Say what is wrong with a file in a way that helps whoever chose it."""
    advice = "another folder is chosen with --data"
    try:
        yield
    except ServerError as error:
        raise DatabaseFileError(f"{path}: {error.message}; {advice}", text=str(path)) from error
    except DatabaseError as error:
        reason = one_line(error.orig)
        raise DatabaseFileError(f"can't keep games in {path}: {reason}; {advice}", text=str(path)) from error
    except UnicodeDecodeError as error:  # SQLite quotes what it cannot read: a broken file's own bytes
        message = f"can't keep games in {path}: it is damaged; {advice}"
        raise DatabaseFileError(message, text=str(path)) from error
    except (sqlite3.Error, OSError) as error:
        reason = one_line(getattr(error, "strerror", None) or error).lower()
        raise DatabaseFileError(f"can't keep games in {path}: {reason}; {advice}", text=str(path)) from error


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions are begun below, not by the driver
    with contextlib.closing(connection.cursor()) as cursor:
        cursor.execute(f"PRAGMA busy_timeout={BUSY_MS}")
        _log_ahead(cursor)
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")


def _log_ahead(cursor: sqlite3.Cursor) -> None:
    """Have writes logged ahead, so that readers need not wait for them.

    While another connection to a new file does the same, SQLite says that it is locked without waiting.
    """
    deadline = time.monotonic() + BUSY_MS / 1000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _begin(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("motu_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN DEFERRED")
