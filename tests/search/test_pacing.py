"""Under a clock a search stops where nothing can change, and goes on where it is unsure."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from motu import load_game
from motu.search.limits import Clock, Limits
from motu.search.mcts import MctsPlayer, SearchTree
from motu.search.pacing import Pacer, paced, pacer_of

PACER = Pacer(10.0)
PATIENCE = 3.0
"""How much longer than it should take a search may, on a busy machine."""


def known(seconds: float, *moves: tuple[int, float], simulations: int = 0, **more: Any) -> Any:
    """Return what a search knows: visits and value of its moves, the best one first."""
    found = [SimpleNamespace(visits=visits, value=value, lower=-1.0, upper=1.0) for visits, value in moves]
    told = SimpleNamespace(moves=found, seconds=seconds, simulations=simulations or sum(move.visits for move in found))
    for name, value in more.items():
        setattr(found[0], name, value)
    return told


def test_it_stops_where_nothing_can_change() -> None:
    assert PACER.is_enough(known(8.1, (500, 0.1), (300, 0.2)))  # less than 200 visits are still to come
    assert not PACER.is_enough(known(7.9, (500, 0.1), (300, 0.2)))
    assert not PACER.is_enough(known(5.0, (900, 0.1), (50, 0.0), (50, 0.0)))
    assert PACER.is_enough(known(5.6, (900, 0.1), (50, 0.0), (50, 0.0)))


def test_what_a_kept_tree_knows_counts_as_what_this_search_has_found() -> None:
    assert PACER.is_enough(known(0.5, (5000, 0.1), (200, 0.2), simulations=100))
    assert not PACER.is_enough(known(0.5, (5000, 0.1), (3200, 0.2), simulations=100))


@pytest.mark.parametrize(
    ("moves", "is_enough"),
    [
        ([(500, 0.1), (290, 0.0)], True),
        ([(500, 0.1), (310, 0.0)], False),
        ([(500, 0.1), (60, 0.2)], False),
        ([(500, 0.1), (40, 0.2)], True),
    ],
    ids=["clear", "close", "another one is better", "hardly seen"],
)
def test_after_its_share_it_goes_on_while_it_is_unsure(moves: list[tuple[int, float]], is_enough: bool) -> None:
    assert PACER.is_enough(known(10.0, *moves)) is is_enough


def test_it_knows_no_pace_before_the_first_visits() -> None:
    told = known(0.5, (5, 0.1), (0, 0.0))
    told.simulations = 0
    assert not PACER.is_enough(told)


def test_an_exact_value_needs_no_visits() -> None:
    assert PACER.is_enough(known(10.0, (3, 0.0), (400, -0.1), lower=0.0, upper=0.0))
    assert not PACER.is_enough(known(9.0, (3, 0.0), (400, -0.1), lower=0.0, upper=0.0))


def test_one_move_is_enough() -> None:
    assert PACER.is_enough(known(0.1, (5, 0.0)))
    assert PACER.is_enough(known(0.1, (5, 0.0), (0, 0.0), lower=1.0))
    told = known(0.1, (5, 0.0), (5, 0.0))
    told.moves[1].upper = -1.0
    assert PACER.is_enough(told)


def test_only_a_clock_paces() -> None:
    clock = Clock(60.0)
    assert pacer_of(Limits(clock=clock)) == Pacer(8.0)
    assert pacer_of(Limits(seconds=3.0, clock=clock)) == Pacer(3.0)
    for told in (Limits(seconds=1.0), Limits(visits=100), Limits(seconds=1.0, clock=clock)):
        assert pacer_of(told) is None
        assert told.longest == told.time


@pytest.mark.parametrize(
    "clock", [Clock(60.0), Clock(0.01), Clock(60.0, 5.0), Clock(10.0, moves_left=1), Clock(0.0, 9.0)]
)
def test_no_move_takes_more_than_there_is(clock: Clock) -> None:
    share, longest = clock.seconds_for_move, clock.longest_for_move
    assert share <= longest <= max(0.9 * clock.remaining, 0.001)
    assert longest <= 8 * share
    pacer = pacer_of(Limits(clock=clock))
    assert pacer is None or share <= pacer.aim_s <= longest
    assert Limits(clock=clock).longest == longest
    assert Limits(seconds=share * 1.1, clock=clock).longest <= share * 1.1 + 1e-9


def test_who_listens_still_stops_it() -> None:
    told = known(1.0, (500, 0.1), (500, 0.1))
    assert paced(PACER, None)(told)
    assert paced(PACER, lambda _: None)(told)
    assert not paced(PACER, lambda _: False)(told)
    assert not paced(Pacer(0.5), lambda _: None)(known(1.0, (500, 0.1), (5, 0.1)))


@pytest.mark.parametrize("is_enough", [True, False])
def test_a_search_ends_by_its_pace(is_enough: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pacer, "is_enough", lambda *_: is_enough)
    clock = Clock(12.0)
    tree = SearchTree(load_game("hex(size=7)").new_initial_state(), "rollout", threads=1)
    took = tree.search(Limits(clock=clock)).seconds
    if is_enough:
        assert took < clock.seconds_for_move
    else:
        assert clock.longest_for_move <= took <= PATIENCE * clock.longest_for_move


def test_a_game_is_played_within_its_time() -> None:
    game = load_game("hex(size=5)")
    players = [MctsPlayer(Limits(visits=1_000_000_000), seed) for seed in (1, 2)]
    state, left = game.new_initial_state(), [2.0, 2.0]
    while not state.is_terminal():
        seat = state.to_move()
        begin = time.monotonic()
        choice = players[seat].choose(state, Limits(clock=Clock(left[seat])))
        left[seat] -= time.monotonic() - begin
        state.apply_action(choice.action)
    assert min(left) > 0
