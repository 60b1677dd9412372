"""Order over HTTP (floor: server): the log of what was done, for administrators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import Request, Router, get
from litestar.params import FromQuery

from motu.server.moderation.audit import MAX_SHOWN, AuditEntry, read_log
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


@get("/moderation/log")
async def list_log(request: GuestRequest, after: FromQuery[str | None] = None) -> AuditPage:
    """Return what was done by those who keep order, the latest first; for administrators."""
    check_duty(request.state.account, "log")
    services: Services = request.app.state.services
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
    return Router("/api", route_handlers=[list_log])
