"""`motu account rename`: an account is given another name (floor: cli)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.account.console import change
from motu.cli.account.options import DatabaseOption, DataOption, NameArgument, WhyOption
from motu.cli.output import write

if TYPE_CHECKING:
    from motu.server.accounts.account import UserAccount
    from motu.server.moderation.console import Console

NAME = "rename"
SUMMARY = "Give an account another name."
EXAMPLES = """\b
Examples:
  motu account rename Rude-Word Player-7 --why 'rude'"""


def run(
    name: NameArgument,
    new: Annotated[str, typer.Argument(metavar="NEW", help="Its name from now on.")],
    why: WhyOption = "on the command line",
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Give an account another name, whenever it got the one that it has."""

    async def act(console: Console, account: UserAccount) -> None:
        await console.moderation.rename(None, account.id, new, why)

    called = change(name, data, database, act)
    write(f"{called}: called {new}")
