"""What a position is worth, and to whom, where a roll is awaited: solver, searches and nets tell it from one side."""

from __future__ import annotations

from pathlib import Path

import pytest

import motu
from motu.engine.position_search import search_position
from motu.eval.nets import Net
from motu.games.state import person_to_act
from motu.search.limits import Limits
from motu.search.mcts import Analysis, SearchTree
from motu.solve import make_solver

SPEC = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=4)"
NET = Path(__file__).parents[1] / "nets" / "atmalof.onnx"
LINES = [
    "c3=2 c2=1 r2c3-r1c3 r1c2-r2c3 c2=2 r2c3-r3c2 r3",  # person 0 rolls, and is better
    "c2=3 r2=1 c3=1 c2=2 r1=1 c3=3 r2",  # and is worse
    "r1=3 c2=2 r3=2 r2=1 r3c2-r3c1 c2",  # person 1 rolls, and is better
    "r2=1 r2=2 c2=1 r2c2-r3c3 r2c1-r3c1 c2",  # and is worse
]


def at(line: str) -> motu.State:
    return motu.load_game(SPEC).new_initial_state().play_all(line.split())


def tree_at(line: str) -> SearchTree:
    return SearchTree(at(line), "rollout", solved="off", seed=1)


@pytest.fixture(scope="module", autouse=True)
def _own_tables(tmp_path_factory: pytest.TempPathFactory) -> object:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


def exact(state: motu.State) -> float:
    """Return what a position is worth to who moves or rolls."""
    if state.is_terminal():
        return state.returns()[person_to_act(state)]
    solution = make_solver(state.game).solve(state)
    return (solution.lower + solution.upper) / 2


def test_both_persons_roll_in_these_lines_better_and_worse() -> None:
    found = [(person_to_act(at(line)), exact(at(line)) > 0) for line in LINES]
    assert found == [(0, True), (0, False), (1, True), (1, False)]


@pytest.mark.parametrize("line", LINES)
def test_all_tell_a_roll_from_the_side_of_who_rolls(line: str) -> None:
    state, reports = at(line), list[Analysis]()
    worth = pytest.approx(exact(state), abs=0.2)
    tree = tree_at(line)
    found = tree.search(Limits(visits=4000), reports.append, report_seconds=0.0)
    assert found.value == worth
    assert tree.analysis().moves == found.moves
    assert tree.analysis().value == found.value
    assert reports[-1].value == worth
    assert search_position(state, Limits(visits=4000), 1, evaluator="rollout", solved="off").value == worth
    assert Net.load(NET, "onnxruntime").judge([state])[0].value == pytest.approx(exact(state), abs=0.25)


@pytest.mark.parametrize("line", LINES)
def test_a_face_is_worth_to_who_rolled_what_the_position_after_it_is(line: str) -> None:
    state = at(line)
    for face in tree_at(line).search(Limits(visits=6000)).moves:
        after = state.clone()
        after.apply_action(face.action)
        sign = 1 if person_to_act(after) == person_to_act(state) else -1
        assert face.value == pytest.approx(sign * exact(after), abs=0.3)
        assert face.lower <= face.value <= face.upper
        if after.is_terminal():
            assert face.lower == face.upper == after.returns()[person_to_act(state)]


@pytest.mark.parametrize("line", LINES)
def test_a_tree_that_goes_on_to_a_roll_tells_what_it_told_before(line: str) -> None:
    """Who announces rolls, so nothing turns round between the two."""
    before, _, last = line.rpartition(" ")
    tree = tree_at(before)
    [announced] = [move for move in tree.search(Limits(visits=8000)).moves if move.move == last]
    tree.advance(announced.action)
    found = tree.analysis()
    assert found.value == pytest.approx(announced.value, abs=1e-6)
    faces = {face.outcome: face.value for face in announced.faces if face.visits}
    assert faces == pytest.approx({face.action: face.value for face in found.moves if face.action in faces}, abs=1e-6)
