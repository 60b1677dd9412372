"""Means, shares and differences with 95 % intervals, each with the method that made it (floor: lab).

Games of a pair that share their dice or their opening depend on each other, so there the pair is what is drawn again.
The random numbers of the bootstrap are always the same: equal games give equal intervals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from motu.arena.ratings import wilson

RESAMPLES = 2_000
"""How often the bootstrap draws anew."""

_SEED = 20_261_125

Blocks = Sequence[Sequence[float]]
"""Values, those together that depend on each other."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure with its 95 % interval."""

    value: float | None
    """None where there was nothing to estimate it from."""
    low: float | None = None
    high: float | None = None
    method: str = ""
    """"wilson", "bootstrap" or "pairs"; empty where the figure is no estimate."""
    count: int = 0
    """How many values it was made of."""


NOTHING = Measured(None)


def blocks_of(values: Iterable[tuple[Hashable, float]]) -> list[list[float]]:
    """Return values gathered by what stands before them, which comes in order."""
    return [[value for _, value in group] for _, group in groupby(values, lambda each: each[0])]


def share(points: Blocks) -> Measured:
    """Return the mean of points in [0, 1]: by Wilson's score method where all are independent."""
    flat = [value for block in points for value in block]
    if not flat:
        return NOTHING
    if any(len(block) > 1 for block in points):
        found = mean(points)
        if found.low != found.high:
            return found
        return share_of_alike(sum(flat) / len(flat), len(points), len(flat))
    low, high = wilson(sum(flat), len(flat))
    return Measured(sum(flat) / len(flat), low, high, "wilson", len(flat))


def share_of_alike(value: float, pairs: int, count: int) -> Measured:
    """Return a share that is the same in all pairs: drawn again they are alike too, which proves nothing.

    Each pair counts as one game.

    Args:
        value: The share, in [0, 1].
        pairs: How many there are.
        count: How many values stand behind it.
    """
    low, high = wilson(pairs * value, pairs)
    return Measured(value, low, high, "wilson", count)


def mean(values: Blocks) -> Measured:
    """Return a mean with a percentile bootstrap of the blocks (Efron 1979)."""
    sums = np.array([[sum(block), len(block)] for block in values if block], dtype=float)
    if not len(sums):
        return NOTHING

    def ratio(drawn: NDArray[np.float64]) -> NDArray[np.float64]:
        totals = drawn.sum(axis=1)
        result: NDArray[np.float64] = totals[:, 0] / totals[:, 1]
        return result

    return bootstrapped(sums, ratio, int(sums[:, 1].sum()))


def difference(one: Blocks, other: Blocks) -> Measured:
    """Return how much larger the mean of `other` is, for values that are independent of those of `one`."""
    means = [_means(each, number) for number, each in enumerate((one, other))]
    if not len(means[0]) or not len(means[1]):
        return NOTHING
    drawn = means[1][1:] - means[0][1:]
    low, high = np.quantile(drawn, (0.025, 0.975))
    count = sum(len(block) for each in (one, other) for block in each)
    return Measured(float(means[1][0] - means[0][0]), float(low), float(high), "bootstrap", count)


def bootstrapped(
    rows: NDArray[np.float64], statistic: Callable[[NDArray[np.float64]], NDArray[np.float64]], count: int
) -> Measured:
    """Return a statistic of rows with its percentile interval.

    Args:
        rows: float [rows, columns]; each is drawn as a whole.
        statistic: Of float [draws, rows, columns]; returns float [draws].
        count: How many values stand behind it.
    """
    value = float(statistic(rows[None])[0])
    if not math.isfinite(value):
        return NOTHING
    source = np.random.default_rng([_SEED, len(rows)])
    found = [
        statistic(rows[source.integers(0, len(rows), (size, len(rows)))]) for size in _portions(RESAMPLES, rows.size)
    ]
    low, high = np.nanquantile(np.concatenate(found), (0.025, 0.975))
    return Measured(value, float(low), float(high), "bootstrap", count)


def _means(values: Blocks, stream: int) -> NDArray[np.float64]:
    """Return the mean and those of all draws; nothing without values."""
    sums = np.array([[sum(block), len(block)] for block in values if block], dtype=float)
    if not len(sums):
        return np.zeros(0)
    source = np.random.default_rng([_SEED, len(sums), stream])
    drawn = [
        sums[source.integers(0, len(sums), (size, len(sums)))].sum(axis=1) for size in _portions(RESAMPLES, sums.size)
    ]
    totals = np.concatenate([sums.sum(axis=0)[None], *drawn])
    result: NDArray[np.float64] = totals[:, 0] / totals[:, 1]
    return result


def _portions(draws: int, size: int) -> list[int]:
    """Return numbers of draws that add up, each small enough to be held at a time."""
    most = max(1, 4_000_000 // max(1, size))
    return [min(most, draws - done) for done in range(0, draws, most)]
