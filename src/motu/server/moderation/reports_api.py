"""What people tell moderators, and what moderators tell them, over HTTP (floor: server)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.params import FromPath, JSONBody

from motu.server.accounts.account import UserAccount
from motu.server.challenges_api import refuse_unknown
from motu.server.events import ServerError
from motu.server.moderation.reports import MAX_WORDS, ReportReason
from motu.server.moderation.sanctions import Sanction, standing_sanction, standing_warnings
from motu.server.rates.rates import count
from motu.server.services import Services
from motu.server.wall_time import now_ms

GuestRequest = Request[Any, Any, Any]


class NewReport(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody tells of somebody else."""

    reason: ReportReason
    words: Annotated[str, msgspec.Meta(max_length=MAX_WORDS)] = ""
    name: Annotated[str, msgspec.Meta(max_length=100)] = ""
    """Whose account; empty where it is said by game and person."""
    game: Annotated[str, msgspec.Meta(max_length=22)] = ""
    """The game that it is about; empty where it is about none."""
    person: Annotated[int, msgspec.Meta(ge=0, le=1)] | None = None
    """Where he sits in it, also where he has no name."""


class WarningView(msgspec.Struct, frozen=True):
    """Something that a moderator has told one."""

    id: str
    why: str
    at_ms: int


class MuteView(msgspec.Struct, frozen=True):
    """Why one may say nothing in chats."""

    why: str
    until_ms: int | None
    """None: for good."""


class ToldView(msgspec.Struct, frozen=True):
    """What moderators have told one, and still stands."""

    warnings: tuple[WarningView, ...]
    """Those that one has not confirmed, the oldest first."""
    mute: MuteView | None


@post("/reports", status_code=204)
async def make_report(request: GuestRequest, data: JSONBody[NewReport]) -> Response[None]:
    """Tell moderators of somebody, by name or by where he sits in a game."""
    refuse_unknown(request)
    await count(request, "report")
    services: Services = request.app.state.services
    whom = await _whom(services, data)
    await services.order.reports.make(request.state.guest, whom, data.game, data.reason, data.words)
    return Response(None, status_code=204)


@get("/account/warnings")
async def list_warnings(request: GuestRequest) -> ToldView:
    """Return what moderators have told one, and still stands."""
    account: UserAccount | None = request.state.account
    if account is None:
        return ToldView((), None)
    services, now = request.app.state.services, now_ms()
    warnings: list[Sanction] = await services.store.read(
        lambda connection: standing_warnings(connection, account.id, now)
    )
    mute: Sanction | None = await services.store.read(
        lambda connection: standing_sanction(connection, account.id, "mute", now)
    )
    told = tuple(WarningView(each.id, each.why, each.at_ms) for each in warnings)
    return ToldView(told, None if mute is None else MuteView(mute.why, mute.until_ms))


@post("/account/warnings/{warning_id:str}/confirm", status_code=204)
async def confirm_one(request: GuestRequest, warning_id: FromPath[str]) -> Response[None]:
    """Say that one has read a warning; one that is confirmed already stays so."""
    account: UserAccount | None = request.state.account
    if account is None:
        raise ServerError("this is for people with a name: claim one, or log in", slug="account/none")
    services: Services = request.app.state.services
    await services.order.moderation.confirm(account.id, warning_id)
    return Response(None, status_code=204)


def reports_router() -> Router:
    """Return the routes of reports and warnings."""
    return Router("/api", route_handlers=[make_report, list_warnings, confirm_one])


async def _whom(services: Services, data: NewReport) -> str:
    """Return whom a report is about.

    Raises:
        ServerError: "report/nobody", "server/no-game".
    """
    players: tuple[str | None, ...] | None = None
    if data.game:
        row = (await services.rooms.find(data.game)).row
        players = row.person0, row.person1
    if data.person is not None:
        whom = None if players is None else players[data.person]
    else:
        account = await services.accounts.find_name(data.name) if data.name else None
        whom = None if account is None or account.is_closed or account.kind == "house" else account.id
        if players is not None and whom not in players:
            whom = None
    if whom is None:
        told = "nobody sits there whom moderators could know, or has this name"
        raise ServerError(told, slug="report/nobody", text=data.name[:40])
    return whom
