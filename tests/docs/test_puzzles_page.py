"""docs/puzzles.md: its counts, its difficulties, its example of the format and its Python are those of the program."""

from __future__ import annotations

import doctest
import re
from collections import Counter
from pathlib import Path

from motu.errors import PuzzleError
from motu.puzzles import GAMES, THEMES, Puzzle, find_puzzle, read_puzzles, shipped_puzzles
from motu.puzzles import judge as judge_module
from motu.puzzles import puzzle as puzzle_module
from motu.puzzles.maker import GAMES_EACH, LEVELS, MARGIN, TRIES
from motu.server.glicko import LEAST_DEVIATION, GlickoRating
from motu.server.puzzle_book import BEGINNINGS, DEVIATION

PAGE = (Path(__file__).parents[2] / "docs" / "puzzles.md").read_text("utf-8")


def test_counts_are_those_of_the_shipped_puzzles() -> None:
    rows = re.findall(r"^\| (Atoll|Atomorph|Atmalof) \|.*\| (\d+) \|$", PAGE, re.MULTILINE)
    counts = Counter(puzzle.game for puzzle in shipped_puzzles().values())
    assert {game.lower(): int(count) for game, count in rows} == {game: counts[game] for game in GAMES}


def test_the_example_is_a_puzzle() -> None:
    [block] = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    [puzzle] = read_puzzles(block)
    assert puzzle == find_puzzle(puzzle.id)


def test_every_field_and_slug_is_described() -> None:
    table = PAGE.partition("\n## The format\n")[2]
    first = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    assert first == set(Puzzle.__struct_fields__)
    source = Path(puzzle_module.__file__).read_text("utf-8") + Path(judge_module.__file__).read_text("utf-8")
    slugs = set(re.findall(r'"(puzzle/[a-z]+)"', source)) | {"puzzle/solution", "puzzle/equities", "puzzle/position"}
    told = set(re.findall(r"`(puzzle/[a-z]+)`", PAGE))
    assert told == slugs - {PuzzleError.default_slug}


def test_every_theme_is_described() -> None:
    table = PAGE.partition("\n## Themes\n")[2].partition("\n## ")[0]
    assert tuple(re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)) == THEMES


def test_figures_are_those_of_the_program() -> None:
    assert f"Levels {LEVELS[0]} to {LEVELS[-1]} " in PAGE
    assert f"| difficulty | of {len(LEVELS) * TRIES} choices right |" in PAGE
    assert f"one move worth {MARGIN:g} more" in PAGE
    assert f"At most {GAMES_EACH} games" in PAGE


def test_python_runs() -> None:
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)):
        example = doctest.DocTestParser().get_doctest(block, {}, f"block {number}", "puzzles.md", 0)
        assert doctest.DocTestRunner().run(example).failed == 0


def test_ratings_begin_where_the_page_says() -> None:
    text = " ".join(PAGE.split())
    *first, last = (f"{value:g}" for value in BEGINNINGS.values())
    assert f"puzzles with {', '.join(first)} or {last} by their difficulty and a deviation of {DEVIATION:g}" in text
    assert f"begin with {GlickoRating().value:g} and a deviation of {GlickoRating().deviation:g}" in text
    assert f"No deviation falls below {LEAST_DEVIATION:g}" in text
