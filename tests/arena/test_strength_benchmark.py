"""benchmarks/strength.py: a small experiment from one end to the other, and OpenSpiel's bot behind GTP."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from arena.playing import PATIENCE_S
from cli.running import environment
from motu import Record
from motu.arena.program import Program

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
needs_openspiel = pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed")


def strength(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(BENCHMARKS / "strength.py"), *arguments],
        cwd=cwd,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_an_experiment_prints_its_row_and_keeps_its_games(tmp_path: Path) -> None:
    run = strength("atmalof-uct", "--seconds", "0.002", "--games", "2", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    row = run.stdout.splitlines()[-1]
    assert row.startswith("| `atmalof-uct` | mcts:0.002s against uct:0.002s | `atmalof`, openings random:2 | 2 (")
    assert row.endswith(" | ≥ 70% |")
    one, other = Record.load_all(tmp_path / "strength-atmalof-uct-0.002s.jsonl")
    assert one.moves[:2] == other.moves[:2]


def test_without_openspiel_its_experiment_is_skipped(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\nexit 1\n", "utf-8")
    python.chmod(0o755)
    run = strength("hex-openspiel", "--openspiel-python", str(python), cwd=tmp_path)
    assert run.returncode == 1
    assert run.stdout == ""
    assert run.stderr.startswith(f"skipped: {python} has no OpenSpiel; pip install 'motu[bench]'")


def test_a_fault_in_the_options_is_one_line(tmp_path: Path) -> None:
    run = strength("atmalof-uct", "--player", "tea", cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("motu: unknown player 'tea:1s'")


@needs_openspiel
def test_openspiels_bot_plays_hex_behind_gtp() -> None:
    running = Program([sys.executable, str(BENCHMARKS / "openspiel_gtp.py"), "--seconds", "0.05"])
    assert running.ask("name") == "OpenSpiel MCTSBot"
    running.ask("boardsize 3")
    running.ask("play black b1")
    assert running.ask("genmove white") != "b1"
    running.ask("boardsize 3")
    for move in ("black b2", "white a2", "black b1", "white a1"):
        running.ask(f"play {move}")
    assert running.ask("genmove black") in ("a3", "b3")
    running.close()


@needs_openspiel
def test_the_games_are_checked_by_openspiels_rules(tmp_path: Path) -> None:
    run = strength("hex-openspiel", "--seconds", "0.002", "--games", "2", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert "OpenSpiel's rules agree on 2 games" in run.stdout
