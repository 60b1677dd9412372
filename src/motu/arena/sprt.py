"""Wald's sequential test on pairs of games: stop as soon as the result is clear (floor: arena).

The pentanomial generalised sequential probability ratio test of M. Van den Bergh ("The Generalized Maximum Likelihood
Ratio for the Expectation Value of a Distribution", 2021), which chess engines are tested with: what is observed are the
scores of pairs, of which only the mean is of interest; so the most likely distribution with the one mean is compared
with the most likely one with the other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from motu.errors import EngineError

_LEAST = 1e-3
"""What stands for a kind of pair that has not been seen, as in the tests of Stockfish."""
_STEPS = 200


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of two hypotheses on a difference in strength.

    Raises:
        EngineError: "engine/sprt" for numbers that make no test.
    """

    elo0: float
    """H0: the first player is stronger by so much (logistic Elo)."""
    elo1: float
    """H1: it is stronger by so much."""
    alpha: float = 0.05
    """Probability of accepting H1 where H0 is true."""
    beta: float = 0.05
    """Probability of accepting H0 where H1 is true."""

    def __post_init__(self) -> None:
        """Check the numbers."""
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise EngineError(
                f"a test compares a lower Elo difference with a higher one, not {self.elo0:g} with {self.elo1:g}",
                slug="engine/sprt",
            )
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise EngineError(f"{name} is above 0 and below 0.5, not {getattr(self, name)}", slug="engine/sprt")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted: about -2.94 and 2.94 for 5 % each."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Sequence[int]) -> float:
        """Return the log-likelihood ratio.

        Args:
            pairs: How many pairs gave 0, ½, 1, 1½, 2 points.
        """
        if sum(pairs) == 0:
            return 0.0
        weights = [max(float(count), _LEAST) for count in pairs]
        scores = [kind / (len(weights) - 1) for kind in range(len(weights))]
        total = sum(weights)
        shares = [weight / total for weight in weights]
        multipliers = [_multiplier(shares, scores, expected_score(elo)) for elo in (self.elo0, self.elo1)]
        mean0, mean1 = expected_score(self.elo0), expected_score(self.elo1)
        return sum(
            weight * math.log((1 + multipliers[0] * (score - mean0)) / (1 + multipliers[1] * (score - mean1)))
            for weight, score in zip(weights, scores, strict=True)
        )

    def verdict(self, llr: float) -> Literal["H0", "H1"] | None:
        """Return which hypothesis a log-likelihood ratio makes one accept, None for neither."""
        lower, upper = self.bounds
        return "H0" if llr <= lower else "H1" if llr >= upper else None


def expected_score(elo: float) -> float:
    """Return the score in [0, 1] that a difference of so many Elo points makes one expect."""
    return 1 / (1 + 10 ** (-elo / 400))


def _multiplier(shares: Sequence[float], scores: Sequence[float], mean: float) -> float:
    """Return the Lagrange multiplier m of the most likely distribution with a mean, shares / (1 + m (scores - mean)).

    The multiplier is the only zero of a falling function between the poles that the least and greatest score set.
    """
    low, high = -1 / (max(scores) - mean), 1 / (mean - min(scores))
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        slope = sum(
            share * (score - mean) / (1 + middle * (score - mean)) for share, score in zip(shares, scores, strict=True)
        )
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2
