"""Where the games are: opened, made, brought up to date, or refused with a sentence that says why (floor: server).

A file of SQLite, or a database of PostgreSQL, named by a URL.
"""

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
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from motu.errors import one_line
from motu.files import real_file
from motu.server.events import ServerError
from motu.server.file_rights import what_cannot_be_written
from motu.server.migrations import bring_up_to_date
from motu.server.postgres import DRIVER, HOUSE, ahead_ms, held_lock, is_postgres, postgres_engine, refuse_encoding
from motu.server.schema import processes
from motu.server.wall_time import now_ms

BUSY_MS = 5000
"""How long a reader, or another program, may keep us waiting."""
WRITES = {"motu_writes": True}
"""The execution option of connections that write: they take the lock at once instead of failing half-way."""
NAME = "motu.db"
SILENCE_MS = 10_000
"""A process that has noted nothing for longer lives no more."""
_LOOK_S = 0.25
"""How often it is looked whether a silent process lives after all."""
MOST_OFF_MS = 250
"""So far the times of two machines may lie apart."""
LOCK = "motu.lock"
"""Held by the server that keeps games in the folder; beside another file it is called like that one."""
OURS = frozenset({LOCK, "nets", "solved"})
"""What else motu keeps in the folder of its data."""
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600


class DatabaseFileError(ServerError):
    """A file, a folder or a database in which no games can be kept."""

    default_slug = "server/database"


def file_url(path: Path) -> sa.URL:
    """Return the URL of a file."""
    return sa.URL.create("sqlite", database=str(path))


def database_url(text: str) -> sa.URL:
    """Return the URL that a text names.

    Raises:
        DatabaseFileError: With what would be right.
    """
    right = f"right are sqlite:///FILE and {DRIVER}://USER@HOST/NAME"
    try:
        url = sa.make_url(text)
    except (ArgumentError, ValueError):
        raise DatabaseFileError(f"'{one_line(text)}' is no URL of a database; {right}", text=text) from None
    if url.drivername in ("postgresql", "postgres"):
        return url.set(drivername=DRIVER)
    shown = shown_url(url)
    if url.drivername not in ("sqlite", DRIVER):
        raise DatabaseFileError(f"no games are kept in '{url.drivername}', of {shown}; {right}", text=shown)
    if url.drivername == "sqlite" and (url.database in (None, "", ":memory:") or url.query or url.host):
        raise DatabaseFileError(
            f"{shown} names no file; right is sqlite:///FILE, or sqlite:////FOLDER/FILE", text=shown
        )
    return url


def shown_url(url: sa.URL) -> str:
    """Return a database's name as it may be shown: a file's path, or a URL without its password."""
    return url.render_as_string() if url.drivername != "sqlite" or not url.database else str(url.database)


def open_database(
    where: Path | sa.URL, *, is_patient: bool = False, is_source: bool = False, by_options: bool = True
) -> sa.Engine:
    """Open a database; make it, or bring it up to date, where needed.

    Args:
        where: A file, or a URL as `database_url` returns it.
        is_patient: Whether a statement may take as long as it takes; for servers a database that doesn't answer is one
            that is not there.
        is_source: Whether it is only read, so that any encoding is right.
        by_options: As of `explained`.

    Raises:
        DatabaseFileError: For one that can't be used; what is in it is left as it is.
    """
    url = file_url(where) if isinstance(where, Path) else where
    with explained(url, by_options=by_options):
        engine = _engine(url)
        try:
            if url.drivername == DRIVER and not is_source:
                refuse_encoding(engine)
            bring_up_to_date(engine)
        except BaseException:
            engine.dispose()
            raise
        if is_patient or url.drivername != DRIVER:
            return engine
        engine.dispose()
    return postgres_engine(url)


def _engine(url: sa.URL) -> sa.Engine:
    """Return an engine with which tables are made and changed, however long that takes."""
    if url.drivername != DRIVER:
        return _file_engine(Path(url.database or ""))
    return postgres_engine(url, is_patient=True)


def _file_engine(path: Path) -> sa.Engine:
    make_private(path)
    engine = sa.create_engine(file_url(path))
    sa.event.listen(engine, "connect", _prepare)
    sa.event.listen(engine, "begin", _begin)
    return engine


def make_private(path: Path) -> None:
    """Make a database's folder, and its file, for this user alone, and take what others may from older ones.

    Whoever could read them would know the key that signs cookies, and all future rolls. A folder that holds other
    things than ours keeps its permissions. Where a link leads to no folder, none is made: a disk may be away.

    Raises:
        OSError: As the system says it.
    """
    path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    path = real_file(path)
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


def served_at(url: sa.URL) -> contextlib.AbstractContextManager[None]:
    """Let a server be the only one of a file as long as the block lasts; a database may have many.

    Raises:
        DatabaseFileError: When another server has the file.
    """
    if url.drivername == DRIVER:
        return contextlib.nullcontext()
    return _alone_with(Path(url.database or ""), "already", by_options=True)


@contextlib.contextmanager
def alone_at(url: sa.URL) -> Iterator[None]:
    """Keep all servers away from a database as long as the block lasts, for whoever has named it without an option.

    Raises:
        DatabaseFileError: When a server is there.
    """
    if url.drivername != DRIVER:
        with _alone_with(Path(url.database or ""), "now; stop it first", by_options=False):
            yield
        return
    with contextlib.ExitStack() as held:
        with explained(url, by_options=False):
            # Whoever comes up meanwhile waits for this lock, and whoever has come up is in the table.
            if not held.enter_context(held_lock(url, HOUSE)) or _is_served(url):
                told = "another motu serves the games of this database, or has within ten seconds; stop it first"
                raise ServerError(told)
        yield


def _is_served(url: sa.URL) -> bool:
    """Return whether a server lives: it has noted so lately, or does within the time that its silence may last.

    One that was not closed may be slow, or could note nothing since the database itself was away; one that was killed
    says nothing more.
    """
    engine = postgres_engine(url)
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            if not sa.inspect(connection).has_table(processes.name):
                return False
            before, deadline = _unclosed(connection), time.monotonic() + SILENCE_MS / 1000
            is_alive = any(seen_ms >= now_ms() - SILENCE_MS for seen_ms in before.values())
            while before and not is_alive and time.monotonic() < deadline:
                time.sleep(_LOOK_S)
                is_alive = bool(_unclosed(connection).items() - before.items())
            return is_alive
    finally:
        engine.dispose()


def _unclosed(connection: sa.Connection) -> dict[str, int]:
    """Return when each process that was not closed has last noted that it lives."""
    query = sa.select(processes.c.id, processes.c.seen_ms).where(processes.c.is_closed == sa.false())
    return {row.id: row.seen_ms for row in connection.execute(query)}


def check_time(engine: sa.Engine) -> None:
    """Check that this machine and that of the database agree on the time: clocks of games hang on it.

    Raises:
        DatabaseFileError: When they don't.
    """
    off_ms = 0.0 if not is_postgres(engine) else ahead_ms(engine)
    if abs(off_ms) > MOST_OFF_MS:
        way = "behind" if off_ms < 0 else "ahead of"
        raise DatabaseFileError(
            f"the time of this machine is {abs(off_ms) / 1000:.1f} s {way} that of the database's machine, "
            f"and at most {MOST_OFF_MS / 1000} s are right: let NTP set both",
        )


def alone_in(folder: Path) -> contextlib.AbstractContextManager[None]:
    """Keep other servers out of a folder as long as the block lasts.

    Two of them would lose nothing, but the one that is behind never hears of what the other has written.

    Raises:
        DatabaseFileError: When another server is there.
    """
    return _alone_with(folder / NAME, "already", by_options=True)


@contextlib.contextmanager
def _alone_with(path: Path, and_so: str, *, by_options: bool) -> Iterator[None]:
    """Keep others from a file, by a lock beside it: as what SQLite writes, beside what a link leads to."""
    with explained(file_url(path), by_options=by_options):
        file = real_file(path)
        beside = file.with_name(f"{file.stem}.lock")
        if file == beside:  # taking the lock would empty it
            raise ServerError("its name ends in .lock, as those of the locks beside other files: call it otherwise")
        make_private(path)
        lock = FileLock(beside, timeout=0, mode=PRIVATE_FILE)
        try:
            lock.acquire()
        except Timeout:
            where = f"the folder {file.parent}" if file.name == NAME else str(file)
            raise ServerError(f"another motu serves the games of {where} {and_so}") from None
    try:
        yield
    finally:
        lock.release()


@contextlib.contextmanager
def explained(url: sa.URL, *, by_options: bool = True) -> Iterator[None]:
    """Say what is wrong with a database in a way that helps whoever chose it, and nobody's password.

    Args:
        url: Where it is.
        by_options: Whether it was chosen by options, which are named then.
    """
    path = shown_url(url)
    place, how = ("database", "--database") if url.drivername == DRIVER else ("place", "--data or --database")
    advice = f"; another {place} is chosen with {how}" if by_options else ""
    try:
        yield
    except ServerError as error:
        raise DatabaseFileError(f"{path}: {error.message}{advice}", text=str(path)) from error
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        message = f"{path}: PostgreSQL needs what pip install 'motu[house]' brings"
        raise DatabaseFileError(message, text=str(path)) from error
    except DBAPIError as error:
        reason = _rights(url) or one_line(error.orig)
        raise DatabaseFileError(f"can't keep games in {path}: {reason}{advice}", text=str(path)) from error
    except UnicodeDecodeError as error:  # SQLite quotes what it cannot read: a broken file's own bytes
        message = f"can't keep games in {path}: it is damaged{advice}"
        raise DatabaseFileError(message, text=str(path)) from error
    except (sqlite3.Error, OSError) as error:
        denied = isinstance(error, sqlite3.Error | PermissionError)
        reason = (denied and _rights(url)) or one_line(getattr(error, "strerror", None) or error).lower()
        raise DatabaseFileError(f"can't keep games in {path}: {reason}{advice}", text=str(path)) from error


@contextlib.contextmanager
def taking_writes(url: sa.URL) -> Iterator[None]:
    """Say of a database that takes nothing, as on a full disk, where it is, and what helps where rights are missing.

    Raises:
        DatabaseFileError: In place of "server/disk".
    """
    try:
        yield
    except ServerError as error:
        if error.slug != "server/disk":
            raise
        check_rights(url)
        raise DatabaseFileError(f"{shown_url(url)}: {error.message}", text=shown_url(url)) from error


def _rights(url: sa.URL) -> str:
    """Return what this user may not write of a file that is a database; '' where nothing is in his way."""
    return "" if url.drivername == DRIVER or not url.database else what_cannot_be_written(Path(url.database))


def check_rights(url: sa.URL) -> None:
    """Check that this user may write what he may read: a server that can't is none.

    Raises:
        DatabaseFileError: With what to do.
    """
    if told := _rights(url):
        raise DatabaseFileError(f"can't keep games in {shown_url(url)}: {told}", text=shown_url(url))


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
