"""What a solver says about a position, and the limits it works under; the same for all games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from motu.games import State


@dataclass(frozen=True, slots=True)
class SolveLimits:
    """When a solver stops without an answer. None: no such limit."""

    seconds: float | None = None
    """Wall time."""
    nodes: int | None = None
    """Positions looked at."""
    memory_bytes: int = 1 << 30
    """What its tables may take."""
    threads: int = 1


@dataclass(frozen=True, slots=True)
class ActionBounds:
    """What an action leads to with perfect play, from the point of view of the person who takes it."""

    action: int
    lower: float
    """At least this, in [-1, 1]."""
    upper: float
    """At most this, in [-1, 1]."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position for the person to act, as an interval.

    In a game that must end, the two bounds are one figure when the position is solved, and -1 and 1 as long as nothing
    is known. Where play can go on for ever (Atmalof), `lower` counts that as a loss of the person to act and `upper` as
    a win, and the interval need not close.
    """

    lower: float
    upper: float
    actions: tuple[ActionBounds, ...] = ()
    """The legal actions of which something is known, best first."""
    line: tuple[int, ...] = ()
    """Best play from here as far as it is known; the loser holds out as long as the solver knows how."""
    nodes: int = 0
    """Positions looked at."""
    seconds: float = 0.0
    """CPU time, all threads together."""
    notes: tuple[str, ...] = field(default=())
    """Whatever else is worth saying, a sentence each: where the answer comes from, the size of the proof."""

    @property
    def is_exact(self) -> bool:
        """Whether the value is one figure."""
        return self.lower == self.upper


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a solver is."""

    nodes: int
    seconds: float
    """Wall time since it began."""
    text: str
    """Game-specific: proof and disproof numbers of the root, or the layer at work."""


OnProgress = Callable[[Progress], None]


class Solver(Protocol):
    """Solves positions of one game on one board; keeps what it learned from one call to the next."""

    def solve(self, state: State, limits: SolveLimits, on_progress: OnProgress | None = None) -> Solution:
        """Solve a position, or say as much as the limits allow."""
        ...
