"""The help of every command; `python tests/cli/help_texts.py` writes the golden texts anew."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from typer.testing import CliRunner

from motu.cli.main import app

GOLDEN = Path(__file__).parents[1] / "golden" / "help"
COMMANDS = (
    "serve",
    "site",
    "games",
    "show",
    "play",
    "analyze",
    "review",
    "blunders",
    "solve",
    "puzzles",
    "match",
    "ladder",
    "study",
    "perft",
    "convert",
    "export",
    "explore",
    "verify-dice",
    "bench",
    "gtp",
    "engine",
    "bot",
    "worker",
    "nets",
    "nets list",
    "nets check",
    "nets quantise",
    "nets measure",
    "database",
    "database copy",
    "account",
    "account list",
    "account show",
    "account role",
    "account suspend",
    "account restore",
    "account rename",
    "account password",
    "account export",
    "account delete",
    "train",
    "train-lines",
    "doctor",
    "config",
    "completion",
    "help",
)
WIDTH = 80


def arguments_of() -> dict[str, list[str]]:
    """Return the names of the golden files, and what asks for such a help; "motu" is that of all."""
    return {"motu": ["--help"]} | {command.replace(" ", "-"): [*command.split(), "--help"] for command in COMMANDS}


@cache
def help_texts() -> dict[str, str]:
    """Return what the golden files hold: name to text."""
    return {name: _output(arguments) for name, arguments in arguments_of().items()}


def _output(arguments: list[str]) -> str:
    result = CliRunner().invoke(app, arguments, prog_name="motu", terminal_width=WIDTH)
    assert result.exit_code == 0, result.output
    return "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())


if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for name, text in help_texts().items():
        (GOLDEN / f"{name}.txt").write_text(text, "utf-8")
