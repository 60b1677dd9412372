"""What moderators see of reports, and of whom they are about (floor: server)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from motu.server.accounts.account import AccountRole, Kind, UserAccount
from motu.server.chat.lines import latest_lines
from motu.server.chat.rights import CIRCLES
from motu.server.chat.views import ChatLineView, line_view
from motu.server.events import Participant, ServerError
from motu.server.moderation.reports import PlayerReport, ReportCounts, ReportReason
from motu.server.moderation.sanctions import SanctionKind, sanctions_of
from motu.server.schema import games
from motu.server.services import Services
from motu.server.wall_time import now_ms

MAX_SANCTIONS = 20
"""What somebody was told that is shown, the latest."""
_SEATS: msgspec.json.Decoder[tuple[Participant, Participant]] = msgspec.json.Decoder(tuple[Participant, Participant])


class CountsView(msgspec.Struct, frozen=True):
    """How many reports."""

    open: int
    dismissed: int
    upheld: int
    """After which something was done."""


class SanctionView(msgspec.Struct, frozen=True):
    """Something that somebody was told."""

    kind: SanctionKind
    why: str
    at_ms: int
    until_ms: int | None
    stands: bool


class PersonCase(msgspec.Struct, frozen=True):
    """Somebody with a name, as moderators see him."""

    name: str
    kind: Kind
    role: AccountRole
    since_ms: int
    reported: CountsView
    has_reported: CountsView
    sanctions: tuple[SanctionView, ...]


class ReportItem(msgspec.Struct, frozen=True):
    """A report."""

    id: str
    at_ms: int
    reporter: str
    """A name; empty for a guest."""
    whom: str
    """A name; empty for a guest."""
    called: str
    """What he was called at the game."""
    game: str | None
    person: int | None
    """Where he sits in it."""
    reason: ReportReason
    words: str
    closed_ms: int | None
    outcome: str | None
    """What a moderator has done about it."""


class ReportsPage(msgspec.Struct, frozen=True):
    """Some reports."""

    reports: tuple[ReportItem, ...]
    older: str | None
    """What to ask for the next page with; None on the last one."""


class ReportCase(msgspec.Struct, frozen=True):
    """A report, and whom it is about."""

    report: ReportItem
    about: PersonCase | None
    """None for a guest."""
    reporter: CountsView
    """What has become of the reporter's reports."""
    chat: tuple[ChatLineView, ...]
    """What was said at the game, in both circles."""


async def report_items(services: Services, found: Sequence[PlayerReport]) -> tuple[ReportItem, ...]:
    """Return reports with names in place of ids."""
    names = await services.accounts.names(each for report in found for each in (report.reporter, report.whom))
    wanted = {report.game for report in found if report.game}
    query = sa.select(games.c.id, games.c.person0, games.c.person1, games.c.seats).where(games.c.id.in_(wanted))
    rows: Sequence[Any] = await services.store.read(lambda connection: connection.execute(query).all())
    sits = {row.id: row for row in rows}
    return tuple(_item(each, names, sits.get(each.game)) for each in found)


def _item(report: PlayerReport, names: dict[str, str], game: Any) -> ReportItem:
    players = () if game is None else (game.person0, game.person1)
    person = players.index(report.whom) if report.whom in players else None
    called = "" if person is None or not game.seats else _SEATS.decode(game.seats)[person].name
    return ReportItem(
        report.id,
        report.at_ms,
        names.get(report.reporter, ""),
        names.get(report.whom, ""),
        called,
        report.game or None,
        person,
        report.reason,
        report.words,
        report.closed_ms,
        report.outcome,
    )


async def report_case(services: Services, report: PlayerReport) -> ReportCase:
    """Return a report with all that a moderator should know."""
    (item,) = await report_items(services, [report])
    about = await services.accounts.find(report.whom)
    case = None if about is None or about.is_closed else await person_case(services, about)
    counts = counts_view(await services.order.reports.counts("reporter", report.reporter))
    return ReportCase(item, case, counts, await _chat(services, report.game))


async def _chat(services: Services, game: str) -> tuple[ChatLineView, ...]:
    """Return what was said at a game; nothing where it is no more."""
    try:
        room = await services.rooms.find(game)
    except ServerError:
        return ()
    lines = await services.store.read(lambda connection: latest_lines(connection, game, CIRCLES))
    names = await services.accounts.names({line.person for line in lines})
    return tuple(line_view(room, line, names.get(line.person, ""), "") for line in lines)


async def person_case(services: Services, account: UserAccount) -> PersonCase:
    """Return what moderators know of an account."""
    now = now_ms()
    told = await services.store.read(lambda connection: sanctions_of(connection, account.id, MAX_SANCTIONS))
    shown = tuple(SanctionView(each.kind, each.why, each.at_ms, each.until_ms, each.stands(now)) for each in told)
    counts = [counts_view(await services.order.reports.counts(each, account.id)) for each in ("whom", "reporter")]
    return PersonCase(account.name, account.kind, account.role, account.created_ms, counts[0], counts[1], shown)


def counts_view(counts: ReportCounts) -> CountsView:
    """Return counts as they are shown."""
    return CountsView(counts.open, counts.dismissed, counts.upheld)
