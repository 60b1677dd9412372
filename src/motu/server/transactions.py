"""Transactions that do the work of many, once more where that can help (floor: server)."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError

from motu.errors import one_line
from motu.server.events import ServerError
from motu.server.postgres import gave_way, is_postgres, took_too_long

Work = Callable[[sa.Connection], Any]
Connect = Callable[[], AbstractContextManager[sa.Connection]]
DoAll = Callable[[sa.Connection, list[Any]], Any]
"""Does with several things at once what would be done with each."""

MOST_TRIES = 5
"""So often a transaction is done again that PostgreSQL has ended in favour of another one."""
PAUSE_SECONDS = 0.005, 0.05
"""How long is waited before that."""
_LAST = "motu: at last"
"""Where a transaction keeps what `put_last` was given."""
RESTED_SECONDS = 1.0
"""After so long a connection over a network is tried before it is used again."""


class KeptConnection:
    """A connection over a network, kept while there is much to do: to take it and to try it costs ways there and back.

    After a rest, and after a fault, it is a new one, or one that was tried: the server may have been started anew.
    """

    def __init__(self, connect: Callable[[], sa.Connection]) -> None:
        """Begin with none; `connect` returns one that works."""
        self._connect, self._kept, self._used = connect, contextlib.ExitStack(), 0.0
        self._connection: sa.Connection | None = None

    @contextlib.contextmanager
    def connect(self) -> Iterator[sa.Connection]:
        """Lend it."""
        if time.monotonic() - self._used >= RESTED_SECONDS:
            self.close()
        if self._connection is None:
            self._connection = self._kept.enter_context(self._connect())
        try:
            yield self._connection
        except BaseException:
            self.close()
            raise
        self._used = time.monotonic()

    def close(self) -> None:
        """Give it back."""
        self._connection = None
        self._kept.close()


def commit(connect: Connect, group: list[tuple[Work, Future[Any]]]) -> None:
    """Do a group's work, and tell everybody when it is on the disk."""
    works = [work for work, _ in group]
    answers = _try_together(connect, works)
    if len(works) > 1 and isinstance(answers[0], _Refusal) and not answers[0].is_nobody_there:
        # One of them can't be done. Alone, each is done or not, and nothing of the others is lost.
        answers = [_try_together(connect, [work])[0] for work in works]
    for (_, future), answer in zip(group, answers, strict=True):
        if not future.set_running_or_notify_cancel():
            continue
        if isinstance(answer, _Refusal):
            future.set_exception(answer.reason)
        else:
            future.set_result(answer)


@dataclass(frozen=True, slots=True)
class _Refusal:
    """Why nothing of a transaction is on the disk."""

    reason: Exception
    is_nobody_there: bool = False
    """Whether the database can't be reached: whatever else is asked of it now comes to the same."""


def _try_together(connect: Connect, works: Sequence[Work]) -> list[Any]:
    """Do some work in one transaction; return an answer or refusal for each.

    Two processes whose groups touch the same rows in another order wait for each other, and PostgreSQL ends one of the
    two; nothing is wrong with its work, which is done again. So it is where the connection was cut before the commit.
    """
    for tries_left in reversed(range(MOST_TRIES)):
        is_begun = is_done = False
        try:
            with connect() as connection, connection.begin():
                is_begun = True
                answers = _do_all(connection, works)
                is_done = True
        except Exception as error:  # noqa: BLE001 - it goes to whoever asked
            is_cut = isinstance(error, OperationalError) and (error.connection_invalidated or error.statement is None)
            if not tries_left or not (gave_way(error) or (is_cut and is_begun and not is_done)):
                return [_Refusal(understandable(error), is_cut or took_too_long(error))] * len(works)
            time.sleep(random.uniform(*PAUSE_SECONDS))
        else:
            return answers
    raise AssertionError("the last try returns")


def _do_all(connection: sa.Connection, works: Sequence[Work]) -> list[Any]:
    """Do some work, and then once what was put off until the end."""
    last: dict[DoAll, list[Any]] = {}
    connection.info[_LAST] = last
    answers = [work(connection) for work in works]
    for do, things in last.items():
        do(connection, things)
    return answers


def refuse_standby(connection: sa.Connection) -> None:
    """Refuse a database that only follows another one; a file has no such thing."""
    if is_postgres(connection) and connection.execute(sa.text("SELECT pg_is_in_recovery()")).scalar_one():
        raise ServerError("the database is a standby server, and takes nothing", slug="server/disk")


def understandable(error: Exception) -> Exception:
    """Put what befalls a disk into words; what the tables refuse is for whoever asked."""
    if isinstance(error, DataError | OverflowError):  # sqlite3 says the latter of a number that is too large
        reason = one_line(error.orig if isinstance(error, DataError) else error)
        return ServerError(f"what was sent is nothing that can be kept or found: {reason}")
    if isinstance(error, DBAPIError) and not isinstance(error, IntegrityError):
        return ServerError(f"the games can't be kept or read just now: {one_line(error.orig)}", slug="server/disk")
    return error


def put_last(connection: sa.Connection, do: DoAll, thing: Any) -> None:
    """Have something done at the end of a transaction of this module, once with all that was put for it."""
    connection.info[_LAST].setdefault(do, []).append(thing)
