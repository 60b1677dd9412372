"""What the score between two players says of their strength: score, Elo and how sure they are (floor: arena).

The unit is the pair of games with seats swapped: its two results depend on each other through the opening and the dice,
so intervals that took games for independent would be wrong. Small numbers: one pair, spread evenly over the five
kinds of pairs, is added to what was seen before a spread is computed; so nobody is sure after two wins.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

Z95 = NormalDist().inv_cdf(0.975)
"""Half of a 95 % interval in standard errors."""

_PRIOR_PAIRS = 1.0
_KINDS = 5
"""Pairs with 0, ½, 1, 1½ and 2 points."""

Interval = tuple[float, float]


def elo_of(score: float) -> float:
    """Return the Elo difference at which a score in [0, 1] is expected; infinite at the ends."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


def wilson(points: float, games: int) -> Interval:
    """Return the 95 % interval of a rate by Wilson's score method, for independent games."""
    if games == 0:
        return 0.0, 1.0
    rate, weight = points / games, Z95**2 / games
    middle = (rate + weight / 2) / (1 + weight)
    half = Z95 * math.sqrt(rate * (1 - rate) / games + weight / (4 * games)) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Strength:
    """What pairs of games say."""

    score: float
    """Mean points a game, in [0, 1]."""
    interval: Interval
    """Its 95 % interval."""
    los: float
    """Likelihood of superiority: the probability that the true score is above one half."""

    @property
    def elo(self) -> float:
        """The Elo difference."""
        return elo_of(self.score)

    @property
    def elo_interval(self) -> Interval:
        """Its 95 % interval."""
        return elo_of(self.interval[0]), elo_of(self.interval[1])


def strength_of(pairs: Sequence[int]) -> Strength | None:
    """Return what pairs say, None where there are none.

    Args:
        pairs: How many pairs gave 0, ½, 1, 1½, 2 points.
    """
    seen = sum(pairs)
    if seen == 0:
        return None
    scores = _scores()
    score = _mean(pairs, scores)
    return strength_from(score, _mean(pairs, [(each - score) ** 2 for each in scores]), seen)


def strength_from(score: float, variance: float, pairs: int) -> Strength:
    """Return what pairs say of which only the mean and the spread are known.

    Args:
        score: Mean points a game, in [0, 1].
        variance: Mean square by which a pair's own score differs from that.
        pairs: How many there were, at least 1.
    """
    kinds = _scores()
    total = pairs + _PRIOR_PAIRS
    mean = (pairs * score + _PRIOR_PAIRS * _mean([1] * _KINDS, kinds)) / total
    prior_spread = _mean([1] * _KINDS, [(kind - mean) ** 2 for kind in kinds])
    spread = (pairs * (variance + (score - mean) ** 2) + _PRIOR_PAIRS * prior_spread) / total
    error = math.sqrt(spread / total)
    interval = max(0.0, mean - Z95 * error), min(1.0, mean + Z95 * error)
    return Strength(score, interval, 1 - NormalDist(mean, error).cdf(0.5))


def _scores() -> list[float]:
    """Return what a game of each kind of pair scores on average."""
    return [kind / (_KINDS - 1) for kind in range(_KINDS)]


def _mean(weights: Sequence[float], values: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True)) / sum(weights)
