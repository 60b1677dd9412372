"""docs/protocol.md: every command, field, action and slug is described, and every example is carried out."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from motu import load_game
from motu.engine import analysis_engine, analysis_requests
from motu.engine.analysis_engine import AnalysisEngine
from motu.engine.commands import COMMANDS
from motu.engine.gtp import answer
from motu.engine.position_search import search_position
from motu.engine.session import Session

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "protocol.md").read_text("utf-8")
SOURCES = "".join(path.read_text("utf-8") for path in (ROOT / "src" / "motu" / "engine").glob("*.py"))


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


def exchanges(block: str) -> list[tuple[str, str]]:
    """Requests and the lines that answer them."""
    parts = re.split(r"^> (.*)\n", block, flags=re.MULTILINE)
    assert parts[0] == ""
    return list(zip(parts[1::2], parts[2::2], strict=True))


def tabled(text: str) -> set[str]:
    """The words in backquotes in the first column of tables."""
    rows = re.findall(r"^\| (.*?) \|", text, re.MULTILINE)
    return {word for row in rows for quoted in re.findall(r"`([^`]+)`", row) for word in quoted.split()[:1]}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_described_and_has_an_example(name: str) -> None:
    assert name in tabled(DOCUMENT)
    examples = [request.lstrip("0123456789 ") for block in blocks("gtp") for request, _ in exchanges(block)]
    assert any(example.split()[0] == name for example in examples)


def test_no_command_is_described_that_does_not_exist() -> None:
    text_protocol = DOCUMENT.partition("### Commands of the protocol")[2].partition("### With HexGui")[0]
    assert tabled(text_protocol) == set(COMMANDS)


@pytest.mark.parametrize("name", [*sorted(analysis_requests.QUERY_FIELDS), *analysis_requests.ACTIONS])
def test_every_field_and_action_is_described(name: str) -> None:
    assert name in tabled(DOCUMENT.partition("## motu engine --json")[2])


def test_every_slug_is_described() -> None:
    only_in_python = {"engine/limits"}  # no command or query leads there
    slugs = set(re.findall(r'"(engine/[a-z-]+)"', SOURCES)) - only_in_python
    assert slugs <= tabled(DOCUMENT) | set(re.findall(r"`(engine/[a-z-]+)`", DOCUMENT))
    assert len(slugs) > 15


def matches(expected: str, found: str) -> bool:
    pattern = ".*".join(re.escape(part) for part in expected.split("…"))
    return re.fullmatch(pattern, found, re.DOTALL) is not None


@pytest.mark.parametrize("block", blocks("gtp"))
def test_examples_of_the_text_protocol(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in re.findall(r"^```file (\S+)\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL):
        Path(name).write_text(text, "utf-8")
    session = Session(load_game("hex"), "uct:1000", seed=1, version="0.1.0")
    for request, expected in exchanges(block):
        found = answer(session, request)
        assert found.endswith("\n\n")
        lines = "\n".join(line.rstrip() for line in found.splitlines()).rstrip()
        assert matches(expected.rstrip(), lines), f"{request}\n{found}"


@pytest.mark.parametrize("block", blocks("jsonl"))
def test_examples_of_the_analysis_engine(block: str) -> None:
    for request, expected in exchanges(block):
        lines: list[str] = []
        engine = AnalysisEngine(search_position, lines.append, version="0.1.0")
        engine.serve(io.BytesIO(request.encode() + b"\n"))
        wanted = [json.loads(line) for line in expected.splitlines()]
        found = [json.loads(line) for line in lines]
        assert [alike(one, other) for one, other in zip(wanted, found, strict=True)] == [True] * len(wanted), found


def alike(expected: Any, found: Any) -> bool:
    """Same keys, same words, numbers where numbers are: what a search finds may differ from machine to machine."""
    if isinstance(expected, dict):
        return (
            isinstance(found, dict)
            and expected.keys() == found.keys()
            and all(key in {"move", "pv"} or alike(value, found[key]) for key, value in expected.items())
        )
    if isinstance(expected, list):
        return isinstance(found, list) and len(expected) == len(found) and all(map(alike, expected, found))
    if isinstance(expected, str):
        return isinstance(found, str) and matches(expected, found)
    return type(expected) is type(found) and (not isinstance(expected, bool) or expected == found)


def test_limits_in_the_document_are_those_of_the_program() -> None:
    assert analysis_engine.MAX_LINE_BYTES == 4 * 1024**2
    assert "more than 4 MiB" in DOCUMENT
    assert f"{analysis_requests.DEFAULT_VISITS:,} if neither this nor" in DOCUMENT
