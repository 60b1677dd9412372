"""The cookies by which a browser shows who is there (floor: server)."""

from __future__ import annotations

from collections.abc import Mapping

from litestar.datastructures import Cookie

from motu.server.guests import COOKIE as GUEST_COOKIE
from motu.server.guests import COOKIE_SECONDS

COOKIE = "motu_session"
SECURE_COOKIE = "__Host-motu_session"
"""Over HTTPS: browsers take a cookie of such a name only from this very host, over HTTPS, for all its paths."""
DEVICE_COOKIE, SECURE_DEVICE_COOKIE = "motu_device", "__Host-motu_device"
"""By which a browser is known in which somebody has logged in before."""


def guest_cookie(value: str, *, is_secure: bool) -> Cookie:
    """Return the cookie to set by which a guest is known; over HTTP and HTTPS it is called the same."""
    return _cookie(GUEST_COOKIE, value, is_secure=is_secure)


def session_cookie(token: str, *, is_secure: bool) -> Cookie:
    """Return the cookie to set; without a token, the one that takes it away."""
    return _cookie(SECURE_COOKIE if is_secure else COOKIE, token, is_secure=is_secure)


def device_cookie(value: str, *, is_secure: bool) -> Cookie:
    """Return the cookie to set by which a browser is known later."""
    return _cookie(SECURE_DEVICE_COOKIE if is_secure else DEVICE_COOKIE, value, is_secure=is_secure)


def _cookie(key: str, token: str, *, is_secure: bool) -> Cookie:
    return Cookie(
        key=key,
        value=token,
        max_age=COOKIE_SECONDS if token else 0,
        httponly=True,
        samesite="lax",
        path="/",
        secure=is_secure,
    )


def token_in(cookies: Mapping[str, str], *, is_secure: bool) -> str | None:
    """Return what a browser shows; over HTTPS, what somebody on the way over HTTP has set doesn't count."""
    return cookies.get(SECURE_COOKIE if is_secure else COOKIE) or None


def device_in(cookies: Mapping[str, str], *, is_secure: bool) -> str | None:
    """Return what a browser shows of those who have logged in there before."""
    return cookies.get(SECURE_DEVICE_COOKIE if is_secure else DEVICE_COOKIE) or None


_BROWSERS = (
    ("Firefox/", "Firefox"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Chrome/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def word_about(user_agent: str) -> str:
    """Return a word by which somebody knows his browser again: "Firefox, Linux"; empty where nothing is known of it."""
    found = (next((name for sign, name in each if sign in user_agent), "") for each in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, found))
