"""CI passes over the tests of the library where their sources have passed before: they may rest on nothing else."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ABOVE = ("motu.server", "motu.web", "server", "web", "browser", "cli", "docs", "train")
"""What is not among the sources of the tests of the library: the house, and other folders of tests."""
COUNTED = ("cli.running",)
"""What is, though it is there."""


def _shell(text: str) -> str:
    """Return what a line of shell prints after the parts of `.ci/run` that only say what is what."""
    lines = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    told = [line for line in lines if line.startswith("library_tests")]
    done = subprocess.run(
        ["bash", "-c", "\n".join([*told, text])], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout


def _paths() -> list[Path]:
    named = [ROOT / name for name in _shell('printf "%s\\n" "${library_tests[@]}"').split()]
    return sorted(file for path in named for file in ([path] if path.is_file() else path.rglob("*.py")))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_the_tests_of_the_library_are_most_folders() -> None:
    assert len(_paths()) > 100


@pytest.mark.parametrize("path", _paths(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_test_of_the_library_imports_nothing_of_the_house(path: Path) -> None:
    found = [
        name
        for name in _imported(path)
        if name not in COUNTED and any(name == top or name.startswith(top + ".") for top in ABOVE)
    ]
    assert not found
