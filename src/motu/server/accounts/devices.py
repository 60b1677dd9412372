"""Browsers in which somebody has logged in before (floor: server).

Who guesses passwords for a name uses up the tries for it, and would keep its owner out. So a browser in which he has
shown before that it is he keeps a signed cookie, which no log-out takes away, and has tries of its own (OWASP, "Slow
Down Online Guessing Attacks with Device Cookies"). It opens nothing.
"""

from __future__ import annotations

import secrets
from typing import Any

from itsdangerous import BadSignature, Signer
from litestar import Request

from motu.server.accounts.accounts import Accounts
from motu.server.accounts.names import skeleton
from motu.server.accounts.passwords import MAX_LENGTH

MAX_ACCOUNTS = 4
"""So many people are known in one browser, those who have logged in last."""
MAX_COOKIE = 200
"""Longest value that can be of our making, with room to spare."""
_NONCE_BYTES = 12


class Devices:
    """Makes and reads the cookies by which browsers are known."""

    def __init__(self, secret: str) -> None:
        """Sign with this house's secret."""
        self._signer = Signer(secret, salt="motu.device")

    def cookie_of(self, before: str | None, account_id: str) -> str:
        """Return what a browser is to keep in which somebody has logged in.

        Args:
            before: What it shows.
            account_id: Who has logged in.
        """
        nonce, *known = self._parts(before) or [secrets.token_urlsafe(_NONCE_BYTES)]
        others = [each for each in known if each != account_id]
        told: bytes = self._signer.sign(".".join((nonce, account_id, *others)[: 1 + MAX_ACCOUNTS]))
        return told.decode()

    def known(self, cookie: str | None) -> dict[str, str]:
        """Return by account what tries in a browser are counted by; nothing where the cookie isn't of our making."""
        nonce, *known = self._parts(cookie) or [""]
        return {each: f"device {nonce} {each}" for each in known}

    def _parts(self, cookie: str | None) -> list[str]:
        if not cookie or len(cookie) > MAX_COOKIE:
            return []
        try:
            return self._signer.unsign(cookie.encode("utf-8", "replace")).decode().split(".")
        except (BadSignature, UnicodeDecodeError):
            return []


async def tries_at(request: Request[Any, Any, Any], name: str) -> str:
    """Return by what tries of a password are counted; '' for the name itself, where its owner isn't known."""
    account, services = request.state.account, request.app.state.services
    accounts: Accounts = services.accounts
    devices: Devices = services.devices
    wanted = skeleton(name[:MAX_LENGTH])
    if account is not None and skeleton(account.name) == wanted:
        return f"session {request.state.session}"
    for each, counted in devices.known(request.state.device).items():
        known = await accounts.find(each)
        if known is not None and skeleton(known.name) == wanted:
            return counted
    return ""
