"""How long a search may go on (floor: search)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from motu import _core
from motu.errors import EngineError


@dataclass(frozen=True, slots=True)
class Clock:
    """A game clock, as a protocol tells it before a move."""

    remaining: float
    """Seconds left for all moves to come."""
    increment: float = 0.0
    """Seconds that every move adds."""
    moves_left: int = 30
    """Own moves that are still expected."""

    @property
    def seconds_for_move(self) -> float:
        """Seconds for the next move: an even share and most of the increment, at most nine tenths of what is left."""
        return _core.seconds_for_move(self.remaining, self.increment, self.moves_left)


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one search; every one that is set holds, and 0 (or None) is none.

    Raises:
        EngineError: "engine/limits" for a negative bound, or one that is no number.
    """

    visits: int = 0
    """Simulations through the root, those of a reused tree included."""
    nodes: int = 0
    """Positions in the tree, untried moves included."""
    seconds: float = 0.0
    """Wall time."""
    depth: int = 0
    """Plies below the root. Bounds the tree, not the time."""
    clock: Clock | None = None
    """The time for a move follows from it; together with `seconds`, the shorter one."""

    def __post_init__(self) -> None:
        """Check the bounds."""
        for name in ("visits", "nodes", "seconds", "depth"):
            value = getattr(self, name)
            if not (math.isfinite(value) and 0 <= value < 2**63):
                raise EngineError(f"a search's {name} are a number from 0 on, not {value!r}", slug="engine/limits")

    @property
    def time(self) -> float:
        """Seconds for the next search, by `seconds` and `clock`; 0 when neither bounds it."""
        if self.clock is None:
            return self.seconds
        share = self.clock.seconds_for_move
        return min(self.seconds, share) if self.seconds else share

    @property
    def is_bounded(self) -> bool:
        """Whether a search under these limits comes to an end."""
        return bool(self.visits or self.nodes or self.time)
