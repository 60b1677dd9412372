from __future__ import annotations

import pytest

from motu.engine.clock import LEAST_S, Clock


def test_without_settings_there_is_no_limit() -> None:
    clock = Clock()
    clock.spend(1e9)
    assert clock.budget() is None


def test_a_period_without_moves_means_no_limit() -> None:
    assert Clock.of_settings(0, 10, 0).budget() is None


def test_main_time_is_dealt_out_over_many_moves_and_never_used_up() -> None:
    clock = Clock.of_settings(60, 0, 0)
    for _ in range(200):
        budget = clock.budget()
        assert budget is not None
        assert budget <= max(LEAST_S, clock.seconds / 10)
        clock.spend(budget)
    assert clock.seconds > 0


def test_periods_come_after_the_main_time_and_again_after_each_other() -> None:
    clock = Clock.of_settings(5, 10, 2)
    clock.spend(6)
    assert (clock.seconds, clock.stones) == (10, 2)
    clock.spend(4)
    assert (clock.seconds, clock.stones) == (6, 1)
    clock.spend(1)
    assert (clock.seconds, clock.stones) == (10, 2)


def test_without_main_time_the_first_period_begins_at_once() -> None:
    assert (Clock.of_settings(0, 10, 5).seconds, Clock.of_settings(0, 10, 5).stones) == (10, 5)


@pytest.mark.parametrize(("main", "period", "stones"), [(0, 10, 5), (3, 10, 5), (30, 5, 1)])
def test_budgets_fit_into_the_time(main: float, period: float, stones: int) -> None:
    clock = Clock.of_settings(main, period, stones)
    for _ in range(100):
        budget = clock.budget()
        assert budget is not None
        assert budget < clock.seconds + (0 if clock.stones else period)
        clock.spend(budget)


def test_who_has_no_time_still_gets_a_moment() -> None:
    clock = Clock.of_settings(1, 0, 0)
    clock.spend(2)
    assert clock.budget() == LEAST_S
