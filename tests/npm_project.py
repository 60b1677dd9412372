"""The npm package motu-engine, made once for all processes of a test run, and projects that have it installed."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import motu

ROOT = Path(__file__).parents[1]


def _tools() -> list[Path]:
    """The folders in which scripts/lint_js has put TypeScript."""
    build = Path(os.environ.get("MOTU_BUILD", ROOT / "build"))
    return sorted(build.glob("node-typescript-*/node_modules"))


def tarball(factory: pytest.TempPathFactory) -> Path:
    """Return the package as `npm install` takes it, made of the sources as they stand."""
    if shutil.which("npm") is None or not _tools():
        pytest.skip("needs npm, and TypeScript, which bash scripts/lint_js installs")
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "motu-npm"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(folder.glob("*.tgz")):
            _make(folder)
    [found] = folder.glob("*.tgz")
    return found


def _make(folder: Path) -> None:
    command = ["bash", str(ROOT / "scripts/npm"), str(folder)]
    made = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert made.returncode == 0, made.stdout + made.stderr


def typescript() -> Path:
    """Return TypeScript's compiler."""
    return _tools()[0] / ".bin" / "tsc"


def node_types() -> Path:
    """Return the folder with the types of Node."""
    return _tools()[0] / "@types"


def install(factory: pytest.TempPathFactory) -> Path:
    """Install the package into an empty project, without a network; return the project."""
    project = factory.mktemp("project")
    (project / "package.json").write_text('{"name": "project", "private": true, "type": "module"}\n', "utf-8")
    command = ["npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", str(tarball(factory))]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=project)
    assert done.returncode == 0, done.stdout + done.stderr
    return project


def run_in_node(project: Path, script: str, *options: str) -> str:
    """Return what a module prints in Node; it has to end by itself."""
    done = subprocess.run(
        ["node", *options, "--input-type=module"],
        input=script,
        capture_output=True,
        text=True,
        check=False,
        cwd=project,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def winner_of(state: motu.State) -> str | None:
    """Return the colour that has won; None after a draw."""
    outcome = state.outcome()
    assert outcome is not None, "the game goes on"
    return None if outcome.winner is None else state.colour(outcome.winner)
