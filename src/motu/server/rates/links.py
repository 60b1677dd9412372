"""Guessing the addresses of games, invitations and studies comes to an end (floor: server).

Whoever asks for many that are none is let to no more for a while, right or not: an account by its name, everybody else
by his network address, too. Of what is there nothing is counted, so nobody who follows links meets this; nor does who
asks on the server's own machine.
"""

from __future__ import annotations

import contextlib

from litestar.enums import ScopeType
from litestar.exceptions import TooManyRequestsException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from motu.server.rates.addresses import is_elsewhere
from motu.server.rates.rates import RateCount, Rates, counts_of
from motu.server.rates.too_often import TooOftenError

LISTED = "puzzle_id"
"""What anybody may list, so that there is nothing to guess."""
GONE = 4404
"""With which a socket is closed that asks for something that isn't there."""


class LinkGuard(ASGIMiddleware):
    """Counts what is asked for and isn't there; it stands behind the doorkeeper, who knows who asks."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass a request on, or refuse it."""
        if not (_names_a_secret(scope.get("path_template", "")) and is_elsewhere(scope["state"]["address"])):
            await next_app(scope, receive, send)
            return
        rates: Rates = scope["litestar_app"].state.services.rates
        counts = _counts(scope)
        try:
            await rates.refuse_known(*counts)
        except TooOftenError as error:
            if scope["type"] == ScopeType.HTTP:
                raise
            raise TooManyRequestsException(error.message) from error

        async def send_and_count(message: Message) -> None:
            if _says_that_nothing_is_there(message):
                with contextlib.suppress(TooOftenError):  # the next one is refused
                    await rates.take(*counts)
            await send(message)

        await next_app(scope, receive, send_and_count)


def _counts(scope: Scope) -> tuple[RateCount, ...]:
    state = scope["state"]
    if state["account"] is not None:
        return counts_of("link", "", state["guest"])
    return counts_of("link", state["address"], state["guest"] if state["asker"] == state["guest"] else None)


def _names_a_secret(path_template: str) -> bool:
    return ("_id}" in path_template and LISTED not in path_template) or path_template == "/play/{rest}"


def _says_that_nothing_is_there(message: Message) -> bool:
    if message["type"] == "http.response.start":
        return message["status"] == 404
    return message["type"] == "websocket.close" and message["code"] == GONE
