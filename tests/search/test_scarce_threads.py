"""Where the system starts no more threads, whoever asked for them hears it, and goes on with fewer."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="takes the room for threads away as Linux does it")

HELD = """
import os
import resource
import numpy as np
import motu
from motu.solve import FlipSolver, LineSolver, SolveLimits, make_solver

def state_of(spec):
    return motu.load_game(spec).new_initial_state()

{prepared}

def work(threads):
    {work}

work(2)  # whatever has to be read is
alone = os.geteuid() == 0
if alone:  # nobody else's threads count
    os.setresuid(54_321, 54_321, 0)
_, most = resource.getrlimit(resource.RLIMIT_NPROC)
resource.setrlimit(resource.RLIMIT_NPROC, (len(os.listdir("/proc/self/task")) + {spare} if alone else 1, most))
try:
    work(64)
    print("all were started")
except motu.MotuError as error:
    print(error.slug, error.message)
resource.setrlimit(resource.RLIMIT_NPROC, (most, most))
work(2)
print("done")
"""

SOLVE = """
def solve(spec, threads, solver={}):
    limits = SolveLimits(seconds=0.3, memory_bytes=64 << 20, threads=threads, every_action=False)
    if spec not in solver:
        solver[spec] = make_solver(motu.load_game(spec))
    solver[spec].solve(state_of(spec), limits)
"""
MAKE_A_TABLE = """
import tempfile
from pathlib import Path

game = motu.load_game("atmalof(rows=3,cols=5,extra_rows=0,extra_cols=0,line=3,pieces=7)")

def make_a_table(threads):
    with tempfile.TemporaryDirectory() as folder:
        solver = LineSolver(game, table=Path(folder) / "table")
        solver.solve(game.new_initial_state(), SolveLimits(threads=threads))
"""
KNOWS_NOTHING = """
def judge(planes):
    return np.zeros(len(planes)), np.zeros((len(planes), planes[0, 0].size))
"""
# What is prepared, the work, what is said, and how many threads may be started: none where little work might be over
# before so many are running.
WAYS = {
    "a search": (
        "",
        "motu.SearchTree(state_of('nauru'), threads=threads, evaluator='uniform').search(motu.Limits(seconds=0.3))",
        "engine/threads",
        8,
    ),
    "Atoll's solver": (SOLVE, "solve('hex(size=8,swap=false)', threads)", "solve/threads", 8),
    "Atomorph's solver": (SOLVE, "solve('atomorph(size=6,swap=false)', threads)", "solve/threads", 8),
    "a table of Atomorph": (
        "",
        "FlipSolver(motu.load_game('atomorph(size=3)')).table(SolveLimits(threads=threads))",
        "solve/threads",
        0,
    ),
    "a check of a table": (
        "table = FlipSolver(motu.load_game('atomorph(size=3)')).table()",
        "table.check_table(threads, None)",
        "solve/threads",
        0,
    ),
    "Atmalof's solver": (MAKE_A_TABLE, "make_a_table(threads)", "solve/threads", 0),
    "games at once": ("", "motu.VectorEnv('hex(size=3)', 64, threads=threads, seed=1).reset()", "batch/threads", 8),
    "self-play": (
        KNOWS_NOTHING,
        "next(motu.self_play('hex(size=3,swap=false)', judge, boards=2, visits=2, threads=threads))",
        "net/threads",
        8,
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_who_asks_for_too_many_threads_hears_it_and_goes_on(way: str) -> None:
    prepared, work, slug, spare = WAYS[way]
    code = HELD.format(prepared=prepared, work=work, spare=spare)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    refused, *rest = done.stdout.splitlines() or [done.stderr]
    assert refused.startswith(f"{slug} the system starts only "), done.stderr
    assert rest == ["done"], done.stderr
