"""Exact equities to compare a net with, where there are dice (floor: train).

Small members of the Atmalof family are solved whole (`motu.solve.LineSolver`). Positions whose value depends on what
endless play counts as are left out.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from motu.games import Game, State, dice
from motu.solve import LineSolver, SolveLimits
from motu.solve.solvers import table_of
from motu.train.judging import Judges

_CLOSED = 1e-3
"""Intervals no wider than that are one figure; actions no further apart are equally good."""
_TRIES = 20
"""Positions that are drawn for one that is kept, at most."""
_LIMITS = SolveLimits()


@dataclass(frozen=True, slots=True)
class EquityAgreement:
    """How near a net is to the truth without any search."""

    positions: int
    mean_error: float
    """The mean error of its values, in equities from -1 to 1."""
    choices: int
    """Positions in which not all actions are equally good."""
    choices_right: int
    """Those where its first choice is a best one."""
    mean_loss: float
    """What its first choices give away on average, in all positions."""

    def to_json(self) -> dict[str, float]:
        """Return the numbers by name."""
        return {name: round(getattr(self, name), 5) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class SolvedPosition:
    """A decision and the truth about it."""

    state: State
    equity: float
    """For who is to act."""
    actions: dict[int, float]
    """Legal action -> its equity."""

    @property
    def is_choice(self) -> bool:
        """Whether it matters what is done."""
        return max(self.actions.values()) - min(self.actions.values()) > _CLOSED


class Equities:
    """Solved positions of one member of the Atmalof family."""

    def __init__(self, game: Game, positions: int, seed: int) -> None:
        """Solve the game, or read its table where `motu solve` has left one, and draw positions.

        Args:
            game: A small member of the family.
            positions: How many, besides the first: later ones, after random turns, no two alike.
            seed: Of the draws.

        Raises:
            SolveError: As `LineSolver`.
        """
        self.game = game
        with tempfile.TemporaryDirectory() as folder:
            solver = LineSolver(game, _table(game) or Path(folder) / "table")
            first = _judged(solver, game.new_initial_state())
            drawn = _draw(solver, game, positions, random.Random(f"{seed} {game.spec}"))
            self.positions = [each for each in (first, *drawn) if each is not None]

    def compare(self, net: Judges) -> EquityAgreement:
        """Ask a net about all positions, or a search.

        Raises:
            NetError: "net/game".
        """
        judgements = net.judge([each.state for each in self.positions])
        errors = losses = 0.0
        choices = right = 0
        for position, judgement in zip(self.positions, judgements, strict=True):
            errors += abs(judgement.value - position.equity)
            loss = max(position.actions.values()) - position.actions[judgement.best]
            losses += loss
            choices += position.is_choice
            right += position.is_choice and loss <= _CLOSED
        count = len(self.positions)
        return EquityAgreement(count, errors / count, choices, right, losses / count)


def _table(game: Game) -> Path | None:
    """Return the table that `motu solve` has left, if it has."""
    usual = table_of(game)
    return usual if usual is not None and usual.is_file() else None


def _judged(solver: LineSolver, state: State) -> SolvedPosition | None:
    """Return the truth about a position, or None where it depends on a convention."""
    solution = solver.solve(state, _LIMITS)
    if solution.upper - solution.lower > _CLOSED:
        return None
    actions = {each.action: (each.lower + each.upper) / 2 for each in solution.actions}
    return SolvedPosition(state, (solution.lower + solution.upper) / 2, actions)


def _draw(solver: LineSolver, game: Game, count: int, source: random.Random) -> Iterator[SolvedPosition]:
    seen = {game.new_initial_state().hash()}
    for _ in range(count * _TRIES):
        if len(seen) > count:
            return
        state = _random_decision(game, source)
        if state is None or state.hash() in seen:
            continue
        found = _judged(solver, state)
        if found is not None:
            seen.add(state.hash())
            yield found


def _random_decision(game: Game, source: random.Random) -> State | None:
    """Return a decision after random turns, or None where the game is over before."""
    state = game.new_initial_state()
    turns = source.randrange(1, 2 * game.board.num_cells)
    while state.is_chance_node() or state.ply() < turns:
        if state.is_terminal():
            return None
        if state.is_chance_node():
            state.apply_action(dice.draw(state.chance_outcomes(), source))
        else:
            state.apply_action(source.choice(state.legal_actions()))
    return None if state.is_terminal() else state
