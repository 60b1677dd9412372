"""`motu account show`: what is known of an account (floor: cli)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motu.cli.account.console import with_console
from motu.cli.account.options import DatabaseOption, DataOption, JsonOption, NameArgument
from motu.cli.account.telling import details_json, details_lines
from motu.cli.output import write, write_json

if TYPE_CHECKING:
    from motu.server.moderation.console import AccountDetails, Console

NAME = "show"
SUMMARY = "Tell what is known of an account."
EXAMPLES = """\b
Examples:
  motu account show Ann
  motu account show Ann --json"""


def run(name: NameArgument, data: DataOption = None, database: DatabaseOption = None, json: JsonOption = False) -> None:
    """Tell what is known of an account: role, suspensions and warnings, and what was done about it."""

    async def ask(console: Console) -> AccountDetails:
        return await console.details(await console.named(name))

    found = with_console(data, database, ask)
    if json:
        write_json(details_json(found))
    else:
        write(*details_lines(found))
