"""`motu account password`: an account is given another password (floor: cli)."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from motu.cli.account.console import change
from motu.cli.account.options import DatabaseOption, DataOption, NameArgument, WhyOption
from motu.cli.output import is_terminal, write

if TYPE_CHECKING:
    from motu.server.accounts.account import UserAccount
    from motu.server.moderation.console import Console

NAME = "password"
SUMMARY = "Put another password in place of an account's."
EXAMPLES = """\b
Examples:
  motu account password Ann
  pwgen 16 1 | motu account password Ann"""


def run(
    name: NameArgument,
    why: WhyOption = "on the command line",
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Put another password in place of an account's, and log it out everywhere.

    The password is asked for, or read from the first line of stdin.
    """
    password = _password()

    async def act(console: Console, account: UserAccount) -> None:
        await console.moderation.set_password(None, account.id, password, why, console.passwords)

    called = change(name, data, database, act)
    write(f"{called}: another password, and logged out everywhere")


def _password() -> str:
    if is_terminal(sys.stdin):
        return str(typer.prompt("New password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\r\n")
