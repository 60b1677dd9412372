"""Under the pie rule the first stone is one that leaves both sides a chance, not the strongest: that is taken over."""

from __future__ import annotations

from pathlib import Path

import pytest

import motu
from motu.eval.nets.installed import net_named, open_net
from motu.search.limits import Limits
from motu.search.mcts import Analysis, SearchTree

NETS = [
    ("hex", str(net_named("atoll-small"))),
    ("nauru", str(net_named("atoll-small"))),
    ("atomorph(size=9)", str(net_named("atomorph-small"))),
]
TINY = Path(__file__).parents[1] / "nets" / "tiny.onnx"


def searched(spec: str, evaluator: str, visits: int) -> Analysis:
    return SearchTree(motu.load_game(spec).new_initial_state(), evaluator).search(Limits(visits=visits))


@pytest.mark.parametrize("evaluator", ["resistance", f"net:{TINY}"])
def test_every_opening_is_tried_where_it_may_be_swapped(evaluator: str) -> None:
    asked = searched("hex(size=6)", evaluator, 60)
    assert sum(move.visits > 0 for move in asked.moves) == 36
    without = searched("hex(size=6,swap=false)", evaluator, 60)
    assert sum(move.visits > 0 for move in without.moves) < 30


@pytest.mark.parametrize(("spec", "net"), NETS)
def test_the_first_stone_leaves_both_a_chance(spec: str, net: str) -> None:
    asked = searched(spec, f"net:{net}", 1000)
    assert abs(asked.best.value) < 0.15
    strongest = searched(motu.load_game(spec).spec.replace("swap=true", "swap=false"), f"net:{net}", 300).best
    assert strongest.value > 0.18
    [swapped] = [move for move in asked.moves if move.move == strongest.move]
    assert swapped.value < -0.18


@pytest.mark.parametrize("visits", [100, 300])
@pytest.mark.parametrize(("spec", "net"), NETS)
def test_so_it_does_with_few_visits(spec: str, net: str, visits: int) -> None:
    after = motu.load_game(spec).new_initial_state()
    after.apply_action(searched(spec, f"net:{net}", visits).best.action)
    [judgement] = open_net(net).judge([after])
    assert abs(judgement.value) < 0.2


def test_among_moves_of_as_many_visits_the_best_comes_first() -> None:
    tried = [move for move in searched("hex", "resistance", 60).moves if move.visits == 1]
    assert len(tried) > 40
    assert [move.value for move in tried] == sorted((move.value for move in tried), reverse=True)
