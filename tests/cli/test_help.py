"""Help, version and documentation: golden texts, an example in each, and every option in docs/cli.md."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import motu
from cli.help_texts import COMMANDS, GOLDEN, WIDTH, arguments_of, help_texts
from cli.running import run, run_well
from motu.cli.main import app

DOCUMENT = Path(__file__).parents[2] / "docs" / "cli.md"
NAMES = tuple(arguments_of())


@cache
def program() -> Any:
    """All commands; Typer makes them anew whenever it is asked, which takes a while."""
    return get_command(app)


def command_named(name: str) -> Any:
    """The command of a name, which may be one of a group."""
    found: Any = program()
    for word in name.split():
        found = found.commands[word]
    return found


def names_of(group: Any, before: str = "") -> Iterator[str]:
    """The names of a group's commands, and of theirs."""
    for name, command in group.commands.items():
        yield before + name
        if hasattr(command, "commands"):
            yield from names_of(command, f"{before}{name} ")


def help_of(command: str) -> str:
    return help_texts()[command.replace(" ", "-")]


def options_of(command: str) -> set[str]:
    """All long options of a command, as the program knows them."""
    return {
        name
        for each in command_named(command).params
        for name in (*each.opts, *each.secondary_opts)
        if name.startswith("--")
    }


def sections(text: str) -> dict[str, str]:
    """The document's sections by title."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_help_is_the_golden_one(name: str) -> None:
    golden = (GOLDEN / f"{name}.txt").read_text("utf-8")
    assert help_texts()[name] == golden, "if it is meant so: python tests/cli/help_texts.py"


def test_there_is_no_golden_text_too_many() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(NAMES)


def test_every_command_has_its_golden_text() -> None:
    assert set(names_of(program())) == set(COMMANDS)


@pytest.mark.parametrize("name", NAMES)
def test_help_fits_its_width(name: str) -> None:
    assert max(map(len, help_texts()[name].splitlines())) <= WIDTH


@pytest.mark.parametrize("command", COMMANDS)
def test_help_tells_every_option_and_an_example(command: str) -> None:
    assert options_of(command) <= set(re.findall(r"--[a-z-]+", help_of(command)))
    assert re.search(rf"^ +(printf .* \| )?motu {command}\b", help_of(command).partition("Examples:")[2], re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_dash_h_is_help(command: str) -> None:
    assert run_well(*command.split(), "-h") == run_well(*command.split(), "--help")


def test_version() -> None:
    assert run_well("--version") == f"motu {motu.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_document_tells_every_option(command: str) -> None:
    text = sections(DOCUMENT.read_text("utf-8"))[f"motu {command}"]
    missing = {option for option in options_of(command) if not re.search(rf"{option}(?![a-z-])", text)}
    assert not missing


@pytest.mark.parametrize("command", COMMANDS)
def test_document_knows_no_option_too_many(command: str) -> None:
    text = sections(DOCUMENT.read_text("utf-8"))[f"motu {command}"]
    known = options_of(command) | {option for other in COMMANDS for option in options_of(other) if command == "convert"}
    assert set(re.findall(r"--[a-z][a-z-]*", text)) <= known


def test_document_has_the_examples_of_the_help() -> None:
    document = DOCUMENT.read_text("utf-8")
    for command in COMMANDS:
        examples = help_of(command).partition("Examples:")[2].partition("\n\n")[0].split("\n")
        assert [line.strip() for line in examples if line.strip() not in document] == []


LONG = frozenset(("serve", "play", "bench", "match", "ladder", "solve", "train-lines"))
"""Their examples take long: they are parsed only."""


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_are_understood(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example parses: whatever else goes wrong, it isn't an unknown option or a missing argument."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for line in help_of(command).partition("Examples:")[2].partition("\n\n")[0].splitlines():
        if not line.strip():
            continue
        words = shlex.split(line.partition("<")[0].rpartition("| ")[2])
        if command in LONG:
            command_named(command).make_context(command, words[2:])
            continue
        result = run(*words[1:], stdin="")
        assert "--help says what is right" not in result.stderr
        assert result.exit_code in (0, 2)
