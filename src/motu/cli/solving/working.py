"""A solver at work and its proofs replayed, with a progress bar, until Ctrl-C (floor: cli)."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from motu.cli.application import BadInputError
from motu.cli.output import remark
from motu.cli.progress import ProgressBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from motu import State
    from motu.solve import Check, Opening, Solution, SolveLimits, Solver
    from motu.solve import Progress as Told

POSITIONS = 1_000_000
"""How many positions a check looks at unless told."""
_NO_REPLAY = "--check is for solvers whose proofs can be replayed; this game's cannot"


def solve(solver: Solver, state: State, limits: SolveLimits) -> Solution:
    """Solve a position.

    Raises:
        KeyboardInterrupt: When it is broken off.
    """
    from motu.solve import WorksInTable

    is_stopped = threading.Event()
    last = ""
    with ProgressBar("solving") as progress:

        def hear(told: Told) -> None:
            nonlocal last
            if is_stopped.is_set():
                raise KeyboardInterrupt
            last = told.text
            progress.say(last)

        # Who works in a table puts away what is done when its report says no more.
        stop = is_stopped.set if isinstance(solver, WorksInTable) else None
        try:
            return progress.run(lambda: solver.solve(state, limits, hear), stop)
        except KeyboardInterrupt:
            if last and stop is None:
                remark(f"stopped before anything was proved; {last}")
            raise


def solve_openings(solver: Solver, state: State, limits: SolveLimits, found: list[Opening]) -> None:
    """Find out what each opening leads to, one after the other."""
    from motu.solve import SolvesOpenings

    if not isinstance(solver, SolvesOpenings):
        raise BadInputError(f"--openings: the openings of {state.game.name} are not solved one by one")
    with ProgressBar("solving openings", state.game.board.num_cells, "openings") as progress:
        progress.note(lambda: f"{sum(each.wins is True for each in found)} win")
        iterator = solver.openings(limits, lambda told: progress.say(told.text))
        while (opening := progress.run(lambda: next(iterator, None))) is not None:
            found.append(opening)
            progress.advance()


def check_solution(
    solver: Solver, state: State, solution: Solution, limits: SolveLimits, positions: int | None
) -> Check:
    """Replay the proof of a solution; None: up to so many positions as `POSITIONS` says.

    Raises:
        BadInputError: When nothing is proved, or proofs of this game can't be replayed.
    """
    from motu.solve import ChecksSolutions

    if (solution.lower, solution.upper) == (-1, 1) and not solution.actions:
        raise BadInputError("--check replays what was proved, and here is nothing")
    if not isinstance(solver, ChecksSolutions):
        raise BadInputError(_NO_REPLAY)
    with ProgressBar("checking") as progress:
        return progress.run(lambda: solver.check(state, solution, limits, positions or POSITIONS))


def check_all_openings(
    solver: Solver, state: State, found: Sequence[Opening], limits: SolveLimits, positions: int | None
) -> Check:
    """Replay the proofs of openings, likewise."""
    from motu.solve import ChecksSolutions, check_openings

    if not isinstance(solver, ChecksSolutions):
        raise BadInputError(_NO_REPLAY)
    with ProgressBar("checking") as progress:
        return progress.run(lambda: check_openings(solver, state.game, found, limits, positions or POSITIONS))
