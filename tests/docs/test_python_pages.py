"""What the pages for Python show, happens, and the reference is that of the sources."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import motu

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LEAST = {"guide.md": 60, "environments.md": 10, "api.md": 10}
"""The pages, and how many examples they have at least."""


@pytest.mark.parametrize("name", LEAST)
def test_its_examples_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(
        str(DOCS / name), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert failed == 0
    assert tried > LEAST[name]


def test_the_reference_is_made_of_the_sources() -> None:
    """Else: `python docs/make_reference.py`."""
    subprocess.run([sys.executable, str(DOCS / "make_reference.py"), "--check"], check=True)


def test_the_reference_has_every_public_name() -> None:
    page = (DOCS / "api.md").read_text("utf-8")
    missing = [name for name in motu.__all__ if f"### {name}\n" not in page and f"`{name}`" not in page]
    assert missing == []
