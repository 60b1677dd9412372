"""docs/records.md is true: its examples are the games it says, and it names every key, reason and slug."""

from __future__ import annotations

import doctest
import re
from dataclasses import replace
from pathlib import Path

import pytest

from games.formats.random_records import RECORD_KEYS
from motu.games import formats
from motu.games.record import Record
from motu.games.record_parts import REASONS, RecordPlayer, Result

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
BLOCKS = [(match[1], match[2]) for match in re.finditer(r"^```(\w+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)]


def examples(name: str) -> list[list[Record]]:
    """Read the examples of one format, in their order on the page."""
    return [formats.read(text, name) for kind, text in BLOCKS if kind == name]


def bare(record: Record) -> Record:
    """Leave out names, times and remarks."""
    return Record(record.spec, record.moves, result=record.result, setup=record.setup, board=record.board)


@pytest.mark.parametrize("name", formats.FORMATS)
def test_every_format_has_examples_and_they_are_recognised(name: str) -> None:
    texts = [text for kind, text in BLOCKS if kind == name]
    assert texts
    for text in texts:
        assert formats.detect(text) == name
        assert formats.read(text)


def test_no_example_is_left_untested() -> None:
    assert {kind for kind, _ in BLOCKS} == {*formats.FORMATS, "python"}


def test_python_examples() -> None:
    code = "\n".join(text for kind, text in BLOCKS if kind == "python")
    examples = doctest.DocTestParser().get_doctest(code, {}, "records.md", "records.md", 0)
    assert len(examples.examples) > 15
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


def test_the_first_game_is_the_same_in_every_format() -> None:
    (ferry, junior), (lagoon,), (placed,), _, _ = examples("jsonl")
    assert ferry.moves == ("c2", "swap", "e4", "c3", "b4")
    assert ferry.result == Result(1, "resign")
    (whole,), (pieces,), own = examples("sgf")
    assert whole == ferry
    assert pieces == bare(ferry)
    assert own == [junior, placed]
    assert examples("fragment") == [[bare(ferry), bare(junior)]]
    assert examples("hexworld") == [[bare(ferry)]]
    assert lagoon.board is not None


def test_the_examples_of_abstract_play_are_what_the_page_says() -> None:
    (tokelau, nauru), (published,) = examples("abstractplay")
    assert tokelau.moves == ("h4", "swap", "o20", "a1")
    assert nauru.result.reason == "resign"
    assert published.moves == tokelau.moves
    assert published.players == (RecordPlayer("Bo"), RecordPlayer("Ann"))
    assert published.result == Result(1, "resign")


def test_examples_are_written_as_they_stand() -> None:
    kinds = dict(BLOCKS)
    (ferry,) = examples("hexworld")[0]
    assert formats.write(ferry, "hexworld") == kinds["hexworld"]
    board, setup, *trees = [text for kind, text in BLOCKS if kind == "jsonl"][1:]
    assert len(trees) == 2
    for each in trees:
        assert formats.write_trees(formats.read_trees(each), "jsonl") == each
    assert formats.write(formats.read(board), "jsonl") == board
    written = formats.write(formats.read(setup), "jsonl")
    assert re.sub(r"atomorph\([^)]*\)", "atomorph(size=4,return_stone=true)", written) == setup
    fragments = examples("fragment")[0]
    assert formats.write(fragments, "fragment").split() == [line.split("#")[-1] for line in kinds["fragment"].split()]
    assert replace(ferry, players=ferry.players) == fragments[0]


def test_every_key_reason_and_format_is_described() -> None:
    for word in (*RECORD_KEYS, *REASONS, *formats.FORMATS):
        assert f"`{word}`" in PAGE, word


def test_every_slug_is_described() -> None:
    source = ROOT / "src" / "motu" / "games"
    files = [*source.glob("record*.py"), *source.glob("formats/*.py")]
    slugs = {
        slug for file in files for slug in re.findall(r'slug="(record/[a-z-]+)"', file.read_text(encoding="utf-8"))
    }
    slugs |= {f"record/{field}" for field in ("spec", "board", "setup")}
    assert len(slugs) >= 15
    assert {slug for slug in slugs if f"`{slug}`" not in PAGE} == set()
