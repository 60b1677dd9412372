"""Cells that need no thought, circuits and distances of Atoll, from Python."""

import numpy as np
import pytest

import motu
from motu.errors import EngineError
from motu.eval.cells import InferiorMove, inferior_cells, resistance, two_distance
from motu.search.limits import Limits
from motu.search.mcts import SearchTree

SPECS = ["hex(size=5)", "gan", "nauru", "atoll(board=hexagon,size=3,islands=12)"]


def begin(spec: str, *moves: str) -> motu.State:
    return motu.load_game(spec).new_initial_state().play_all(moves)


def names(state: motu.State, cells: tuple[int, ...]) -> list[str]:
    return [state.action_to_string(cell) for cell in cells]


# ----------------------------------------------------------------------------------------------------- inferior cells


def test_a_stone_on_the_second_row_captures_the_cells_between_it_and_the_edge() -> None:
    state = begin("hex(size=7,swap=false)", "d2", "d5")  # black has top and bottom
    found = inferior_cells(state)
    assert names(state, found.captured[0]) == ["d1", "e1"]
    assert found.captured[1] == ()
    assert found.winner is None


def test_a_cell_beside_four_stones_in_a_row_is_dead() -> None:
    # Black has four of the six cells round d4; the other two, c4 and c5, are neighbours.
    state = begin("hex(size=7,swap=false)", "d3", "a7", "e3", "b7", "e4", "g1", "d5", "f1")
    assert "d4" in names(state, inferior_cells(state).dead)


def test_the_acute_corners_are_vulnerable() -> None:
    state = begin("hex(size=7,swap=false)")
    found = inferior_cells(state)
    assert (found.dead, found.captured) == ((), ((), ()))
    # White answers a1 by a2 or b1: what is left round it hangs together without it.
    assert [state.action_to_string(move.cell) for move in found.vulnerable] == ["a1", "g7"]


@pytest.mark.parametrize("spec", SPECS)
def test_every_empty_cell_is_in_exactly_one_list(spec: str) -> None:
    state = begin(spec)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        walk = state.clone()
        while not walk.is_terminal():
            found = inferior_cells(walk)
            lists = [found.dead, *found.captured, found.candidates]
            lists += [tuple(move.cell for move in moves) for moves in (found.vulnerable, found.dominated)]
            cells = [cell for cells in lists for cell in cells]
            empty = [cell for cell, stone in enumerate(walk.stones()) if stone == 2]
            assert len(set(cells)) == len(cells)
            if found.winner is None:
                assert sorted(cells) == empty
                assert found.candidates
            else:
                assert set(cells) <= set(empty)
            for move in (*found.vulnerable, *found.dominated):
                assert isinstance(move, InferiorMove)
                assert move.reason in empty
            walk.apply_action(int(rng.choice(walk.legal_actions())))


# ---------------------------------------------------------------------------------------- resistance and two-distance


@pytest.mark.parametrize("spec", SPECS)
def test_values_and_flows_are_in_range(spec: str) -> None:
    state = begin(spec)
    rng = np.random.default_rng(3)
    cells = len(state.stones())
    while not state.is_terminal():
        circuits = resistance(state)
        assert -1 <= circuits.value <= 1
        assert circuits.flow.shape == (cells,)
        assert circuits.flow.dtype == np.float64
        assert circuits.flows.shape == (2, cells)
        assert circuits.flows.min() >= 0
        assert circuits.flows.max() <= 1 + 1e-9
        np.testing.assert_allclose(circuits.flow, circuits.flows.mean(axis=0) if abs(circuits.value) < 1 else 0)
        assert all(flow == 0 for flow, stone in zip(circuits.flow, state.stones(), strict=True) if stone != 2)
        state.apply_action(int(rng.choice(state.legal_actions())))


def test_the_board_turned_round_is_worth_the_same() -> None:
    for spec in SPECS:
        game = motu.load_game(spec)
        state = game.new_initial_state()
        state.apply_action(2)
        for symmetry in game.symmetries:
            if symmetry.swaps_colours:
                continue
            image = game.new_initial_state()
            image.apply_action(symmetry.actions[2])
            assert resistance(image).value == pytest.approx(resistance(state).value, abs=1e-9)
            here, there = two_distance(state), two_distance(image)
            assert here.potential == there.potential
            np.testing.assert_array_equal(here.potentials, there.potentials[:, list(symmetry.cells)])


def test_two_edge_bridges_are_seen_through() -> None:
    state = begin("hex(size=3,swap=false)", "a2", "c1", "b2", "c3")
    circuits = resistance(state)
    assert circuits.value == 1.0  # b1 or a1 above, b3 or a3 below: black has won


def test_two_distances_of_the_empty_board_count_rows() -> None:
    state = begin("hex(size=5,swap=false)")
    found = two_distance(state)
    top, right, bottom, left = found.distances.reshape(4, 5, 5)  # islands clockwise from the top; rows, columns
    assert top[0].tolist() == [1] * 5
    assert bottom[4].tolist() == [1] * 5
    assert right[:, 4].tolist() == [1] * 5
    assert left[:, 0].tolist() == [1] * 5
    assert top[1, 0] == 2  # a1 and b1 are its way there
    assert found.potential[0] == found.potential[1]
    assert found.potentials.shape == (2, 25)


def test_what_cannot_be_reached_has_no_distance() -> None:
    # The stone on a1 is one with the top: a2 touches what is to be reached.
    state = begin("hex(size=4,swap=false)", "a1", "d4")
    found = two_distance(state)
    for move in ("a1", "d4"):
        assert (found.distances[:, state.string_to_action(move)] == -1).all()
        assert (found.potentials[:, state.string_to_action(move)] == -1).all()
    top = found.distances[0]
    assert top[state.string_to_action("a2")] == 1


# -------------------------------------------------------------------------------------------------------- in searches


def test_the_evaluator_guides_a_search_and_proves() -> None:
    analysis = SearchTree(begin("hex(size=3,swap=false)"), "resistance").search(Limits(visits=20_000))
    assert analysis.proof == "win"
    assert sum(move.prior for move in analysis.moves) == pytest.approx(1, abs=1e-4)


def test_the_swap_gets_half_of_the_priors() -> None:
    analysis = SearchTree(begin("hex(size=5)", "c3"), "resistance").search(Limits(visits=200))
    swap = next(move for move in analysis.moves if move.move == "swap")
    assert swap.prior == pytest.approx(0.5)
    assert analysis.best.move == "swap"


def test_flows_are_shares_where_ways_to_win_have_cells_in_common() -> None:
    state = begin("atoll(board=triangle,size=5,islands=12,swap=false)", "a2", "b4", "d5", "a3", "b5", "a1", "c3", "a5")
    circuits = resistance(state)
    assert (circuits.flows.min(), circuits.flows.max()) == (0.0, 1.0)
    np.testing.assert_array_equal(circuits.flow, circuits.flows.mean(axis=0))
    assert "<svg" in motu.draw_svg(state, heat=circuits.flow.tolist())


@pytest.mark.parametrize("function", [inferior_cells, resistance, two_distance])
def test_what_cannot_be_evaluated_is_refused(function: object) -> None:
    assert callable(function)
    with pytest.raises(EngineError) as caught:
        function(begin("atomorph(size=4)"))
    assert caught.value.slug == "engine/evaluator-game"
    with pytest.raises(EngineError) as caught:
        function(begin("hex(size=2,swap=false)", "a1", "b1", "a2"))
    assert caught.value.slug == "engine/no-move"


def test_the_evaluator_is_for_atoll_alone() -> None:
    with pytest.raises(EngineError) as caught:
        SearchTree(begin("atmalof"), "resistance")
    assert caught.value.slug == "engine/unknown-evaluator"
    assert "rollout" in str(caught.value)
