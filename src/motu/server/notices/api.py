"""Notices over HTTP, and the socket by which a page hears of them (floor: server)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Router, WebSocket, get, post, put, websocket
from litestar.params import JSONBody

from motu.server.api import options_for
from motu.server.notices.desk import Notices
from motu.server.notices.kinds import KINDS, NoticeChosen, Wishes
from motu.server.notices.outbox import MOST_KEPT
from motu.server.notices.views import NoticesView
from motu.server.notices.visit import NoticeVisit
from motu.server.sockets import close_reader, run_until_gone

GuestRequest = Request[Any, Any, Any]
NoticeId = Annotated[str, msgspec.Meta(max_length=64)]
Kinds = Annotated[tuple[NoticeChosen, ...], msgspec.Meta(max_length=len(KINDS))]


class NoticesRead(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody has read."""

    ids: Annotated[tuple[NoticeId, ...], msgspec.Meta(max_length=MOST_KEPT)] | None = None
    """Those alone; null for all."""


class NoticeChoice(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to be told of."""

    page: Kinds
    """In the pages."""
    push: Kinds | None = None
    """In browsers where no page is open; null for the same as before."""


class NoticeWishesView(msgspec.Struct, frozen=True):
    """What somebody is told of, as he has chosen it, or as it is usual."""

    page: tuple[NoticeChosen, ...]
    push: tuple[NoticeChosen, ...]


@get("/notices")
async def read_own_notices(request: GuestRequest) -> NoticesView:
    """Return what the guest is told of, the latest first."""
    return await _notices(request).of(request.state.guest, has_name=request.state.account is not None)


@post("/notices/read", status_code=204)
async def note_read(request: GuestRequest, data: JSONBody[NoticesRead]) -> None:
    """Note that the guest has read some of his notices, or all."""
    await _notices(request).read(request.state.guest, ids=data.ids)


@get("/notices/choices")
async def read_choices(request: GuestRequest) -> NoticeWishesView:
    """Return what the guest wants to be told of, and how."""
    return _wishes_view(await _notices(request).wishes(request.state.guest))


@put("/notices/choices")
async def choose_notices(request: GuestRequest, data: JSONBody[NoticeChoice]) -> NoticeWishesView:
    """Let the guest choose what he is told of, and how."""
    return _wishes_view(await _notices(request).choose(request.state.guest, data.page, data.push))


@websocket("/api/notices/live")
async def hear_notices(socket: WebSocket[Any, Any, Any]) -> None:
    """Send what the guest is told of, and again when it changes; hears what he looks at."""
    await socket.accept()
    state = socket.state
    with NoticeVisit(socket.app.state.services, state.guest, state.session) as visit:
        await run_until_gone(visit.send_all(socket), visit.hear_all(socket), visit.note_seen())
    await close_reader(socket, visit.reader)


def notices_router() -> Router:
    """Return all routes under /api/notices."""
    handlers = [
        options_for("/notices", "GET"),
        read_own_notices,
        note_read,
        options_for("/notices/choices", "GET", "PUT"),
        read_choices,
        choose_notices,
    ]
    return Router("/api", route_handlers=handlers)


def _wishes_view(wishes: Wishes) -> NoticeWishesView:
    page, push = (tuple(kind for kind in KINDS if kind in wanted) for wanted in (wishes.page, wishes.push))
    return NoticeWishesView(page, push)


def _notices(request: GuestRequest) -> Notices:
    found: Notices = request.app.state.services.notices
    return found
