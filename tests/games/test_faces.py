"""Rolls: which outcomes are one face, and which cells a line's die hits."""

import pytest

from motu import load_game
from motu.errors import InvalidMoveError


@pytest.mark.parametrize("spec", ["atmalof", "junior", "kvinigu", "atmalof(rows=3,cols=4,line=3)"])
def test_outcomes_of_a_face_lead_to_one_position_and_those_of_two_faces_do_not(spec: str) -> None:
    state = load_game(spec).new_initial_state()
    for text in ("r1=1", "c2=1", "r1"):
        state.play(text)
    by_outcome = {}
    for outcome, probability in state.chance_outcomes():
        after = state.clone()
        after.apply_action(outcome)
        by_outcome[outcome] = (after.hash(), probability)
    faces = state.faces()
    assert sorted(outcome for outcomes, _ in faces for outcome in outcomes) == sorted(by_outcome)
    assert len({by_outcome[outcomes[0]][0] for outcomes, _ in faces}) == len(faces)
    for outcomes, probability in faces:
        assert len({by_outcome[outcome][0] for outcome in outcomes}) == 1
        assert probability == pytest.approx(sum(by_outcome[outcome][1] for outcome in outcomes))


def test_there_are_no_faces_where_no_roll_is_awaited() -> None:
    assert load_game("atmalof").new_initial_state().faces() == []
    assert load_game("hex(size=5)").new_initial_state().faces() == []


def test_asking_for_faces_leaves_the_position_as_it_was() -> None:
    state = load_game("junior").new_initial_state()
    state.play("r3")
    before = (state.hash(), state.history())
    state.faces()
    assert (state.hash(), state.history()) == before


def test_a_line_s_die_hits_the_squares_of_the_line_whether_vacant_or_not() -> None:
    state = load_game("atmalof").new_initial_state()
    board = state.game.board
    state.play("r2=3")
    assert state.landing("r2") == [board.index(f"r2c{face}") for face in range(1, board.drop_columns + 1)]
    assert state.landing("c3") == [board.index(f"r{face}c3") for face in range(1, board.drop_rows + 1)]


def test_extra_rows_are_announced_but_no_die_reaches_the_corner_where_they_cross() -> None:
    state = load_game("atmalof(rows=4,cols=4,extra_rows=1,extra_cols=1,line=4)").new_initial_state()
    board = state.game.board
    assert state.landing("r5") == [board.index(f"r5c{face}") for face in range(1, 5)]
    assert state.landing("c5") == [board.index(f"r{face}c5") for face in range(1, 5)]


@pytest.mark.parametrize("line", ["r0", "r99", "x1", "", "r2c3", "r"])
def test_what_is_no_line_is_refused_with_what_would_be_right(line: str) -> None:
    with pytest.raises(InvalidMoveError, match="cannot read the move"):
        load_game("atmalof").new_initial_state().landing(line)


def test_games_without_dice_say_so() -> None:
    with pytest.raises(InvalidMoveError, match="this game has no dice"):
        load_game("atoll").new_initial_state().landing("r1")
