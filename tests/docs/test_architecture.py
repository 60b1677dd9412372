"""The tables of docs/architecture.md name files and tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECTIONS = {"Server": ("src/motu/server", "tests/server"), "Browser": ("src/motu/web", "tests")}
"""Where the paths of a section's tables begin: those of files, and those of tests."""
ROOMS = ("atoll", "atomorph", "atmalof")


def _section(name: str) -> str:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    return text.split(f"\n## {name}\n", 1)[1].split("\n## ", 1)[0]


def _rows(text: str) -> list[list[str]]:
    """Return the cells of all rows of tables that have a name in backticks in them."""
    lines = [line for line in text.splitlines() if line.startswith("|") and "`" in line]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def _named(cell: str) -> list[str]:
    return [name for name in re.findall(r"`([^`]+)`", cell) if name != "MAY"]


def _server_paths() -> list[str]:
    found = []
    for section, (sources, tests) in SECTIONS.items():
        for _, files, checks in _rows(_section(section)):
            names = [name for name in _named(files) if "*" not in name]
            found += [f"{sources}/{name}" for name in names] + [f"{tests}/{name}" for name in _named(checks)]
    return found


def _room_tests() -> list[str]:
    found = []
    for row in _rows(_section("A game is a room"))[:7]:
        for room, cell in zip(ROOMS, row[1:], strict=True):
            found += [f"{room}/tests/{name}.cpp" for name in _named(cell) if re.fullmatch(r"\w+_test", name)]
    return found


def test_the_tables_are_read() -> None:
    assert len(_server_paths()) > 150
    assert len(_room_tests()) > 15


@pytest.mark.parametrize("path", sorted(set(_server_paths())))
def test_what_is_named_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("path", sorted(set(_room_tests())))
def test_a_room_s_tests_exist(path: str) -> None:
    room, _, name = path.partition("/tests/")
    assert (ROOT / "cpp/motu" / room / "tests" / name).exists() or (ROOT / "cpp/motu/core/tests" / name).exists()
