"""Short hunts on every surface, always the same ones (`scripts/fuzz` has the long ones), and one for planted faults."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.running import environment

TESTS = Path(__file__).parents[1]
ROUNDS = {"library": 4, "gtp": 1, "json": 1, "files": 2, "server": 1, "lab": 1}
"""How many children each has: about half a minute for all of them."""
PATIENCE_S = 600.0


def surroundings() -> dict[str, str]:
    """Return an environment in which `fuzz` is found."""
    paths = os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])])
    return environment({"PYTHONPATH": paths})


def hunt(surface: str, rounds: int, keep: Path) -> subprocess.CompletedProcess[str]:
    """Run a hunt as `scripts/fuzz` does."""
    return subprocess.run(
        [sys.executable, "-m", "fuzz.run", surface, "--rounds", str(rounds), "--keep", str(keep)],
        env=surroundings(),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.parametrize(("surface", "rounds"), ROUNDS.items())
def test_a_short_hunt_finds_nothing(surface: str, rounds: int, tmp_path: Path) -> None:
    done = hunt(surface, rounds, tmp_path)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert ": 0 findings" in done.stdout


def test_the_hunter_finds_planted_faults_and_makes_them_small(tmp_path: Path) -> None:
    done = hunt("practice", 4, tmp_path)
    assert done.returncode == 1, done.stderr
    assert "3 findings" in done.stdout
    found = [json.loads(path.read_text("utf-8"))["steps"] for path in sorted(tmp_path.iterdir())]
    assert found == [[["say", 3], ["say", 7]], [["say", 5], ["say", 8]], [["say", 1], ["say", 9]]]
    for kind in ("fault", "SIGSEGV", "hang"):
        assert f"== {kind}, 1 times" in done.stdout


SLOW_FORK = """
import os, runpy, time
os.register_at_fork(after_in_parent=lambda: time.sleep(1))
runpy.run_module("fuzz.run", run_name="__main__")
"""
"""A hunt on a busy machine: the child is there long before its parent has done what Python does after a fork."""


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("program", [["-m", "fuzz.run"], ["-c", SLOW_FORK]], ids=["", "in the middle of a fork"])
def test_a_hunt_that_is_broken_off_says_what_it_has_done_and_leaves_nothing_running(
    program: list[str], name: signal.Signals, tmp_path: Path
) -> None:
    command = [sys.executable, *program, "server", "--minutes", "60", "--keep", str(tmp_path)]
    with subprocess.Popen(command, env=surroundings(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("motu ")
        child = child_of(process.pid)
        process.send_signal(name)
        said, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, said
    assert "server: 0 steps in 0 sequences and 0 rounds" in said
    assert said.endswith("0 findings (broken off)\n")
    assert is_gone(child)


def is_gone(group: int) -> bool:
    """Whether a group of processes has ended, or does so soon: who ended waits for its parent's look."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def child_of(pid: int) -> int:
    """Return the child that a hunt has started, as soon as it leads a group of its own (Linux)."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split():
            if os.getpgid(int(child)) == int(child):
                return int(child)
        time.sleep(0.01)
    raise AssertionError("no child was started")
