"""Which tests `scripts/quick` runs after a change."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


@cache
def script() -> Any:
    """The script as a module, which reads all sources once."""
    made = spec_from_file_location("near_tests", ROOT / "scripts" / "near_tests.py")
    assert made is not None
    assert made.loader is not None
    module = module_from_spec(made)
    made.loader.exec_module(module)
    return module


def near(changed: str) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in script().python_tests([ROOT / changed])]


def said(*arguments: str) -> list[str]:
    command = [sys.executable, "scripts/near_tests.py", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.parametrize(
    ("changed", "test"),
    [
        ("src/motu/engine/clock.py", "tests/engine/test_clock.py"),
        ("src/motu/cli/bench.py", "tests/cli/test_bench.py"),
        ("tests/boards/test_custom.py", "tests/boards/test_custom.py"),
        ("tests/cli/running.py", "tests/cli/test_bench.py"),
    ],
)
def test_a_file_has_its_own_test_near(changed: str, test: str) -> None:
    assert test in near(changed)


def test_the_test_that_mirrors_a_file_comes_first() -> None:
    found = near("src/motu/search/expectimax.py")
    assert found[0] == "tests/search/test_expectimax.py"
    assert said("src/motu/search/expectimax.py") == found


def test_a_cpp_file_has_tests_of_cpp_that_include_its_header_and_python_tests_of_its_name() -> None:
    assert said("--native", "cpp/motu/core/search/expectimax.cpp")[0] == "cpp/motu/core/tests/expectimax_test.cpp"
    assert "tests/search/test_expectimax.py" in near("cpp/motu/core/search/expectimax.cpp")
    assert said("--native", "docs/cli.md") == []


def test_a_document_has_none() -> None:
    assert near("README.md") == []
