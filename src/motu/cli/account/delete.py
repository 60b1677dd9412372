"""`motu account delete`: an account is deleted for good (floor: cli)."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.account.console import change, name_of
from motu.cli.account.options import DatabaseOption, DataOption, NameArgument, WhyOption
from motu.cli.application import BadInputError
from motu.cli.output import is_terminal, write

if TYPE_CHECKING:
    from motu.server.accounts.account import UserAccount
    from motu.server.moderation.console import Console

NAME = "delete"
SUMMARY = "Delete an account and its bots for good."
EXAMPLES = """\b
Examples:
  motu account delete Ann
  motu account delete Ann --yes --why 'has asked for it'"""


def run(
    name: NameArgument,
    why: WhyOption = "on the command line",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether that is meant.")] = False,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Delete an account and its bots for good; there is no way back.

    Games with others stay, without the name, as do their results. Nothing else does: sessions, tokens, studies,
    puzzles, ratings, chat, notices and games at one screen go. Games that go on are given up by a server within some
    seconds, or as soon as one is started.
    """
    if not yes:
        if not is_terminal(sys.stdin):
            raise BadInputError("whether that is meant can't be asked here; say --yes")
        typer.confirm(f"Delete {name_of(name, data, database)} for good?", abort=True)

    async def act(console: Console, account: UserAccount) -> None:
        await console.delete(account, why)

    called = change(name, data, database, act)
    write(f"{called}: deleted")
