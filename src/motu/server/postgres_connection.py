"""Connections to PostgreSQL that wait for an answer no longer than somebody else could wait for theirs (floor: server).

A server that is stopped says so. A machine that has lost its power, a cable that was pulled, a firewall that forgets
say nothing, and TCP alone waits for a quarter of an hour, or for ever.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from typing import Any, TypeVar

import psycopg

T = TypeVar("T")

ANSWER_SECONDS = 30.0
"""How long a server may take for one statement; where it lives it ends the statement earlier by itself."""


class ImpatientConnection(psycopg.Connection[Any]):
    """A connection that is closed when no answer comes."""

    def wait(self, gen: Generator[Any, Any, T], *args: Any, **kwargs: Any) -> T:
        """Wait for what the server says.

        Raises:
            psycopg.OperationalError: When it says nothing for too long.
        """
        return super().wait(self._in_time(gen), *args, **kwargs)

    def _in_time(self, gen: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
        """Pass on what a generator waits for, of which it is told several times a second that nothing has come."""
        deadline = time.monotonic() + ANSWER_SECONDS
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and time.monotonic() > deadline:
                    self.pgconn.finish()
                    raise psycopg.OperationalError(f"the database has not answered for {ANSWER_SECONDS:g} s")
                wanted = gen.send(ready)
        except StopIteration as end:
            result: T = end.value
            return result


def connect_to(options: Mapping[str, Any], *, is_patient: bool) -> psycopg.Connection[Any]:
    """Return a connection; a patient one waits as long as it takes."""
    return (psycopg.Connection if is_patient else ImpatientConnection).connect(**options)
