"""docs/lab.md: every error, measure and column is described, and its examples run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from motu.explorer.collection import GAME_ROWS, POSITION_ROWS
from motu.lab.measures import MEASURES
from motu.lab.results import FIGURE_COLUMNS, GAME_COLUMNS
from motu.lab.study_file import GridFile, StudyFile, parse_study, ready_studies

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "lab.md"
TEXT = DOCUMENT.read_text("utf-8")
FLOORS = [ROOT / "src" / "motu" / floor for floor in ("lab", "explorer")]


def quoted() -> set[str]:
    return {word for words in re.findall(r"`([^`\n]+)`", TEXT.replace("```", "")) for word in words.split()}


def test_every_slug_is_described() -> None:
    sources = "".join(path.read_text("utf-8") for floor in FLOORS for path in floor.rglob("*.py"))
    used = set(re.findall(r'"((?:study|collection|engine)/[a-z-]+)"', sources)) - {"engine/worker"}
    assert used <= quoted()


@pytest.mark.parametrize(
    "names",
    [MEASURES, GAME_COLUMNS, FIGURE_COLUMNS, GAME_ROWS, POSITION_ROWS, GridFile.__struct_fields__, ready_studies()],
)
def test_every_name_is_described(names: object) -> None:
    assert isinstance(names, (dict, tuple, list))
    assert set(names) <= quoted()


def test_every_key_of_a_study_is_described() -> None:
    assert set(StudyFile.__struct_fields__) - {"grid"} <= quoted()


def test_the_example_is_a_study() -> None:
    [example] = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    assert parse_study(example).grid[0].name == "thirteen"


def test_the_examples_run() -> None:
    examples = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert examples
    for number, text in enumerate(examples):
        example = doctest.DocTestParser().get_doctest(text, {}, f"example {number + 1}", str(DOCUMENT), 0)
        assert doctest.DocTestRunner().run(example).failed == 0
