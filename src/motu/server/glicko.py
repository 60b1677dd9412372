"""Ratings after Glicko-2: how strong somebody is, how sure that is, and how steadily they play (floor: server).

The formulas and their names are those of M. E. Glickman, "Example of the Glicko-2 system" (2022 edition,
http://www.glicko.net/glicko/glicko2.pdf); step 5 finds the new volatility by the Illinois algorithm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

__all__ = ["LEAST_DEVIATION", "MOST_DEVIATION", "GlickoRating", "aged", "rated"]

SCALE = 173.7178
"""Points of a rating in one unit of the formulas."""
MIDDLE = 1500.0
TAU = 0.5
"""How quickly volatilities change; Glickman recommends 0.3 to 1.2."""
PRECISION = 1e-6
MOST_DEVIATION = 350.0
"""Of somebody of whom nothing is known."""
LEAST_DEVIATION = 45.0
"""Nobody is known more surely than that, so that whoever gets better still rises."""


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """How strong a person or a puzzle is."""

    value: float = MIDDLE
    deviation: float = MOST_DEVIATION
    """The true strength lies within two of these from the value, with 95 % probability."""
    volatility: float = 0.06

    @property
    def mu(self) -> float:
        """The value on the scale of the formulas."""
        return (self.value - MIDDLE) / SCALE

    @property
    def phi(self) -> float:
        """The deviation on that scale."""
        return self.deviation / SCALE


def rated(before: GlickoRating, results: Sequence[tuple[GlickoRating, float]]) -> GlickoRating:
    """Return a rating after one period.

    Args:
        before: The rating at its beginning.
        results: The opponents' ratings then, each with the score against them, from 0 to 1. Without any, only the
            deviation grows.
    """
    if not results:
        return _of(before.mu, math.hypot(before.phi, before.volatility), before.volatility)
    weighed = [(_g(each.phi), _expected(before.mu, each), score) for each, score in results]
    variance = 1 / sum(g * g * chance * (1 - chance) for g, chance, _ in weighed)
    gain = sum(g * (score - chance) for g, chance, score in weighed)
    volatility = _volatility(before, variance * gain, variance)
    widened = math.hypot(before.phi, volatility)
    phi = 1 / math.sqrt(1 / widened**2 + 1 / variance)
    return _of(before.mu + phi * phi * gain, phi, volatility)


def aged(before: GlickoRating, periods: float) -> GlickoRating:
    """Return a rating after so many periods, or parts of one, in which nothing was played: it is known less surely."""
    return _of(before.mu, math.hypot(before.phi, before.volatility * math.sqrt(max(0.0, periods))), before.volatility)


def _of(mu: float, phi: float, volatility: float) -> GlickoRating:
    deviation = min(max(phi * SCALE, LEAST_DEVIATION), MOST_DEVIATION)
    return GlickoRating(mu * SCALE + MIDDLE, deviation, volatility)


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _expected(mu: float, opponent: GlickoRating) -> float:
    return 1 / (1 + math.exp(-_g(opponent.phi) * (mu - opponent.mu)))


def _volatility(before: GlickoRating, delta: float, variance: float) -> float:
    """Return the new volatility: the zero of a function that falls, between two bounds that draw together."""
    start = math.log(before.volatility**2)
    spread = before.phi**2 + variance

    def slope(x: float) -> float:
        grown = math.exp(x)
        return grown * (delta**2 - spread - grown) / (2 * (spread + grown) ** 2) - (x - start) / TAU**2

    low, high = start, _other_side(start, delta, spread, slope)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _other_side(start: float, delta: float, spread: float, slope: Callable[[float], float]) -> float:
    """Return where the search for the zero may begin besides `start`."""
    if delta**2 > spread:
        return math.log(delta**2 - spread)
    steps = 1
    while slope(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU
