"""`motu help`: the same as --help, for those who ask so (floor: cli)."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from motu.cli.application import BadInputError
from motu.cli.output import write

NAME = "help"
SUMMARY = "Explain a command."
EXAMPLES = """\b
Examples:
  motu help
  motu help match
  motu help nets check"""


def run(
    context: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(metavar="COMMAND", help="Which; all if not given.")] = None,
) -> None:
    """Explain a command, as its --help does."""
    command: Any = context.find_root().command
    inner: Any = context.find_root()
    for word in words or []:
        found = getattr(command, "commands", {}).get(word)
        if found is None:
            known = ", ".join(getattr(command, "commands", {}))
            right = f"right are {known}" if known else f"{inner.command_path} has no commands of its own"
            raise BadInputError(f"there is no command '{word}'; {right}", text=word)
        command = found
        inner = command.make_context(word, [], parent=inner, resilient_parsing=True)
    write(command.get_help(inner))
