"""The exact results that nets are compared with."""

from __future__ import annotations

import time
from pathlib import Path

import motu
from motu.eval.nets import Net
from motu.train.judging import LookingAhead
from motu.train.truth import Patience, SolvedSet

TINY = Path(__file__).parents[1] / "nets" / "tiny.onnx"


def winning_openings(spec: str) -> str:
    """The map of first stones, rows from the top: B wins, . does not."""
    game = motu.load_game(spec)
    truth = SolvedSet(game, 0, 1)
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
    truth = SolvedSet(motu.load_game("atomorph(size=3,swap=false)"), 20, 3)
    assert len({state.hash() for state in truth.positions}) == len(truth.positions) == 20
    assert {truth.result(state) for state in truth.positions} == {-1, 1}


def test_a_result_is_that_of_who_would_be_next() -> None:
    truth = SolvedSet(motu.load_game("hex(size=2,swap=false)"), 0, 1)
    over = truth.game.new_initial_state().play_all(["a1", "b1", "a2"])
    assert over.is_terminal()
    assert truth.result(over) == -1


def test_later_positions_are_new_and_solved() -> None:
    truth = SolvedSet(motu.load_game("hex(size=4,swap=false)"), 30, 2)
    assert len(truth.positions) == 30
    assert len({state.hash() for state in truth.positions}) == 30
    assert {truth.result(state) for state in truth.positions} == {-1, 1}
    assert all(state.ply() >= 2 and not state.is_terminal() for state in truth.positions)
    assert len(truth.openings) == 8


def test_who_stops_gets_what_was_solved_by_then() -> None:
    answers = iter([False] * 5)
    truth = SolvedSet(motu.load_game("hex(size=4,swap=false)"), 30, 2, lambda: next(answers, True))
    assert len(truth.openings) == 5
    assert truth.positions == []


def test_images_of_openings_are_left_out_whatever_the_game() -> None:
    assert len(SolvedSet(motu.load_game("hex(size=3,swap=false)"), 0, 1).openings) == 5
    truth = SolvedSet(motu.load_game("atomorph(size=3,swap=false)"), 0, 1)
    assert [state.moves() for state in truth.openings] == [["a1"], ["b1"], ["a2"], ["b2"]]
    results = [truth.result(truth.game.new_initial_state().play_all([move])) for move in ("a1", "a3", "c1", "c3")]
    assert len(set(results)) == 1


def test_a_board_that_is_too_large_ends_in_time() -> None:
    told: list[str] = []
    begin = time.monotonic()
    game = motu.load_game("atomorph(size=11,swap=false)")
    truth = SolvedSet(game, 10, 1, patience=Patience(0.2, 1.0), report=told.append)
    assert time.monotonic() - begin < 20
    assert truth.is_cut_short
    assert truth.openings == []
    assert told[0] == "1 of 36 openings of atomorph tried, 0 solved"


def test_with_time_enough_patience_changes_nothing() -> None:
    game = motu.load_game("hex(size=3,swap=false)")
    with_it, without = SolvedSet(game, 30, 2, patience=Patience()), SolvedSet(game, 30, 2)
    assert not with_it.is_cut_short
    assert [each.moves() for each in with_it.positions] == [each.moves() for each in without.positions]
    net = Net.load(TINY, "onnxruntime")
    assert with_it.compare(net) == without.compare(net)


def test_a_net_that_looks_ahead_knows_more_than_at_a_glance() -> None:
    truth = SolvedSet(motu.load_game("hex(size=4,swap=false)"), 60, 2)
    net = Net.load(TINY, "onnxruntime")
    glance, ahead = truth.compare(net), truth.compare(LookingAhead(net, 1500))
    assert glance.positions_right < ahead.positions_right == ahead.positions
    assert ahead.openings_right == ahead.openings
    assert glance.openings_right < ahead.openings_right
    assert ahead.moves_right == ahead.winning


def test_looking_ahead_asks_no_proofs() -> None:
    """With one visit there is nothing but the net's own first judgement, in whichever of the views."""
    state = motu.load_game("hex(size=4,swap=false)").new_initial_state().play_all(["a1", "b1", "a2", "b2", "a3"])
    [judgement] = LookingAhead(Net.load(TINY, "onnxruntime"), 1).judge([state])
    assert -1 < judgement.value < 1


def test_looking_ahead_as_in_play_proves_at_once() -> None:
    truth = SolvedSet(motu.load_game("hex(size=4,swap=false)"), 60, 2)
    net = Net.load(TINY, "onnxruntime")
    assert (
        truth.compare(LookingAhead(net, 1)).positions_right
        < truth.compare(LookingAhead(net, 1, is_advised=True)).positions_right
    )
