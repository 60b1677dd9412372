"""Judges answers to puzzles: right or wrong, and what the opponent has to say to it (floor: puzzles).

The first move is judged by the puzzle, whose solution the solver has proved; what follows, and all that the opponent
plays, is the solver's own word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motu.errors import MotuError, PuzzleError
from motu.games import State
from motu.puzzles.puzzle import Puzzle
from motu.puzzles.truth import LIMITS, PuzzleSolver
from motu.solve import SolveLimits

__all__ = ["AnswerJudge", "Verdict"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of a move."""

    is_right: bool
    is_over: bool
    """Whether there is nothing left to play: the game is over, or the puzzle asked for one move alone."""
    replies: tuple[str, ...] = ()
    """What the opponent plays next: after a right move what holds out longest, after a wrong one what refutes it."""


class AnswerJudge:
    """Judges answers with solvers that it keeps; one thread at a time."""

    def __init__(self, limits: SolveLimits = LIMITS, *, makes_tables: bool = True) -> None:
        """Begin with no solver.

        Args:
            limits: Of each question to a solver.
            makes_tables: Whether to make a table where there is none, as `Truth` has it.
        """
        self._limits = limits
        self._makes_tables = makes_tables
        self._truths: dict[str, PuzzleSolver] = {}

    def judge(self, puzzle: Puzzle, moves: Sequence[str], *, replies: bool = True) -> Verdict:
        """Judge the last of the moves that were played from a puzzle's position on.

        Args:
            puzzle: A puzzle.
            moves: At least one; those of the opponent are among them.
            replies: Whether to say what the opponent plays then; without, a first move asks no solver.

        Raises:
            PuzzleError: "puzzle/moves" when there is none to judge, or the last one is the opponent's; "puzzle/limits"
                when the solver met its limits.
            MotuError: For a move that is none, or not legal.
        """
        if not moves:
            raise PuzzleError(f"puzzle {puzzle.id}: there is no move to judge", slug="puzzle/moves")
        state = self._turn(puzzle, moves[:-1])
        text = _canonical(state, moves[-1])
        if puzzle.goal == "best":
            return Verdict(text in puzzle.solution, is_over=True)
        after = state.clone()
        after.play(text)
        is_right = text in puzzle.solution if len(moves) == 1 else self._wins(puzzle, state, text)
        if after.is_terminal() or not replies:
            return Verdict(is_right, after.is_terminal())
        return Verdict(is_right, False, self._replies(puzzle, after, state.current_player()))

    def solution(self, puzzle: Puzzle, moves: Sequence[str] = ()) -> str:
        """Return a right move after some moves from a puzzle's position on.

        Raises:
            PuzzleError: "puzzle/moves" when it is not the solver's turn, or nothing wins any more; "puzzle/limits".
            MotuError: For a move that is none, or not legal.
        """
        state = self._turn(puzzle, moves)
        if not moves:
            return puzzle.solution[0]
        answer = self._truth(puzzle).answer(state)
        if answer.value is None or answer.action is None:
            raise _limits_met(puzzle)
        if answer.value < 1:
            raise PuzzleError(
                f"puzzle {puzzle.id}: no move wins any more after {' '.join(moves)}",
                slug="puzzle/moves",
                text=" ".join(moves),
            )
        return state.action_to_string(answer.action)

    def begins_right(self, puzzle: Puzzle, moves: Sequence[str]) -> bool:
        """Return whether the first of some moves from a puzzle's position on is right; no moves are not.

        Raises:
            MotuError: For a move that is none, or not legal.
        """
        return bool(moves) and _canonical(puzzle.position(), moves[0]) in puzzle.solution

    def lacks_table(self, puzzle: Puzzle) -> bool:
        """Return whether a table would tell more of a puzzle's game, and none has been made yet."""
        return puzzle.goal == "win" and self._truth(puzzle).lacks_table

    def _turn(self, puzzle: Puzzle, moves: Sequence[str]) -> State:
        """Return the position after some moves, in which whoever solves the puzzle is to act."""
        state = puzzle.position()
        person = state.current_player()
        if puzzle.goal == "best" and moves:
            raise PuzzleError(f"puzzle {puzzle.id} asks for one move", slug="puzzle/moves", text=" ".join(moves))
        state.play_all(moves)
        if state.current_player() != person:
            raise PuzzleError(
                f"puzzle {puzzle.id}: after {' '.join(moves)} it is not the solver's turn",
                slug="puzzle/moves",
                text=" ".join(moves),
            )
        return state

    def _truth(self, puzzle: Puzzle) -> PuzzleSolver:
        if puzzle.spec not in self._truths:
            self._truths[puzzle.spec] = PuzzleSolver(
                puzzle.position().game, self._limits, makes_tables=self._makes_tables
            )
        return self._truths[puzzle.spec]

    def _wins(self, puzzle: Puzzle, state: State, move: str) -> bool:
        value = self._truth(puzzle).value_after(state, state.string_to_action(move))
        if value is None:
            raise _limits_met(puzzle)
        return value == 1

    def _replies(self, puzzle: Puzzle, state: State, person: int) -> tuple[str, ...]:
        """Return what the opponent plays, until the game is over or it is the person's turn again."""
        replies: list[str] = []
        truth, current = self._truth(puzzle), state.clone()
        while not current.is_terminal() and current.current_player() != person:
            action = truth.reply(current)
            if action is None:
                raise _limits_met(puzzle)
            replies.append(current.action_to_string(action))
            current.apply_action(action)
        return tuple(replies)


def _canonical(state: State, move: str) -> str:
    """Return a legal move as the game writes it.

    Raises:
        MotuError: For a move that is none, or not legal.
    """
    action = state.string_to_action(move)
    after = state.clone()
    try:
        after.apply_action(action)
    except MotuError:
        state.clone().play(move)  # says what is wrong with the text that was read
        raise
    return state.action_to_string(action)


def _limits_met(puzzle: Puzzle) -> PuzzleError:
    return PuzzleError(
        f"puzzle {puzzle.id}: the solver met its limits before it knew; go back some moves", slug="puzzle/limits"
    )
