"""What a solver says about a position, and the limits it works under; the same for all games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from motu.errors import SolveError
from motu.games import State
from motu.numbers import as_float, as_whole, shown


@dataclass(frozen=True, slots=True)
class SolveLimits:
    """When a solver stops without an answer. None: no such limit.

    Raises:
        SolveError: "solve/limits" for numbers out of range and for what is no number.
    """

    seconds: float | None = None
    """Wall time, 0 or more."""
    nodes: int | None = None
    """Positions looked at, 0 or more."""
    memory_bytes: int = 1 << 30
    """What its tables may take, 0 or more; Atoll's solver needs a megabyte (2^20 bytes) a thread."""
    threads: int = 1
    """How many share the work, 1 to 256."""
    every_action: bool = True
    """Whether to go on once the value is known: for every action, and for a line of play."""

    def __post_init__(self) -> None:
        """Check the numbers."""
        if self.seconds is not None:
            seconds = as_float(self.seconds)
            if seconds is None or seconds < 0:
                raise _refused("seconds are a number from 0 on, or None", self.seconds)
            object.__setattr__(self, "seconds", self.seconds if type(self.seconds) is int else seconds)
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            number = as_whole(value)
            if value is None and name == "nodes":
                continue
            if number is None or not least <= number <= most:
                raise _refused(f"{name} is a whole number from {least} to {most}", value)
            object.__setattr__(self, name, number)


_RANGES = {"nodes": (0, (1 << 63) - 1), "memory_bytes": (0, (1 << 63) - 1), "threads": (1, 256)}


def _refused(right: str, value: object) -> SolveError:
    return SolveError(f"a solver's {right}, not {shown(value)}", slug="solve/limits", text=shown(value))


def expect_limits(limits: object) -> SolveLimits:
    """Return limits, those without any bound for None, or refuse what is none.

    Raises:
        TypeError: For anything else.
    """
    if limits is None:
        return SolveLimits()
    if not isinstance(limits, SolveLimits):
        raise TypeError(f"a solver is bounded by SolveLimits, as in SolveLimits(seconds=60), not by {limits!r:.100}")
    return limits


@dataclass(frozen=True, slots=True)
class ActionBounds:
    """What an action, or a face of a roll, leads to with perfect play, for the person who takes it or rolls."""

    action: int
    lower: float
    """At least this, in [-1, 1]."""
    upper: float
    """At most this, in [-1, 1]."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position for the person to act, as an interval; where a roll is awaited, for the person who rolls.

    In a game that must end, the two bounds are one figure when the position is solved, and -1 and 1 as long as nothing
    is known. Where play can go on for ever (Atmalof), `lower` counts that as a loss of that person and `upper` as a
    win, and the interval need not close.
    """

    lower: float
    upper: float
    actions: tuple[ActionBounds, ...] = ()
    """The legal actions of which something is known, best first; of a roll its faces."""
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
class Opening:
    """What a first stone leads to if it stays where it is: nobody swaps."""

    action: int
    move: str
    """Its text."""
    wins: bool | None
    """Whether who placed it wins with perfect play; None when a limit was met first."""
    nodes: int
    """Positions looked at for it; 0 when it mirrors another one."""
    seconds: float
    """CPU time."""
    plies: int = 0
    """Turns of the whole game with best play, this one included; 0 where that is not known."""


@dataclass(frozen=True, slots=True)
class Check:
    """What came of replaying a solution by the rules alone."""

    holds: bool
    is_complete: bool
    """Whether all that could contradict it was tried."""
    positions: int
    """Positions looked at."""
    text: str
    """A sentence: what was done, or where it failed."""


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

    def solve(self, state: State, limits: SolveLimits | None = None, on_progress: OnProgress | None = None) -> Solution:
        """Solve a position, or say as much as the limits allow.

        Raises:
            GameOverError: At the end of a game.
        """
        ...


@runtime_checkable
class ChecksSolutions(Protocol):
    """A solver whose answers can be replayed."""

    def check(self, state: State, solution: Solution, limits: SolveLimits, positions: int) -> Check:
        """Compare a solution with the rules.

        Args:
            state: The position that was solved.
            solution: What was said about it.
            limits: For the solver where it is asked again.
            positions: How many to look at before the rest is left to chance.
        """
        ...
