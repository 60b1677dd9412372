"""Who is asking: guests, known by a signed cookie and by nothing else (floor: server)."""

from __future__ import annotations

import secrets
from functools import lru_cache

from itsdangerous import BadSignature, Signer

COOKIE = "motu_guest"
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest that browsers keep a cookie since it was set last (`renewals.py`); a session may end long before."""
MAX_COOKIE = 200
"""Longest value that can be of our making, with room to spare."""
KNOWN = 4096
"""Guests whose signature is checked once, as long as there are no more of them."""
_ID_BYTES = 12


class Guests:
    """Gives guests their cookies and reads them back."""

    def __init__(self, secret: str) -> None:
        """Sign with this server's secret."""
        self._signer = Signer(secret, salt="motu.guest")
        self._read = lru_cache(KNOWN)(self._unsigned)

    @staticmethod
    def new_guest() -> str:
        """Return the id of somebody who hasn't been here before."""
        return secrets.token_urlsafe(_ID_BYTES)

    def cookie_of(self, guest: str) -> str:
        """Return what to keep in the guest's browser."""
        return self._signer.sign(guest.encode()).decode()

    def read(self, cookie: str | None) -> str | None:
        """Return the guest whom a cookie belongs to, or None where it is missing or not of our making."""
        return self._read(cookie) if cookie and len(cookie) <= MAX_COOKIE else None

    def _unsigned(self, cookie: str) -> str | None:
        try:
            return self._signer.unsign(cookie.encode("utf-8", "replace")).decode()
        except (BadSignature, UnicodeDecodeError):
            return None
