"""What a browser's own engine is told of a game (floor: server)."""

from __future__ import annotations

from litestar import Router, post
from litestar.params import JSONBody

from motu.games.line import Line
from motu.server.api import GuestRequest, services_of
from motu.server.askers import slowly
from motu.server.device_game import DeviceGame, device_game


class DeviceLine(Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position that a browser's own engine is to search."""


@post("/device", status_code=200)
async def read_device_game(request: GuestRequest, data: JSONBody[DeviceLine]) -> DeviceGame:
    """Return what a browser's own engine needs to know to search a position, where that is no help in a rated game."""
    await services_of(request).order.own_games.refuse_help(request.state.guest, data)
    return await slowly(request, lambda _: device_game(data))


def device_router() -> Router:
    """Return the routes for engines on people's own devices."""
    return Router("/api", route_handlers=[read_device_game])
