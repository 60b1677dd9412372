"""Ratings of several players from all their games at once (floor: arena).

The model of Bradley and Terry (1952) with draws (Davidson 1970) and an advantage for who begins (Davidson and Beaver
1977): where i begins against j, the odds of win, draw and loss are exp(x/2) : exp(d) : exp(-x/2) with
x = rating of i - rating of j + advantage. The likelihood has a single maximum, which Newton's method finds; the
curvature there gives the intervals.

A wide prior (normal, 2000 Elo) keeps a player finite who has won or lost all games; with some dozens of games it is
not to be noticed. Games count as independent. Both games of a pair share an opening, which makes the true
intervals somewhat narrower than these.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from motu.arena.ratings import Z95

ELO_UNIT = 400 / math.log(10)
"""Elo points of one unit of the model's scale."""

_PRIOR_ELO = 2000.0
_PRIOR_DRAWS = 5.0
_STEPS = 100
_PRECISION = 1e-10

Floats = npt.NDArray[np.float64]

Game = tuple[int, int, float]
"""Index of who began, index of the other, points of who began: 1, 0.5 or 0."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """What games say of all players together."""

    elo: Floats
    """float64 [players]: ratings in Elo, their mean 0."""
    covariance: Floats
    """float64 [players, players]: of the ratings, in square Elo."""
    advantage: float
    """What beginning is worth, in Elo."""
    advantage_error: float
    """Its standard error."""

    def margin(self, player: int) -> float:
        """Return half the 95 % interval of a rating, in Elo."""
        return Z95 * math.sqrt(max(0.0, float(self.covariance[player, player])))

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """Return by how much one is stronger than the other, and half the 95 % interval of that, in Elo."""
        cov = self.covariance
        variance = float(cov[one, one] + cov[other, other] - 2 * cov[one, other])
        return float(self.elo[one] - self.elo[other]), Z95 * math.sqrt(max(0.0, variance))


def rate(games: Iterable[Game], players: int) -> Ratings:
    """Return the most likely ratings.

    Args:
        games: Finished games.
        players: How many players there are; the indices are below it.
    """
    model = _Model(list(games), players)
    parameters = np.zeros(players + 2)
    for _ in range(_STEPS):
        slope, curvature = model.derivatives(parameters)
        step = np.linalg.solve(curvature, slope)
        size = 1.0
        while size > _PRECISION and model.cost(parameters - size * step) > model.cost(parameters):
            size /= 2
        parameters = parameters - size * step
        if float(np.abs(size * step).max()) < _PRECISION:
            break
    covariance = np.linalg.inv(model.derivatives(parameters)[1])
    centre = np.eye(players) - 1 / players
    return Ratings(
        elo=ELO_UNIT * (centre @ parameters[:players]),
        covariance=ELO_UNIT**2 * (centre @ covariance[:players, :players] @ centre),
        advantage=ELO_UNIT * float(parameters[players]),
        advantage_error=ELO_UNIT * math.sqrt(float(covariance[players, players])),
    )


class _Model:
    """The penalised log-likelihood; parameters are the ratings, the advantage and the logarithm of the draws' odds."""

    def __init__(self, games: list[Game], players: int) -> None:
        counts: dict[tuple[int, int, int], int] = {}
        for first, second, score in games:
            key = (first, second, round(2 * score))
            counts[key] = counts.get(key, 0) + 1
        self._weights = np.array(list(counts.values()), dtype=np.float64)
        self._has_draws = any(kind == 1 for _, _, kind in counts)
        # For each kind of result (loss, draw, win of who began) the vector whose product with the parameters is its
        # logarithmic odds: [kinds of games, 3, parameters].
        self._odds = np.zeros((len(counts), 3, players + 2))
        self._seen = np.zeros(len(counts), dtype=np.int64)
        for row, (first, second, kind) in enumerate(counts):
            self._seen[row] = kind
            for result, sign in ((0, -0.5), (2, 0.5)):
                self._odds[row, result, [first, second, players]] = sign, -sign, sign
            self._odds[row, 1, players + 1] = 1.0
        precision = (ELO_UNIT / _PRIOR_ELO) ** 2
        self._prior = np.array([*[precision] * (players + 1), _PRIOR_DRAWS**-2])

    def cost(self, parameters: Floats) -> float:
        """Return the negative logarithm of the likelihood, up to a constant."""
        logs = self._log_odds(parameters)
        seen = logs[np.arange(len(self._seen)), self._seen]
        fit = self._weights @ (np.logaddexp.reduce(logs, axis=1) - seen)
        return float(fit + 0.5 * self._prior @ parameters**2)

    def derivatives(self, parameters: Floats) -> tuple[Floats, Floats]:
        """Return gradient and Hessian of the cost."""
        logs = self._log_odds(parameters)
        chances = np.exp(logs - np.logaddexp.reduce(logs, axis=1)[:, None])
        means = np.einsum("rk,rkp->rp", chances, self._odds)
        seen = self._odds[np.arange(len(self._seen)), self._seen]
        slope = self._weights @ (means - seen) + self._prior * parameters
        squares = np.einsum("r,rk,rkp,rkq->pq", self._weights, chances, self._odds, self._odds)
        spread = squares - np.einsum("r,rp,rq->pq", self._weights, means, means)
        return slope, spread + np.diag(self._prior)

    def _log_odds(self, parameters: Floats) -> Floats:
        """Return the logarithmic odds of loss, draw and win for each row; without draws in the data there are none."""
        logs: Floats = self._odds @ parameters
        if not self._has_draws:
            logs[:, 1] = -np.inf
        return logs
