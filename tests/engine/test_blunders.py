"""Blunders: where deep searches know the truth, the move that is named turned a won game into a lost one."""

from __future__ import annotations

import random

import pytest

from motu import State, load_game
from motu.engine.blunders import CAUSES, PHASES, Blunder, Searches, count_blunders, find_blunder
from motu.errors import EngineError
from motu.games import person_to_act
from motu.search.limits import Limits
from motu.solve import make_solver

HEX = "hex(size=4,swap=false)"
EXACT = Searches(Limits(visits=20), Limits(visits=4000))
"""The deep search of a board of 16 cells ends in a proof."""


def random_game(spec: str, seed: int) -> State:
    state = load_game(spec).new_initial_state()
    choose = random.Random(seed).choice
    while not state.is_terminal():
        state.apply_action(choose(state.legal_actions()))
    return state


def winner_of(state: State) -> int:
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winner is not None
    return outcome.winner


def blunder_of(state: State, searches: Searches = EXACT, *, every: bool = False) -> Blunder:
    found = find_blunder(state, winner_of(state), searches, every=every)
    assert found is not None
    return found


def positions(state: State, ply: int) -> tuple[State, State]:
    """The positions before and after the move of a ply."""
    after = state.clone()
    while after.ply() > ply + 1:
        after.undo()
    before = after.clone()
    before.undo()
    return before, after


def wins(state: State, person: int) -> bool:
    """Whether a person wins with perfect play."""
    if state.is_terminal():
        return state.returns()[person] > 0
    found = make_solver(state.game).solve(state)
    assert found.is_exact
    return (found.lower > 0) == (person_to_act(state) == person)


@pytest.mark.parametrize("seed", range(8))
def test_the_blunder_turns_a_won_game_into_a_lost_one(seed: int) -> None:
    game = random_game(HEX, seed)
    found = blunder_of(game)
    before, after = positions(game, found.ply)
    assert person_to_act(before) == found.person == 1 - winner_of(game)
    assert not wins(after, found.person)
    if found.cause == "start":
        assert not wins(before, found.person)
    else:
        assert wins(before, found.person)
        assert (found.before, found.after, found.error) == (1.0, -1.0, 2.0)
        before.play(found.better)
        assert wins(before, found.person)


def test_what_led_to_nothing_better_is_no_blunder() -> None:
    state = load_game("hex(size=2,swap=false)").new_initial_state()
    for move in ("b1", "a1", "a2"):  # whoever begins on a short diagonal has won
        state.play(move)
    found = blunder_of(state)
    assert (found.cause, found.error) == ("start", 0.0)


def test_every_position_is_looked_at_where_that_is_asked_for() -> None:
    game = random_game(HEX, 3)
    looks = [0, 0]

    def count(which: int) -> None:
        looks[which] += 1

    few = find_blunder(game, winner_of(game), EXACT, tell=lambda: count(0))
    most = find_blunder(game, winner_of(game), EXACT, every=True, tell=lambda: count(1))
    assert few is not None
    assert most is not None
    assert most.error >= few.error
    assert 2 <= looks[0] < looks[1]


def test_equal_seeds_find_equal_blunders() -> None:
    game = random_game("hex(size=5,swap=false)", 5)
    searches = Searches(Limits(visits=10), Limits(visits=300), seed=4)
    assert blunder_of(game, searches) == blunder_of(game, searches)


def test_a_better_move_that_was_hardly_looked_at_is_a_matter_of_policy() -> None:
    causes = set()
    for seed in range(12):
        found = blunder_of(random_game(HEX, seed), Searches(Limits(visits=1), Limits(visits=4000)))
        assert found.cause != "policy" or found.share < 0.01
        causes.add(found.cause)
    assert "policy" in causes or "found" in causes


def test_the_short_search_has_found_nothing_unless_it_plays_a_good_move() -> None:
    searches = Searches(Limits(visits=4), Limits(visits=4000), evaluator="rollout")
    bad_moves = 0
    for seed in range(60):
        found = blunder_of(game := random_game("hex(size=5,swap=false)", seed), searches)
        if found.cause == "start":
            continue
        state, _ = positions(game, found.ply)
        chosen = searches.shortly(state).best.move
        state.play(chosen)
        assert (found.cause == "found") == wins(state, found.person)
        bad_moves += chosen != found.move and found.cause != "found"
    assert bad_moves > 0


def test_games_with_dice_are_lost_by_moves_or_by_dice() -> None:
    for seed in range(3):
        game = random_game("junior", seed)
        found = blunder_of(game, Searches(Limits(visits=10), Limits(visits=100)))
        assert found.cause in CAUSES
        assert found.phase in PHASES
        assert -1 <= found.after <= found.before <= 1


@pytest.mark.parametrize("seed", range(4))
def test_what_a_match_has_set_up_is_nobodys_blunder(seed: int) -> None:
    game = random_game(HEX, seed)
    first = blunder_of(game)
    found = find_blunder(game, winner_of(game), EXACT, opening=first.ply + 1)
    assert found is None or found.ply > first.ply
    again = find_blunder(game, winner_of(game), EXACT, opening=first.ply)
    assert again is not None
    assert again.ply >= first.ply
    assert find_blunder(game, winner_of(game), EXACT, opening=game.ply()) is None


def test_who_never_had_a_choice_has_not_blundered() -> None:
    state = load_game(HEX).new_initial_state()
    state.play("b2")
    assert find_blunder(state, 0, EXACT) is None


def test_the_game_comes_back_as_it_was() -> None:
    game = random_game(HEX, 1)
    before = game.clone()
    blunder_of(game)
    assert game == before


def test_an_unknown_evaluator_is_refused() -> None:
    with pytest.raises(EngineError, match="nonsense"):
        blunder_of(random_game(HEX, 0), Searches(Limits(visits=1), Limits(visits=10), evaluator="nonsense"))


def test_tallies_count_by_phase_and_cause() -> None:
    found = [blunder_of(random_game(HEX, seed)) for seed in range(6)]
    assert count_blunders(found).count == 6
    assert sum(count_blunders(found, phase, cause).count for phase in PHASES for cause in CAUSES) == 6
    assert count_blunders(found).error == pytest.approx(sum(each.error for each in found) / 6)
    assert count_blunders([]).believed == 0.0
