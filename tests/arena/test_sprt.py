"""The sequential test: published values, its definition, and the errors it promises."""

from __future__ import annotations

import math
import random
from typing import Literal

import pytest

from motu.arena.sprt import Sprt, expected_score
from motu.errors import EngineError


def test_bounds_of_five_percent() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=5e-4)
    assert Sprt(0, 5, alpha=0.1, beta=0.02).bounds == pytest.approx((math.log(0.02 / 0.9), math.log(9.8)))


@pytest.mark.parametrize(
    ("pairs", "elos", "llr"),
    [  # what the logistic pentanomial tests of fastchess expect, to the two digits they tell
        ((223, 9863, 20279 + 1000, 10037, 246), (0.5, 2.5), -3.07),
        ((871, 26175, 55003 + 980, 26678, 821), (0.0, 2.0), -4.98),
    ],
)
def test_published_ratios(pairs: tuple[int, ...], elos: tuple[float, float], llr: float) -> None:
    assert Sprt(*elos).llr(pairs) == pytest.approx(llr, abs=0.006)


def test_the_ratio_is_that_of_the_most_likely_distributions() -> None:
    """Against a search for them that knows no multipliers: win, draw, loss pairs alone, the mean leaves one number."""
    counts, elos = (30, 0, 25, 0, 45), (-20.0, 35.0)
    total = sum(counts)

    def best(mean: float) -> float:
        def likelihood(middle: float) -> float:
            won = mean - middle / 2
            shares = (1 - middle - won, middle, won)
            return sum(c * math.log(p) for c, p in zip((30, 25, 45), shares, strict=True)) if min(shares) > 0 else -1e9

        return max(likelihood(step / 20_000) for step in range(1, 20_000))

    expected = best(expected_score(elos[1])) - best(expected_score(elos[0]))
    assert total == 100
    assert Sprt(*elos).llr(counts) == pytest.approx(expected, abs=0.01)


def test_exchanging_players_and_hypotheses_changes_the_sign() -> None:
    pairs = (4, 11, 30, 17, 9)
    assert Sprt(-10, 25).llr(pairs) == pytest.approx(-Sprt(-25, 10).llr(pairs[::-1]))


def test_nothing_played_says_nothing_and_verdicts_follow_the_bounds() -> None:
    test = Sprt(0, 10)
    assert test.llr((0, 0, 0, 0, 0)) == 0
    assert test.verdict(0) is None
    assert (test.verdict(2.95), test.verdict(-2.95)) == ("H1", "H0")
    assert (test.verdict(2.94), test.verdict(-2.94)) == (None, None)


@pytest.mark.parametrize("arguments", [(5, 5), (10, 0), (0, 2000), (0, 5, 0.0), (0, 5, 0.5), (0, 5, 0.05, 1.0)])
def test_numbers_that_make_no_test_are_refused(arguments: tuple[float, ...]) -> None:
    with pytest.raises(EngineError) as caught:
        Sprt(*arguments)
    assert caught.value.slug == "engine/sprt"


Verdict = Literal["H0", "H1"]


def draws_of(elo: float) -> tuple[float, ...]:
    """Shares of pairs whose mean is the score of an Elo difference: an unfair opening makes most of them shared."""
    shares = [0.10, 0.10, 0.6, 0.10, 0.10]
    missing = expected_score(elo) - 0.5
    shares[0] -= missing
    shares[4] += missing
    return tuple(shares)


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "H1"), (40.0, "H0")])
def test_simulated_matches_go_wrong_as_rarely_as_promised(elo: float, wrong: Verdict) -> None:
    source = random.Random(7)
    test = Sprt(0, 40)
    shares = draws_of(elo)
    verdicts: list[Verdict] = []
    for _ in range(250):
        counts, verdict = [0] * 5, None
        while verdict is None:
            for kind in source.choices(range(5), shares, k=12):
                counts[kind] += 1
            verdict = test.verdict(test.llr(counts))
        verdicts.append(verdict)
    assert verdicts.count(wrong) / len(verdicts) < 0.08
    assert wrong in verdicts  # a test that never errs is not the one that was asked for
