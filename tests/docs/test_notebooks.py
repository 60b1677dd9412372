"""The notebooks run from top to bottom, and have been run."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
NOTEBOOKS = sorted(path.stem for path in (DOCS / "notebooks").glob("*.ipynb"))


def cells(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DOCS / "notebooks" / f"{name}.ipynb").read_text("utf-8"))["cells"]
    return found


def test_there_are_six() -> None:
    assert len(NOTEBOOKS) == 6


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_it_runs(name: str) -> None:
    subprocess.run([sys.executable, str(DOCS / "run_notebooks.py"), "--check", name], check=True)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_it_shows_something(name: str) -> None:
    """Else: `python docs/run_notebooks.py`."""
    assert any(cell.get("outputs") for cell in cells(name))
    assert "/home/" not in json.dumps(cells(name))
    assert "/tmp/" not in json.dumps(cells(name))
