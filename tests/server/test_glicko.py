"""Glicko-2: Glickman's own example, and what has to hold of any rating."""

from __future__ import annotations

import pytest

from motu.server.glicko import LEAST_DEVIATION, MOST_DEVIATION, GlickoRating, rated


def test_the_example_of_the_paper_comes_out() -> None:
    opponents = [(GlickoRating(1400, 30), 1.0), (GlickoRating(1550, 100), 0.0), (GlickoRating(1700, 300), 0.0)]
    after = rated(GlickoRating(1500, 200, 0.06), opponents)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_nothing_is_known_less_surely() -> None:
    after = rated(GlickoRating(1500, 200, 0.06), [])
    assert (after.value, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.27, abs=0.01)
    assert rated(GlickoRating(), []).deviation == MOST_DEVIATION


@pytest.mark.parametrize("opponent", [1000, 1500, 2000])
def test_a_win_raises_and_a_loss_lowers(opponent: float) -> None:
    mine, other = GlickoRating(1500, 100), GlickoRating(opponent, 100)
    won, lost = (rated(mine, [(other, score)]) for score in (1.0, 0.0))
    assert lost.value < 1500 < won.value
    assert won.value - lost.value == pytest.approx(2 * (rated(mine, [(other, 0.5)]).value - lost.value), abs=0.1)


def test_a_surprise_moves_more_and_makes_less_steady() -> None:
    mine = GlickoRating(1500, 60)
    expected, surprising = (rated(mine, [(GlickoRating(value, 30), 1.0)]) for value in (1000, 2300))
    assert surprising.value - 1500 > 15 * (expected.value - 1500)
    assert surprising.volatility > mine.volatility > expected.volatility


def test_a_long_row_of_surprises_ends_in_figures() -> None:
    rating = GlickoRating()
    for _ in range(500):
        rating = rated(rating, [(GlickoRating(3000, 45), 1.0)])
    assert 3000 < rating.value < 5000
    assert LEAST_DEVIATION <= rating.deviation <= MOST_DEVIATION
