"""How long a search may go on (floor: search)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from motu import _core
from motu.errors import EngineError
from motu.numbers import as_float, as_whole, shown

Bound = TypeVar("Bound", int, float)


MOVES_LEFT = 30
"""Own moves that are expected where nothing is known about how long a game lasts."""
_MOST = 1 << 63
"""Bounds are below this."""
_LONGEST_SHARES, _LONGEST_PART = 8.0, 0.25
"""A move takes no more shares of the time than this, and no larger part of what is left."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A game clock, as a protocol tells it before a move.

    Raises:
        EngineError: "engine/limits" for seconds that are no number, and for own moves that are none from 1 on.
    """

    remaining: float
    """Seconds left for all moves to come, 0 or more."""
    increment: float = 0.0
    """Seconds that every move adds, 0 or more."""
    moves_left: int = MOVES_LEFT
    """Own moves that are still expected, 1 or more."""

    def __post_init__(self) -> None:
        """Check the numbers."""
        for name in ("remaining", "increment"):
            _keep(self, name, _seconds(getattr(self, name), f"a clock's {name} seconds"))
        _keep(self, "moves_left", _whole(self.moves_left, "a clock's moves_left", 1))

    @property
    def seconds_for_move(self) -> float:
        """Seconds for the next move: an even share and most of the increment, at most nine tenths of what is left."""
        return _core.seconds_for_move(self.remaining, self.increment, self.moves_left)

    @property
    def longest_for_move(self) -> float:
        """Seconds for the next move at most, where the search is unsure; never less than `seconds_for_move`."""
        share = self.seconds_for_move
        return max(share, min(_LONGEST_SHARES * share, _LONGEST_PART * self.remaining))


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one search; every one that is set holds, and 0 is none.

    Raises:
        EngineError: "engine/limits" for a negative bound, for one that is no number, and for visits, nodes and plies
            that are no whole one.
        TypeError: For a clock that is no `Clock`.
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
        for name in ("visits", "nodes", "depth"):
            _keep(self, name, _whole(getattr(self, name), f"a search's {name}", 0))
        _keep(self, "seconds", _seconds(self.seconds, "a search's seconds"))
        if self.clock is not None and not isinstance(self.clock, Clock):
            raise TypeError(f"a search's clock is a Clock, as in Clock(remaining=60), not {shown(self.clock)}")

    @property
    def time(self) -> float:
        """Seconds for the next search, by `seconds` and `clock`; 0 when neither bounds it."""
        if self.clock is None:
            return self.seconds
        share = self.clock.seconds_for_move
        return min(self.seconds, share) if self.seconds else share

    @property
    def longest(self) -> float:
        """Seconds for the next search at most; more than `time` where only a clock bounds it, which may be unsure."""
        if self.clock is None or 0 < self.seconds <= self.clock.seconds_for_move:
            return self.time
        longest = self.clock.longest_for_move
        return min(self.seconds, longest) if self.seconds else longest

    def within(self, other: Limits | None) -> Limits:
        """Return limits under which both these bounds and others hold.

        Args:
            other: The others; None for none. Its clock comes before one of these.
        """
        if other is None:
            return self
        expect_limits(other)
        return Limits(
            _tighter(self.visits, other.visits),
            _tighter(self.nodes, other.nodes),
            _tighter(self.seconds, other.seconds),
            _tighter(self.depth, other.depth),
            other.clock if other.clock is not None else self.clock,
        )

    @property
    def is_bounded(self) -> bool:
        """Whether a search under these limits comes to an end."""
        return bool(self.visits or self.nodes or self.time)


def _keep(limits: Clock | Limits, name: str, value: float) -> None:
    """Put what was checked in its place, which is frozen for everybody else."""
    object.__setattr__(limits, name, value)


def _whole(value: object, what: str, least: int) -> int:
    number = as_whole(value)
    if number is None or not least <= number < _MOST:
        raise EngineError(
            f"{what} are a whole number from {least} to 2**63-1, not {shown(value)}", slug="engine/limits"
        )
    return number


def _seconds(value: object, what: str) -> float:
    number = as_float(value)
    if number is None or not 0 <= number < _MOST:
        raise EngineError(f"{what} are a number from 0 on, not {shown(value)}", slug="engine/limits")
    return value if type(value) is int else number


def _tighter(one: Bound, other: Bound) -> Bound:
    """Return the smaller of two bounds, of which 0 is none."""
    return min(one, other) if one and other else one or other


def expect_limits(limits: object) -> Limits:
    """Return limits, or refuse what is none.

    Raises:
        TypeError: For anything else.
    """
    if not isinstance(limits, Limits):
        raise TypeError(f"a search is bounded by Limits, as in Limits(visits=1000), not by {limits!r:.100}")
    return limits
