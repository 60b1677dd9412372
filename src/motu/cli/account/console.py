"""The way to the accounts of a database (floor: cli)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motu.cli.application import BadInputError

if TYPE_CHECKING:
    from motu.server.accounts.account import UserAccount
    from motu.server.moderation.console import Console


def change(
    name: str, data: Path | None, database: str | None, act: Callable[[Console, UserAccount], Awaitable[None]]
) -> str:
    """Do something to the account of a name; return what it is called, or was until now."""

    async def ask(console: Console) -> str:
        account = await console.named(name)
        await act(console, account)
        return account.name

    called: str = with_console(data, database, ask)
    return called


def name_of(name: str, data: Path | None, database: str | None) -> str:
    """Return what an account is called, for the capitals of a name are nobody's."""

    async def ask(console: Console) -> str:
        return (await console.named(name)).name

    called: str = with_console(data, database, ask)
    return called


def with_console(data: Path | None, database: str | None, ask: Callable[[Console], Awaitable[Any]]) -> Any:
    """Do something with the accounts of a database."""
    from motu.cli.serve import default_folder
    from motu.server.database import NAME as FILE
    from motu.server.database import database_url, file_url
    from motu.server.moderation.console import console_at

    if data is not None and database is not None:
        raise BadInputError("--data and --database both say where games are kept; give one of them")
    url = database_url(database) if database is not None else file_url((data or default_folder()) / FILE)

    async def whole() -> Any:
        async with console_at(url) as console:
            return await ask(console)

    return asyncio.run(whole())
