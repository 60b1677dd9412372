"""Puzzles from games that were played: one move would have won, and another was played."""

from __future__ import annotations

import pytest

from motu.errors import MotuError
from motu.puzzles import PuzzleSolver, missed_win, shipped_puzzles
from motu.puzzles.puzzle import Puzzle

CHOSEN = next(puzzle for puzzle in shipped_puzzles().values() if "rhombus,size=5,islands=4" in puzzle.spec)
WRONG = next(move for move in CHOSEN.hint() if move not in CHOSEN.solution)


def missed(puzzle: Puzzle, played: str, seconds: float = 60.0) -> Puzzle | None:
    state = puzzle.position()
    return missed_win(state, played, PuzzleSolver(state.game), seconds)


def test_the_only_win_that_was_missed_is_a_puzzle() -> None:
    found = missed(CHOSEN, WRONG)
    assert found is not None
    assert (found.id, found.solution, found.difficulty) == (CHOSEN.id, CHOSEN.solution, CHOSEN.difficulty)
    assert (found.moves, found.themes) == (CHOSEN.moves, CHOSEN.themes)


def test_who_has_found_it_has_no_puzzle() -> None:
    assert missed(CHOSEN, CHOSEN.solution[0]) is None


def test_where_many_moves_win_or_none_there_is_no_puzzle() -> None:
    state = CHOSEN.position().game.new_initial_state()
    assert missed_win(state, "a1", PuzzleSolver(state.game), 60.0) is None
    lost = CHOSEN.position().play_all(CHOSEN.solution)
    assert missed_win(lost, lost.legal_moves()[0], PuzzleSolver(lost.game), 60.0) is None


def test_what_cannot_be_proved_in_time_is_no_puzzle() -> None:
    assert missed(CHOSEN, WRONG, seconds=-1.0) is None


@pytest.mark.parametrize("move", ["zz", CHOSEN.moves[0]])
def test_moves_that_are_none_are_refused(move: str) -> None:
    with pytest.raises(MotuError):
        missed(CHOSEN, move)
