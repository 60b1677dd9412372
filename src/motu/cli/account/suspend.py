"""`motu account suspend`: an account is shut out (floor: cli)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.account.console import change
from motu.cli.account.options import DatabaseOption, DataOption, NameArgument
from motu.cli.output import write
from motu.numbers import counted

if TYPE_CHECKING:
    from motu.server.accounts.account import UserAccount
    from motu.server.moderation.console import Console

NAME = "suspend"
SUMMARY = "Shut an account out, for some days or for good."
EXAMPLES = """\b
Examples:
  motu account suspend Bob --days 30 --why 'used a program'"""

ToldWhyOption = Annotated[
    str, typer.Option(metavar="TEXT", help="The reason, which the person is told and the log keeps.")
]


def run(
    name: NameArgument,
    why: ToldWhyOption,
    days: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=3650, help="How many days; for good if not given.")
    ] = None,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Shut an account out: its sessions and tokens end, and its clocks run on.

    Whoever logs in is told the reason and when it ends.
    """

    async def act(console: Console, account: UserAccount) -> None:
        await console.moderation.suspend(None, account.id, why, days)

    called = change(name, data, database, act)
    write(f"{called}: suspended for {'good' if days is None else counted(days, 'day')}")
