"""`import motu` is for everybody: it loads the rules, nothing that a board, a command, a page or a net needs."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src" / "motu"

HEAVY = (
    "numpy",
    "msgspec",
    "torch",
    "onnxruntime",
    "openvino",
    "ray",
    "litestar",
    "uvicorn",
    "sqlalchemy",
    "typer",
    "click",
    "rich",
    "prompt_toolkit",
    "matplotlib",
    "altair",
    "pandas",
    "pyspiel",
)


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """Top-level names of all modules that a fresh interpreter holds after `import motu`."""
    program = "import motu, sys; print(*sys.modules, sep='\\n')"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {line.partition(".")[0] for line in run.stdout.split()}


def test_import_motu_loads_it(loaded: set[str]) -> None:
    assert "motu" in loaded


def test_the_first_board_loads_numpy() -> None:
    program = "import motu, sys; motu.load_game('hex').board; print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "True\n"


@pytest.mark.parametrize("name", HEAVY)
def test_import_motu_does_not_load(name: str, loaded: set[str]) -> None:
    assert name not in loaded


def test_motu_is_typed() -> None:
    program = "import importlib.resources as r; import motu; assert r.files('motu').joinpath('py.typed').is_file()"
    subprocess.run([sys.executable, "-c", program], check=True)


def names_from_the_root(path: Path) -> Iterator[str]:
    """What a file imports from `motu/__init__.py`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "motu":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name == "motu")


def test_only_commands_import_from_the_root() -> None:
    """The root re-exports every floor, so whoever imports it from below would go up (lint-imports cannot tell)."""
    floors = [path for path in SOURCES.glob("*/**/*.py") if path.relative_to(SOURCES).parts[0] != "cli"]
    assert floors
    upward = {str(path.relative_to(SOURCES)): set(names_from_the_root(path)) - {"_core"} for path in floors}
    assert {path: names for path, names in upward.items() if names} == {}
