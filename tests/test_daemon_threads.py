"""A daemon thread in the middle of a native call does not keep the process from ending as it should."""

from __future__ import annotations

import subprocess
import sys

import pytest

BUSY = """
import os, threading, time
os.environ["MOTU_NET_RUNTIME"] = "motu"  # no foreign library's calls
import numpy as np
import motu
from motu.solve import FlipSolver, SolveLimits, make_solver

def state_of(spec):
    return motu.load_game(spec).new_initial_state()

class Heap:
    # Whose turn it is and how much is left; who takes the last one wins.
    def __init__(self, left, player=0):
        self.left, self.player = left, player
    def current_player(self):
        return self.player if self.left else motu.TERMINAL
    def legal_actions(self):
        return [0, 1][: self.left]
    def after(self, action):
        return Heap(self.left - action - 1, 1 - self.player)
    def result(self):
        return 1 if self.player else -1
    def __hash__(self):
        return hash((self.left, self.player))
    def __eq__(self, other):
        return (self.left, self.player) == (other.left, other.player)

def slowly(planes):
    time.sleep(0.001)
    return np.zeros(len(planes)), np.zeros((len(planes), 25))

def values(planes):
    return np.zeros(len(planes)), None

hexagon = state_of("hex(size=5,swap=false)")
limits = motu.Limits(seconds=60)

def work():
    {prepared}
    while True:
        {work}

for _ in range({threads}):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
print("over")
"""
WAYS = {
    "playouts": ("pass", "motu.playouts(hexagon, 2000)"),
    "perft": ("pass", "motu.perft(hexagon, 2)"),
    "a search": ("tree = motu.SearchTree(hexagon, 'rollout')", "tree.search(limits)"),
    "a search that reports": (
        "tree = motu.SearchTree(hexagon, 'rollout')",
        "tree.search(limits, report=lambda found: time.sleep(0.001), report_seconds=0.001)",
    ),
    "a search in many threads that asks Python": (
        "tree = motu.SearchTree(hexagon, values, has_priors=False, threads=4)",
        "tree.search(limits)",
    ),
    "Monte Carlo tree search": ("player = motu.make_player('mcts:100')", "player.choose(hexagon)"),
    "UCT": ("player = motu.make_player('uct:100')", "player.choose(hexagon)"),
    "expectimax": ("player = motu.make_player('expectimax:0.05s')", "player.choose(state_of('atmalof'))"),
    "a level": ("player = motu.make_player('level:3')", "player.choose(hexagon)"),
    "Atoll's solver": (
        "large = state_of('hex'); solver = make_solver(large.game)",
        "solver.solve(large, SolveLimits(seconds=60))",
    ),
    "a table of Atomorph": ("pass", "FlipSolver(motu.load_game('atomorph(size=3)')).table()"),
    "games at once": ("games = motu.VectorEnv('hex(size=5)', 256, threads=2)", "games.step(games.sample())"),
    "a net": ("net = motu.find_net(state_of('hex').game)", "net.judge([state_of('hex')] * 8)"),
    "self-play": ("pass", "next(motu.self_play('hex(size=5,swap=false)', slowly, boards=4, visits=4, threads=2))"),
    "a game of one's own": (
        "heap = motu.own_game(Heap(500), num_actions=2, observation_shape=(1, 1, 1))",
        "motu.playouts(heap.new_initial_state(), 100)",
    ),
}


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("way", WAYS)
def test_a_process_ends_while_daemon_threads_are_in_native_calls(way: str, threads: int) -> None:
    prepared, work = WAYS[way]
    code = BUSY.format(prepared=prepared, work=work, threads=threads)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "over\n", "")
