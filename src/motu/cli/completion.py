"""`motu completion`: shells that complete commands, options, games and players (floor: cli).

Typer's own completion, with what stands behind our words for arguments (`motu.cli.completed`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from motu.cli.output import remark, write

NAME = "completion"
SUMMARY = "Make your shell complete what you type."
EXAMPLES = """\b
Examples:
  motu completion bash --install
  motu completion zsh --install
  motu completion fish"""

VARIABLE = "_MOTU_COMPLETE"
"""The variable by which a shell's script asks for completions."""


class Shell(StrEnum):
    """The shells that are known."""

    bash = "bash"
    zsh = "zsh"
    fish = "fish"


def run(
    shell: Annotated[Shell, typer.Argument(metavar="SHELL", help="bash, zsh or fish.")],
    install: Annotated[
        bool, typer.Option("--install", help="Put it where the shell finds it, in place of writing it to stdout.")
    ] = False,
) -> None:
    """Write the script that makes a shell complete commands, options, games, players and files."""
    from typer._completion_shared import get_completion_script
    from typer._completion_shared import install as put_in_place

    if not install:
        write(get_completion_script(prog_name="motu", complete_var=VARIABLE, shell=shell.value))
        return
    _, file = put_in_place(shell=shell.value, prog_name="motu", complete_var=VARIABLE)
    remark(f"written: {file}; it counts from the next {shell.value} on")


def prepare() -> None:
    """Make Typer ready to answer a shell."""
    from typer._completion_classes import completion_init

    completion_init()
