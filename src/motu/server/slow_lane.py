"""A lane of its own for what may take a while, so that moves don't wait behind it (floor: server)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from motu.server.events import ServerError

T = TypeVar("T")

MAX_WAITING = 64
"""Pieces of work that may wait; more are refused at once."""


class SlowLane:
    """One thread: many would fight with the games for the interpreter."""

    def __init__(self, name: str = "motu-slow") -> None:
        """Begin with nothing to do, in a thread of that name."""
        self._thread = ThreadPoolExecutor(1, name)
        self._num_waiting = 0

    async def run(self, work: Callable[[], T]) -> T:
        """Return what some work results in, when its turn has come.

        Raises:
            ServerError: "server/busy" when too much waits already.
        """
        if self._num_waiting >= MAX_WAITING:
            raise ServerError("too much is asked for at once; try again soon", slug="server/busy")
        self._num_waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._num_waiting -= 1

    def close(self) -> None:
        """Forget what waits."""
        self._thread.shutdown(wait=False, cancel_futures=True)
