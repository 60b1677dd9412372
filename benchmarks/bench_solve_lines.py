"""How long it takes to solve small members of the Atmalof family.

    python benchmarks/bench_solve_lines.py [--threads N] [--json] [SPEC …]

CPU time of all threads, from nothing to a table on disk. The aim for the default, 28 million positions, is 60 seconds
of CPU time. There is no peer: nobody else solves this game.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from pathlib import Path

import motu
from motu.solve.line_solver import LineSolver
from motu.solve.solution import SolveLimits

SPEC = "atmalof(rows=4,cols=4,extra_rows=0,extra_cols=0,line=4,pieces=8)"


def measure(spec: str, threads: int) -> dict[str, float | str]:
    """Solve a game in a folder that is thrown away, and return what it took."""
    game = motu.load_game(spec)
    with tempfile.TemporaryDirectory() as folder:
        solver = LineSolver(game, Path(folder) / "solved.table")
        wall, cpu = time.monotonic(), time.process_time()
        found = solver.solve(game.new_initial_state(), SolveLimits(threads=threads, memory_bytes=16 << 30))
        wall, cpu = time.monotonic() - wall, time.process_time() - cpu
        facts = solver.facts()
    return {
        "spec": game.spec,
        "positions": facts.positions,
        "visits": found.nodes,
        "cpu_seconds": cpu,
        "wall_seconds": wall,
        "visits_per_cpu_second": found.nodes / cpu,
        "table_bytes": facts.bytes,
        "peak_memory_bytes": 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        "lower": found.lower,
        "upper": found.upper,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", default=[SPEC], metavar="SPEC")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    for spec in options.specs:
        found = measure(spec, options.threads)
        if options.json:
            print(json.dumps(found))
            continue
        print(found["spec"])
        for name, figure in list(found.items())[1:]:
            print(f"  {name:24}{figure:>18,.6g}" if isinstance(figure, float) else f"  {name:24}{figure:>18,}")


if __name__ == "__main__":
    main()
