"""One call of a solver at a time, whichever thread it comes from (floor: solve)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from motu.errors import SolveError

__all__ = ["OneAtATime"]

STOP_S = 0.1
"""Seconds between two wishes to stop."""


class OneAtATime:
    """Lets calls of one solver wait for each other.

    A call out of another one, from its `on_progress`, would wait for itself: that is an error.
    """

    def __init__(self) -> None:
        """Begin with nobody at work."""
        self._lock = threading.Lock()
        self._thread: int | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until no other call is at work, and keep others waiting.

        Raises:
            SolveError: "solve/busy" out of another call of this thread.
        """
        with self.when_stopped(lambda: None):
            yield

    @contextmanager
    def when_stopped(self, stop: Callable[[], None]) -> Iterator[None]:
        """Do the same, and have whoever is at work stopped: again and again, one that just begins takes no notice.

        Raises:
            SolveError: "solve/busy" out of another call of this thread.
        """
        if self._thread == threading.get_ident():
            raise SolveError(
                "this solver is still at work on the call that makes this report: stop it, and ask again when that "
                "call has returned",
                slug="solve/busy",
            )
        if not self._lock.acquire(blocking=False):
            stop()
            while not self._lock.acquire(timeout=STOP_S):
                stop()
        try:
            self._thread = threading.get_ident()
            yield
        finally:
            self._thread = None
            self._lock.release()
