"""The application: HTTP and WebSocket in front of the rooms (floor: server). docs/api.md describes every route.

Every refusal has one shape, `ErrorView`, and a status that says whose fault it was; nothing of the inside ever reaches
a client.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from inspect import getdoc
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from motu.errors import MotuError
from motu.server.api import api_router
from motu.server.challenges_api import challenges_router
from motu.server.doorkeeper import Doorkeeper
from motu.server.messages import MAX_ERROR, ErrorView, error_view
from motu.server.pages import asks_for_a_page, document_response, page_handlers
from motu.server.pictures import picture_handlers
from motu.server.puzzles_api import puzzles_router
from motu.server.records_api import records_router
from motu.server.services import ServerSettings, start_services, stop_services
from motu.server.sockets import socket_handlers
from motu.server.studies_api import studies_router

_log = logging.getLogger("motu.server")

MAX_BODY_BYTES = 4 * 1024 * 1024
STATUS = {
    "server/no-game": 404,
    "server/no-study": 404,
    "server/no-challenge": 404,
    "server/no-cookie": 403,
    "server/taken": 409,
    "server/own-challenge": 409,
    "server/offer": 409,
    "server/study-version": 409,
    "server/seq": 409,
    "server/not-yours": 403,
    "server/not-your-turn": 409,
    "server/stopping": 503,
    "server/disk": 503,
    "server/busy": 503,
    "server/gone": 503,
    "server/engine-gone": 503,
    "server/picture": 503,
    "puzzle/unknown": 404,
    "puzzle/limits": 503,
}
"""Slugs whose status isn't 400."""


def make_application(settings: ServerSettings) -> Litestar:
    """Return the application, ready to be served."""

    @asynccontextmanager
    async def services(app: Litestar) -> AsyncIterator[None]:
        app.state.services = await start_services(settings)
        try:
            yield
        finally:
            await stop_services(app.state.services)

    return Litestar(
        route_handlers=[
            api_router(),
            records_router(),
            puzzles_router(),
            studies_router(),
            challenges_router(),
            *picture_handlers(),
            *socket_handlers(),
            *page_handlers(),
        ],
        lifespan=[services],
        middleware=[Doorkeeper(settings.hosts)],
        exception_handlers={
            MotuError: _refuse,
            HTTPException: _refuse_http,
            RecursionError: _refuse_depth,
            UnicodeDecodeError: _refuse_bytes,
            Exception: _apologise,
        },
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


def _description() -> str:
    """Say of the interface what OpenAPI has no place for."""
    sockets = "\n".join(
        f"- `{path.replace(':str', '')}`: {getdoc(handler.fn)}"
        for handler in socket_handlers()
        for path in sorted(handler.paths)
    )
    return f"Play and study Atoll, Atomorph and Atmalof; docs/api.md of motu has more.\n\nWebSockets:\n\n{sockets}"


def _refuse(_request: Request[Any, Any, Any], error: MotuError) -> Response[Any]:
    view = error_view(error)
    return _answer(STATUS.get(error.slug, 400), view)


def _refuse_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    if error.status_code == 404 and asks_for_a_page(request):
        return document_response(request, status=404)
    extra = error.extra if isinstance(error.extra, list) else []
    details = "; ".join(f"{each.get('key', 'body')}: {each.get('message')}" for each in extra if isinstance(each, dict))
    text = f"{error.detail}: {details}" if details else error.detail
    return _answer(error.status_code, ErrorView(f"http/{error.status_code}", text[:MAX_ERROR]))


def _refuse_depth(_request: Request[Any, Any, Any], _error: RecursionError) -> Response[Any]:
    return _answer(
        400, ErrorView("http/400", "lists and objects nested too deeply: nothing here needs more than a few")
    )


def _refuse_bytes(_request: Request[Any, Any, Any], error: UnicodeDecodeError) -> Response[Any]:
    return _answer(400, ErrorView("http/400", f"requests are UTF-8, and these bytes are not: {error.reason}"))


def _apologise(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    _log.error("a fault while answering %s %s", request.method, request.url.path, exc_info=error)
    return _answer(500, ErrorView("server/fault", "a fault of motu itself; the server's log has more"))


def _answer(status: int, error: ErrorView) -> Response[Any]:
    return Response(msgspec.json.encode(error), status_code=status, media_type="application/json")
