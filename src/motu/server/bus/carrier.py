"""What buses over a network have in common (floor: server): they come back by themselves, and send one after the other.

One task hears and one sends, each with a connection of its own. Where it is cut, both try again for ever; what could
not be sent meanwhile is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from motu.errors import one_line
from motu.server.bus.seam import MOST_WAITING, RECONNECT_SECONDS, Again, Hear
from motu.server.ending import end

FIRST_SECONDS = 5.0
"""How long a start waits until messages are heard."""
CLOSING_SECONDS = 1.0
MOST_TOGETHER = 64
"""Messages that are sent together."""

Send = Callable[[list[bytes]], Awaitable[None]]
_log = logging.getLogger("motu.server")


class _Way:
    """One of the two connections, there or cut; what becomes of it is logged once."""

    def __init__(self, cut: str, again: str) -> None:
        """Be as it is said when a connection is cut, and when there is one again."""
        self.is_cut = False
        self._cut, self._again = cut, again

    def lose(self, error: Exception) -> None:
        """Be cut."""
        if not self.is_cut:
            _log.warning("%s: %s", self._cut, one_line(error))
        self.is_cut = True

    def mend(self) -> None:
        """Be there."""
        if self.is_cut:
            _log.warning("%s", self._again)
        self.is_cut = False


class Carrier:
    """The two tasks of a bus."""

    def __init__(self, name: str, faults: tuple[type[Exception], ...]) -> None:
        """Be called something in the log; `faults` is what a connection that is cut comes to."""
        self._name = name
        self._faults: tuple[type[Exception], ...] = (*faults, OSError)
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
        self._hears = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._hearing = _Way(f"{name} is not there; what other processes do is seen later", f"{name} is there again")
        self._speaking = _Way(
            f"{name} takes nothing; other processes see later what happens here", f"{name} takes messages again"
        )

    async def open(
        self,
        listen: Callable[[Hear, Again], Awaitable[None]],
        speak: Callable[[Callable[[Send], Awaitable[None]]], Awaitable[None]],
        hear: Hear,
        again: Again,
    ) -> None:
        """Begin.

        Args:
            listen: Connects, says so, and passes on what comes until the connection is cut.
            speak: Connects, and hands its way to send to what it is given until the connection is cut.
            hear: Takes messages.
            again: Told after each connection.
        """

        def heard_again() -> None:
            self._hearing.mend()
            self._hears.set()
            again()

        self._tasks = [
            asyncio.create_task(self._for_ever(self._hearing, lambda: listen(hear, heard_again))),
            asyncio.create_task(self._for_ever(self._speaking, lambda: speak(self._send_all))),
        ]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FIRST_SECONDS):
                await self._hears.wait()

    @property
    def is_heard(self) -> bool:
        """Whether messages come just now."""
        return self._hears.is_set() and not self._hearing.is_cut

    @property
    def num_waiting(self) -> int:
        """How many messages wait to be sent."""
        return self._waiting.qsize()

    def put(self, message: bytes) -> None:
        """Let a message be sent."""
        with contextlib.suppress(asyncio.QueueFull):  # a hint less
            self._waiting.put_nowait(message)

    async def close(self) -> None:
        """Send what waits if that is quick, then end."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):
                await self._waiting.join()
        await end(self._tasks)

    async def _for_ever(self, way: _Way, connect: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await connect()
            except self._faults as error:
                way.lose(error)
            except Exception:  # noqa: BLE001 - all that others write is heard here
                _log.exception("a fault of %s", self._name)
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _send_all(self, send: Send) -> None:
        while True:
            messages = [await self._waiting.get()]
            while len(messages) < MOST_TOGETHER and not self._waiting.empty():
                messages.append(self._waiting.get_nowait())
            try:
                await send(messages)
                self._speaking.mend()
            finally:
                for _ in messages:
                    self._waiting.task_done()
