"""`motu account restore`: a suspension ends (floor: cli)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motu.cli.account.console import change
from motu.cli.account.options import DatabaseOption, DataOption, NameArgument, WhyOption
from motu.cli.output import write

if TYPE_CHECKING:
    from motu.server.accounts.account import UserAccount
    from motu.server.moderation.console import Console

NAME = "restore"
SUMMARY = "End a suspension."
EXAMPLES = """\b
Examples:
  motu account restore Bob --why 'it was somebody else'"""


def run(
    name: NameArgument,
    why: WhyOption = "on the command line",
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """End the suspension of an account."""

    async def act(console: Console, account: UserAccount) -> None:
        await console.moderation.restore(None, account.id, why)

    called = change(name, data, database, act)
    write(f"{called}: no longer suspended")
