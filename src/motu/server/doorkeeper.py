"""What every request passes first: is it meant for us, does it come from our own pages, who is it (floor: server)."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from motu.server.accounts.account import UserAccount
from motu.server.accounts.accounts import Accounts
from motu.server.accounts.cookies import device_in, token_in
from motu.server.accounts.lasting import AccessKey, LastingConnections, lasts
from motu.server.accounts.sessions import Sessions
from motu.server.early import early_hash
from motu.server.guests import COOKIE, Guests
from motu.server.programs.scopes import check_scope
from motu.server.programs.tokens import Tokens
from motu.server.rates.addresses import Network, block_of, is_address
from motu.server.rates.turnstile import Turn
from motu.server.renewals import Renewals
from motu.server.server_settings import ServerSettings

STATIC = "/static/"
"""Where the files are that everybody is given alike."""
HEALTH = "/api/health"
"""What is answered whatever has become of the database, whoever asks: nobody is looked for there."""
_NO_HOST = frozenset("@/?#\\")
"""What stands in addresses beside the host and its port."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# 'wasm-unsafe-eval' lets pages run our own engine; it allows no script that isn't ours.
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self' {early} 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "media-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY.format(early=early_hash()),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

_RAW_HEADERS = tuple((name.encode("latin-1"), value.encode("latin-1")) for name, value in HEADERS.items())


class Doorkeeper(ASGIMiddleware):
    """Refuses foreign pages and names, knows the guest, and adds the headers that keep browsers on the safe side."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass a request on, or refuse it."""
        app, headers = scope["litestar_app"], _headers(scope)
        settings: ServerSettings = app.state.settings
        _check_host(headers.get("host", ""), settings.hosts)
        token = _bearer(headers)
        if token is None and _changes(scope):
            _check_origin(headers)
        services, state = app.state.services, scope["state"]
        is_secure = state["is_secure"] = _is_secure(scope, headers)
        cookies, address = _cookies(headers.get("cookie", "")), _address(scope, headers, settings.proxies)
        if scope["path"] == HEALTH:
            caller = _Caller(guest=services.guests.read(cookies.get(COOKIE)))
        elif token is None:
            caller = await _caller(scope, cookies, services, is_secure=is_secure)
        else:
            caller = await _program(scope, token, services)
        guests: Guests = services.guests
        guest = caller.id or guests.new_guest()
        state["guest"], state["account"], state["session"] = guest, caller.account, caller.session
        state["is_program"], state["browser_guest"] = token is not None, caller.guest
        state["device"] = device_in(cookies, is_secure=is_secure)
        state["asker"], state["address"] = caller.id or block_of(address), address

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                is_kept = token is None and not _is_shared(message)
                cookies_set = await _cookies_to_set(scope, guest, caller, cookies) if is_kept else ()
                message["headers"] = (*message.get("headers", ()), *_RAW_HEADERS, *cookies_set)
            await send(message)

        with Turn(services.rates.turnstile, block_of(address)) as state["turn"]:
            if caller.key is not None and lasts(scope):
                lasting: LastingConnections = services.lasting
                await lasting.pass_on(caller.key, scope, receive, send_with_headers, next_app)
            else:
                await next_app(scope, receive, send_with_headers)


@dataclass(frozen=True, slots=True)
class _Caller:
    """Who sends a request, by what his browser shows."""

    account: UserAccount | None = None
    session: str | None = None
    """The session by which the account is known."""
    guest: str | None = None
    """The guest that this browser was before, or is; never somebody who has a name."""
    key: AccessKey | None = None
    """By what he is known."""

    @property
    def id(self) -> str | None:
        """Who he is; None where nobody knows him."""
        return self.guest if self.account is None else self.account.id


async def _caller(scope: Scope, cookies: dict[str, str], services: Any, *, is_secure: bool) -> _Caller:
    """Return who sends a request.

    A person with a name is known by his session alone: whoever has kept the guest's cookie of before is nobody.
    """
    sessions: Sessions = services.sessions
    accounts: Accounts = services.accounts
    guest = services.guests.read(cookies.get(COOKIE))
    if scope["path"].startswith(STATIC):  # the same for everybody
        return _Caller(guest=guest or services.guests.new_guest())
    known = await sessions.read(token_in(cookies, is_secure=is_secure), is_sure=_changes(scope))
    if guest is not None and await accounts.find(guest) is not None:
        guest = None
    if known is None:
        return _Caller(guest=guest, key=None if guest is None else AccessKey("guest", guest, guest, None))
    return _Caller(known[1], known[0].id, guest, AccessKey("session", known[0].id, known[1].id, known[1].owner))


async def _program(scope: Scope, token: str, services: Any) -> _Caller:
    """Return as whom a program asks that shows a token; its cookies count for nothing."""
    tokens: Tokens = services.tokens
    about, account = await tokens.read(token, is_sure=_changes(scope))
    method = "WEBSOCKET" if scope["type"] == ScopeType.WEBSOCKET else scope["method"]
    check_scope(method, scope["path_template"], frozenset(about.scopes))
    return _Caller(account, key=AccessKey("token", about.id, account.id, account.owner))


async def _cookies_to_set(
    scope: Scope, guest: str, caller: _Caller, cookies: dict[str, str]
) -> list[tuple[bytes, bytes]]:
    """Return the headers that set a browser's cookies: who is new gets his, and what lasts is set anew now and then.

    What changes something may have ended a session, and says by itself which cookies are to be set.
    """
    renewals: Renewals = scope["litestar_app"].state.services.renewals
    is_secure: bool = scope["state"]["is_secure"]
    if caller.id is None:
        found = [renewals.first(guest, is_secure=is_secure)]
    elif _changes(scope) or scope["path"] == HEALTH or scope["path"].startswith(STATIC):
        found = []
    else:
        found = await renewals.due(caller.guest, caller.session, cookies, is_secure=is_secure)
    return [(b"set-cookie", each.to_header(header="").encode("latin-1")) for each in found]


def _changes(scope: Scope) -> bool:
    """Return whether a request may change something, or go on for long."""
    return scope["type"] == ScopeType.WEBSOCKET or scope["method"] not in SAFE_METHODS


def _bearer(headers: dict[str, str]) -> str | None:
    """Return the token that a program shows; None where it shows none. A browser never sends one by itself."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def _is_shared(message: Message) -> bool:
    """Return whether caches on the way may keep an answer for everybody: a cookie in it would be everybody's, too."""
    headers: Any = message.get("headers", ())
    return any(name.lower() == b"cache-control" and b"public" in value for name, value in headers)


def _check_origin(headers: dict[str, str]) -> None:
    """Refuse what a page of somebody else's makes a browser send."""
    origin = headers.get("origin")
    if origin is None:
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise PermissionDeniedException("requests from other sites are refused")
        return
    if not _is_host(origin) or urlsplit(origin).netloc.lower() != headers.get("host", "").lower():
        raise PermissionDeniedException(f"requests from pages of '{origin[:80]}' are refused")


def _address(scope: Scope, headers: dict[str, str], proxies: Iterable[Network] = ()) -> str:
    """Return the address that a request comes from: a name may be had for each request, an address not so easily.

    A proxy on this machine, or one that was named, says for whom it asks; what others say of that is their word only.
    """
    client = scope.get("client")
    if not client:
        return "at an unknown address"
    told = headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
    return f"at {told if _is_proxy(client[0], proxies) and is_address(told) else client[0]}"


def _is_proxy(address: str, proxies: Iterable[Network]) -> bool:
    if not is_address(address):
        return False
    known = ipaddress.ip_address(address)
    return known.is_loopback or any(known in each for each in proxies)


def _is_host(text: str) -> bool:
    try:
        urlsplit(text if "//" in text else f"//{text}")
    except ValueError:
        return False
    return bool(text) and text.isascii() and text.isprintable()


def _check_host(host: str, ours: Iterable[str]) -> None:
    """Refuse names that aren't ours: a foreign page may have pointed its own name at this machine."""
    is_plain = _is_host(host) and not _NO_HOST & set(host)
    name = (urlsplit(f"//{host}").hostname or "").lower() if is_plain else ""
    if name != "localhost" and not is_address(name) and name not in {each.lower() for each in ours}:
        raise PermissionDeniedException(f"this server is not called '{host[:80]}'; see motu serve --help")


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _cookies(header: str) -> dict[str, str]:
    """Return the cookies that a browser shows, of several with one name the first."""
    found: dict[str, str] = {}
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        found.setdefault(name, value)
    return found


def _is_secure(scope: Scope, headers: dict[str, str]) -> bool:
    """Return whether the browser speaks HTTPS, to us or to a proxy; who says so wrongly has a cookie of no use."""
    told = headers.get("x-forwarded-proto", "").partition(",")[0].strip().lower()
    return scope.get("scheme") in ("https", "wss") or told in ("https", "wss")
