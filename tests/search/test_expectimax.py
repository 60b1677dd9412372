"""Depth-first search from Python: depths that stream, evaluators by name and as callables, and what is refused."""

import threading
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import motu
from motu.errors import EngineError
from motu.search.configuration import best_evaluator, best_settings, best_static_evaluator, evaluator_names
from motu.search.expectimax import DepthAnalysis, ExpectimaxPlayer, ExpectimaxSearch
from motu.search.limits import Limits
from motu.testing.registry import variants


def begin(spec: str, *moves: str) -> motu.State:
    state = motu.load_game(spec).new_initial_state()
    state.play_all(moves)
    return state


def test_depths_stream_and_end_where_the_report_says_so() -> None:
    state = begin("hex(size=4)", "b2")
    seen: list[DepthAnalysis] = []

    def report(analysis: DepthAnalysis) -> bool:
        seen.append(analysis)
        return analysis.depth < 3

    before = state.hash()
    last = ExpectimaxSearch(state.game).search(state, Limits(depth=20), report)
    assert [analysis.depth for analysis in seen] == [1, 2, 3]
    assert last == seen[-1]
    assert [analysis.nodes for analysis in seen] == sorted(analysis.nodes for analysis in seen)
    assert last.move == last.variation[0] == state.action_to_string(last.action)
    state.clone().play_all(last.variation)
    assert state.hash() == before


def test_small_hex_is_solved_and_the_result_is_certain() -> None:
    found = ExpectimaxSearch(motu.load_game("hex(size=3)")).search(begin("hex(size=3)", "a1"), Limits(depth=9))
    assert found.is_certain
    assert found.value == 1  # a1 loses: the second person wins without a swap
    assert not ExpectimaxSearch(motu.load_game("hex(size=5)")).search(begin("hex(size=5)"), Limits(depth=2)).is_certain


def test_dice_have_their_exact_mean() -> None:
    game = motu.load_game("atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)")
    stones = {"r1c1": "red", "r1c2": "red", "r3c1": "blue", "r3c2": "blue"}
    found = ExpectimaxSearch(game).search(game.new_state(stones, to_move="red"), Limits(depth=1))
    assert (found.move, found.value, found.is_certain) == ("r2", 1, True)


def test_a_callable_is_asked_for_the_person_to_act() -> None:
    state = begin("hex(size=3,swap=false)")

    def likes_the_middle(observations: npt.NDArray[np.float32]) -> tuple[Any, None]:
        assert observations.shape[0] == 1
        # After black's move white is to act: plane 2 has black's stones.
        return [-0.5 if observations[0, 2, 1, 1] else 0.25], None

    found = ExpectimaxSearch(state.game, likes_the_middle).search(state, Limits(depth=1))
    assert (found.move, found.value) == ("b2", 0.5)


def test_another_thread_can_stop_it_and_nobody_can_begin_a_second_one() -> None:
    state = begin("nauru")
    search = ExpectimaxSearch(state.game)
    slugs: list[str] = []

    def intrude(_analysis: DepthAnalysis) -> None:
        if not slugs:
            with pytest.raises(EngineError) as caught:
                search.search(state, Limits(depth=1))
            slugs.append(caught.value.slug)
            threading.Thread(target=search.stop).start()

    assert search.search(state, Limits(seconds=60), intrude).seconds < 30
    assert slugs == ["engine/busy"]
    assert search.search(state, Limits(depth=1)).depth == 1


def test_an_error_in_a_report_or_an_evaluator_comes_out() -> None:
    state = begin("hex(size=4)")

    def fail(*_: Any) -> Any:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ExpectimaxSearch(state.game).search(state, Limits(depth=9), fail)
    with pytest.raises(RuntimeError, match="enough"):
        ExpectimaxSearch(state.game, fail).search(state, Limits(depth=2))


def test_what_cannot_be_searched_is_refused() -> None:
    search = ExpectimaxSearch(motu.load_game("atmalof"))
    for state, limits, slug in (
        (begin("atmalof", "r1"), Limits(depth=1), "engine/no-move"),
        (begin("atmalof"), Limits(visits=5), "engine/limits"),
    ):
        with pytest.raises(EngineError) as caught:
            search.search(state, limits)
        assert caught.value.slug == slug
    with pytest.raises(EngineError) as caught:
        ExpectimaxSearch(motu.load_game("gan"), "oracle")
    assert caught.value.slug == "engine/unknown-evaluator"


def test_a_forced_move_needs_no_search() -> None:
    state = begin("hex(size=2,swap=false)", "a1", "b1", "b2")
    assert ExpectimaxPlayer(Limits(seconds=3600)).choose(state).simulations == 0


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.name)
def test_what_is_best_for_a_game_is_something_it_has(variant: Any) -> None:
    game = variant.load()
    names = evaluator_names(game)
    assert best_evaluator(game.rules) in names
    assert best_static_evaluator(game.rules) in names
    assert best_settings(game.rules).threads == 1
