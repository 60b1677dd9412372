"""What takes long to make and is needed by all: made once, in a thread of its own (floor: server)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

T = TypeVar("T")


class MadeOnce(Generic[T]):
    """A value that is made when it is first asked for, or when it is foreseen; all who ask meanwhile wait for one."""

    def __init__(self, make: Callable[[], T], name: str) -> None:
        """Make nothing yet; `name` is the thread's."""
        self._make, self._name = make, name
        self._lock = threading.Lock()
        self._made: Future[T] | None = None

    def begin(self) -> Future[T]:
        """Let it be made, unless that has begun."""
        with self._lock:
            if self._made is None:
                self._made = Future()
                self._made.set_running_or_notify_cancel()  # whoever waits no longer must not break it off for others
                threading.Thread(target=self._work, args=(self._made,), name=self._name, daemon=True).start()
            return self._made

    def get(self) -> T:
        """Return it; this thread stands still until it is there."""
        return self.begin().result()

    async def wait(self) -> T:
        """Return it when it is there; other tasks go on meanwhile."""
        made = self.begin()
        return made.result() if made.done() else await asyncio.wrap_future(made)

    def _work(self, made: Future[T]) -> None:
        try:
            made.set_result(self._make())
        except BaseException as error:  # noqa: BLE001 - whoever asks is told
            with self._lock:
                self._made = None  # what was missing may be there the next time
            made.set_exception(error)
