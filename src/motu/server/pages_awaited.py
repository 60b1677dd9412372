"""Pages wait for the site, and nothing else does (floor: server).

The site takes a second to build. That begins as soon as the server is there, in a thread; whoever asks meanwhile for
what is made of it waits here, while moves are made and clocks go on.
"""

from __future__ import annotations

from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send

from motu.server.pages import built_site

NOT_MADE_OF_IT = "/api/"
"""How addresses begin of what has no page; where none is at an address, a page says so."""


class PagesAwaited:
    """An application whose pages are asked for only when there is a site."""

    def __init__(self, application: ASGIApp) -> None:
        """Stand in front of an application."""
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, at its time."""
        known: Any = scope
        if known["type"] == "http" and not known["path"].startswith(NOT_MADE_OF_IT):
            await built_site()
        await self._application(scope, receive, send)
