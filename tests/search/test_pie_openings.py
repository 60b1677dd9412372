"""Under the pie rule the first stone is one that leaves both sides a chance, not the strongest: that is taken over."""

from __future__ import annotations

from pathlib import Path

import pytest

import motu
from motu.eval.nets.choice import CHOICE
from motu.search.limits import Limits
from motu.search.mcts import Analysis, SearchTree

TINY = Path(__file__).parents[1] / "nets" / "tiny.onnx"


def searched(spec: str, evaluator: str, visits: int) -> Analysis:
    return SearchTree(motu.load_game(spec).new_initial_state(), evaluator).search(Limits(visits=visits))


@pytest.mark.parametrize("evaluator", ["resistance", f"net:{TINY}"])
def test_every_opening_is_tried_where_it_may_be_swapped(evaluator: str) -> None:
    asked = searched("hex(size=6)", evaluator, 60)
    assert sum(move.visits > 0 for move in asked.moves) == 36
    without = searched("hex(size=6,swap=false)", evaluator, 60)
    assert sum(move.visits > 0 for move in without.moves) < 30


@pytest.mark.parametrize("spec", ["hex", "nauru", "atomorph(size=9)"])
def test_the_first_stone_leaves_both_a_chance(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOICE, "onnxruntime")  # which net plays follows from what runs it
    asked = searched(spec, "net", 1000)
    assert abs(asked.best.value) < 0.15
    strongest = searched(motu.load_game(spec).spec.replace("swap=true", "swap=false"), "net", 300).best
    assert strongest.value > 0.18
    [swapped] = [move for move in asked.moves if move.move == strongest.move]
    assert swapped.value < -0.18
