"""The seam to whatever carries messages between processes (floor: server)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from motu.server.store import Work

RECONNECT_SECONDS = 0.5
"""How long after a connection was cut a new one is tried, again and again."""
MOST_WAITING = 4096
"""Messages that wait to be sent; what comes on top is lost."""

Hear = Callable[[bytes], None]
"""Takes a message, one's own ones too."""
Again = Callable[[], None]
"""Told that messages come from now on; those before may have been lost."""


class Bus(Protocol):
    """Carries messages to all processes of a house, as well as it can."""

    is_shared: bool
    """Whether there may be other processes at all."""
    most_bytes: int
    """The longest message that is carried."""

    @property
    def is_heard(self) -> bool:
        """Whether messages come just now."""

    @property
    def num_waiting(self) -> int:
        """How many messages wait to be sent."""

    async def open(self, hear: Hear, again: Again) -> None:
        """Begin to hear."""

    def within(self, message: bytes) -> Work | None:
        """Return the work that sends a message if its transaction is kept; None where it is sent afterwards."""

    def send(self, message: bytes) -> None:
        """Send a message, some time soon; this process goes on."""

    async def close(self) -> None:
        """Send what waits if that is quick, and hear no more."""
