"""What those can't do meanwhile to whom moderators have said something (floor: server)."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection

from motu.server.accounts.account import UserAccount
from motu.server.events import ServerError
from motu.server.moderation.sanctions import standing_sanction, standing_warnings
from motu.server.wall_time import now_ms


async def refuse_warned(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Refuse another game with others to who has not confirmed what a moderator has told him.

    Raises:
        ServerError: "account/warned".
    """
    account: UserAccount | None = connection.state.account
    if account is None:
        return
    now, store = now_ms(), connection.app.state.services.store
    if await store.read(lambda opened: standing_warnings(opened, account.id, now)):
        told = "a moderator has told you something: read it on the page of your name, and confirm it"
        raise ServerError(told, slug="account/warned")


async def refuse_muted(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Refuse to let somebody speak who is muted.

    Raises:
        ServerError: "account/muted"; its text is the reason, and what is legal when it ends.
    """
    account: UserAccount | None = connection.state.account
    if account is None:
        return
    now, store = now_ms(), connection.app.state.services.store
    mute = await store.read(lambda opened: standing_sanction(opened, account.id, "mute", now))
    if mute is not None:
        told = f"a moderator lets you say nothing here for a while: {mute.why}"
        raise ServerError(told, slug="account/muted", text=mute.why, legal=(str(mute.until_ms or ""),))
