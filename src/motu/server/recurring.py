"""Work that is done again and again in the background (floor: server)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from motu.errors import MotuError
from motu.server.ending import end

_log = logging.getLogger("motu.server")


class RecurringTask:
    """Does a piece of work every so many seconds; what has failed is told, and tried again the next time.

    What fails for the same reason again and again is told once, and its end: else the log would fill the disk, too.
    """

    def __init__(
        self,
        work: Callable[[], Awaitable[object]],
        seconds: float,
        about: str,
        *,
        is_begun_at_once: bool = True,
        patience: float = 0.0,
    ) -> None:
        """Begin, inside a running loop.

        Args:
            work: What is done; it is awaited before the next time begins.
            seconds: Between the end of one time and the beginning of the next.
            about: What is looked after, in the plural: for the log.
            is_begun_at_once: False where the first time comes after so many seconds, too.
            patience: Seconds more after a time that has failed.
        """
        self._work, self._seconds, self._about = work, seconds, about
        self._waits, self._patience = not is_begun_at_once, patience
        self._stirred = asyncio.Event()
        self._hindrance = ""
        self._task = asyncio.create_task(self._run())

    def stir(self) -> None:
        """Begin the next time at once."""
        self._stirred.set()

    async def stop(self) -> None:
        """Break the work off, and begin no more."""
        await end([self._task])

    async def _run(self) -> None:
        if self._waits:
            await self._wait()
        while True:
            self._stirred.clear()
            if not await self._is_done():
                await asyncio.sleep(self._patience)
            await self._wait()

    async def _is_done(self) -> bool:
        """Do the work once; return whether it was done."""
        try:
            await self._work()
        except MotuError as error:
            if str(error) != self._hindrance:
                _log.warning("%s can't be looked after just now: %s", self._about, error)
            self._hindrance = str(error)
        except Exception:  # noqa: BLE001 - all that is looked after hangs on this loop
            _log.exception("a fault while looking after %s", self._about)
        else:
            if self._hindrance:
                _log.warning("%s are looked after again", self._about)
            self._hindrance = ""
            return True
        return False

    async def _wait(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._seconds):
                await self._stirred.wait()
