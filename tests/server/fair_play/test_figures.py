"""Numbers about moves: what they are of made-up ones, and how wide their intervals."""

from __future__ import annotations

import math
import random

import pytest

from motu.server.fair_play.figures import (
    LEAST_TIMES,
    ExaminedMove,
    mean_loss,
    middle_time_ms,
    share_of_first_choices,
    spread_of_times,
    time_by_openness,
)


def moves(count: int, share: float = 0.5, loss: float = 0.0, before: float = 0.0, ms: int = 0) -> list[ExaminedMove]:
    return [ExaminedMove(0, 2 + at, at < share * count, loss, before, ms) for at in range(count)]


@pytest.mark.parametrize(
    ("share", "count", "low", "high"),
    [(0.5, 100, 0.404, 0.596), (1.0, 20, 0.839, 1.0), (0.0, 20, 0.0, 0.161), (0.8, 10, 0.490, 0.943)],
)
def test_the_share_of_first_choices_has_wilsons_interval(share: float, count: int, low: float, high: float) -> None:
    found = share_of_first_choices(moves(count, share))
    assert found is not None
    assert (found.value, found.count) == (share, count)
    assert found.low == pytest.approx(low, abs=0.001)
    assert found.high == pytest.approx(high, abs=0.001)
    assert share_of_first_choices([]) is None


def test_the_interval_holds_the_truth_in_about_95_of_100_cases() -> None:
    chance, inside = random.Random(1), 0
    for _ in range(1000):
        drawn = [ExaminedMove(0, 5, chance.random() < 0.3, chance.expovariate(10), 0.0, 0) for _ in range(60)]
        share, loss = share_of_first_choices(drawn), mean_loss(drawn)
        assert share is not None
        assert loss is not None
        inside += (share.low <= 0.3 <= share.high) + (loss.low <= 0.1 <= loss.high)
    assert 0.92 < inside / 2000 < 0.97


def test_what_is_decided_or_at_the_beginning_says_nothing() -> None:
    assert not ExaminedMove(0, 1, True, 0.0, 0.0, 0).counts
    assert ExaminedMove(0, 2, True, 0.0, 0.9, 0).counts
    assert not ExaminedMove(0, 2, True, 0.0, 0.95, 0).counts
    assert not ExaminedMove(0, 2, True, 0.0, -1.0, 0).counts


def test_thinking_times_have_a_middle_and_a_spread() -> None:
    same = moves(30, ms=5_000)
    found = spread_of_times(same)
    assert found is not None
    for each in (found.value, found.low, found.high):
        assert each == pytest.approx(1.0)
    assert middle_time_ms(same) == 5_000
    chance = random.Random(2)
    drawn = [ExaminedMove(0, 5, True, 0.0, 0.0, round(9_000 * math.exp(chance.gauss(0, 1)))) for _ in range(2_000)]
    spread = spread_of_times(drawn)
    assert spread is not None
    assert spread.low < math.e < spread.high
    assert spread.high - spread.low < 0.3
    half = LEAST_TIMES // 2
    two = spread_of_times(moves(half, ms=1_000) + moves(half, ms=4_000))
    assert two is not None
    count = 2 * half
    assert math.log(two.value) == pytest.approx(math.log(2) * math.sqrt(count / (count - 1)))
    assert spread_of_times(same[: LEAST_TIMES - 1]) is None
    assert spread_of_times(moves(50)) is None, "nobody knows how long these took"
    assert middle_time_ms(moves(50)) is None


def test_times_may_go_with_how_open_positions_are() -> None:
    befores = [at / 40 for at in range(38)]
    longer = [ExaminedMove(0, 5, True, 0.0, each, round(20_000 * (1.1 - each))) for each in befores]
    chance = random.Random(3)
    alike = [ExaminedMove(0, 5, True, 0.0, each, chance.randrange(4_000, 5_000)) for each in befores]
    found, none = time_by_openness(longer), time_by_openness(alike)
    assert found is not None
    assert none is not None
    assert found.value == pytest.approx(1.0)
    assert found.low > 0.9
    assert none.low < 0 < none.high
    constant = time_by_openness(moves(30, ms=5_000))
    assert constant is not None
    assert constant.value == 0.0
