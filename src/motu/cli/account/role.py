"""`motu account role`: who is a moderator or an administrator (floor: cli)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.account.console import change
from motu.cli.account.options import DatabaseOption, DataOption, NameArgument, RoleName, WhyOption
from motu.cli.output import write

if TYPE_CHECKING:
    from motu.server.accounts.account import UserAccount
    from motu.server.moderation.console import Console

NAME = "role"
SUMMARY = "Make somebody a moderator or administrator."
EXAMPLES = """\b
Examples:
  motu account role Ann admin
  motu account role Bob none --why 'has asked for it'"""


def run(
    name: NameArgument,
    role: Annotated[RoleName, typer.Argument(metavar="ROLE", help="none, moderator or admin.")],
    why: WhyOption = "on the command line",
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Make somebody a moderator or an administrator, or neither of them any more."""

    async def act(console: Console, account: UserAccount) -> None:
        await console.moderation.change_role(None, account.id, role.value, why)

    called = change(name, data, database, act)
    write(f"{called}: role {role.value}")
