"""Browsers in which one is told of things while no page is open, over HTTP (floor: server)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Router, delete, get, put
from litestar.params import FromPath, JSONBody

from motu.server.accounts.cookies import word_about
from motu.server.api import options_for
from motu.server.events import ServerError
from motu.server.page_language import language_of
from motu.server.pages import built_texts
from motu.server.push.desk import PlaceAsked, PushDesk
from motu.server.push.places import MAX_ENDPOINT, MAX_KEY, PushPlace
from motu.server.rates.rates import count

GuestRequest = Request[Any, Any, Any]
EndpointText = Annotated[str, msgspec.Meta(max_length=MAX_ENDPOINT)]
KeyText = Annotated[str, msgspec.Meta(max_length=MAX_KEY)]


class PushPlaceAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's subscription, as its PushManager gives it."""

    endpoint: EndpointText
    p256dh: KeyText
    auth: KeyText
    language: Annotated[str, msgspec.Meta(max_length=8)] | None = None
    """In which messages are written; null for the one that the browser asks for."""
    before: EndpointText | None = None
    """The endpoint whose place this one takes, where the browser has changed it by itself: only if it is one's own."""


class PushPlaceView(msgspec.Struct, frozen=True):
    """A browser in which one is told of things."""

    id: str
    """The beginning of its endpoint's SHA-256 in base64url."""
    browser: str
    created_ms: int


class PushView(msgspec.Struct, frozen=True):
    """All of them, and by what they know the house."""

    key: str
    """The house's public key, for `applicationServerKey`."""
    places: tuple[PushPlaceView, ...]


@get("/push")
async def read_places(request: GuestRequest) -> PushView:
    """Return the browsers in which one is told of things while no page is open."""
    desk = _desk(request)
    return PushView(desk.sealer.public_key, tuple(map(_view, await desk.of(request.state.guest))))


@put("/push")
async def keep_own_place(request: GuestRequest, data: JSONBody[PushPlaceAsked]) -> PushPlaceView:
    """Be told of things in this browser, too; whoever was told there before is told no more."""
    state = request.state
    if state.asker != state.guest:
        raise ServerError(
            "to be told of things, let this browser keep motu's cookie, and load the page again",
            slug="server/no-cookie",
        )
    await count(request, "push")
    browser = word_about(request.headers.get("user-agent", ""))
    language = await _language(request, data.language)
    asked = PlaceAsked(data.endpoint, data.p256dh, data.auth, browser, language, data.before)
    place = await _desk(request).keep(state.guest, state.session, asked)
    request.app.state.services.notices.ring(state.guest)  # that he sees pages counts from now on
    return _view(place)


@delete("/push/{place_id:str}")
async def remove_own_place(request: GuestRequest, place_id: FromPath[str]) -> None:
    """Be told of nothing there any more; where that is so already it stays so."""
    await _desk(request).remove(request.state.guest, place_id)


def push_router() -> Router:
    """Return all routes under /api/push."""
    handlers = [options_for("/push", "GET", "PUT"), read_places, keep_own_place, remove_own_place]
    return Router("/api", route_handlers=handlers)


async def _language(request: GuestRequest, told: str | None) -> str:
    known = await built_texts()
    return told if told in known else language_of("", request.headers.get("accept-language", ""), known)


def _view(place: PushPlace) -> PushPlaceView:
    return PushPlaceView(place.id, place.browser, place.created_ms)


def _desk(request: GuestRequest) -> PushDesk:
    found: PushDesk = request.app.state.services.push
    return found
