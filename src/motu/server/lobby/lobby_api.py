"""Quick pairing over HTTP, and the lobby's socket (floor: server)."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Router, WebSocket, delete, post, websocket
from litestar.params import JSONBody

from motu.server.api import options_for
from motu.server.challenges_api import Name, called, refuse_unknown
from motu.server.lists import GameName
from motu.server.lobby.pairing import Pace, Wish
from motu.server.moderation.bounds import refuse_warned
from motu.server.rates.rates import count
from motu.server.sockets import close_reader, send_until_gone

GuestRequest = Request[Any, Any, Any]


class PairingWish(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to play with anybody."""

    game: GameName
    pace: Pace
    name: Name = ""
    """What a guest is called; accounts have their names."""
    rated: bool = True
    """Whether the result is to count: it does where both want it, and have names."""


class PairingView(msgspec.Struct, frozen=True):
    """What has come of it."""

    game: str | None
    """The game that has begun; null for whoever waits."""


@post("/pairing", status_code=200)
async def press(request: GuestRequest, data: JSONBody[PairingWish]) -> PairingView:
    """Play whoever has waited longest for the same, or wait for somebody."""
    refuse_unknown(request)
    await refuse_warned(request)
    await count(request, "meeting")
    services = request.app.state.services
    wish, (name, _) = Wish(data.game, data.pace), await called(request, data.name)
    game = await services.pairings.press(request.state.guest, wish, name, rated=data.rated)
    services.hall.stir()
    return PairingView(game)


@delete("/pairing")
async def withdraw(request: GuestRequest) -> None:
    """Wait no longer."""
    await request.app.state.services.pairings.withdraw(request.state.guest)
    request.app.state.services.hall.stir()


@websocket("/api/lobby/live")
async def visit_lobby(socket: WebSocket[Any, Any, Any]) -> None:
    """Send the lobby as it stands, again when it changes, and the game that quick pairing has found."""
    await socket.accept()
    with socket.app.state.services.hall.visit(socket.state.guest) as reader:
        await send_until_gone(socket, reader)
    await close_reader(socket, reader)


def lobby_router() -> Router:
    """Return the routes of quick pairing."""
    return Router("/api", route_handlers=[options_for("/pairing", "POST", "DELETE"), press, withdraw])
