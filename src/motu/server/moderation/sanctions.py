"""What moderators have told somebody, and whether it still stands (floor: server)."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

import sqlalchemy as sa

from motu.server.events import ServerError
from motu.server.schema import accounts, sanctions

SanctionKind = Literal["warning", "mute", "suspension"]
ID_BYTES = 9
LONG_MS = 14 * 24 * 3_600_000
"""A suspension that is longer is not waited for."""


@dataclass(frozen=True, slots=True)
class Sanction:
    """Something that somebody was told."""

    id: str
    account: str
    kind: SanctionKind
    why: str
    at_ms: int
    until_ms: int | None
    """None: for as long as nobody ends it; a warning, until it is confirmed."""
    ended_ms: int | None

    def stands(self, now_ms: int) -> bool:
        """Return whether it is in force."""
        return self.ended_ms is None and (self.until_ms is None or self.until_ms > now_ms)


_COLUMNS = tuple(sanctions.c[name] for name in Sanction.__slots__)


def in_force(kind: SanctionKind, now_ms: int) -> tuple[sa.ColumnElement[bool], ...]:
    """Return what holds of a sanction of a kind that stands."""
    lasts = sanctions.c.until_ms.is_(None) | (sanctions.c.until_ms > now_ms)
    return sanctions.c.kind == kind, sanctions.c.ended_ms.is_(None), lasts


def not_suspended(account: sa.ColumnElement[str | None], now_ms: int) -> sa.ColumnElement[bool]:
    """Return the condition that an account is not suspended."""
    return ~sa.exists().where(sanctions.c.account == account, *in_force("suspension", now_ms))


def shut_out(now_ms: int, *, for_long: bool) -> sa.Select[tuple[str]]:
    """Return the query for the accounts that are suspended, bots with who answers for them.

    `for_long`: only those who are for more than two weeks in all, or for good.
    """
    stands = in_force("suspension", now_ms)
    if for_long:
        lasts = sanctions.c.until_ms.is_(None) | (sanctions.c.until_ms - sanctions.c.at_ms > LONG_MS)
        stands = (*stands, lasts)
    out = sa.select(sanctions.c.account).where(*stands)
    return sa.select(accounts.c.id).where(accounts.c.id.in_(out) | accounts.c.owner.in_(out))


def away_among(connection: sa.Connection, persons: Collection[str], now_ms: int) -> set[str]:
    """Return who of these has had an account and has it no more, or is shut out."""
    is_away = sa.or_(accounts.c.is_closed, accounts.c.id.in_(shut_out(now_ms, for_long=False)))
    return set(connection.execute(sa.select(accounts.c.id).where(accounts.c.id.in_(persons), is_away)).scalars())


def refuse_away(connection: sa.Connection, account: str, now_ms: int) -> None:
    """Refuse who was suspended, or has deleted his account, since he has asked.

    Raises:
        ServerError: "account/suspended", "account/none".
    """
    refuse_suspended(connection, account, now_ms)
    if away_among(connection, [account], now_ms):
        raise ServerError("this account is closed, or whoever answers for it is away", slug="account/none")


def add_sanction(
    connection: sa.Connection, account: str, kind: SanctionKind, why: str, now_ms: int, until_ms: int | None = None
) -> None:
    """Let a sanction stand; one of the same kind before it ends, but for warnings, each of which is to be read."""
    if kind != "warning":
        end_sanctions(connection, account, kind, now_ms)
    made = Sanction(secrets.token_urlsafe(ID_BYTES), account, kind, why, now_ms, until_ms, None)
    connection.execute(sanctions.insert().values({name: getattr(made, name) for name in Sanction.__slots__}))


def end_sanctions(connection: sa.Connection, account: str, kind: SanctionKind, now_ms: int) -> int:
    """End what stands of a kind; return how many there were."""
    stands = sanctions.update().where(sanctions.c.account == account, *in_force(kind, now_ms))
    return int(connection.execute(stands.values(ended_ms=now_ms)).rowcount)


def confirm_warning(connection: sa.Connection, account: str, sanction_id: str, now_ms: int) -> None:
    """Note that somebody has read a warning; one that he has read already stays so."""
    change = sanctions.update().where(
        sanctions.c.id == sanction_id, sanctions.c.account == account, *in_force("warning", now_ms)
    )
    connection.execute(change.values(ended_ms=now_ms))


def standing_sanction(connection: sa.Connection, account: str, kind: SanctionKind, now_ms: int) -> Sanction | None:
    """Return the latest of a kind that stands."""
    found = _read(connection, sanctions.c.account == account, *in_force(kind, now_ms))
    return found[0] if found else None


def standing_warnings(connection: sa.Connection, account: str, now_ms: int) -> list[Sanction]:
    """Return the warnings that somebody has not confirmed, the oldest first."""
    return _read(connection, sanctions.c.account == account, *in_force("warning", now_ms))[::-1]


def sanctions_of(connection: sa.Connection, account: str, limit: int) -> list[Sanction]:
    """Return what somebody was ever told, the latest first."""
    return _read(connection, sanctions.c.account == account)[:limit]


def _read(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> list[Sanction]:
    latest = sa.select(*_COLUMNS).where(*which).order_by(sanctions.c.at_ms.desc(), sanctions.c.id)
    return [Sanction(*row) for row in connection.execute(latest)]


def refuse_suspended(connection: sa.Connection, account: str, now_ms: int) -> None:
    """Refuse who is suspended, and tell him why and until when.

    Raises:
        ServerError: "account/suspended"; its text is the reason, and what is legal the day on which it ends.
    """
    found = standing_sanction(connection, account, "suspension", now_ms)
    if found is None:
        return
    told = f"your account is suspended {_lasts(found)}: {found.why} (clocks of games that go on run all the same)"
    raise ServerError(told, slug="account/suspended", text=found.why, legal=(str(found.until_ms or ""),))


def token_suspended(found: Sanction) -> ServerError:
    """Say that a token is of an account that is suspended, or that answers for a bot; why, who logs in alone is told.

    Whoever shows the token may be a program of somebody else's.
    """
    told = f"the account of this token is suspended {_lasts(found)}; who logs in is told why"
    return ServerError(told, slug="account/suspended", legal=(str(found.until_ms or ""),))


def _lasts(found: Sanction) -> str:
    if found.until_ms is None:
        return "for good"
    day = datetime.fromtimestamp(found.until_ms / 1000, UTC).isoformat(" ", "minutes")
    return f"until {day.removesuffix('+00:00')} UTC"


def suspension_of_token(connection: sa.Connection, which: sa.Select[Any], now_ms: int) -> Sanction | None:
    """Return the suspension that shuts a token out, of those in force the one that lasts longest.

    Args:
        connection: A transaction.
        which: The query for `account`, `owner` and `revoked_ms` of the token, where nothing but a suspension can be
            why it opens nothing.
        now_ms: The time of day.

    Returns:
        None also where its owner has revoked the token before: who has found it is told nothing of him.
    """
    row = connection.execute(which).one_or_none()
    if row is None:
        return None
    whose = sanctions.c.account.in_([each for each in (row.account, row.owner) if each is not None])
    found = _read(connection, whose, sanctions.c.kind == "suspension")
    if row.revoked_ms is not None and row.revoked_ms not in {each.at_ms for each in found}:
        return None
    stands = [each for each in found if each.stands(now_ms)]
    return max(stands, key=lambda each: (each.until_ms is None, each.until_ms or 0), default=None)
