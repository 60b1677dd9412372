"""How somebody plays, in numbers with their intervals (floor: server): pure, of moves that were examined.

An interval holds what is meant in 95 of 100 cases, if moves had nothing to do with each other. They have a little, so
that few games say less than their intervals do. None of it is a verdict: a person decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

OPEN_BELOW = 0.95
"""Beyond this equity, either way, a position is decided: whatever is played there says nothing."""
FIRST_PLIES = 2
"""So many plies at the beginning say nothing either: the first move and the swap."""
LEAST_TIMES = 10
"""Thinking times below which nothing is said of them."""
_Z = 1.959964


class ExaminedMove(msgspec.Struct, frozen=True, array_like=True):
    """A decision of somebody's, as the review of its game sees it."""

    person: int
    ply: int
    is_first_choice: bool
    """Whether it was the engine's first choice."""
    loss: float
    """Equity that it gave away."""
    before: float
    """Equity of whoever moved, before it."""
    spent_ms: int
    """How long it took; 0 where that isn't known."""

    @property
    def counts(self) -> bool:
        """Whether there was a choice that says something."""
        return self.ply >= FIRST_PLIES and abs(self.before) < OPEN_BELOW

    @property
    def openness(self) -> float:
        """How open the position was: 1 where both stand alike, 0 where it is decided."""
        return 1.0 - abs(self.before)


class FairFigure(msgspec.Struct, frozen=True):
    """A number, and between which bounds it is meant."""

    value: float
    low: float
    high: float
    count: int
    """Of how many moves."""


def share_of_first_choices(moves: Sequence[ExaminedMove]) -> FairFigure | None:
    """Return how many moves are the engine's first choice, as a share (interval after E. B. Wilson, 1927)."""
    n = len(moves)
    if not n:
        return None
    share, z2 = sum(each.is_first_choice for each in moves) / n, _Z * _Z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = _Z * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return FairFigure(share, max(0.0, middle - half), min(1.0, middle + half), n)


def mean_loss(moves: Sequence[ExaminedMove]) -> FairFigure | None:
    """Return the equity that a move gives away on the average."""
    n = len(moves)
    if n < 2:
        return None
    mean = sum(each.loss for each in moves) / n
    variance = sum((each.loss - mean) ** 2 for each in moves) / (n - 1)
    half = _Z * math.sqrt(variance / n)
    return FairFigure(mean, max(0.0, mean - half), mean + half, n)


def spread_of_times(moves: Sequence[ExaminedMove]) -> FairFigure | None:
    """Return by which factor thinking times typically differ from their middle: 1 where all are the same."""
    logs = _logs(moves)
    if len(logs) < LEAST_TIMES:
        return None
    mean = sum(logs) / len(logs)
    deviation = math.sqrt(sum((each - mean) ** 2 for each in logs) / (len(logs) - 1))
    half = _Z * deviation / math.sqrt(2 * (len(logs) - 1))
    low, high = deviation - half, deviation + half  # above 0: so many times are there
    return FairFigure(math.exp(deviation), math.exp(low), math.exp(high), len(logs))


def time_by_openness(moves: Sequence[ExaminedMove]) -> FairFigure | None:
    """Return how thinking times go with how open positions are: Spearman's rank correlation, -1 to 1 (Fisher's z)."""
    timed = [each for each in moves if each.spent_ms > 0]
    if len(timed) < LEAST_TIMES:
        return None
    rho = _correlation(_ranks(_logs(timed)), _ranks([each.openness for each in timed]))
    z, half = math.atanh(max(-0.999, min(0.999, rho))), _Z / math.sqrt(len(timed) - 3)
    return FairFigure(rho, math.tanh(z - half), math.tanh(z + half), len(timed))


def middle_time_ms(moves: Sequence[ExaminedMove]) -> int | None:
    """Return the median of thinking times."""
    times = sorted(each.spent_ms for each in moves if each.spent_ms > 0)
    return times[len(times) // 2] if times else None


def _logs(moves: Sequence[ExaminedMove]) -> list[float]:
    return [math.log(each.spent_ms) for each in moves if each.spent_ms > 0]


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the place of each value among all; those that are equal share theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks, at = [0.0] * len(values), 0
    while at < len(order):
        end = at
        while end + 1 < len(order) and values[order[end + 1]] == values[order[at]]:
            end += 1
        for each in order[at : end + 1]:
            ranks[each] = (at + end) / 2
        at = end + 1
    return ranks


def _correlation(one: Sequence[float], other: Sequence[float]) -> float:
    n = len(one)
    means = sum(one) / n, sum(other) / n
    both = sum((a - means[0]) * (b - means[1]) for a, b in zip(one, other, strict=True))
    alone = math.sqrt(sum((a - means[0]) ** 2 for a in one) * sum((b - means[1]) ** 2 for b in other))
    return both / alone if alone else 0.0
