"""The seam to whoever makes the machine's moves (floor: server)."""

from __future__ import annotations

from typing import Literal, Protocol

from motu.server.room import Room

Role = Literal["alone", "front", "worker"]
"""What a process does of it: everything; everything but the machine's moves, which workers make; those alone."""


class Jobs(Protocol):
    """Sees to it that the machine moves where it is its turn."""

    @property
    def num_turns(self) -> int:
        """In how many games the machine thinks here."""

    def open(self) -> None:
        """Look for games in which nobody has the machine think, until `close`."""

    def wake(self, room: Room) -> None:
        """Make sure that somebody thinks if the machine is to move, and about nothing that has been overtaken."""

    def follow(self, room: Room) -> None:
        """Hear that something has happened in a game elsewhere."""

    async def close(self) -> None:
        """Stop; the games are as they are, and other processes go on with them."""
