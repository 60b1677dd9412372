"""What people do with all that is theirs, over HTTP (floor: server): taken along, and deleted."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import quote, unquote

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.params import JSONBody
from litestar.response import Stream

from motu.server.accounts.account import UserAccount
from motu.server.accounts.cookies import session_cookie
from motu.server.accounts.devices import tries_at
from motu.server.accounts.export import Export, export_name
from motu.server.accounts.passwords import MAX_LENGTH
from motu.server.events import ServerError
from motu.server.rates.rates import count

MEANT = "motu-person"
"""Header in which a page names the account that it is about, percent-encoded: another one is not to be changed."""
AccountRequest = Request[Any, Any, Any]


class Farewell(msgspec.Struct, forbid_unknown_fields=True):
    """Whoever wants to be deleted."""

    password: Annotated[str, msgspec.Meta(max_length=MAX_LENGTH)] = ""
    """Empty for who has logged in within the last ten minutes."""


@get("/account/export", media_type="application/zip")
async def export_own(request: AccountRequest) -> Stream:
    """Return all that is held of oneself, as a ZIP archive: games, studies, puzzles, ratings, chat and the rest."""
    account, services = own_account(request), request.app.state.services
    await count(request, "archive")
    chunks = Export(services.store, services.accounts, account).chunks()
    called = f"attachment; filename=\"motu.zip\"; filename*=UTF-8''{quote(export_name(account))}"
    return Stream(
        chunks, media_type="application/zip", headers={"content-disposition": called, "cache-control": "no-store"}
    )


@post("/account/delete", status_code=204)
async def delete_own(request: AccountRequest, data: JSONBody[Farewell]) -> Response[None]:
    """Delete one's account and bots for good: games with others stay, without a name; nothing else does."""
    account, services, state = own_account(request), request.app.state.services, request.state
    await check_confirmed(request, account, data.password)
    await services.own.departures.delete(account.id)
    gone = session_cookie("", is_secure=state.is_secure)
    return Response(None, status_code=204, cookies=[gone])


def own_router() -> Router:
    """Return the routes."""
    return Router("/api", route_handlers=[export_own, delete_own])


async def check_confirmed(request: AccountRequest, account: UserAccount, password: str) -> None:
    """Check that it is the owner of an account who sits there, and not only his browser.

    Raises:
        ServerError: "account/wrong", "account/limit", "account/confirm" without a password, where he has not just
            logged in.
    """
    services, state = request.app.state.services, request.state
    if password:
        known = await tries_at(request, account.name)
        await services.accounts.log_in(account.name, password, state.address, known)
    elif not await services.sessions.is_fresh(account.id, state.session):
        raise ServerError("for this, say your password, or log in again", slug="account/confirm")


def own_account(request: AccountRequest) -> UserAccount:
    """Return whose account it is that asks.

    Raises:
        ServerError: "account/none" for a guest, "account/other" where the request names somebody else.
    """
    account: UserAccount | None = request.state.account
    if account is None:
        raise ServerError("this is for people with a name: claim one, or log in", slug="account/none")
    meant = request.headers.get(MEANT)
    if meant is not None and unquote(meant) != account.name:
        told = f"this browser is logged in as {account.name} by now: load the page again"
        raise ServerError(told, slug="account/other")
    return account
