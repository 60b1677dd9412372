"""When a search under a clock has seen enough: early where nothing can change, late where it is unsure (floor: search).

A search ends before its time is up where the move that leads would still lead if every visit to come went to the next
one; and goes on after it, up to a bound, while another move is about as good as the one that leads: one that was
visited nearly as often, or has the higher value. Since most moves leave most of their time, each may have several
shares of it: docs/strength.md has the games that chose how many.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from motu import _core
from motu.search.limits import Limits

LOOKS = 20
"""How often a search is looked at in its time, at least."""
AIM_SHARES = 4.0
"""How many even shares of the time a move may have where it isn't unsure."""
CLEAR_VISITS = 0.6
"""A move is clearly the best where every other one has less than this share of its visits …"""
SEEN = 0.1
"""… and none that has at least this share of them has a higher value."""


@dataclass(frozen=True, slots=True)
class Pacer:
    """Says of a search what is said above."""

    aim_s: float
    """Seconds that this move may have where it isn't unsure."""

    def is_enough(self, result: _core.SearchResult) -> bool:
        """Return whether to stop.

        Args:
            result: What the search knows now.
        """
        open_moves = [move for move in result.moves if move.upper > -1.0]
        if len(open_moves) <= 1:
            return True
        best, *others = open_moves
        if best.lower >= 1.0:
            return True
        most = max(move.visits for move in others)
        left_s = self.aim_s - result.seconds
        if left_s > 0:
            return 0 < result.simulations * left_s < (best.visits - most) * result.seconds
        if best.lower >= best.upper:  # an exact value comes first by its value alone: it is hardly visited
            return True
        rivals = (move.value for move in others if move.visits >= SEEN * best.visits)
        return most < CLEAR_VISITS * best.visits and best.value >= max(rivals, default=-1.0)


def pacer_of(limits: Limits) -> Pacer | None:
    """Return what paces a search under these limits; None where no clock does."""
    longest, time = limits.longest, limits.time
    return None if longest <= time else Pacer(min(longest, AIM_SHARES * time))


def paced(
    pacer: Pacer, pass_on: Callable[[_core.SearchResult], bool | None] | None
) -> Callable[[_core.SearchResult], bool | None]:
    """Return a report that passes on what a search knows, where somebody wants to hear it, and stops it in time."""

    def report(result: _core.SearchResult) -> bool | None:
        wants_more = pass_on is None or pass_on(result) is not False
        return wants_more and not pacer.is_enough(result)

    return report
