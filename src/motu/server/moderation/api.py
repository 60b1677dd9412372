"""Order over HTTP (floor: server): reports and what is done about them, for moderators; the log, for administrators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from motu.server.accounts.account import UserAccount
from motu.server.accounts.passwords import MAX_LENGTH
from motu.server.api import options_for
from motu.server.events import ServerError
from motu.server.moderation.audit import MAX_SHOWN, MAX_WHY, AuditEntry, read_log
from motu.server.moderation.cases import PersonCase, ReportCase, ReportsPage, person_case, report_case, report_items
from motu.server.moderation.moderation import MAX_DAYS
from motu.server.moderation.reports import MAX_SHOWN as MAX_REPORTS
from motu.server.moderation.roles import check_duty
from motu.server.services import Services

GuestRequest = Request[Any, Any, Any]


class AuditView(msgspec.Struct, frozen=True):
    """Something that was done."""

    at_ms: int
    who: str | None
    """A name, empty where it is gone; None for the command line."""
    act: str
    whom: str | None
    """A name, empty where it is gone or there is none."""
    game: str | None
    why: str
    detail: str
    """What it was before and after, or how long it lasts."""


class AuditPage(msgspec.Struct, frozen=True):
    """Some of it, the latest first."""

    entries: tuple[AuditView, ...]
    older: str | None
    """What to ask for the next page with; None on the last one."""


class ModeratorAct(msgspec.Struct, forbid_unknown_fields=True):
    """What a moderator does about somebody."""

    act: Literal["dismiss", "warn", "mute", "unmute", "suspend", "restore", "void"]
    why: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_WHY)]
    days: Annotated[int, msgspec.Meta(ge=1, le=MAX_DAYS)] | None = None
    """How long a mute or a suspension lasts; null: for good."""


class VoidResult(msgspec.Struct, forbid_unknown_fields=True):
    """Why a rated result counts no longer."""

    why: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_WHY)]


@get("/moderation/reports")
async def list_reports(
    request: GuestRequest, is_open: FromQuery[bool] = True, after: FromQuery[str | None] = None
) -> ReportsPage:
    """Return reports: those that are open, the oldest first, or those that are closed, the latest first."""
    check_duty(request.state.account, "dismiss")
    services = _services(request)
    found = await services.order.reports.listing(is_open=is_open, after=after, limit=MAX_REPORTS + 1)
    listed = found[:MAX_REPORTS]
    older = listed[-1].place if len(found) > MAX_REPORTS else None
    return ReportsPage(await report_items(services, listed), older)


@get("/moderation/reports/{report_id:str}")
async def read_report(request: GuestRequest, report_id: FromPath[str]) -> ReportCase:
    """Return a report with what moderators know of whom it is about."""
    check_duty(request.state.account, "dismiss")
    services = _services(request)
    return await report_case(services, await services.order.reports.find(report_id))


@post("/moderation/reports/{report_id:str}", status_code=204)
async def close_report(request: GuestRequest, report_id: FromPath[str], data: JSONBody[ModeratorAct]) -> Response[None]:
    """Close a report, by doing something or nothing; what others have told of the same is closed with it."""
    account = check_duty(request.state.account, "dismiss")
    order = _services(request).order
    found = await order.reports.find(report_id)
    if data.act == "dismiss":
        await order.moderation.dismiss(account, report_id, data.why)
    elif data.act == "void":
        await _tell_of(request, await order.moderation.void(account, found.game, data.why, report_id))
    else:
        await _act(request, account, found.whom, data, report_id)
    return Response(None, status_code=204)


@get("/moderation/people/{name:str}")
async def read_case(request: GuestRequest, name: FromPath[str]) -> PersonCase:
    """Return what moderators know of somebody with a name."""
    check_duty(request.state.account, "dismiss")
    services = _services(request)
    return await person_case(services, await account_named(services, name))


@post("/moderation/people/{name:str}", status_code=204)
async def act_on_person(request: GuestRequest, name: FromPath[str], data: JSONBody[ModeratorAct]) -> Response[None]:
    """Warn, mute or suspend somebody, or end that; no report is needed for it."""
    account = check_duty(request.state.account, "dismiss")
    await _act(request, account, (await account_named(_services(request), name)).id, data, None)
    return Response(None, status_code=204)


@post("/moderation/games/{game_id:str}/void", status_code=204)
async def void_game(request: GuestRequest, game_id: FromPath[str], data: JSONBody[VoidResult]) -> Response[None]:
    """Let a rated result count no longer: both ratings are as if the game had not been played."""
    account = check_duty(request.state.account, "void")
    await _tell_of(request, await _services(request).order.moderation.void(account, game_id, data.why))
    return Response(None, status_code=204)


@get("/moderation/log")
async def list_log(request: GuestRequest, after: FromQuery[str | None] = None) -> AuditPage:
    """Return what was done by those who keep order, the latest first; for administrators."""
    check_duty(request.state.account, "log")
    services = _services(request)
    found = await read_log(services.store, before=after, limit=MAX_SHOWN + 1)
    listed = found[:MAX_SHOWN]
    return AuditPage(await audit_views(services, listed), listed[-1].place if len(found) > MAX_SHOWN else None)


async def audit_views(services: Services, entries: Sequence[AuditEntry]) -> tuple[AuditView, ...]:
    """Return entries with names in place of ids."""
    names = await services.accounts.names(each for entry in entries for each in (entry.who, entry.whom))

    def name(account: str | None) -> str | None:
        return None if account is None else names.get(account, "")

    return tuple(
        AuditView(each.at_ms, name(each.who), each.act, name(each.whom), each.game, each.why, each.detail)
        for each in entries
    )


def moderation_router() -> Router:
    """Return all routes under /api/moderation."""
    handlers = [
        options_for("/moderation/reports/{report_id:str}", "GET", "POST"),
        options_for("/moderation/people/{name:str}", "GET", "POST"),
        list_reports,
        read_report,
        close_report,
        read_case,
        act_on_person,
        void_game,
        list_log,
    ]
    return Router("/api", route_handlers=handlers)


async def _act(request: GuestRequest, by: UserAccount, whom: str, data: ModeratorAct, report: str | None) -> None:
    moderation = _services(request).order.moderation
    match data.act:
        case "warn":
            await moderation.warn(by, whom, data.why, report)
        case "mute":
            await moderation.mute(by, whom, data.why, data.days, report)
        case "suspend":
            await moderation.suspend(by, whom, data.why, data.days, report)
        case "unmute" if report is None:
            await moderation.unmute(by, whom, data.why)
        case "restore" if report is None:
            await moderation.restore(by, whom, data.why)
        case _:
            raise ServerError(f"'{data.act}' is not done here", slug="moderation/nothing", text=data.act)


async def _tell_of(request: GuestRequest, tournament: str | None) -> None:
    """Tell those who look at a tournament in which a game counts no longer."""
    if tournament is not None:
        await _services(request).tournaments.voided(tournament)


async def account_named(services: Services, name: str) -> UserAccount:
    """Return the account of a name.

    Raises:
        ServerError: "server/no-person".
    """
    found = await services.accounts.find_name(name[:MAX_LENGTH])
    if found is None or found.is_closed:
        raise ServerError(f"there is nobody called '{name[:40]}'", slug="server/no-person", text=name[:40])
    return found


def _services(request: GuestRequest) -> Services:
    found: Services = request.app.state.services
    return found
