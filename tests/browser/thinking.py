"""Who thinks for a page: its own device or the server."""

from __future__ import annotations

from playwright.sync_api import Page


def like_the_server(page: Page) -> None:
    """Have the server think, as somebody can choose in a study."""
    page.add_init_script("localStorage.setItem('motu.study-view', JSON.stringify({ place: 'server' }))")


def asks_the_server(page: Page) -> list[str]:
    """Return what will list the sockets by which a page asks the server's engine."""
    found: list[str] = []
    page.on("websocket", lambda socket: found.append(socket.url) if "/api/analysis" in socket.url else None)
    return found
