"""A lane of its own for what may take a while, so that moves don't wait behind it (floor: server).

Guests take turns in it, one piece of work each, and nobody's work is done that nobody waits for any more: what has not
begun is dropped, and long work asks its `Shift` now and then whether it is still wanted.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from motu.games.line import Line
from motu.server.events import ServerError
from motu.server.turns import Turns, stopping

T = TypeVar("T")

MAX_WAITING = 256
"""Pieces of work that may wait; more are refused at once."""
MAX_EACH = 64
"""How many of these may be one guest's."""
SECONDS = 5.0
"""What one piece of work may take; it ends early, or is refused, when it can't be done in that time."""
MAX_QUICK = 500
"""Moves that are played in a few milliseconds, on any board."""


def is_quick(line: Line) -> bool:
    """Return whether a position is made at once: on one of our own boards, after few moves, not set up by hand."""
    return len(line.moves) <= MAX_QUICK and line.setup is None and line.board is None


class Shift:
    """Says to a piece of work how long it may go on; asked in the lane's own thread."""

    def __init__(self) -> None:
        """Prepare; the time runs from `begin` on."""
        self.is_wanted = True
        self._ends = math.inf

    def begin(self) -> None:
        """Let the time run."""
        self._ends = time.monotonic() + SECONDS

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() > self._ends

    def check_wanted(self) -> None:
        """Do nothing while somebody waits for the work.

        Raises:
            ServerError: "server/gone".
        """
        if not self.is_wanted:
            raise ServerError("nobody waits for this any more", slug="server/gone")

    def check(self) -> None:
        """Do nothing while the work may go on.

        Raises:
            ServerError: "server/gone" when nobody waits for it, "server/too-much" when its time is up.
        """
        self.check_wanted()
        if self.is_over:
            raise ServerError(f"this takes more than {SECONDS:g} s; ask for less at once", slug="server/too-much")


class FairExecutor:
    """One thread: many would fight with the games for the interpreter."""

    def __init__(self, name: str = "motu-slow") -> None:
        """Begin with nothing to do, in a thread of that name."""
        self._thread = ThreadPoolExecutor(1, name)
        self._turns = Turns(1, MAX_WAITING, MAX_EACH)
        self._awaited: set[asyncio.Future[Any]] = set()

    @property
    def num_waiting(self) -> int:
        """How many pieces of work wait for their turn."""
        return self._turns.num_waiting

    async def run(self, work: Callable[[Shift], T], asker: str) -> T:
        """Return what some work results in, when its turn has come.

        Args:
            work: What is to be done; it asks the shift now and then, where it may take long.
            asker: Who asks for it: guests take turns.

        Raises:
            ServerError: "server/busy" when too much waits already, "server/stopping".
        """
        await self._turns.take(asker)
        shift = Shift()

        def do() -> T:
            shift.begin()
            return work(shift)

        job = self._thread.submit(do)
        self._give_back_after(job, asker)
        awaited = asyncio.wrap_future(job)
        self._awaited.add(awaited)
        try:
            return await awaited
        except asyncio.CancelledError:
            shift.is_wanted = False
            if not _is_cancelled():
                raise stopping() from None  # the lane was closed
            raise
        finally:
            self._awaited.discard(awaited)

    def _give_back_after(self, job: Future[T], asker: str) -> None:
        """Keep the place until the thread is free again, also when whoever asked has gone."""
        loop = asyncio.get_running_loop()

        def done(_: Future[T]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(self._turns.give_back, asker)

        job.add_done_callback(done)

    def close(self) -> None:
        """Forget what waits, and what is being done."""
        self._turns.close()
        for each in tuple(self._awaited):
            each.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)


def _is_cancelled() -> bool:
    """Return whether whoever waits was told to stop, and not only what he waited for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
