"""Short hunts on every surface, always the same ones (`scripts/fuzz` has the long ones), and one for planted faults."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import environment

TESTS = Path(__file__).parents[1]
ROUNDS = {"library": 4, "gtp": 1, "json": 1, "files": 2, "server": 1}
"""So many children each: about half a minute for all of them."""
PATIENCE_S = 600.0


def hunt(surface: str, rounds: int, keep: Path) -> subprocess.CompletedProcess[str]:
    """Run a hunt as `scripts/fuzz` does."""
    paths = os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, "-m", "fuzz.run", surface, "--rounds", str(rounds), "--keep", str(keep)],
        env=environment({"PYTHONPATH": paths}),
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
