"""How long the solver of Atoll takes, beside what Benzene's solver takes on a machine like ours.

    python benchmarks/bench_solve.py [--all] [--seconds S]

CPU time, one thread, fresh tables for every subject. The peer's figures were measured on two shared cores.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import motu
from motu.solve import SolveLimits, make_solver, openings


@dataclass(frozen=True)
class Subject:
    """A board to solve, from the empty position or opening by opening."""

    spec: str
    has_openings: bool
    peer_seconds: float | None
    is_long: bool = False


SUBJECTS = (
    Subject("hex(size=6,swap=false)", True, None),
    Subject("hex(size=7,swap=false)", False, 0.16),
    Subject("atoll(size=gan,swap=false)", False, None),
    Subject("atoll(board=rhombus,size=5,islands=8,swap=false)", True, None),
    Subject("hex(size=7,swap=false)", True, 159.0, True),
    Subject("hex(size=8,swap=false)", False, 35.0, True),
    Subject("atoll(size=gan,swap=false)", True, None, True),
)


def measure(subject: Subject, seconds: float) -> tuple[int, float, bool]:
    """Return nodes, CPU seconds, and whether all of it was solved in time."""
    game = motu.load_game(subject.spec)
    limits = SolveLimits(seconds=seconds, every_action=False)
    if subject.has_openings:
        found = openings(game, limits)
        solved = all(each.wins is not None for each in found)
        return sum(each.nodes for each in found), sum(each.seconds for each in found), solved
    solution = make_solver(game).solve(game.new_initial_state(), limits)
    return solution.nodes, solution.seconds, solution.is_exact


def main() -> None:
    """Measure and print a line for each subject."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="the long ones, too")
    parser.add_argument("--seconds", type=float, default=600.0, help="give a subject up after so long")
    options = parser.parse_args()
    for subject in SUBJECTS:
        if subject.is_long and not options.all:
            continue
        nodes, spent, solved = measure(subject, options.seconds)
        what = "openings" if subject.has_openings else "empty board"
        peer = (
            f", peer {subject.peer_seconds:g} s, ratio {spent / subject.peer_seconds:.2f}"
            if subject.peer_seconds
            else ""
        )
        state = "" if solved else ", not finished"
        print(f"{subject.spec} {what}: {nodes:,} nodes, {spent:.2f} s{peer}{state}", flush=True)


if __name__ == "__main__":
    main()
