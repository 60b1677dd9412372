from __future__ import annotations

import pytest

from motu import load_game
from motu.engine.clock import FEWEST_MOVES_LEFT, LAG_S, LEAST_S, MOST_LAG_S, PeriodClock, expected_moves
from motu.search.limits import MOVES_LEFT


def seconds_of(clock: PeriodClock) -> float:
    """How long a search may take by this clock."""
    told = clock.for_search()
    assert told is not None
    return told.seconds_for_move


def test_without_settings_there_is_no_limit() -> None:
    clock = PeriodClock()
    clock.spend(1e9)
    assert clock.for_search() is None


def test_a_period_without_moves_means_no_limit() -> None:
    assert PeriodClock.of_settings(0, 10, 0).for_search() is None


def test_main_time_is_dealt_out_over_many_moves_and_never_used_up() -> None:
    clock = PeriodClock.of_settings(60, 0, 0)
    for _ in range(200):
        assert seconds_of(clock) <= max(LEAST_S, clock.seconds / 10)
        clock.spend(seconds_of(clock))
    assert clock.seconds > 0


def test_periods_come_after_the_main_time_and_again_after_each_other() -> None:
    clock = PeriodClock.of_settings(5, 10, 2)
    clock.spend(6)
    assert (clock.seconds, clock.stones) == (10, 2)
    clock.spend(4)
    assert (clock.seconds, clock.stones) == (6, 1)
    clock.spend(1)
    assert (clock.seconds, clock.stones) == (10, 2)


def test_without_main_time_the_first_period_begins_at_once() -> None:
    assert (PeriodClock.of_settings(0, 10, 5).seconds, PeriodClock.of_settings(0, 10, 5).stones) == (10, 5)


@pytest.mark.parametrize(("main", "period", "stones"), [(0, 10, 5), (3, 10, 5), (30, 5, 1), (0.2, 1, 20)])
def test_moves_fit_into_the_time(main: float, period: float, stones: int) -> None:
    clock = PeriodClock.of_settings(main, period, stones)
    for _ in range(100):
        left = clock.seconds + (0 if clock.stones else period)
        assert 0 < seconds_of(clock) < left
        clock.spend(seconds_of(clock))


def test_a_period_is_shared_by_its_moves() -> None:
    clock = PeriodClock.of_settings(0, 10, 5)
    used = 0.0
    for _ in range(5):
        used += seconds_of(clock)
        clock.spend(seconds_of(clock))
    assert 8 < used < 10
    assert (clock.seconds, clock.stones) == (10, 5)


def test_who_has_no_time_still_gets_a_moment() -> None:
    clock = PeriodClock.of_settings(1, 0, 0)
    clock.spend(2)
    assert 0 < seconds_of(clock) <= LEAST_S


@pytest.mark.parametrize("main", [1.0, 5.0, 60.0, 3600.0])
@pytest.mark.parametrize("moves", [20, 60, 200])
def test_a_search_that_is_never_sure_fits_into_the_time_with_the_way_of_its_answers(main: float, moves: int) -> None:
    clock = PeriodClock.of_settings(main, 0, 0)
    spent = 0.0
    for move in range(moves):
        told = clock.for_search(max(FEWEST_MOVES_LEFT, moves - move))
        assert told is not None
        spent = told.longest_for_move + LAG_S / 2
        clock.spend(spent)
    assert clock.seconds > 0 or main < moves * LAG_S


def test_the_way_of_each_answer_to_come_is_kept_back() -> None:
    told = PeriodClock.of_settings(60, 0, 0).for_search(40)
    assert told is not None
    assert told.remaining == pytest.approx(60 - 40 * LAG_S)
    assert told.moves_left == 40


def test_moves_are_expected_until_half_the_board_is_full() -> None:
    hexes = load_game("hex").new_initial_state()
    assert expected_moves(hexes) == 30
    for _ in range(30):
        hexes.apply_action(hexes.legal_actions()[0])
    assert expected_moves(hexes) == 15
    for _ in range(30):
        hexes.apply_action(hexes.legal_actions()[0])
    assert expected_moves(hexes) == FEWEST_MOVES_LEFT
    assert expected_moves(load_game("hex(size=19)").new_initial_state()) == 90
    for spec in ("atmalof", "atomorph"):  # pieces move there, and stones are flipped
        assert expected_moves(load_game(spec).new_initial_state()) == MOVES_LEFT


@pytest.mark.parametrize("late", [0.05, 0.1, 0.2])
def test_a_player_that_is_always_late_does_not_lose_on_time(late: float) -> None:
    """Whatever it has, it takes all of it and a little more, as a search does whose last batch has begun."""
    clock = PeriodClock.of_settings(30, 0, 0)
    for moves_left in range(60, 10, -1):
        told = clock.for_search(moves_left)
        assert told is not None
        clock.spend(told.longest_for_move + late, told.longest_for_move)
        assert clock.seconds > 0


def test_who_was_late_once_is_not_mistrusted_for_ever() -> None:
    clock = PeriodClock.of_settings(60, 0, 0)
    clock.spend(10.0, 1.0)
    assert LAG_S < clock.lag < MOST_LAG_S
    for _ in range(8):
        clock.spend(1.001, 1.0)
    assert clock.lag == pytest.approx(LAG_S, abs=1e-3)
    clock.spend(0.5, 1.0)
    assert clock.lag == pytest.approx(LAG_S, abs=1e-3), "who was in time says nothing about how late one is"
