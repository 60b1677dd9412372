"""Puzzles from games that were played: where one move alone would have won, and another was played (floor: puzzles)."""

from __future__ import annotations

import time

from motu.games import State
from motu.puzzles.maker import FEWEST_MOVES, difficulty_of
from motu.puzzles.puzzle import FORMAT, Puzzle, puzzle_id
from motu.puzzles.themes import themes_of
from motu.puzzles.truth import PuzzleSolver

__all__ = ["missed_win"]


def missed_win(state: State, played: str, truth: PuzzleSolver, seconds: float) -> Puzzle | None:
    """Return the puzzle of a position in which somebody has missed the only move that wins.

    Args:
        state: The position, with all its moves since the beginning of the game; in a game without dice.
        played: What was played there.
        truth: Who says what wins.
        seconds: After so long it is given up.

    Returns:
        None where no move wins or several do, where the winning one was played, where there is no choice, and where
        nobody could say in time.

    Raises:
        MotuError: For a move that is none, or not legal.
    """
    action = state.string_to_action(played)
    state.clone().apply_action(action)
    if len(state.legal_actions()) < FEWEST_MOVES or state.swap_is_legal():
        return None
    right = _only_win(state, truth, time.monotonic() + seconds)
    if right is None or right == action:
        return None
    return Puzzle(
        format=FORMAT,
        id=puzzle_id(state),
        spec=state.game.spec,
        moves=tuple(state.moves()),
        goal="win",
        difficulty=difficulty_of(state, {right}),
        solution=(state.action_to_string(right),),
        themes=themes_of(state, right, truth),
    ).checked()


def _only_win(state: State, truth: PuzzleSolver, until: float) -> int | None:
    """Return the only action that wins; None where it is not proved by then that there is just one."""
    if truth.answer(state).value != 1:
        return None
    found: list[int] = []
    for action in state.legal_actions():
        value = None if time.monotonic() > until else truth.value_after(state, action)
        if value is None:
            return None
        if value == 1:
            found.append(action)
        if len(found) > 1:
            return None
    return found[0]
