"""Accounts over HTTP (floor: server): a name claimed, logging in and out, the browsers in which one is logged in."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, delete, get, post, put
from litestar.params import FromPath, JSONBody

from motu.server.accounts.account import AccountRole, Kind, UserAccount
from motu.server.accounts.accounts import Accounts, wrong_password
from motu.server.accounts.cookies import device_cookie, session_cookie, word_about
from motu.server.accounts.devices import Devices, tries_at
from motu.server.accounts.own_api import check_confirmed, own_account
from motu.server.accounts.passwords import MAX_LENGTH
from motu.server.accounts.sessions import Sessions
from motu.server.accounts.taking import GuestThings, GuestThingsTaken
from motu.server.api import options_for
from motu.server.events import ServerError

AccountRequest = Request[Any, Any, Any]
AccountName = Annotated[str, msgspec.Meta(max_length=100)]
Password = Annotated[str, msgspec.Meta(max_length=MAX_LENGTH)]


class NameAndPassword(msgspec.Struct, forbid_unknown_fields=True):
    """Whoever claims a name, or logs in."""

    name: AccountName
    password: Password


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """A password in place of another."""

    old: Password
    """Empty for who has none, and has logged in within the last ten minutes."""
    new: Password


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """A name in place of another."""

    name: AccountName


class Visibility(msgspec.Struct, forbid_unknown_fields=True):
    """Whether the lobby says that somebody is there."""

    is_seen: bool


class Approachability(msgspec.Struct, forbid_unknown_fields=True):
    """Whether others may ask somebody to play by his name."""

    is_asked: bool


class AccountView(msgspec.Struct, frozen=True):
    """An account as its owner sees it."""

    name: str
    kind: Kind
    role: AccountRole
    created_ms: int
    renamed_ms: int
    is_seen: bool
    """Whether the lobby says that he is there."""
    is_asked: bool
    """Whether others may ask him to play by his name."""


class WhoView(msgspec.Struct, frozen=True):
    """Who is asking."""

    account: AccountView | None
    """None for a guest."""


class GuestThingsView(msgspec.Struct, frozen=True):
    """What this browser's guest has, or what has been taken along."""

    games: int
    studies: int
    puzzles: int
    stayed: int
    """Games against oneself, which stay with the guest."""


class SessionView(msgspec.Struct, frozen=True):
    """A browser in which one is logged in."""

    id: str
    browser: str
    created_ms: int
    seen_ms: int
    expires_ms: int
    is_this: bool
    """Whether it is the one that asks."""


class SessionsView(msgspec.Struct, frozen=True):
    """All of them, the one seen last first."""

    sessions: tuple[SessionView, ...]


def account_view(account: UserAccount) -> AccountView:
    """Return an account as its owner sees it."""
    known = account.name, account.kind, account.role, account.created_ms, account.renamed_ms
    return AccountView(*known, bool(account.is_seen), account.is_asked is not False)


@get("/account")
async def read_account(request: AccountRequest) -> WhoView:
    """Return one's own account; none for a guest."""
    account = request.state.account
    return WhoView(None if account is None else account_view(account))


@post("/account")
async def claim_name(request: AccountRequest, data: JSONBody[NameAndPassword]) -> Response[WhoView]:
    """Claim a name: the guest's games, studies and puzzles are the account's from now on, and he is logged in."""
    state = request.state
    if state.account is not None:
        raise ServerError(f"you are logged in as {state.account.name}", slug="account/has-name")
    if state.asker != state.guest:
        raise ServerError(
            "to have a name, let this browser keep motu's cookie, and load the page again", slug="server/no-cookie"
        )
    made = await _accounts(request).claim(state.guest, data.name, data.password, state.address)
    return await logged_in(request, made)


@post("/account/log-in")
async def log_in(request: AccountRequest, data: JSONBody[NameAndPassword]) -> Response[WhoView]:
    """Log in; a session of this browser's ends, whosever it was."""
    known = await tries_at(request, data.name)
    found, kept = await _accounts(request).prove(data.name, data.password, request.state.address, known)
    return await logged_in(request, found, kept)


@get("/account/guest")
async def read_guest(request: AccountRequest) -> GuestThingsView:
    """Return what this browser's guest has, whoever is logged in."""
    account: UserAccount | None = request.state.account
    return _things(await _taking(request).of(request.state.browser_guest, None if account is None else account.id))


@post("/account/guest/take-along", status_code=200)
async def take_along(request: AccountRequest) -> GuestThingsView:
    """Let one's account have what this browser's guest has: games, seats included, studies, puzzles."""
    return _things(await _taking(request).take(request.state.browser_guest, own_account(request).id))


@post("/account/log-out", status_code=204)
async def log_out(request: AccountRequest) -> Response[None]:
    """End this browser's session; a guest has none, and is told the same."""
    await _end_this(request)
    gone = session_cookie("", is_secure=request.state.is_secure)
    return Response(None, status_code=204, cookies=[gone])


@post("/account/password")
async def change_password(request: AccountRequest, data: JSONBody[NewPassword]) -> WhoView:
    """Change the password, or choose the first one; in all other browsers one is logged out."""
    account, accounts = own_account(request), _accounts(request)
    if data.old or await accounts.has_password(account.id):
        known = await tries_at(request, account.name)
        await accounts.change_password(account, data.old, data.new, request.state.address, known)
    else:
        await check_confirmed(request, account, "")
        if not await accounts.replace_password(account, None, data.new):
            raise wrong_password()  # another browser has just chosen one
    await _sessions(request).revoke_others(account.id, request.state.session)
    return WhoView(account_view(account))


@post("/account/name")
async def change_name(request: AccountRequest, data: JSONBody[NewName]) -> WhoView:
    """Change the name, once in a month; another way to write the same may be had at any time."""
    renamed = await _accounts(request).rename(own_account(request), data.name)
    _sessions(request).forget()
    return WhoView(account_view(renamed))


@put("/account/seen")
async def choose_seen(request: AccountRequest, data: JSONBody[Visibility]) -> WhoView:
    """Let the lobby say when one is there, or not."""
    changed = await _accounts(request).show(own_account(request), is_seen=data.is_seen)
    _sessions(request).forget()
    return WhoView(account_view(changed))


@put("/account/asked")
async def choose_asked(request: AccountRequest, data: JSONBody[Approachability]) -> WhoView:
    """Let others ask one to play by one's name, or not."""
    changed = await _accounts(request).let_ask(own_account(request), is_asked=data.is_asked)
    _sessions(request).forget()
    return WhoView(account_view(changed))


@get("/account/sessions")
async def list_sessions(request: AccountRequest) -> SessionsView:
    """Return the browsers in which one is logged in."""
    found = await _sessions(request).of(own_account(request).id)
    return SessionsView(
        tuple(
            SessionView(
                each.id, each.browser, each.created_ms, each.seen_ms, each.expires_ms, each.id == request.state.session
            )
            for each in found
        )
    )


@delete("/account/sessions/{session_id:str}")
async def end_session(request: AccountRequest, session_id: FromPath[str]) -> None:
    """Log out in one of one's browsers; one where that is so already stays so."""
    await _sessions(request).revoke(own_account(request).id, session_id)


@post("/account/sessions/end-others", status_code=204)
async def end_other_sessions(request: AccountRequest) -> None:
    """Log out in all browsers but this one."""
    await _sessions(request).revoke_others(own_account(request).id, request.state.session)


def accounts_router() -> Router:
    """Return all routes under /api/account."""
    handlers = [
        options_for("/account", "GET", "POST"),
        read_account,
        claim_name,
        log_in,
        read_guest,
        take_along,
        log_out,
        change_password,
        change_name,
        choose_seen,
        choose_asked,
        list_sessions,
        end_session,
        end_other_sessions,
    ]
    return Router("/api", route_handlers=handlers)


async def logged_in(request: AccountRequest, account: UserAccount, kept: str | None = None) -> Response[WhoView]:
    """Answer with a session that is new in any case: what the browser has shown before is worth nothing any more.

    Args:
        request: Of who logs in.
        account: His.
        kept: Of the password that he has shown, where he has shown one.

    Raises:
        ServerError: "account/wrong" where the password has been replaced meanwhile. That is looked for when there is a
            session: whoever replaces it ends those that he finds, after he has.
    """
    await _end_this(request)
    devices: Devices = request.app.state.services.devices
    device = devices.cookie_of(request.state.device, account.id)
    token = await _sessions(request).make(account.id, word_about(request.headers.get("user-agent", "")))
    if kept is not None and not await _accounts(request).is_kept(account.id, kept):
        await _sessions(request).end(account.id, token)
        raise wrong_password()
    is_secure = request.state.is_secure
    cookies = [session_cookie(token, is_secure=is_secure), device_cookie(device, is_secure=is_secure)]
    return Response(WhoView(account_view(account)), cookies=cookies)


async def _end_this(request: AccountRequest) -> None:
    if request.state.account is not None:
        await _sessions(request).revoke(request.state.account.id, request.state.session)


def _accounts(request: AccountRequest) -> Accounts:
    found: Accounts = request.app.state.services.accounts
    return found


def _taking(request: AccountRequest) -> GuestThingsTaken:
    found: GuestThingsTaken = request.app.state.services.own.taking
    return found


def _things(found: GuestThings) -> GuestThingsView:
    return GuestThingsView(found.games, found.studies, found.puzzles, found.stayed)


def _sessions(request: AccountRequest) -> Sessions:
    found: Sessions = request.app.state.services.sessions
    return found
