"""Which solver is for which game, and what it keeps: a row for each game (floor: solve)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from motu import _core
from motu.games import Game
from motu.solve import connection_solver, flip_solver, flip_tables, line_solver
from motu.solve.places import tables_folder
from motu.solve.solution import Solver

__all__ = ["SOLVERS", "SolvedGame", "table_of"]


@dataclass(frozen=True, slots=True)
class SolvedGame:
    """How a game is solved."""

    make: Callable[[Game], Solver]
    """Makes a solver of one of its boards."""
    table_name: Callable[[Game], str | None]
    """Names the file of what is solved of a board; None where nothing is kept."""
    open_table: Callable[[Game, str], None]
    """Lets searches ask that file; raises a SolveError, "solve/table", for one that cannot be used."""
    forget_tables: Callable[[], None]
    """Lets searches that begin from now on ask none."""


SOLVERS: Mapping[str, SolvedGame] = {
    "atmalof": SolvedGame(
        line_solver.LineSolver, line_solver.table_name, line_solver.open_table, _core.forget_line_tables
    ),
    "atoll": SolvedGame(
        connection_solver.ConnectionSolver,
        connection_solver.table_name,
        connection_solver.open_table,
        _core.forget_connection_tables,
    ),
    "atomorph": SolvedGame(
        lambda game: flip_solver.FlipSolver(game, folder=tables_folder()),
        flip_tables.table_name,
        flip_tables.open_table,
        _core.forget_flip_tables,
    ),
}
"""By the game's own name."""


def table_of(game: Game) -> Path | None:
    """Return where what is solved of a game is kept unless told, whether there is anything yet or not.

    None for a game of which no table is made, or none that is kept: Atomorph on other boards than 4×4 points.
    """
    solved = SOLVERS.get(game.name)
    name = None if solved is None else solved.table_name(game)
    return None if name is None else tables_folder() / name
