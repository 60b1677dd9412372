"""Garbage collections in quiet moments (floor: server).

A full collection looks at every object, which takes a second where thousands of sockets are open, and every player
waits meanwhile. So the interpreter only looks through what is new, and the rest is done here, when nobody plays. It has
to be done: a closed connection leaves some 75 objects behind that hold each other.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

THRESHOLDS = 20_000, 100_000, 100_000
"""New objects until they are looked through; the others are left for quiet moments: the usual second look, at those of
the last twenty, takes a second as well where they are 400,000."""
LOOK_SECONDS = 1.0
QUIET_SHARE = 0.05
"""A process that takes less of a processor has nobody waiting for it."""
REST_FACTOR = 100
"""So many times as long as the last one took nothing is collected again."""
MOST_LOOKS = 50
"""After so many looks at new objects, a million of which have stayed, all are looked through though it isn't quiet: the
garbage of some 13,000 connections, if it is that."""


class Collector:
    """Chooses when garbage is collected."""

    def __init__(
        self, cpu_seconds: Callable[[], float] = time.process_time, seconds: Callable[[], float] = time.monotonic
    ) -> None:
        """Go by the time that this process has computed, and by a clock."""
        self._cpu_seconds, self._seconds = cpu_seconds, seconds
        self._last = seconds(), cpu_seconds()
        self._rests_until = seconds()
        self._thresholds = gc.get_threshold()

    def open(self) -> None:
        """Put full collections off; what is there now is looked at in quiet moments only."""
        gc.set_threshold(*THRESHOLDS)
        gc.freeze()
        gc.enable()  # the command line puts it off while everything is loaded

    def close(self) -> None:
        """Leave everything to the interpreter."""
        gc.set_threshold(*self._thresholds)
        gc.unfreeze()

    async def run(self) -> None:
        """Look again and again whether it is quiet."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()

    def look(self) -> bool:
        """Collect if this is the moment; return whether it was."""
        now, cpu = self._seconds(), self._cpu_seconds()
        is_quiet = cpu - self._last[1] < QUIET_SHARE * (now - self._last[0])
        self._last = now, cpu
        num_looks = gc.get_count()[1]
        if num_looks < MOST_LOOKS and not (is_quiet and now >= self._rests_until and num_looks):
            return False
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        end = self._seconds()
        self._rests_until = end + REST_FACTOR * (end - now)
        self._last = end, self._cpu_seconds()
        return True
