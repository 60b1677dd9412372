"""The application: HTTP and WebSocket in front of the rooms (floor: server). docs/http.md describes every route.

`motu.server.refusals` says what is refused, and how.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from inspect import getdoc

from litestar import Litestar
from litestar.datastructures import State
from litestar.handlers import WebsocketRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from motu.server.accounts.api import accounts_router
from motu.server.accounts.own_api import own_router
from motu.server.api import api_router
from motu.server.blocks.blocks_api import blocks_router
from motu.server.challenges_api import challenges_router
from motu.server.chat.chat_api import chat_router
from motu.server.collection_api import collection_router
from motu.server.correspondence.correspondence_api import correspondence_router
from motu.server.device_api import device_router
from motu.server.doorkeeper import Doorkeeper
from motu.server.fair_play.api import fair_play_router
from motu.server.films import films_router
from motu.server.lobby.lobby_api import lobby_router, visit_lobby
from motu.server.mail.api import mail_router
from motu.server.moderation.api import moderation_router
from motu.server.moderation.reports_api import reports_router
from motu.server.notices.api import hear_notices, notices_router
from motu.server.pages import page_handlers
from motu.server.passkeys.api import passkeys_router
from motu.server.pictures import picture_handlers
from motu.server.programs.api import programs_router
from motu.server.push.api import push_router
from motu.server.puzzles_api import puzzles_router
from motu.server.rates.links import LinkGuard
from motu.server.ratings.people_api import people_router
from motu.server.ratings.ratings_api import ratings_router
from motu.server.records_api import records_router
from motu.server.refusals import EXCEPTION_HANDLERS, MAX_BODY_BYTES, CarefulRequest
from motu.server.rungs.api import rungs_router
from motu.server.sealed.api import dice_router
from motu.server.server_settings import ServerSettings
from motu.server.sockets import socket_handlers
from motu.server.starting import start_services
from motu.server.stopping import stop_services
from motu.server.studies_api import studies_router
from motu.server.tournaments.api import tournaments_router, watch_tournament


def make_application(settings: ServerSettings) -> Litestar:
    """Return the application, ready to be served; all that it knows of the settings is in its state."""
    return Litestar(
        route_handlers=[
            api_router(),
            device_router(),
            records_router(),
            films_router(),
            puzzles_router(),
            studies_router(),
            collection_router(),
            challenges_router(),
            lobby_router(),
            dice_router(),
            chat_router(),
            blocks_router(),
            correspondence_router(),
            notices_router(),
            mail_router(),
            push_router(),
            accounts_router(),
            own_router(),
            passkeys_router(),
            programs_router(),
            ratings_router(),
            people_router(),
            tournaments_router(),
            rungs_router(),
            moderation_router(),
            fair_play_router(),
            reports_router(),
            *picture_handlers(),
            *all_sockets(),
            *page_handlers(),
        ],
        state=State({"settings": settings}),
        lifespan=[_services],
        middleware=[Doorkeeper(), LinkGuard()],
        exception_handlers=EXCEPTION_HANDLERS,
        request_class=CarefulRequest,
        request_max_body_size=MAX_BODY_BYTES,
        openapi_config=OpenAPIConfig(
            title="motu",
            version=settings.version or "0",
            description=_description(),
            path="/api/schema",
            use_handler_docstrings=True,
            # Pages that show it to people load their scripts from other places, and none of ours does.
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
    )


async def begin_services(app: Litestar) -> None:
    """Start what the handlers work with before the application starts, and hear what fails.

    Of a fault in an application's own start nothing comes out but a traceback in the log.
    """
    app.state.begun = await start_services(app.state.settings)


@asynccontextmanager
async def _services(app: Litestar) -> AsyncIterator[None]:
    app.state.services = app.state.pop("begun", None) or await start_services(app.state.settings)
    try:
        yield
    finally:
        await stop_services(app.state.services)


def all_sockets() -> list[WebsocketRouteHandler]:
    """Return all sockets."""
    return [*socket_handlers(), visit_lobby, watch_tournament, hear_notices]


def _description() -> str:
    """Say of the interface what OpenAPI has no place for."""
    sockets = "\n".join(
        f"- `{path.replace(':str', '')}`: {getdoc(handler.fn)}"
        for handler in all_sockets()
        for path in sorted(handler.paths)
    )
    return f"Play and study Atoll, Atomorph and Atmalof; docs/http.md of motu has more.\n\nWebSockets:\n\n{sockets}"
