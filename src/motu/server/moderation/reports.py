"""What people tell moderators of each other (floor: server).

Invariant: nobody has two open reports of the same person at the same game, for a unique index says so.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from motu.server.events import ServerError
from motu.server.moderation.audit import place_before
from motu.server.postgres import lock_by_name
from motu.server.rates.lately import lately
from motu.server.rates.too_often import too_often
from motu.server.schema import reports
from motu.server.store import Store
from motu.server.wall_time import now_ms

ReportReason = Literal["stalling", "program", "words", "lost-on-purpose", "other"]
"""Let the clock run out instead of resigning; used a program; rude words; lost on purpose; something else."""
REASONS: tuple[ReportReason, ...] = get_args(ReportReason)
MAX_WORDS = 500
"""Most characters that somebody adds."""
MAX_DAILY = 10
"""Reports that somebody may make in 24 hours."""
MAX_SHOWN = 50
"""Reports on a page."""
DAY_MS = 86_400_000
ID_BYTES = 9


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """What somebody tells of somebody."""

    id: str
    at_ms: int
    reporter: str
    whom: str
    """The id of an account, or of a guest."""
    game: str
    """Empty where it is about none."""
    reason: ReportReason
    words: str
    closed_ms: int | None = None
    outcome: str | None = None
    """What a moderator has done about it."""

    @property
    def place(self) -> str:
        """What to ask for the reports after it in a list with."""
        return f"{self.at_ms}.{self.id}"


@dataclass(frozen=True, slots=True)
class ReportCounts:
    """How often somebody was reported, or has reported others."""

    open: int
    dismissed: int
    upheld: int
    """After which something was done."""


_COLUMNS = tuple(reports.c[name] for name in PlayerReport.__slots__)


class Reports:
    """All reports of the house."""

    def __init__(self, store: Store, clock: Callable[[], int] = now_ms) -> None:
        """Keep them in a store; `clock` tells the time of day, in milliseconds."""
        self._store, self._clock = store, clock

    async def make(self, reporter: str, whom: str, game: str, reason: ReportReason, words: str) -> None:
        """Tell moderators of somebody.

        Raises:
            ServerError: "report/open", "report/limit", "report/words", "report/yourself".
        """
        words = words.strip()
        if reporter == whom:
            raise ServerError("nobody reports himself", slug="report/yourself")
        if reason == "other" and not words:
            raise ServerError("say in some words what has happened", slug="report/words")
        now = self._clock()
        made = PlayerReport(secrets.token_urlsafe(ID_BYTES), now, reporter, whom, game, reason, words)

        def work(connection: sa.Connection) -> None:
            lock_by_name(connection, "reports", reporter)
            own = reports.c.reporter == reporter, lately(reports.c.at_ms, now, DAY_MS)
            query = sa.select(sa.func.count(), sa.func.min(reports.c.at_ms)).where(*own)
            count, first_ms = connection.execute(query).one()
            if count >= MAX_DAILY:
                told = f"you have made {MAX_DAILY} reports within a day"
                raise too_often(told, first_ms + DAY_MS - now, "report/limit")
            connection.execute(reports.insert().values({name: getattr(made, name) for name in PlayerReport.__slots__}))

        try:
            await self._store.write(work)
        except IntegrityError as error:
            told = "you have told this already, and a moderator will look at it"
            raise ServerError(told, slug="report/open") from error

    async def find(self, report_id: str) -> PlayerReport:
        """Return a report.

        Raises:
            ServerError: "report/unknown".
        """
        query = sa.select(*_COLUMNS).where(reports.c.id == report_id)
        row: Any = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            raise ServerError(f"there is no report '{report_id[:22]}'", slug="report/unknown", text=report_id[:22])
        return PlayerReport(*row)

    async def listing(self, *, is_open: bool, after: str | None = None, limit: int = MAX_SHOWN) -> list[PlayerReport]:
        """Return reports: those that are open, the oldest first, or those that are closed, the latest first.

        Raises:
            ServerError: "server/list".
        """
        is_wanted = reports.c.closed_ms.is_(None) if is_open else reports.c.closed_ms.is_not(None)
        query = sa.select(*_COLUMNS).where(is_wanted).limit(limit)
        key = sa.tuple_(reports.c.at_ms, reports.c.id)
        if after is not None:
            place = sa.tuple_(*place_before(after))
            query = query.where(key > place if is_open else key < place)
        ordered = query.order_by(*(each if is_open else each.desc() for each in (reports.c.at_ms, reports.c.id)))
        rows: Sequence[Any] = await self._store.read(lambda connection: connection.execute(ordered).all())
        return [PlayerReport(*row) for row in rows]

    async def counts(self, column: Literal["whom", "reporter"], who: str) -> ReportCounts:
        """Return how often somebody was reported, or has reported others."""
        is_open, is_dismissed = reports.c.closed_ms.is_(None), reports.c.outcome == "dismiss"

        def read(connection: sa.Connection) -> ReportCounts:
            sums = [sa.func.sum(sa.case((each, 1), else_=0)) for each in (is_open, is_dismissed)]
            query = sa.select(sa.func.count(), *sums).where(reports.c[column] == who)
            total, going, dismissed = (int(each or 0) for each in connection.execute(query).one())
            return ReportCounts(going, dismissed, total - going - dismissed)

        return await self._store.read(read)


def close_reports(connection: sa.Connection, report_id: str, outcome: str, now_ms: int) -> PlayerReport:
    """Close a report, and what others have told of the same person at the same game.

    Raises:
        ServerError: "report/closed", "report/unknown".
    """
    row: Any = connection.execute(sa.select(*_COLUMNS).where(reports.c.id == report_id)).one_or_none()
    if row is None:
        raise ServerError(f"there is no report '{report_id[:22]}'", slug="report/unknown", text=report_id[:22])
    found = PlayerReport(*row)
    same = reports.c.whom == found.whom, reports.c.game == found.game, reports.c.closed_ms.is_(None)
    closed = {"closed_ms": now_ms, "outcome": outcome}
    of_this = connection.execute(reports.update().where(reports.c.id == report_id, *same).values(closed)).rowcount
    if not of_this:
        raise ServerError("somebody else has closed this report", slug="report/closed")
    connection.execute(reports.update().where(*same).values(closed))
    return found
