"""Compilers without numbers of 128 bits, cl on Windows being one: what sets need of such a number two words have, too.

`bash scripts/portable --two-words` compiles and runs all of it; this only reads the sources that use them.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OPTIONS = ["g++", "-std=c++20", "-Icpp", "-DMOTU_TWO_WORDS"]


def sources() -> list[str]:
    """Return the sources that see such sets, headers of headers included."""
    naming = [path for path in (ROOT / "cpp").rglob("*.hpp") if "core/base/word128.hpp" in path.read_text("utf-8")]
    folders = {path.parent for path in naming}
    room = sorted(str(path.relative_to(ROOT)) for folder in folders for path in folder.glob("*.cpp"))
    told = subprocess.run([*OPTIONS, "-MM", *room], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    rules = told.replace("\\\n", " ").splitlines()
    return [rule.split()[1] for rule in rules if "core/base/word128.hpp" in rule]


SOURCES = sources()


def test_the_sources_are_found() -> None:
    assert "cpp/motu/atomorph/solver_board.cpp" in SOURCES
    assert len(SOURCES) > 5


@pytest.mark.parametrize("source", SOURCES)
def test_two_words_do_for_a_number_of_128_bits(source: str) -> None:
    found = subprocess.run([*OPTIONS, "-fsyntax-only", source], cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
