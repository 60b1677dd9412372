"""A child of fork() has none of its parent's threads, and does not wait for them."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nothing forks there")

FORKED = """
import os, signal
import numpy as np
import motu, motu.errors

def judge(planes):
    return np.zeros(len(planes)), np.zeros((len(planes), 9))

def games_of(threads):
    return motu.VectorEnv("atmalof", 40, threads=threads, seed=3)

def play_on(games, alone):
    games.step(games.sample())
    alone.step(alone.sample())
    assert (games.observations == alone.observations).all()
    assert (games.players == alone.players).all()

def refused(played):
    try:
        next(played)
    except motu.errors.NetError as error:
        return error.slug

def learnt():
    return motu.self_play("hex(size=3,swap=false)", judge, boards=8, visits=4, threads=2, seed=1)

{prepared}
child = os.fork()
if child == 0:
    signal.alarm(20)  # who hangs is ended
    {work}
    del {kept}
    os._exit(0)
_, status = os.waitpid(child, 0)
assert status == 0, status
{afterwards}
print("done")
"""
GAMES = "games, alone = games_of(3), games_of(1); games.step(games.sample()); alone.step(alone.sample())"
SAME = "play_on(games, alone)"
WAYS = {
    "games played on": (GAMES, SAME, "games", SAME),
    "games begun anew": (GAMES, "games.reset(seed=4); alone.reset(seed=4); " + SAME, "games", SAME),
    "games dropped": (GAMES, "pass", "games", SAME),
    "games of the child's child": (
        GAMES,
        "again = os.fork(); " + SAME + "; assert not again or os.waitpid(again, 0)[1] == 0",
        "games",
        SAME,
    ),
    "self-play": (
        "played = learnt(); next(played)",
        "assert refused(played) == 'net/process'",
        "played",
        "next(played)",
    ),
    "self-play dropped": ("played = learnt(); next(played)", "played.close()", "played", "next(played)"),
    "self-play of the child's own": ("played = learnt(); next(played)", "next(learnt())", "played", "next(played)"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_child_waits_for_no_threads_of_its_parent(way: str) -> None:
    prepared, work, kept, afterwards = WAYS[way]
    code = FORKED.format(prepared=prepared, work=work, kept=kept, afterwards=afterwards)
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", code],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout == "done\n", done.stderr
