"""Who is asking: guests, known by a signed cookie and by nothing else (floor: server)."""

from __future__ import annotations

import secrets

from itsdangerous import BadSignature, Signer

COOKIE = "motu_guest"
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest that browsers keep a cookie."""
_ID_BYTES = 12


class Guests:
    """Gives guests their cookies and reads them back."""

    def __init__(self, secret: str) -> None:
        """Sign with this server's secret."""
        self._signer = Signer(secret, salt="motu.guest")

    @staticmethod
    def new_guest() -> str:
        """Return the id of somebody who hasn't been here before."""
        return secrets.token_urlsafe(_ID_BYTES)

    def cookie_of(self, guest: str) -> str:
        """Return what to keep in the guest's browser."""
        return self._signer.sign(guest.encode()).decode()

    def read(self, cookie: str | None) -> str | None:
        """Return the guest whom a cookie belongs to, or None where it is missing or not of our making."""
        if not cookie:
            return None
        try:
            return self._signer.unsign(cookie.encode("utf-8", "replace")).decode()
        except (BadSignature, UnicodeDecodeError):
            return None
