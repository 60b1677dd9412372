"""Reviews: luck and errors add up to the result, whatever the evaluator; what is best costs nothing."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from motu import State, load_game
from motu.engine.pictures import course_of
from motu.engine.review import Account, Estimate, Review, SearchEvaluator, review_game
from motu.errors import EngineError
from motu.games import person_to_act
from motu.search.limits import Limits
from own_tic import own_tic

Choose = Callable[[State], int]


def random_game(spec: str, seed: int, max_actions: int = 2000) -> State:
    state = load_game(spec).new_initial_state()
    choose = random.Random(seed).choice
    while not state.is_terminal() and len(state.history()) < max_actions:
        state.apply_action(choose(state.legal_actions()))
    return state


def any_opinion(state: State) -> Estimate:
    """An evaluator that knows nothing: it makes values and rankings up, the same for equal positions."""
    dice = random.Random(state.hash())
    actions = state.legal_actions()
    dice.shuffle(actions)
    return Estimate(dice.uniform(-1, 1), tuple(actions))


def exact(state: State) -> Estimate:
    """Perfect play by brute force, for games without dice on tiny boards."""
    person = person_to_act(state)
    sign = 1 if person == 0 else -1
    worth = {action: sign * solve(_after(state, action)) for action in state.legal_actions()}
    ranking = tuple(sorted(worth, key=lambda action: -worth[action]))
    return Estimate(sign * worth[ranking[0]], ranking)


_SOLVED: dict[tuple[str, int, bool], float] = {}


def solve(state: State) -> float:
    """Person 0's result under perfect play."""
    if state.is_terminal():
        return state.returns()[0]
    key = (state.game.spec, state.hash(), state.is_swapped())
    if key not in _SOLVED:
        _SOLVED[key] = exact(state).value
    return _SOLVED[key]


def _after(state: State, action: int) -> State:
    after = state.clone()
    after.apply_action(action)
    return after


def residue(review: Review) -> float:
    """What luck and errors leave unexplained."""
    first, second = review.account(0), review.account(1)
    explained = first.luck - second.luck + second.error - first.error
    return review.end - review.start - explained


def quick() -> SearchEvaluator:
    return SearchEvaluator(Limits(visits=20))


def check(state: State, review: Review) -> None:
    assert abs(residue(review)) < 1e-9
    assert [step.move for step in review.steps] == [text for move in state.moves() for text in _parts(move)]
    assert len(review.equities) == len(state.history()) + 1
    for step, following in zip(review.steps, (*review.steps[1:], None), strict=True):
        assert step.error >= 0
        assert step.after == (following.before if following is not None else review.end)
        sign = 1 if step.person == 0 else -1
        assert step.after - step.before == pytest.approx(sign * (step.luck - step.error), abs=1e-12)
        assert not (step.luck and step.error)
    if state.is_terminal():
        assert review.end == state.returns()[0]


def _parts(move: str) -> list[str]:
    line, _, face = move.partition("=")
    return [line, f"={face}"] if face else [move]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "spec",
    [
        "junior",
        "kvinigu",
        "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=4)",
        "atmalof(rows=4,cols=3,extra_rows=1,extra_cols=0,line=4,pieces=3)",
        "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=5,tiebreak=both)",
        "gan",
        "hex(size=4)",
        "atomorph(size=4,return_stone=true)",
        "atomorph(size=3,corners=false,contested=never)",
    ],
)
def test_luck_and_errors_add_up_to_the_result(spec: str, seed: int) -> None:
    state = random_game(spec, seed)
    before = state.hash(), state.history()
    check(state, review_game(state, any_opinion))
    assert (state.hash(), state.history()) == before


@pytest.mark.parametrize("spec", ["junior", "gan", "atomorph(size=4,return_stone=true)"])
def test_they_do_with_the_search_as_evaluator(spec: str) -> None:
    state = random_game(spec, 7)
    check(state, review_game(state, quick()))


@cache
def games_with(what: str) -> State:
    """A random game in which something happens that is easily got wrong."""
    tiny = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=4)"
    crowded = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=5,tiebreak=both)"
    wanted: dict[str, tuple[str, Callable[[State], bool]]] = {
        "a tie-break": (tiny, lambda state: _reason(state) == "tiebreak" and state.returns()[0] != 0),
        "a draw": (tiny, lambda state: state.is_terminal() and state.returns()[0] == 0),
        "a line": ("junior", lambda state: _reason(state) == "line"),
        "a lost turn": (tiny, _has_lost_turn),
        "a skipped turn": (crowded, _has_skipped_turn),
        "a swap": ("gan", lambda state: "swap" in state.moves()),
        "a stone put back": ("atomorph(size=4,return_stone=true)", lambda state: "@" in " ".join(state.moves())),
    }
    spec, happens = wanted[what]
    return next(state for seed in range(2000) if happens(state := random_game(spec, seed)))


def _reason(state: State) -> str:
    outcome = state.outcome()
    return "" if outcome is None else outcome.reason


def _has_lost_turn(state: State) -> bool:
    drops = sum("=" in move for move in state.moves())
    return drops > sum(state.pieces())


def _has_skipped_turn(state: State) -> bool:
    """Whether somebody moved twice running."""
    replayed, last = state.game.new_initial_state(), -1
    for move in state.moves():
        person = replayed.current_player()
        if person == last:
            return True
        last = person
        replayed.play(move)
    return False


@pytest.mark.parametrize(
    "what", ["a tie-break", "a draw", "a line", "a lost turn", "a skipped turn", "a swap", "a stone put back"]
)
@pytest.mark.parametrize("evaluator", [any_opinion, quick()], ids=["any", "search"])
def test_they_add_up_in_games_with(what: str, evaluator: Callable[[State], Estimate]) -> None:
    state = games_with(what)
    check(state, review_game(state, evaluator))


@pytest.mark.parametrize("actions", [1, 2, 3, 10, 11])
def test_games_that_are_not_over_end_with_an_equity(actions: int) -> None:
    state = random_game("junior", 5, actions)
    review = review_game(state, any_opinion)
    check(state, review)
    assert not review.is_over
    if not state.is_chance_node():
        assert review.end == any_opinion(state).value


def test_luck_weighs_nothing_over_all_faces() -> None:
    start = random_game("junior", 3, 24)
    while not start.is_chance_node():
        start.play("r1" if not start.is_chance_node() else "=1")
    lucks = []
    for outcome, probability in start.chance_outcomes():
        review = review_game(_after(start, outcome), any_opinion)
        assert review.steps[-1].kind == "roll"
        lucks.append(probability * review.steps[-1].luck)
    assert sum(lucks) == pytest.approx(0, abs=1e-12)
    assert max(lucks) > 0


def test_errors_are_judged_before_the_roll() -> None:
    """An announcement is as good as the mean over its faces, whatever the die showed then."""
    start = random_game("junior", 3, 24)
    while start.is_chance_node():
        start.apply_action(0)
    start.play("r1")
    errors = set()
    for outcome, _ in start.chance_outcomes():
        step = review_game(_after(start, outcome), any_opinion).steps[-2]
        assert (step.kind, step.move, step.luck) == ("announcement", "r1", 0.0)
        errors.add(round(step.error, 9))
    assert len(errors) == 1


@pytest.mark.parametrize("spec", ["hex(size=3)", "hex(size=3,swap=false)", "atomorph(size=3)"])
def test_best_moves_cost_nothing(spec: str) -> None:
    state = load_game(spec).new_initial_state()
    while not state.is_terminal():
        state.apply_action(exact(state).ranking[0])
    review = review_game(state, exact)
    assert [step.error for step in review.steps] == [0.0] * len(review.steps)
    assert [step.best for step in review.steps] == [step.move for step in review.steps]
    assert review.start == review.end


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("spec", ["hex(size=3)", "atomorph(size=3)"])
def test_an_exact_evaluator_finds_every_mistake_and_no_other(spec: str, seed: int) -> None:
    state = random_game(spec, seed)
    review = review_game(state, exact)
    replayed = state.game.new_initial_state()
    assert review.start == solve(replayed)
    for step in review.steps:
        before, sign = solve(replayed), 1 if person_to_act(replayed) == 0 else -1
        assert step.before == before
        replayed.play(step.move)
        assert step.error == sign * (before - solve(replayed))


def test_giving_a_won_game_away_costs_two() -> None:
    state = (
        load_game("hex(size=3,swap=false)")
        .new_initial_state()
        .play_all(["c2", "c3", "a2", "c1", "a3", "b1", "b2", "a1"])
    )
    review = review_game(state, SearchEvaluator(Limits(visits=20_000)))
    assert [step.error for step in review.steps] == [0, 0, 0, 0, 0, 0, 2, 0]
    blunder = review.steps[6]
    assert (blunder.colour, blunder.move, blunder.best) == ("black", "b2", "a1")
    assert (blunder.before, blunder.after, blunder.estimate) == (1.0, -1.0, 1.0)


@pytest.mark.parametrize("seed", range(4))
def test_a_search_that_proves_everything_is_an_exact_evaluator(seed: int) -> None:
    state = random_game("hex(size=3)", seed)
    searched = review_game(state, SearchEvaluator(Limits(visits=50_000)))
    known = review_game(state, exact)
    assert [step.error for step in searched.steps] == [step.error for step in known.steps]
    assert searched.equities == known.equities


def test_the_swap_is_always_weighed() -> None:
    """Even by an evaluator that thinks of every other move first."""

    def forgetful(state: State) -> Estimate:
        known = exact(state)
        names = {action: state.action_to_string(action) for action in known.ranking}
        return Estimate(known.value, tuple(sorted(known.ranking, key=lambda action: names[action] == "swap")))

    state = load_game("hex(size=3)").new_initial_state().play_all(["b2", "a1"])
    declined = review_game(state, forgetful).steps[1]
    assert (declined.move, declined.best, declined.error) == ("a1", "swap", 2.0)


def test_nothing_to_choose_is_nobodys_mistake() -> None:
    state = load_game("hex(size=2,swap=false)").new_initial_state().play_all(["a1", "b1", "b2", "a2"])
    last = review_game(state, any_opinion).steps[-1]
    assert (last.is_forced, last.error, last.estimate, last.first) == (True, 0.0, None, "")


def test_the_first_choice_is_that_of_the_search_whatever_followed() -> None:
    evaluate = SearchEvaluator(Limits(visits=50))
    state = load_game("hex(size=4)").new_initial_state().play_all(["a1", "b2", "c3", "d2"])
    steps, before = review_game(state, evaluate).steps, load_game("hex(size=4)").new_initial_state()
    for step in steps:
        ranking = evaluate(before).ranking
        assert step.first == before.action_to_string(ranking[0])
        before.play(step.move)


def test_an_account_counts_what_there_was_to_choose() -> None:
    state = load_game("hex(size=2,swap=false)").new_initial_state().play_all(["a1", "b1", "b2", "a2"])
    review = review_game(state, any_opinion)
    first, second = review.account(0), review.account(1)
    assert (first.decisions, second.decisions) == (2, 1), "the last cell is nobody's choice"
    assert first.error_rate == pytest.approx(first.error / 2)
    state = load_game("junior").new_initial_state().play_all(["r1=1", "r2=1", "r3=1"])
    review = review_game(state, any_opinion)
    assert (review.account(0).decisions, review.account(1).decisions) == (2, 1), "rolls are no choice"
    for person in (0, 1):
        own = [step for step in review.steps if step.person == person]
        assert review.account(person).error == pytest.approx(sum(step.error for step in own))
        assert review.account(person).luck == pytest.approx(sum(step.luck for step in own))


def test_who_chose_nothing_has_an_account_of_nothing() -> None:
    review = review_game(load_game("hex(size=2)").new_initial_state().play_all(["a1"]), any_opinion)
    assert review.account(1) == Account(0, 0.0, 0.0)
    assert review.account(1).error_rate == 0.0


def test_threads_change_nothing_and_progress_is_told() -> None:
    state = random_game("junior", 2, 30)
    told: list[tuple[float, float]] = []
    one = review_game(state, quick(), 1, lambda done, of: told.append((done, of)))
    assert review_game(state, quick(), 4) == one
    assert told[-1][0] == told[-1][1]
    assert [done for done, _ in told] == list(range(1, len(told) + 1))


def test_progress_is_told_of_what_is_known_to_be_left() -> None:
    told: list[tuple[float, float]] = []
    review_game(random_game("junior", 2, 30), any_opinion, 1, lambda done, of: told.append((done, of)))
    totals = sorted({of for _, of in told})
    assert len(totals) == 2, "the positions of the game, then those beside them"
    for total in totals:
        assert max(done for done, of in told if of == total) == total


def test_a_game_of_ones_own_is_reviewed() -> None:
    state = own_tic().new_initial_state()
    choose = random.Random(4).choice
    while not state.is_terminal():
        state.apply_action(choose(state.legal_actions()))
    for evaluator in (any_opinion, SearchEvaluator(Limits(visits=50))):
        review = review_game(state, evaluator, threads=2)
        check(state, review)
        assert {step.colour for step in review.steps} == {"first", "second"}


@pytest.mark.parametrize("ranking", [(), (0,), (10**6,), (-1,), (0, 0)])
def test_a_ranking_that_names_no_other_legal_move_is_refused(ranking: tuple[int, ...]) -> None:
    state = load_game("hex(size=3)").new_initial_state().play_all(["a1", "b2"])
    with pytest.raises(EngineError, match="ranks its moves"):
        review_game(state, lambda _: Estimate(0.0, ranking))


def test_an_error_of_the_evaluator_comes_out() -> None:
    def refuse(_state: State) -> Estimate:
        raise EngineError("no net", slug="engine/failed")

    with pytest.raises(EngineError, match="no net"):
        review_game(random_game("gan", 1), refuse)


def test_a_graph_follows_the_person_who_began() -> None:
    swapped = games_with("a swap")
    course = course_of(review_game(swapped, any_opinion))
    assert course.side_names == ("first player", "second player")
    assert course.shares[-1] == (swapped.returns()[0] + 1) / 2
    plain = random_game("junior", 1)
    review = review_game(plain, any_opinion)
    course = course_of(review)
    assert course.side_names == ("red", "blue")
    assert len(course.luck) == sum(step.kind == "roll" for step in review.steps)
    signed = sum(event.size for event in course.luck)
    assert signed == pytest.approx(review.account(0).luck - review.account(1).luck)


@pytest.mark.parametrize("value", [math.nan, math.inf, 5.0, -1.1, None, "1"])
def test_a_value_that_is_none_is_refused(value: Any) -> None:
    def judge(state: State) -> Estimate:
        return Estimate(value, tuple(state.legal_actions()))

    with pytest.raises(ValueError, match="an evaluator's value is a number from -1 to 1, not "):
        review_game(random_game("hex(size=3)", 1), judge)


@pytest.mark.parametrize("threads", [0, -1, 1.5, None])
def test_somebody_has_to_judge(threads: Any) -> None:
    with pytest.raises(ValueError, match="threads is a whole number from 1 to 256, not "):
        review_game(random_game("hex(size=3)", 1), any_opinion, threads)
