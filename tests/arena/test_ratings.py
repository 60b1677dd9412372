"""Scores, Elo and intervals: published values, and simulated matches whose truth is known."""

from __future__ import annotations

import math
import random
import statistics

import pytest

from motu.arena.ratings import elo_of, strength_from, strength_of, wilson


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [  # R. Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_intervals(points: int, games: int, low: float, high: float) -> None:
    assert wilson(points, games) == pytest.approx((low, high), abs=5e-5)


def test_wilson_knows_nothing_without_games() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_elo_is_the_logistic_scale() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0.64) == pytest.approx(99.95, abs=0.01)
    assert elo_of(0.36) == pytest.approx(-elo_of(0.64))
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


@pytest.mark.parametrize(
    "pairs", [(1, 2, 4, 2, 1), (0, 0, 0, 0, 9), (7, 0, 0, 0, 0), (0, 0, 100, 0, 0), (3, 7, 20, 15, 5)]
)
def test_mean_and_spread_say_what_the_kinds_of_pairs_say(pairs: tuple[int, ...]) -> None:
    scores = [kind / 4 for kind, count in enumerate(pairs) for _ in range(count)]
    known = strength_from(statistics.fmean(scores), statistics.pvariance(scores), len(scores))
    counted = strength_of(pairs)
    assert counted is not None
    assert (known.score, *known.interval) == pytest.approx((counted.score, *counted.interval))


def test_no_pairs_say_nothing() -> None:
    assert strength_of((0, 0, 0, 0, 0)) is None


def test_exchanging_the_players_turns_everything_round() -> None:
    pairs = (3, 7, 20, 15, 5)
    one, other = strength_of(pairs), strength_of(pairs[::-1])
    assert one is not None
    assert other is not None
    assert one.score == pytest.approx(1 - other.score)
    assert one.elo == pytest.approx(-other.elo)
    assert one.interval == pytest.approx((1 - other.interval[1], 1 - other.interval[0]))
    assert one.los == pytest.approx(1 - other.los)


def test_nobody_is_sure_after_two_wins() -> None:
    strength = strength_of((0, 0, 0, 0, 1))
    assert strength is not None
    assert strength.elo == math.inf
    assert strength.interval[0] < 0.5
    assert strength.los < 0.975


def test_an_interval_ends_where_scores_end() -> None:
    """The spread alone would go on: most of what is known are pairs without a point, or with both."""
    least, most = strength_of((4, 0, 0, 0, 1)), strength_of((1, 0, 0, 0, 4))
    assert least is not None
    assert most is not None
    assert least.interval[0] == 0.0
    assert most.interval[1] == 1.0
    assert least.elo_interval[0] == -math.inf


def test_pairs_that_are_shared_because_of_the_opening_say_more_than_single_games() -> None:
    """Where who has the better side always wins, all pairs are 1 : 1 and the score is known well."""
    shared = strength_of((0, 0, 100, 0, 0))
    assert shared is not None
    width = shared.interval[1] - shared.interval[0]
    low, high = wilson(100, 200)
    assert 0 < width < (high - low) / 3


@pytest.mark.parametrize("shares", [(1, 2, 4, 2, 1), (0, 0, 10, 3, 12), (1, 0, 30, 0, 3), (2, 0, 5, 0, 60)])
@pytest.mark.parametrize("pairs", [30, 200])
def test_intervals_hold_the_truth_as_often_as_they_say(shares: tuple[int, ...], pairs: int) -> None:
    source = random.Random(5)
    truth = sum(kind / 4 * share for kind, share in enumerate(shares)) / sum(shares)
    held = 0
    trials = 1500
    for _ in range(trials):
        counts = [0] * 5
        for kind in source.choices(range(5), shares, k=pairs):
            counts[kind] += 1
        strength = strength_of(counts)
        assert strength is not None
        held += strength.interval[0] <= truth <= strength.interval[1]
    assert 0.925 <= held / trials <= 0.985


def test_superiority_is_as_likely_as_said() -> None:
    """Between equal players a likelihood of superiority below x comes up with probability x."""
    source = random.Random(6)
    values = []
    for _ in range(1000):
        counts = [0] * 5
        for kind in source.choices(range(5), (1, 2, 3, 2, 1), k=100):
            counts[kind] += 1
        strength = strength_of(counts)
        assert strength is not None
        values.append(strength.los)
    for level in (0.1, 0.5, 0.9):
        assert sum(value < level for value in values) / len(values) == pytest.approx(level, abs=0.035)
