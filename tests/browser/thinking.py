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


WHY_THE_SERVER = ("somebody likes that better", "the device's does not come up")
"""Reasons for the server's engine to think; `have_the_server_think` brings them about."""
NO_ENGINE = ("404 (Not Found)", "motu.wasm: 404")
"""What a page says of an engine that does not come up."""


def have_the_server_think(page: Page, why: str) -> None:
    """Bring about one of `WHY_THE_SERVER`."""
    if why == "somebody likes that better":
        like_the_server(page)
    else:
        page.route("**/engine/motu.wasm", lambda route: route.fulfill(status=404, body=""))
