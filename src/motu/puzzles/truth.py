"""What is true of a position: the solvers' answers, within limits, as puzzles need them (floor: puzzles)."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass

from motu.errors import SolveError
from motu.games import Game, State
from motu.search.tactics import winning_actions
from motu.solve import FlipSolver, OnProgress, Solution, SolveLimits, make_solver

__all__ = ["LIMITS", "PuzzleSolver"]

_log = logging.getLogger("motu.puzzles")

REPLY_SECONDS = 1.0
"""How long replies are compared."""
MANY = 6
"""More ways to win than that are not told apart."""
LIMITS = SolveLimits(seconds=5.0, nodes=300_000, memory_bytes=1 << 25, every_action=False)
"""The limits of one question about one position; the shipped puzzles need a small part of them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a solver knows of a position, from the point of view of the person to act."""

    value: float | None
    """1 for a win, -1 for a loss, 0 for a draw; None when a limit was met first."""
    action: int | None
    """What the solver would play."""


class PuzzleSolver:
    """Asks the solver of one game; one thread at a time."""

    def __init__(self, game: Game, limits: SolveLimits = LIMITS, *, makes_tables: bool = True) -> None:
        """Take a game; nothing is solved yet.

        Args:
            game: Any game that has a solver.
            limits: Of each question; the table of Atomorph on 4×4 points is read, or made once, without them.
            makes_tables: Whether to make that table where there is none; else a search answers until there is one.

        Raises:
            SolveError: "solve/game", "solve/size".
        """
        self._solver = make_solver(game)
        self._limits = limits
        self._makes_tables = makes_tables
        self._can_have_table = isinstance(self._solver, FlipSolver) and self._solver.can_have_table
        self._has_table = False

    @property
    def knows_lengths(self) -> bool:
        """Whether it knows how long games last with best play."""
        self._open_table()
        return self._has_table

    @property
    def lacks_table(self) -> bool:
        """Whether there could be a table, and none has been made yet."""
        self._open_table()
        return self._can_have_table and not self._has_table

    def make_table(self, on_progress: OnProgress | None = None) -> None:
        """Make the table, where there can be one; whatever the progress report raises ends the work.

        Raises:
            SolveError: "solve/table" for one that is damaged.
        """
        if self._can_have_table and isinstance(self._solver, FlipSolver):
            self._solver.table(on_progress=on_progress)
            self._has_table = True

    def _open_table(self) -> None:
        if self._has_table or not self._can_have_table or not isinstance(self._solver, FlipSolver):
            return
        path = self._solver.table_path
        if not self._makes_tables and (path is None or not path.exists()):
            return
        try:
            self.make_table()
        except SolveError as error:
            if self._makes_tables:
                raise
            _log.warning("%s. A search answers in its place", error.message)
            self._can_have_table = False

    def answer(self, state: State, limits: SolveLimits | None = None) -> Answer:
        """Return the value of a position without dice that is not over, and what to play.

        Args:
            state: The position.
            limits: Other ones for this question, of the same memory.
        """
        solution = self.solution(state, limits)
        if not solution.is_exact or not solution.actions:
            return Answer(None, None)
        return Answer(solution.lower, solution.actions[0].action)

    def solution(self, state: State, limits: SolveLimits | None = None) -> Solution:
        """Return what the solver says; `limits` as of `answer`."""
        self._open_table()
        return self._solver.solve(state, limits or self._limits)

    def value_after(self, state: State, action: int, limits: SolveLimits | None = None) -> float | None:
        """Return what an action is worth to the person who takes it; None when a limit was met first.

        Args:
            state: Before the action.
            action: A legal one.
            limits: As of `answer`.
        """
        person = state.current_player()
        after = state.clone()
        after.apply_action(action)
        if after.is_terminal():
            return after.returns()[person]
        value = self.answer(after, limits).value
        return value if value is None or after.current_player() == person else -value

    def reply(self, state: State) -> int | None:
        """Return what the person to act plays best: a win, or the hardest resistance; None when a limit was met first.

        With a table that is the action after which the game lasts longest, else one that lets the other person win in
        as few ways as possible, and not at once; after a second, the best of those that were tried by then.
        """
        begin = time.monotonic()
        known = self.answer(state)
        if known.action is None or known.value == 1 or self._has_table:
            return known.action
        best, fewest = known.action, self._ways_to_win(state, known.action, MANY)
        for action in state.legal_actions():
            if fewest == 1 or time.monotonic() - begin > REPLY_SECONDS:
                break
            ways = self._ways_to_win(state, action, fewest)
            if ways < fewest:
                best, fewest = action, ways
        return best

    def _ways_to_win(self, state: State, action: int, most: int) -> int:
        """Return in how many ways the other person wins after an action; `most` for more, for a win at once or none."""
        after = state.clone()
        after.apply_action(action)
        if after.is_terminal() or after.current_player() == state.current_player() or winning_actions(after):
            return most
        found = self.winning(after, most)
        return len(found) if found else most

    def winning(self, state: State, most: int, limits: SolveLimits | None = None) -> list[int] | None:
        """Return the actions that win; None when a limit was met first.

        Args:
            state: A position that is not over.
            most: No more than so many of them.
            limits: As of `answer`, of the question about one action.
        """
        found: list[int] = []
        for action in state.legal_actions():
            value = self.value_after(state, action, limits)
            if value is None:
                return None
            if value == 1:
                found.append(action)
            if len(found) == most:
                break
        return found
