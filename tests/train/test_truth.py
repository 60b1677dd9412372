"""The exact results that nets are compared with."""

from __future__ import annotations

import motu
from motu.train.truth import Truth


def winning_openings(spec: str) -> str:
    """The map of first stones, rows from the top: B wins, . does not."""
    game = motu.load_game(spec)
    truth = Truth(game, 0, 1)
    signs = ""
    for action in range(game.board.num_cells):
        state = game.new_initial_state()
        state.apply_action(action)
        signs += "B" if truth.result(state) == -1 else "."
    return signs


def test_openings_of_hex_are_those_that_are_known() -> None:
    assert winning_openings("hex(size=2,swap=false)") == ".BB."
    assert winning_openings("hex(size=3,swap=false)") == "..BBBBB.."
    assert winning_openings("hex(size=4,swap=false)") == "...B..B..B..B..."


def test_positions_of_atomorph_differ_by_more_than_their_stones() -> None:
    truth = Truth(motu.load_game("atomorph(size=3,swap=false)"), 20, 3)
    assert len({state.hash() for state in truth.positions}) == len(truth.positions) == 20
    assert {truth.result(state) for state in truth.positions} == {-1, 1}


def test_a_result_is_that_of_who_would_be_next() -> None:
    truth = Truth(motu.load_game("hex(size=2,swap=false)"), 0, 1)
    over = truth.game.new_initial_state().play_all(["a1", "b1", "a2"])
    assert over.is_terminal()
    assert truth.result(over) == -1


def test_later_positions_are_new_and_solved() -> None:
    truth = Truth(motu.load_game("hex(size=4,swap=false)"), 30, 2)
    assert len(truth.positions) == 30
    assert len({state.hash() for state in truth.positions}) == 30
    assert {truth.result(state) for state in truth.positions} == {-1, 1}
    assert all(state.ply() >= 2 and not state.is_terminal() for state in truth.positions)
    assert len(truth.openings) == 8
