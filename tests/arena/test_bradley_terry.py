"""Ratings from synthetic games whose truth is known, and from scores where the answer can be written down."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from motu.arena.bradley_terry import ELO_UNIT, Game, rate
from motu.arena.ratings import elo_of

TRUTH = (-300.0, -120.0, 0.0, 60.0, 360.0)


def synthetic(games: int, advantage: float, draws: float, source: random.Random, *, neighbours: bool) -> list[Game]:
    """Games that follow the model: pairs with seats exchanged."""
    found: list[Game] = []
    for one in range(len(TRUTH)):
        for other in range(one + 1, len(TRUTH)):
            if neighbours and other != one + 1:
                continue
            for first, second in ((one, other), (other, one)):
                half = (TRUTH[first] - TRUTH[second] + advantage) / ELO_UNIT / 2
                weights = (math.exp(-half), draws, math.exp(half))
                found += [(first, second, kind / 2) for kind in source.choices(range(3), weights, k=games // 2)]
    return found


@pytest.mark.parametrize("neighbours", [False, True])
@pytest.mark.parametrize("draws", [0.0, 0.4])
def test_known_ratings_are_found_again(neighbours: bool, draws: float) -> None:
    ratings = rate(synthetic(4000, 35.0, draws, random.Random(1), neighbours=neighbours), len(TRUTH))
    assert ratings.elo.sum() == pytest.approx(0, abs=1e-6)
    for player, truth in enumerate(TRUTH):
        assert abs(ratings.elo[player] - truth) < 1.6 * ratings.margin(player)
        assert 2 < ratings.margin(player) < 20
    assert abs(ratings.advantage - 35) < 3 * ratings.advantage_error


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    source = random.Random(2)
    held = tried = 0
    for _ in range(120):
        ratings = rate(synthetic(60, 20.0, 0.2, source, neighbours=False), len(TRUTH))
        for player, truth in enumerate(TRUTH):
            tried += 1
            held += abs(ratings.elo[player] - truth) <= ratings.margin(player)
        difference, margin = ratings.difference(4, 0)
        tried += 1
        held += abs(difference - (TRUTH[4] - TRUTH[0])) <= margin
    assert 0.92 <= held / tried <= 0.98


def test_two_players_have_the_difference_of_their_score() -> None:
    games = [(0, 1, 1.0)] * 320 + [(0, 1, 0.0)] * 180 + [(1, 0, 0.0)] * 320 + [(1, 0, 1.0)] * 180
    ratings = rate(games, 2)
    difference, margin = ratings.difference(0, 1)
    assert difference == pytest.approx(elo_of(0.64), abs=0.5)
    assert margin == pytest.approx(1.96 * ELO_UNIT / math.sqrt(1000 * 0.64 * 0.36), rel=0.01)
    assert ratings.advantage == pytest.approx(0, abs=0.1)


def test_beginning_alone_decides() -> None:
    games = [(0, 1, 1.0)] * 75 + [(0, 1, 0.0)] * 25 + [(1, 0, 1.0)] * 75 + [(1, 0, 0.0)] * 25
    ratings = rate(games, 2)
    assert ratings.elo == pytest.approx(np.zeros(2), abs=1e-6)
    assert ratings.advantage == pytest.approx(elo_of(0.75), abs=2)


def test_who_wins_everything_is_rated_all_the_same() -> None:
    ratings = rate([(0, 1, 1.0), (1, 0, 0.0)] * 20 + [(1, 2, 1.0), (2, 1, 0.5)] * 20, 3)
    assert np.isfinite(ratings.elo).all()
    assert ratings.elo[0] > ratings.elo[1] > ratings.elo[2]
    assert ratings.difference(0, 1)[1] > 200


def test_without_games_nothing_is_known() -> None:
    ratings = rate([], 3)
    assert ratings.elo == pytest.approx(np.zeros(3))
    assert ratings.margin(0) > 1000


def test_the_order_of_games_does_not_matter() -> None:
    games = synthetic(40, 10.0, 0.3, random.Random(3), neighbours=False)
    shuffled = list(games)
    random.Random(4).shuffle(shuffled)
    assert rate(games, len(TRUTH)).elo == pytest.approx(rate(shuffled, len(TRUTH)).elo, abs=1e-6)


@pytest.mark.parametrize(
    "games",
    [
        [(0, 1, 0.5)],
        [(0, 1, 1.0), (1, 0, 0.0), (0, 1, 0.5)],
        [(0, 1, 1.0)] * 3 + [(1, 0, 1.0)] * 2,
        [(1, 0, 0.5)] * 3 + [(0, 1, 0.0), (1, 0, 1.0), (0, 1, 1.0), (0, 1, 0.0)],
        [(0, 1, 0.5)] + [(1, 0, 1.0)] * 5 + [(1, 0, 0.0)],  # where Newton's step goes too far
    ],
)
def test_ratings_of_few_games_are_the_most_likely_ones(games: list[Game]) -> None:
    """With the odds as they are written down at the top of the module, found by looking, not by Newton's method."""
    strength, advantage = most_likely(games)
    ratings = rate(games, 2)
    assert ratings.elo == pytest.approx([ELO_UNIT * strength, -ELO_UNIT * strength], abs=1e-3)
    assert ratings.advantage == pytest.approx(ELO_UNIT * advantage, abs=1e-3)


def most_likely(games: list[Game]) -> tuple[float, float]:
    """Return the first of two players' rating, the other's is the opposite, and the advantage; not in Elo."""
    has_draws = any(score == 0.5 for _, _, score in games)

    def unlikelihood(strength: float, advantage: float, draws: float) -> float:
        total = ((2 * strength**2 + advantage**2) * (ELO_UNIT / 2000) ** 2 + (draws / 5) ** 2) / 2
        for first, _, score in games:
            half = ((2 - 4 * first) * strength + advantage) / 2
            odds = {1.0: math.exp(half), 0.5: math.exp(draws) if has_draws else 0.0, 0.0: math.exp(-half)}
            total -= math.log(odds[score] / sum(odds.values()))
        return total

    found, width = [0.0, 0.0, 0.0], 4.0
    while width > 1e-10:
        steps = [
            [each + width * (at == axis) * way for at, each in enumerate(found)] for axis in range(3) for way in (-1, 1)
        ]
        best = min(steps, key=lambda step: unlikelihood(*step))
        if unlikelihood(*best) < unlikelihood(*found):
            found = best
        else:
            width /= 2
    return found[0], found[1]
