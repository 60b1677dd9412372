"""Monte-Carlo tree search from Python: what it says, what it proves, how it follows a game, and what it refuses."""

import threading
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import motu
from motu.errors import EngineError, MotuError
from motu.search.configuration import Floats, best_settings, resolve, resolve_static
from motu.search.limits import Clock, Limits
from motu.search.mcts import Analysis, MctsPlayer, SearchSettings, SearchTree
from motu.search.players import make_player

SPECS = ["gan", "hex(size=5)", "atomorph(size=4,return_stone=true)", "junior", "kvinigu"]


def begin(spec: str, *moves: str) -> motu.State:
    return motu.load_game(spec).new_initial_state().play_all(moves)


# ------------------------------------------------------------------------------------------------------------ analyses


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("evaluator", ["rollout", "uniform"])
def test_an_analysis_names_every_move_once_and_counts_every_visit(spec: str, evaluator: str) -> None:
    state = begin(spec)
    before = state.hash(), state.history()
    analysis = SearchTree(state, evaluator).search(Limits(visits=400))
    assert (state.hash(), state.history()) == before
    assert sorted(move.action for move in analysis.moves) == state.legal_actions()
    assert sum(move.visits for move in analysis.moves) == analysis.visits == analysis.simulations == 400
    for move in analysis.moves:
        assert -1 <= move.value <= 1
        assert move.lower <= move.upper
        assert 0 <= move.win_rate <= 1
        assert move.move == state.action_to_string(move.action) == move.variation[0]
        state.clone().play_all(move.variation)
    assert analysis.best is analysis.moves[0]


def test_a_won_position_is_proved_and_the_search_stops() -> None:
    analysis = SearchTree(begin("hex(size=3,swap=false)")).search(Limits(visits=1_000_000))
    assert analysis.proof == analysis.best.proof == "win"
    assert analysis.visits < 100_000
    lost = SearchTree(begin("hex(size=3,swap=false)", "b2")).search(Limits(visits=1_000_000))
    assert lost.proof == "loss"
    assert {move.proof for move in lost.moves} == {"loss"}


def test_an_announcement_is_analysed_face_by_face() -> None:
    state = begin("atmalof", "r1=1", "r1=2")
    analysis = SearchTree(state).search(Limits(visits=3000))
    first = next(move for move in analysis.moves if move.move == "r1")
    assert first.faces
    assert sum(face.probability for face in first.faces) == pytest.approx(1)
    assert sum(face.probability * face.value for face in first.faces) == pytest.approx(first.value, abs=1e-6)
    lost = first.faces[0]
    assert lost.probability == pytest.approx(2 / 6)  # both pieces are in the way


def test_a_roll_can_be_analysed_and_its_variations_read() -> None:
    state = begin("atmalof", "r1=1", "r1")
    analysis = SearchTree(state).search(Limits(visits=3000))
    assert analysis.moves[0].move == "=1"
    assert [move.prior for move in analysis.moves] == pytest.approx([1 / 6] * 6)
    for move in analysis.moves:
        state.clone().play_all(move.variation)


def test_equal_seeds_give_equal_analyses() -> None:
    def analyse(seed: int) -> tuple[Any, ...]:
        analysis = SearchTree(begin("nauru"), "rollout", SearchSettings(seed=seed)).search(Limits(visits=2000))
        return analysis.moves

    assert analyse(3) == analyse(3)
    assert analyse(3) != analyse(4)


def test_few_visits_with_sequential_halving() -> None:
    state = motu.load_game("hex(size=4)").new_state(
        {"b1": "black", "b2": "black", "b3": "black", "a4": "white", "d1": "white"}, to_move="black"
    )
    analysis = SearchTree(state, "uniform", SearchSettings(gumbel=16)).search(Limits(visits=32))
    assert analysis.best.move == "b4"
    assert analysis.best.proof == "win"


# ---------------------------------------------------------------------------------------------------------- callables


def centre_lover(observations: Floats) -> tuple[Any, Any]:
    batch = observations.shape[0]
    priors = np.zeros((batch, 26), np.float32)
    priors[:, 12] = 1
    return np.zeros(batch), priors


def test_a_callable_gets_batches_and_its_priors_count() -> None:
    shapes: list[tuple[int, ...]] = []

    def evaluate(observations: Floats) -> tuple[Any, Any]:
        shapes.append(observations.shape)
        assert observations.dtype == np.float32
        return centre_lover(observations)

    state = begin("hex(size=5)")
    analysis = SearchTree(state, evaluate, SearchSettings(batch=8)).search(Limits(visits=100))
    assert analysis.best.move == "c3"
    assert analysis.best.prior == 1
    assert all(shape[1:] == state.game.observation_shape for shape in shapes)
    assert max(shape[0] for shape in shapes) == 8


def test_a_callable_sees_what_the_state_shows_and_answers_for_the_mover() -> None:
    state = begin("gan", "d3", "e5")
    seen: list[Floats] = []

    def evaluate(observations: Floats) -> tuple[Any, Any]:
        seen.append(observations[0])
        return [0.25] * len(observations), None

    analysis = SearchTree(state, evaluate, has_priors=False).search(Limits(visits=1))
    assert analysis.moves[0].value == pytest.approx(-0.25)  # what is good for the next one is bad for this one
    child = state.clone()
    child.apply_action(analysis.best.action)
    np.testing.assert_array_equal(seen[0], child.observation())


def test_a_callable_works_from_several_threads() -> None:
    analysis = SearchTree(begin("hex(size=5)"), centre_lover, SearchSettings(threads=3, batch=4)).search(
        Limits(visits=300)
    )
    assert analysis.visits == 300


@pytest.mark.parametrize(
    "answer",
    [None, (np.zeros(3), None), ([2.0], np.zeros((1, 26))), ([0.0], np.zeros((1, 5))), ([0.0], np.full((1, 26), -1.0))],
)
def test_a_callable_that_answers_nonsense_is_refused(answer: Any) -> None:
    tree = SearchTree(begin("hex(size=5)"), lambda _observations: answer)
    with pytest.raises((TypeError, ValueError, RuntimeError)):
        tree.search(Limits(visits=10))


def test_a_callable_without_priors_is_told_what_to_say() -> None:
    tree = SearchTree(begin("hex(size=5)"), lambda seen: (np.zeros(len(seen)), None))
    with pytest.raises(ValueError, match="returned None for priors: SearchTree\\(…, has_priors=False\\) asks for none"):
        tree.search(Limits(visits=10))


def test_an_error_in_a_callable_comes_out() -> None:
    def evaluate(_observations: Floats) -> tuple[Any, Any]:
        raise KeyError("no such net")

    with pytest.raises(KeyError, match="no such net"):
        SearchTree(begin("hex(size=5)"), evaluate, SearchSettings(threads=2)).search(Limits(visits=10))


# ------------------------------------------------------------------------------------------------------ reuse, reports


@pytest.mark.parametrize("spec", SPECS)
def test_a_tree_follows_the_game_and_keeps_what_it_knows(spec: str) -> None:
    state = begin(spec)
    tree = SearchTree(state)
    best = tree.search(Limits(visits=3000)).best
    state.apply_action(best.action)
    tree.advance(best.action)
    assert tree.state.hash() == state.hash()
    assert tree.analysis().visits > 0
    assert tree.advance_to(state)
    assert not tree.advance_to(begin(spec))
    assert tree.search(Limits(visits=5)).visits == 5


def test_a_tree_refuses_what_the_rules_refuse_and_stays() -> None:
    state = begin("hex(size=2,swap=false)", "a1", "b1")
    tree = SearchTree(state)
    with pytest.raises(MotuError) as caught:
        tree.advance(0)
    assert caught.value.slug == "move/illegal"
    with pytest.raises(EngineError) as caught:
        tree.advance(2)
    assert caught.value.slug == "engine/no-move"
    assert tree.state.hash() == state.hash()


def test_reports_come_while_the_search_goes_on_and_can_end_it() -> None:
    reports: list[Analysis] = []

    def report(analysis: Analysis) -> bool:
        reports.append(analysis)
        return len(reports) < 3

    begun = time.monotonic()
    last = SearchTree(begin("nauru")).search(Limits(), report, report_seconds=0.01)
    assert time.monotonic() - begun < 10
    assert len(reports) == 3
    assert [analysis.visits for analysis in reports] == sorted(analysis.visits for analysis in reports)
    assert last.visits >= reports[-1].visits > 0


def test_another_thread_can_stop_a_search_and_nobody_can_begin_a_second_one() -> None:
    tree = SearchTree(begin("nauru"))
    slugs: list[str] = []

    def intrude(_analysis: Analysis) -> None:
        if not slugs:
            with pytest.raises(EngineError) as caught:
                tree.analysis()
            slugs.append(caught.value.slug)
            threading.Thread(target=tree.stop).start()

    tree.search(Limits(seconds=60), intrude)
    assert slugs == ["engine/busy"]
    assert tree.analysis().seconds < 60


def test_an_error_in_a_report_comes_out() -> None:
    def report(_analysis: Analysis) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        SearchTree(begin("nauru")).search(Limits(seconds=60), report)


# ------------------------------------------------------------------------------------------------------------- limits


def test_limits_hold() -> None:
    assert SearchTree(begin("nauru"), "resistance").search(Limits(nodes=3000, seconds=60)).nodes < 3300
    batches = 3000 + 16 * 106  # a net's leaves come sixteen at a time, with a hundred moves each
    assert SearchTree(begin("nauru")).search(Limits(nodes=3000, seconds=60)).nodes < batches
    shallow = SearchTree(begin("nauru")).search(Limits(visits=2000, depth=1))
    assert all(len(move.variation) == 1 for move in shallow.moves)
    assert SearchTree(begin("nauru")).search(Limits(seconds=0.05)).seconds >= 0.05
    small = SearchTree(begin("nauru"), settings=SearchSettings(max_nodes=500)).search(Limits(visits=3000))
    assert small.nodes <= 500
    tight = SearchTree(begin("nauru"), "uniform", SearchSettings(max_memory=1)).search(Limits(visits=3000))
    assert 2**20 - 10_000 < tight.memory <= 2**20
    assert tight.visits == 3000


def test_a_clock_says_how_long_a_move_may_take() -> None:
    assert Limits(clock=Clock(60, 1, 30)).time == pytest.approx(2.8)
    assert Limits(seconds=1, clock=Clock(60, 1, 30)).time == 1
    assert Limits(clock=Clock(0.5, 10)).time == pytest.approx(0.45)
    assert Limits(clock=Clock(0)).is_bounded
    assert not Limits(depth=3).is_bounded


@pytest.mark.parametrize(
    "bounds", [{"visits": -1}, {"seconds": -0.5}, {"seconds": float("nan")}, {"nodes": 2**63}, {"depth": -2}]
)
def test_odd_limits_are_refused(bounds: dict[str, Any]) -> None:
    with pytest.raises(EngineError) as caught:
        Limits(**bounds)
    assert caught.value.slug == "engine/limits"


def test_what_cannot_be_searched_is_refused() -> None:
    with pytest.raises(EngineError) as caught:
        SearchTree(begin("hex(size=2,swap=false)", "a1", "b1", "a2"))
    assert caught.value.slug == "engine/no-move"
    with pytest.raises(EngineError) as caught:
        SearchTree(begin("gan"), "oracle")
    assert caught.value.slug == "engine/unknown-evaluator"
    with pytest.raises(EngineError) as caught:
        SearchTree(begin("gan"), settings=SearchSettings(threads=0))
    assert caught.value.slug == "engine/options"
    with pytest.raises(EngineError) as caught:
        SearchTree(begin("gan")).search(Limits())
    assert caught.value.slug == "engine/limits"


# ------------------------------------------------------------------------------------------------------------- player


@pytest.mark.parametrize("spec", SPECS)
def test_the_player_plays_whole_games_and_repeats_them_under_a_seed(spec: str) -> None:
    def play() -> list[str]:
        state = begin(spec)
        player = MctsPlayer(Limits(visits=60), seed=3)
        while not state.is_terminal() and state.ply() < 60:
            if state.is_chance_node():
                state.apply_action(len(state.moves()) % len(state.chance_outcomes()))
                continue
            before = state.hash(), state.history()
            action = player.choose(state).action
            assert (state.hash(), state.history()) == before
            state.apply_action(action)
        return state.moves()

    assert play() == play()


def test_the_player_wins_and_says_so() -> None:
    stones = {"b1": "black", "b2": "black", "b3": "black", "a4": "white", "d1": "white"}
    game = motu.load_game("hex(size=4)")
    choice = MctsPlayer(Limits(visits=5000), seed=1).choose(game.new_state(stones, to_move="white"))
    assert game.board.names[choice.action] == "b4"
    choice = MctsPlayer(Limits(visits=5000), seed=1).choose(game.new_state(stones, to_move="black"))
    assert choice.value == 1


def test_the_player_does_not_think_about_a_forced_move() -> None:
    state = begin("hex(size=2,swap=false)", "a1", "b1", "b2")
    assert len(state.legal_actions()) == 1
    assert MctsPlayer(Limits(seconds=3600)).choose(state).simulations == 0


def test_the_player_refuses_where_there_is_no_move() -> None:
    with pytest.raises(EngineError) as caught:
        MctsPlayer(Limits(visits=10)).choose(begin("atmalof", "r1"))
    assert caught.value.slug == "engine/no-move"


@pytest.mark.parametrize("text", ["mcts:1s", "mcts:0.5s", "mcts:5000"])
def test_a_name_makes_an_equal_player(text: str) -> None:
    assert make_player(text).name == text


def test_mcts_alone_means_one_second() -> None:
    assert make_player("mcts").name == "mcts:1s"
    assert make_player(" MCTS:3s ").name == "mcts:3s"


def test_options_differ_from_what_suits_the_game() -> None:
    state, few = begin("nauru"), Limits(visits=300)
    best = best_settings(state.game.rules, resolve(state.game))
    told = SearchTree(state, settings=replace(best, seed=9, c_puct=2.0)).search(few)
    assert SearchTree(state, seed=9, c_puct=2.0).search(few).moves == told.moves
    assert SearchTree(state, settings=best, seed=9, c_puct=2.0).search(few).moves == told.moves
    with pytest.raises(TypeError):
        SearchTree(state, tea=1)
    with pytest.raises(EngineError):
        SearchTree(state, threads=0)


def test_an_evaluator_that_was_resolved_stands_for_itself() -> None:
    for spec in ("nauru", "atomorph(size=4)", "atmalof"):
        game = motu.load_game(spec)
        assert resolve(game, resolve(game)) == resolve(game)
        assert resolve_static(game, resolve_static(game)) == resolve_static(game)
    with pytest.raises(EngineError) as refused:
        resolve_static(motu.load_game("gan"), "net")
    assert refused.value.slug == "engine/unknown-evaluator"
