"""`motu account list`: the accounts of a house by their names (floor: cli)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motu.cli.account.console import with_console
from motu.cli.account.options import DatabaseOption, DataOption, JsonOption, RoleName
from motu.cli.account.telling import account_json
from motu.cli.output import remark, write, write_json

if TYPE_CHECKING:
    from motu.server.accounts.account import UserAccount
    from motu.server.moderation.console import Console

NAME = "list"
SUMMARY = "List accounts by their names."
EXAMPLES = """\b
Examples:
  motu account list
  motu account list --role moderator
  motu account list --suspended"""


class KindName(StrEnum):
    """Who stands behind an account."""

    PERSON = "person"
    BOT = "bot"
    HOUSE = "house"


def run(
    kind: Annotated[KindName | None, typer.Option(metavar="KIND", help="Only persons, bots or the house's.")] = None,
    role: Annotated[RoleName | None, typer.Option(metavar="ROLE", help="Only none, moderator or admin.")] = None,
    suspended: Annotated[bool, typer.Option("--suspended", help="Only those who are suspended.")] = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    json: JsonOption = False,
) -> None:
    """List accounts by their names, with kind and role; at most 1,000 of them."""

    async def ask(console: Console) -> list[tuple[UserAccount, bool]]:
        chosen: Any = None if kind is None else kind.value, None if role is None else role.value
        return await console.listing(*chosen, is_suspended=suspended)

    found = with_console(data, database, ask)
    if json:
        write_json({"accounts": [account_json(*each) for each in found]})
        return
    if not found:
        is_plain = suspended and kind is None and role is None
        remark("nobody is suspended" if is_plain else "there is no such account")
    for account, is_suspended in found:
        words = [account.kind, *([] if account.role == "none" else [account.role])]
        write(f"{account.name:20}  {', '.join([*words, *(['suspended'] if is_suspended else [])])}")
