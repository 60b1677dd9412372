"""Exact answers: who wins with perfect play, and how (floor: solve)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, runtime_checkable

from motu.errors import SolveError
from motu.eval.nets import Net
from motu.games import Game
from motu.games.kinds import expect_game
from motu.solve.connection_solver import ConnectionSolver
from motu.solve.flip_solver import FlipSolver
from motu.solve.line_solver import LineSolver
from motu.solve.openings_check import check_openings
from motu.solve.solution import (
    ActionBounds,
    Check,
    ChecksSolutions,
    OnProgress,
    Opening,
    Progress,
    Solution,
    SolveLimits,
    Solver,
    expect_limits,
)
from motu.solve.solved_tables import forget_tables, use_solved
from motu.solve.solvers import SOLVERS

__all__ = [
    "SOLVERS",
    "ActionBounds",
    "Check",
    "ChecksSolutions",
    "ConnectionSolver",
    "FlipSolver",
    "KeepsAnswers",
    "KeepsTable",
    "LineSolver",
    "OnProgress",
    "Opening",
    "OrdersByNet",
    "Progress",
    "Solution",
    "SolveLimits",
    "Solver",
    "SolvesOpenings",
    "WorksInTable",
    "check_openings",
    "forget_tables",
    "make_solver",
    "openings",
    "use_solved",
]


@runtime_checkable
class KeepsTable(Protocol):
    """A solver whose work can be gone on with another day."""

    def save(self, path: Path) -> None:
        """Keep what was learned in a file."""
        ...

    def load(self, path: Path, limits: SolveLimits) -> None:
        """Add what a file holds to what is known, in tables as large as the limits say."""
        ...


@runtime_checkable
class KeepsAnswers(Protocol):
    """A solver that keeps what it proved for searches to ask when it is told to; the others do so of themselves."""

    def keep(self, path: Path | None = None) -> Path | None:
        """Add what was proved to a file, the usual one unless told; return it, or None where nothing was solved yet."""
        ...


@runtime_checkable
class WorksInTable(Protocol):
    """A solver whose work stands on disk while it is at it, so that after an interruption it goes on from there.

    Whatever its progress report raises ends the work; what was done is put away first.
    """

    def work_in(self, path: Path) -> None:
        """Make the table in this file, which does not exist yet, from now on."""
        ...

    def unfinished(self) -> Path | None:
        """Return where the work stands that is to be gone on with; None where there is nothing to go on with."""
        ...


@runtime_checkable
class OrdersByNet(Protocol):
    """A solver that a net may tell which moves to try first: the same answers, mostly sooner."""

    def order_by(self, net: Net) -> None:
        """Ask this net from the next call on."""
        ...


@runtime_checkable
class SolvesOpenings(Protocol):
    """A solver that knows who wins after each first stone."""

    def openings(self, limits: SolveLimits, on_progress: OnProgress | None = None) -> Iterator[Opening]:
        """Yield what each first stone leads to, as soon as that is known."""
        ...


def make_solver(game: Game) -> Solver:
    """Return a solver for the positions of a game.

    Raises:
        SolveError: "solve/game" when nobody has written one for that game.
    """
    solved = SOLVERS.get(expect_game(game).name)
    if solved is None:
        raise SolveError(
            f"there is no solver for {game.name}, only for {', '.join(sorted(SOLVERS))}",
            slug="solve/game",
            text=game.name,
            legal=sorted(SOLVERS),
        )
    return solved.make(game)


def openings(
    game: Game, limits: SolveLimits | None = None, on_progress: OnProgress | None = None
) -> tuple[Opening, ...]:
    """Return for every first stone who wins if it stays where it is: which openings to swap.

    Args:
        game: Its pie rule is of no account.
        limits: For all openings together; none unless told.
        on_progress: Called now and then.

    Raises:
        SolveError: "solve/game" for a game whose openings nobody solves.

    >>> from motu import load_game
    >>> [each.move for each in openings(load_game("hex(size=2)")) if each.wins]
    ['b1', 'a2']
    """
    solver = make_solver(game)
    if not isinstance(solver, SolvesOpenings):
        raise SolveError(f"the openings of {game.name} are not solved one by one", slug="solve/game", text=game.name)
    return tuple(solver.openings(expect_limits(limits), on_progress))
