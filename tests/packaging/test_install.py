"""scripts/install: what it refuses, in one sentence each; the whole of it is slow."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts/install"
EVERYWHERE = ("bash", "dirname", "head", "ln", "mkdir", "printf")
"""What any system has."""


def path_with(folder: Path, programs: dict[str, str]) -> str:
    """Make a PATH on which there is what is everywhere, and these scripts of shell."""
    for name in EVERYWHERE:
        if found := shutil.which(name):
            (folder / name).symlink_to(found)
    for name, text in programs.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    return str(folder)


def install(folder: Path, programs: dict[str, str]) -> subprocess.CompletedProcess[str]:
    home = folder / "home"
    for each in (folder / "bin", home):
        each.mkdir()
    environment = {"PATH": path_with(folder / "bin", programs), "HOME": str(home)}
    return subprocess.run(["bash", str(SCRIPT)], env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("programs", "words"),
    [
        ({}, "needs Python 3.11 or later"),
        ({"python3": "exit 1"}, "needs Python 3.11 or later"),
        ({"python3": "exit 0"}, "needs a C++20 compiler, and there is none here"),
        ({"python3": "exit 0", "c++": '[ "$1" = --version ] && echo old 4.8; exit 1'}, "'c++' is older: old 4.8"),
        ({"python3": '[ "$1" != -m ]', "c++": "exit 0"}, "apt install python3-venv"),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(tmp_path: Path, programs: dict[str, str], words: str) -> None:
    done = install(tmp_path, programs)
    assert done.returncode == 1
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "home/.local/bin").exists()


def test_what_somebody_has_played_stays(tmp_path: Path) -> None:
    """The environment is made anew where it does not work; games lie elsewhere."""
    made = tmp_path / "made"
    python = f'[ "$1" = -m ] && echo "$4" >> {made}; exit 0'
    games = tmp_path / "home/.local/share/motu"
    done = install(tmp_path, {"python3": python, "c++": "exit 0", "cat": "exit 0"})
    assert done.returncode == 1  # nothing was really made, so there is no pip in it
    [environment] = made.read_text().splitlines()
    assert Path(environment).is_relative_to(tmp_path / "home/.local")
    assert not games.is_relative_to(environment)
    assert not Path(environment).is_relative_to(games)


@pytest.mark.slow
def test_it_installs_a_motu_that_plays(tmp_path: Path) -> None:
    environment = os.environ | {"MOTU_PREFIX": str(tmp_path)}
    subprocess.run(["bash", str(SCRIPT)], env=environment, check=True, capture_output=True)
    motu = str(tmp_path / "bin/motu")
    subprocess.run([motu, "serve", "--help"], check=True, capture_output=True)
    shown = subprocess.run([motu, "show", "gan", "d4"], check=True, capture_output=True, text=True)
    assert "d" in shown.stdout
