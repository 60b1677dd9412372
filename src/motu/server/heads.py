"""HEAD is answered as GET is, but for the body (floor: server): with it others look whether a page is there."""

from __future__ import annotations

from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

STREAMS = frozenset({"/api/stream", "/api/account/export"})
"""What goes on for long: to look whether it is there would end another one, or have an archive made."""


class HeadsAnswered:
    """An application whose every page, picture and answer can be asked for with HEAD."""

    def __init__(self, application: ASGIApp) -> None:
        """Stand in front of an application."""
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; of the answer to HEAD only the head."""
        known: Any = scope
        if known["type"] != "http" or known["method"] != "HEAD" or known["path"] in STREAMS:
            await self._application(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        known["method"] = "GET"
        try:
            await self._application(scope, receive, send_head)
        finally:
            known["method"] = "HEAD"  # as it was, for the log
