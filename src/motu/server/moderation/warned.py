"""Whoever was warned reads it before he begins another game with others (floor: server)."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection

from motu.server.accounts.account import UserAccount
from motu.server.events import ServerError
from motu.server.moderation.sanctions import standing_warnings
from motu.server.wall_time import now_ms


async def refuse_warned(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Refuse who has not confirmed what a moderator has told him.

    Raises:
        ServerError: "account/warned".
    """
    account: UserAccount | None = connection.state.account
    if account is None:
        return
    now = now_ms()
    store = connection.app.state.services.store
    if await store.read(lambda opened: standing_warnings(opened, account.id, now)):
        told = "a moderator has told you something: read it on the page of your name, and confirm it"
        raise ServerError(told, slug="account/warned")
