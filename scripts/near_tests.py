"""Which tests are near changed files, nearest first: `python scripts/near_tests.py [--native] FILE…`.

Python: the test that mirrors a file, then those that import it, directly and over others, to the fourth hand. A changed
test is its own nearest. A C++ file has the tests of C++ that include its header (`--native`), and those of Python whose
names share a word with it. `python -m pytest -p near_tests` begins no test after MOTU_TESTS_UNTIL (seconds since 1970),
and skips what it has not begun by then.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST = 24
"""Files of tests, at most; the nearest ones."""
FARTHEST = 4
"""Imports or includes between a test and what it is near to."""

IMPORT = re.compile(r"^[ \t]*(?:from [\w.]+ import (?:\([^)]*\)|[\w*., ]+)|import [\w., ]+)", re.MULTILINE)
"""An import as ruff formats it, in one line or in parentheses; those of programs in strings are found, too."""

Graph = Mapping[Path, set[Path]]
"""A file to those that it imports or includes."""


# --- Python


def python_tests(changed: Iterable[Path]) -> list[Path]:
    """Return the files of Python tests that are near changed files, nearest first."""
    sources = [*sorted((ROOT / "src").rglob("*.py")), *sorted((ROOT / "tests").rglob("*.py"))]
    imports = {path: set(imported(path)) for path in sources}
    return nearest(list(changed), imports, is_python_test, shares_name)


def is_python_test(path: Path) -> bool:
    """Whether pytest finds tests in a file."""
    return path.name.startswith("test_") and path.suffix == ".py"


def shares_name(test: Path, changed: Path) -> bool:
    """Whether a test mirrors a file, or, where that is no Python, has a word of its name."""
    if changed.suffix == ".py":
        return test.stem == f"test_{changed.stem}"
    return bool(words(changed) & words(test))


def words(path: Path) -> set[str]:
    """Return the words of a file's name that say what it is about."""
    return {word for word in re.split(r"[_.-]", path.stem) if len(word) > 3} - {"test", "tests", "state", "core"}


@cache
def imported(path: Path) -> tuple[Path, ...]:
    """Return the files that a Python file imports, wherever in it the imports stand."""
    return tuple(each for name in imported_names(path) if (each := file_of(name)) is not None)


@cache
def imported_names(path: Path) -> tuple[str, ...]:
    """Return the dotted names that a file imports, those out of packages' `__init__` as where they come from."""
    found: list[str] = []
    for node in import_statements(path.read_text("utf-8")):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
            found += [origin(node.module, alias.name) for alias in node.names]
    return tuple(found)


def import_statements(source: str) -> list[ast.stmt]:
    """Return the imports of a source, those inside functions too; parsing all of it takes three times as long."""
    return ast.parse("\n".join(each.strip() for each in IMPORT.findall(source))).body


@cache
def origin(module: str, name: str) -> str:
    """Return the module that `from module import name` takes something from."""
    if file_of(f"{module}.{name}") is not None:
        return f"{module}.{name}"
    package = file_of(module)
    if package is None or package.name != "__init__.py":
        return module
    for node in ast.parse(package.read_text("utf-8")).body:
        is_from = isinstance(node, ast.ImportFrom) and node.module is not None and node.module != module
        if is_from and any((alias.asname or alias.name) == name for alias in node.names):
            return origin(node.module, name)
    return module


@cache
def file_of(name: str) -> Path | None:
    """Return the file of a module of ours."""
    for base in ("src", "tests"):
        path = ROOT / base / name.replace(".", "/")
        for file in (path.with_name(f"{path.name}.py"), path / "__init__.py"):
            if file.is_file():
                return file
    return None


# --- C++


def native_tests(changed: Iterable[Path]) -> list[Path]:
    """Return the files of C++ tests that are near changed files, nearest first."""
    folder = ROOT / "cpp"
    sources = [*sorted(folder.rglob("*.cpp")), *sorted(folder.rglob("*.hpp"))]
    includes = {path: set(included(path)) for path in sources}
    headers = [header for path in changed for header in (path, path.with_suffix(".hpp")) if header.exists()]
    return nearest(headers, includes, lambda path: path.name.endswith("_test.cpp"), mirrors)


def mirrors(test: Path, changed: Path) -> bool:
    """Whether a C++ test is named after a file of its own room, or of the core."""
    return test.stem == f"{changed.stem}_test" and changed.is_relative_to(test.parents[1])


def included(path: Path) -> Iterator[Path]:
    """Yield the files of ours that a C++ file includes."""
    for name in re.findall(r'^#include "(.+)"', path.read_text("utf-8"), re.MULTILINE):
        if (ROOT / "cpp" / name).is_file():
            yield ROOT / "cpp" / name


# --- both


def nearest(
    changed: list[Path], uses: Graph, is_test: Callable[[Path], bool], is_mirror: Callable[[Path, Path], bool]
) -> list[Path]:
    """Return tests by how many steps they are from what changed; mirrors come as if they imported it directly."""
    users: dict[Path, set[Path]] = defaultdict(set)
    for user, used in uses.items():
        for each in used:
            users[each].add(user)
    mirrors = {test for test in uses if is_test(test) and any(is_mirror(test, path) for path in changed)}
    level, seen, found = set(changed), set(changed), [path for path in changed if is_test(path) and path.exists()]
    for _ in range(FARTHEST):
        level = ({user for path in level for user in users[path]} | mirrors) - seen
        seen |= level
        found += sorted(mirrors & level) + sorted(path for path in level - mirrors if is_test(path))
    return found[:MOST]


# --- a plugin of pytest


def pytest_runtest_setup() -> None:
    """Skip a test that there is no time left for."""
    if time.time() > float(os.environ.get("MOTU_TESTS_UNTIL", "inf")):
        pytest.skip("no time left for it here; scripts/test runs it")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    is_native = arguments[:1] == ["--native"]
    paths = [ROOT / each for each in arguments[is_native:]]
    for path in native_tests(paths) if is_native else python_tests(paths):
        print(path.relative_to(ROOT))
