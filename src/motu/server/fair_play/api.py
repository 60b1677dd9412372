"""Fair play's figures over HTTP (floor: server), for moderators; whoever asks for them stands in the log."""

from __future__ import annotations

from typing import Any

from litestar import Request, Router, get, post
from litestar.params import FromPath

from motu.server.api import options_for
from motu.server.fair_play.views import FairPlayView, fair_play_view
from motu.server.moderation.api import account_named
from motu.server.moderation.audit import add_entry, new_entry
from motu.server.moderation.roles import check_duty
from motu.server.services import Services
from motu.server.wall_time import now_ms

GuestRequest = Request[Any, Any, Any]


@get("/moderation/people/{name:str}/fair-play")
async def read_fair_play(request: GuestRequest, name: FromPath[str]) -> FairPlayView:
    """Return how somebody's rated games agree with the engine, and his time, as far as they were examined."""
    check_duty(request.state.account, "examine")
    services: Services = request.app.state.services
    return await _view(services, (await account_named(services, name)).id)


@post("/moderation/people/{name:str}/fair-play", status_code=200)
async def examine_fair_play(request: GuestRequest, name: FromPath[str]) -> FairPlayView:
    """Have the latest rated games of somebody examined, which takes a while; those that were stay as they are."""
    account = check_duty(request.state.account, "examine")
    services: Services = request.app.state.services
    whom = (await account_named(services, name)).id
    entry = new_entry(now_ms(), account.id, "examine", whom, "fair play")
    await services.order.examiner.ask(whom, lambda connection: add_entry(connection, entry))
    return await _view(services, whom)


def fair_play_router() -> Router:
    """Return the routes of fair play."""
    path = "/moderation/people/{name:str}/fair-play"
    return Router("/api", route_handlers=[options_for(path, "GET", "POST"), read_fair_play, examine_fair_play])


async def _view(services: Services, account: str) -> FairPlayView:
    return await services.store.read(lambda connection: fair_play_view(connection, account))
