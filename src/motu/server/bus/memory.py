"""Messages within one process (floor: server): for a house of one, where nobody hears any, and for tests of many."""

from __future__ import annotations

from collections.abc import Callable

from motu.server.bus.seam import Again, Hear
from motu.server.store import Work


class Hub:
    """Joins the buses of one process; `loses` says of each message to each whether it is lost."""

    def __init__(self, loses: Callable[[], bool] = lambda: False) -> None:
        """Begin with nobody."""
        self.loses = loses
        self.hearers: list[Hear] = []

    def send(self, message: bytes) -> None:
        """Let everybody hear a message, but for whom it is lost."""
        for hear in tuple(self.hearers):
            if not self.loses():
                hear(message)


class MemoryBus:
    """Carries messages in this process, or without a hub nowhere."""

    most_bytes = 2**20

    def __init__(self, hub: Hub | None = None) -> None:
        """Join a hub."""
        self._hub, self.is_shared = hub, hub is not None
        self._hear: Hear | None = None

    @property
    def is_heard(self) -> bool:
        """Always so: nothing is cut."""
        return True

    @property
    def num_waiting(self) -> int:
        """None ever waits."""
        return 0

    async def open(self, hear: Hear, again: Again) -> None:
        """Begin to hear."""
        if self._hub is not None:
            self._hear = hear
            self._hub.hearers.append(hear)
            again()

    def within(self, _message: bytes) -> Work | None:
        """Send nothing in a transaction: whoever heard it would be ahead of the database."""
        return None

    def send(self, message: bytes) -> None:
        """Send at once."""
        if self._hub is not None:
            self._hub.send(message)

    async def close(self) -> None:
        """Hear no more."""
        if self._hub is not None and self._hear is not None:
            self._hub.hearers.remove(self._hear)
