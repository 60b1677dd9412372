"""The seams to whoever makes the machine's moves, and reviews (floor: server)."""

from __future__ import annotations

from typing import Any, Literal, Protocol

from motu.games.record import Record
from motu.server.room import Room
from motu.server.turns import OnPlace

Role = Literal["alone", "front", "worker"]
"""What a process does: everything; everything but the machine's moves and reviews, which workers make; those alone."""


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


class ReviewMaker(Protocol):
    """Has games reviewed."""

    @property
    def num_waiting(self) -> int:
        """How many wait for their turn."""

    async def review(
        self, record: Record, visits: int, asker: str = "", on_place: OnPlace | None = None
    ) -> dict[str, Any]:
        """Return the review of a game, when it is the asker's turn."""

    def refuse(self) -> None:
        """Send everybody away who waits, and whoever comes later."""
