"""What every request passes first: is it meant for us, does it come from our own pages, who is it (floor: server)."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from motu.server.guests import COOKIE, COOKIE_SECONDS, Guests

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

_RAW_HEADERS = tuple((name.encode("latin-1"), value.encode("latin-1")) for name, value in HEADERS.items())


class Doorkeeper(ASGIMiddleware):
    """Refuses foreign pages and names, knows the guest, and adds the headers that keep browsers on the safe side."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self, hosts: Iterable[str] = ()) -> None:
        """Accept requests to this machine's names and addresses, and to these names."""
        self._hosts = frozenset(host.lower() for host in hosts)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass a request on, or refuse it."""
        headers = _headers(scope)
        self._check_host(headers.get("host", ""))
        if scope["type"] == ScopeType.WEBSOCKET or scope["method"] not in SAFE_METHODS:
            _check_origin(headers)
        guests: Guests = scope["litestar_app"].state.services.guests
        known = guests.read(_cookie(headers.get("cookie", "")))
        guest = known or guests.new_guest()
        scope["state"]["guest"] = guest
        scope["state"]["asker"] = known or _address(scope)

        is_secure = scope["state"]["is_secure"] = _is_secure(scope, headers)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = _RAW_HEADERS
                if known is None and not _is_shared(message):
                    added = (*added, (b"set-cookie", _set_cookie(guests.cookie_of(guest), is_secure).encode("latin-1")))
                message["headers"] = (*message.get("headers", ()), *added)
            await send(message)

        await next_app(scope, receive, send_with_headers)

    def _check_host(self, host: str) -> None:
        """Refuse names that aren't ours: a foreign page may have pointed its own name at this machine."""
        name = (urlsplit(f"//{host}").hostname or "").lower() if _is_host(host) else ""
        if name != "localhost" and name not in self._hosts and not _is_address(name):
            raise PermissionDeniedException(f"this server is not called '{host[:80]}'; see motu serve --help")


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


def _address(scope: Scope) -> str:
    """Return the address that a request comes from: a name may be had for each request, an address not so easily."""
    client = scope.get("client")
    return f"at {client[0]}" if client else "at an unknown address"


def _is_host(text: str) -> bool:
    try:
        urlsplit(text if "//" in text else f"//{text}")
    except ValueError:
        return False
    return bool(text) and text.isascii() and text.isprintable()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _cookie(header: str) -> str | None:
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return None


def _is_secure(scope: Scope, headers: dict[str, str]) -> bool:
    """Return whether the browser speaks HTTPS, to us or to a proxy; who says so wrongly has a cookie of no use."""
    told = headers.get("x-forwarded-proto", "").partition(",")[0].strip().lower()
    return scope.get("scheme") in ("https", "wss") or told in ("https", "wss")


def _set_cookie(value: str, is_secure: bool) -> str:
    cookie = Cookie(
        key=COOKIE, value=value, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", path="/", secure=is_secure
    )
    return cookie.to_header(header="")
