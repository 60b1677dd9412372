"""The table of a solver's work: read, and kept whatever ends it (floor: cli)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from motu.cli.application import BadInputError
from motu.cli.output import remark

if TYPE_CHECKING:
    from motu.solve import SolveLimits, Solver


def read_table(solver: Solver, limits: SolveLimits, name: str | None) -> None:
    """Let a solver go on with what a file holds, or work in it; None: with nothing.

    Raises:
        BadInputError: When it keeps no table.
    """
    from motu.solve import KeepsTable, WorksInTable

    if name is None:
        return
    if not isinstance(solver, KeepsTable):
        raise BadInputError("--table is for solvers that keep one; this game's does not")
    if Path(name).exists():
        solver.load(Path(name), limits)
    elif isinstance(solver, WorksInTable):
        solver.work_in(Path(name))


def keep_work(solver: Solver, table: str | None, *, keep: bool, is_broken_off: bool) -> None:
    """Keep what was learned; where the work was broken off, why it was is what people are told."""
    from motu.errors import SolveError

    if keep:
        _keep(solver)
    try:
        _write_table(solver, table)
    except SolveError as error:
        if not is_broken_off:
            raise
        remark(f"not written: {error.message}")


def _write_table(solver: Solver, name: str | None) -> None:
    from motu.solve import KeepsTable, WorksInTable

    if isinstance(solver, WorksInTable):
        if (folder := solver.unfinished()) is not None:
            remark(f"not finished: what is solved is kept in {folder}, and the same command goes on from there")
        elif name is not None and Path(name).is_file():
            remark(f"written: {name}")
    elif name is not None and isinstance(solver, KeepsTable):
        solver.save(Path(name))
        remark(f"written: {name}")


def _keep(solver: Solver) -> None:
    """Keep what was proved where searches look for it; where that can't be done the answer is no worse for it."""
    from motu.errors import SolveError
    from motu.solve import KeepsAnswers

    if not isinstance(solver, KeepsAnswers):
        return
    try:
        solver.keep()
    except SolveError as error:
        remark(f"not kept for engines: {error.message}")
