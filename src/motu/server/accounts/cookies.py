"""The cookie by which a browser shows that somebody is logged in there (floor: server)."""

from __future__ import annotations

from collections.abc import Mapping

from litestar.datastructures import Cookie

COOKIE = "motu_session"
SECURE_COOKIE = "__Host-motu_session"
"""Over HTTPS: browsers take a cookie of such a name only from this very host, over HTTPS, for all its paths."""
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest that browsers keep a cookie; a session may end long before."""


def session_cookie(token: str, *, is_secure: bool) -> Cookie:
    """Return the cookie to set; without a token, the one that takes it away."""
    return Cookie(
        key=SECURE_COOKIE if is_secure else COOKIE,
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
