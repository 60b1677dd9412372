"""Nets of Atmalof in play. The net of the tests has learnt 3 × 3, with and without an extra row and column."""

from __future__ import annotations

from pathlib import Path

import pytest

import motu
from motu.errors import NetError
from motu.eval.nets import Net
from motu.search.configuration import SearchSettings
from motu.search.limits import Limits
from motu.search.mcts import SearchTree
from motu.search.players import make_player
from motu.train.equities import Equities

FILE = Path(__file__).parents[1] / "nets" / "atmalof.onnx"
SMALL = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=4)"


@pytest.fixture(scope="module")
def net() -> Net:
    return Net.load(FILE, "onnxruntime")


def test_the_net_has_learnt_what_positions_are_worth(net: Net) -> None:
    equities = Equities(motu.load_game(SMALL), 150, 5)
    found = equities.compare(net)
    spread = sum(abs(each.equity) for each in equities.positions) / len(equities.positions)
    assert found.mean_error < 0.4 * spread
    assert found.choices_right > 0.65 * found.choices
    assert found.mean_loss < 0.1


@pytest.mark.parametrize("spec", ["atmalof", "junior", "kvinigu", "atmalos", SMALL, "atmalof(rows=4,cols=7,line=4)"])
def test_any_member_of_the_family_is_judged(spec: str, net: Net) -> None:
    game = motu.load_game(spec)
    states = [game.new_initial_state().play_all(moves) for moves in ([], ["r2=2"], ["r2=2", "c1=1"])]
    for state, judgement in zip(states, net.judge(states), strict=True):
        assert -1 <= judgement.value <= 1
        assert list(judgement.policy) == state.legal_actions()
        assert sum(judgement.policy.values()) == pytest.approx(1)


def test_images_of_a_position_are_told_apart_by_nothing_but_their_view(net: Net) -> None:
    game = motu.load_game(SMALL)
    upright = game.new_initial_state().play_all(["r1=2", "c3=2"])
    lying = game.new_initial_state().play_all(["c1=2", "r3=2"])
    one, other = net.judge([upright, lying])
    assert one.value == pytest.approx(other.value, abs=0.3)


@pytest.mark.parametrize("batch", [1, 8])
def test_a_search_with_the_net_finds_what_is_best(batch: int, net: Net) -> None:
    state = motu.load_game(SMALL).new_initial_state()
    analysis = SearchTree(state, net, SearchSettings(batch=batch)).search(Limits(visits=1500))
    assert analysis.best.move in ("r2", "c2")
    assert analysis.best.value == pytest.approx(0.369, abs=0.12)


def test_a_search_begins_before_a_roll(net: Net) -> None:
    state = motu.load_game(SMALL).new_initial_state().play_all(["r2=2", "c1=1"])
    state.play("r2")
    analysis = SearchTree(state, net, SearchSettings()).search(Limits(visits=100))
    assert {move.move for move in analysis.moves} >= {"=1", "=3"}


def test_with_one_thread_a_search_is_repeatable(net: Net) -> None:
    state = motu.load_game("junior").new_initial_state().play_all(["r2=2", "c1=1"])
    found = [SearchTree(state, net, SearchSettings(batch=8)).search(Limits(visits=150)).moves for _ in range(2)]
    assert [(move.action, move.visits) for move in found[0]] == [(move.action, move.visits) for move in found[1]]


def test_a_player_with_the_net_plays_whole_games(net: Net) -> None:
    state = motu.load_game(SMALL).new_initial_state()
    player = make_player(f"mcts:30,evaluator=net:{FILE}", 1)
    while not state.is_terminal():
        state.apply_action(player.choose(state).action)
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[state.ply() % 3][0])
    assert state.outcome() is not None


def test_other_games_are_refused(net: Net) -> None:
    for spec in ("hex(size=3)", "atomorph(size=4)"):
        with pytest.raises(NetError) as refused:
            net.judge([motu.load_game(spec).new_initial_state()])
        assert refused.value.slug == "net/game"
