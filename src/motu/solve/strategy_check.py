"""The replay of a proof: the winner's strategy against all replies, by nothing but the rules (floor: solve).

The strategy is whatever the solver answers when it is asked; whether it wins is for the rules to say. Positions that
come about in several ways are walked once. Where there are more than anybody wants to wait for, the rest is walked by
games against random replies.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from motu.errors import SolveError
from motu.games import State
from motu.solve.solution import Solution, SolveLimits, Solver

__all__ = ["DEFAULT_POSITIONS", "Walk", "walk_strategy"]

DEFAULT_POSITIONS = 1_000_000
"""Positions that are walked before the rest is left to chance."""


@dataclass(frozen=True, slots=True)
class Walk:
    """What a replay has seen."""

    winner: str
    """The colour that is to win on every line, as it was when the replay began."""
    positions: int
    """Different positions, and those of the random games besides."""
    is_complete: bool
    """Whether every reply was tried."""
    random_games: int
    """Games against random replies, where not."""
    failure: str = ""
    """Where the strategy fails, with the moves of the line; empty when it wins on all lines walked."""


def walk_strategy(
    solver: Solver,
    state: State,
    solution: Solution,
    limits: SolveLimits,
    positions: int = DEFAULT_POSITIONS,
    seed: int = 0,
) -> Walk:
    """Play the winner's strategy against all replies.

    Args:
        solver: What found the solution; it is asked in every position of the winner.
        state: The position that was solved, in a game without dice.
        solution: A win or a loss of the person to act.
        limits: For the solver in each position.
        positions: How many to walk; after that as many again in random games.
        seed: Of the random replies.

    Returns:
        What was seen; a strategy that does not win is told of in `failure`.

    Raises:
        SolveError: "solve/limits" when the strategy cannot be found again.
    """
    winner = state.current_player() if solution.lower > 0 else 1 - state.current_player()
    walker = _Walker(solver, winner, replace(limits, every_action=False), positions)
    games, failure = 0, ""
    try:
        walker.walk_all(state.clone())
        if not walker.is_complete:
            games = walker.walk_at_random(state, random.Random(seed))
    except _RefutedError as refuted:
        walker.is_complete, failure = False, str(refuted)
    return Walk(state.colour(winner), walker.positions, walker.is_complete, games, failure)


class _RefutedError(Exception):
    """A line on which the strategy does not win."""


class _Walker:
    def __init__(self, solver: Solver, winner: int, limits: SolveLimits, most: int) -> None:
        self._solver = solver
        self._winner = winner
        self._limits = limits
        self._most = most
        self._seen: set[int] = set()
        self.positions = 0
        self.is_complete = True

    def walk_all(self, state: State) -> None:
        """Walk everything below a position that was not walked yet, deepest first."""
        if state.is_terminal():
            self._check_end(state)
            return
        if state.hash() in self._seen:
            return
        if len(self._seen) >= self._most:
            self.is_complete = False
            return
        self._seen.add(state.hash())
        self.positions += 1
        replies = [self._strategy(state)] if state.current_player() == self._winner else state.legal_actions()
        for action in replies:
            state.apply_action(action)
            self.walk_all(state)
            state.undo()

    def walk_at_random(self, start: State, rng: random.Random) -> int:
        """Play games against random replies until as many positions again were met; return how many games."""
        games = 0
        enough = self.positions + self._most
        while self.positions < enough:
            state = start.clone()
            while not state.is_terminal():
                self.positions += 1
                is_ours = state.current_player() == self._winner
                state.apply_action(self._strategy(state) if is_ours else rng.choice(state.legal_actions()))
            self._check_end(state)
            games += 1
        return games

    def _strategy(self, state: State) -> int:
        solution = self._solver.solve(state, self._limits)
        moves = " ".join(state.moves())
        if solution.upper < 1:
            raise _RefutedError(f"the strategy leads to a position that is not won: {moves}")
        if solution.lower < 1 or not solution.actions:
            raise SolveError(f"the strategy leads to an unsolved position: {moves}", slug="solve/limits")
        return solution.actions[0].action

    def _check_end(self, state: State) -> None:
        outcome = state.outcome()
        if outcome is None or outcome.winner != self._winner:
            raise _RefutedError(f"the strategy does not win: {' '.join(state.moves())}")
