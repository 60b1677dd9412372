"""What those who keep order do (floor: server).

Invariant: whatever is done is done in one transaction with the entry in the log that tells it, and whether whoever does
it may is asked of the database in that transaction. Who is None acts on the command line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from motu.numbers import counted
from motu.server.accounts.account import COLUMNS, AccountRole, UserAccount, account_in_row
from motu.server.accounts.names import clean_name, skeleton
from motu.server.accounts.passwords import Passwords, check_password
from motu.server.events import ServerError
from motu.server.moderation.audit import MAX_WHY, add_entry, new_entry
from motu.server.moderation.reports import close_reports
from motu.server.moderation.roles import Duty, check_below, check_duty
from motu.server.moderation.sanctions import (
    SanctionKind,
    add_sanction,
    confirm_warning,
    end_sanctions,
    standing_sanction,
)
from motu.server.ratings.voiding import void_result
from motu.server.schema import accounts, challenges, pairings, sessions, tokens
from motu.server.store import Store
from motu.server.tournaments.voided import void_in_tournament
from motu.server.wall_time import now_ms

DAY_MS = 86_400_000
MAX_DAYS = 3650
"""Days that a suspension or a mute may last; beyond them it is for good."""
Act = Callable[[sa.Connection, UserAccount, int], str]
"""Does something to an account at a time; returns what the log says of it besides."""


class Moderation:
    """Everything that is done to people, by moderators, administrators and the command line."""

    def __init__(
        self, store: Store, on_changed: Callable[[str], None] = lambda _: None, clock: Callable[[], int] = now_ms
    ) -> None:
        """Do it in a store.

        Args:
            store: Where the accounts are.
            on_changed: Told the id of an account that is no longer what it was.
            clock: The time of day, in milliseconds.
        """
        self._store, self._on_changed, self._clock = store, on_changed, clock

    async def suspend(
        self, by: UserAccount | None, whom: str, why: str, days: int | None = None, report: str | None = None
    ) -> None:
        """Shut an account out for some days, or for good: its sessions and tokens and those of its bots end.

        Clocks of its games run on: its opponents wait no longer than they had to anyway. What it offers others to play
        is withdrawn.

        Args:
            by: Who does it.
            whom: Whose account.
            why: What the person is told, and the log.
            days: For how long; None for good.
            report: The report about him that is closed by it.

        Raises:
            ServerError: "moderation/not-yours", "moderation/reason", "server/no-person", "report/closed",
                "report/unknown".
        """

        def act(connection: sa.Connection, account: UserAccount, now: int) -> str:
            until = _until(now, days)
            add_sanction(connection, account.id, "suspension", clean_reason(why), now, until)
            _end_everything(connection, account.id, now)
            return _lasting(days)

        await self._do(by, "suspend", whom, why, act, report)

    async def restore(self, by: UserAccount | None, whom: str, why: str) -> None:
        """End an account's suspension.

        Raises:
            ServerError: "moderation/nothing" where it has none; otherwise like `suspend`.
        """
        await self._do(by, "restore", whom, why, _ending("suspension"))

    async def warn(self, by: UserAccount | None, whom: str, why: str, report: str | None = None) -> None:
        """Tell an account something that it must confirm before it begins another game; otherwise like `suspend`."""

        def act(connection: sa.Connection, account: UserAccount, now: int) -> str:
            add_sanction(connection, account.id, "warning", clean_reason(why), now)
            return ""

        await self._do(by, "warn", whom, why, act, report)

    async def mute(
        self, by: UserAccount | None, whom: str, why: str, days: int | None = None, report: str | None = None
    ) -> None:
        """Let an account say nothing in the chat for some days, or for good; otherwise like `suspend`."""

        def act(connection: sa.Connection, account: UserAccount, now: int) -> str:
            add_sanction(connection, account.id, "mute", clean_reason(why), now, _until(now, days))
            return _lasting(days)

        await self._do(by, "mute", whom, why, act, report)

    async def unmute(self, by: UserAccount | None, whom: str, why: str) -> None:
        """Let an account speak again; otherwise like `restore`."""
        await self._do(by, "unmute", whom, why, _ending("mute"))

    async def change_role(self, by: UserAccount | None, whom: str, role: AccountRole, why: str) -> None:
        """Make somebody a moderator or administrator, or nothing of the kind any more; otherwise like `suspend`."""

        def act(connection: sa.Connection, account: UserAccount, _: int) -> str:
            if account.kind != "person":
                raise ServerError(f"{account.name} is a program, and keeps no order", slug="moderation/nothing")
            connection.execute(_change(account.id).values(role=role))
            return f"{account.role} → {role}"

        await self._do(by, "role", whom, why, act)

    async def rename(self, by: UserAccount | None, whom: str, name: str, why: str) -> None:
        """Give an account another name, whenever it got the one that it has.

        Raises:
            ServerError: "account/name", "account/name-taken"; otherwise like `suspend`.
        """
        name = clean_name(name)

        def act(connection: sa.Connection, account: UserAccount, now: int) -> str:
            values = {"name": name, "skeleton": skeleton(name), "renamed_ms": now}
            connection.execute(_change(account.id).values(values))
            return f"{account.name} → {name}"

        try:
            await self._do(by, "rename", whom, why, act)
        except IntegrityError as error:
            told = f"the name '{name}', or one that looks like it, is somebody's already"
            raise ServerError(told, slug="account/name-taken", text=name) from error

    async def set_password(
        self, by: UserAccount | None, whom: str, password: str, why: str, passwords: Passwords
    ) -> None:
        """Put another password in place of an account's, and log it out everywhere.

        Raises:
            ServerError: "account/password"; otherwise like `suspend`.
        """
        kept = await passwords.keep(password)

        def act(connection: sa.Connection, account: UserAccount, _: int) -> str:
            if account.kind != "person":
                raise ServerError(f"{account.name} is a program, and logs in nowhere", slug="moderation/nothing")
            check_password(password, account.name)
            connection.execute(_change(account.id).values(password=kept))
            connection.execute(sessions.delete().where(sessions.c.account == account.id))
            return ""

        await self._do(by, "password", whom, why, act)

    async def dismiss(self, by: UserAccount, report: str, why: str) -> None:
        """Close a report, for nothing is to be done; otherwise like `suspend`."""
        now, reason = self._clock(), clean_reason(why)

        def work(connection: sa.Connection) -> None:
            judge = check_duty(current(connection, by.id), "dismiss")
            found = close_reports(connection, report, "dismiss", now)
            about = account_of(connection, found.whom)
            if about is not None:
                check_below(judge, about)
            entry = new_entry(now, by.id, "dismiss", found.whom, reason)
            add_entry(connection, replace(entry, game=found.game or None, detail=found.reason))

        await self._store.write(work)

    async def void(self, by: UserAccount, game: str, why: str, report: str | None = None) -> str | None:
        """Let the result of a rated game, or of one of a tournament, count no longer; otherwise like `suspend`.

        Returns:
            The tournament in which it has counted.
        """
        now, reason = self._clock(), clean_reason(why)

        def work(connection: sa.Connection) -> str | None:
            judge = check_duty(current(connection, by.id), "void")
            cup = void_in_tournament(connection, game, now)
            rated = void_result(connection, game, is_sure=cup is None)
            players = rated or (cup or ("", ()))[1]
            if judge.id in players:
                raise ServerError("nobody decides about his own games; ask somebody else", slug="moderation/not-yours")
            if report is not None and close_reports(connection, report, "void", now).game != game:
                raise ServerError("this report is about another game", slug="moderation/nothing")
            add_entry(connection, replace(new_entry(now, by.id, "void", None, reason), game=game))
            return None if cup is None else cup[0]

        return await self._store.write(work)

    async def confirm(self, account: str, warning: str) -> None:
        """Note that somebody has read a warning."""
        now = self._clock()
        await self._store.write(lambda connection: confirm_warning(connection, account, warning, now))

    async def _do(
        self, by: UserAccount | None, duty: Duty, whom: str, why: str, act: Act, report: str | None = None
    ) -> None:
        """Do something to an account, and note it."""
        now, reason = self._clock(), clean_reason(why)

        def work(connection: sa.Connection) -> None:
            account = current(connection, whom)
            if by is not None:
                check_below(check_duty(current(connection, by.id), duty), account)
            else:
                check_below(None, account)
            detail, game = act(connection, account, now), None
            if report is not None:
                found = close_reports(connection, report, duty, now)
                game = found.game or None
                if found.whom != account.id:
                    raise ServerError("this report is about somebody else", slug="moderation/nothing")
            entry = new_entry(now, None if by is None else by.id, duty, account.id, reason)
            add_entry(connection, replace(entry, detail=detail, game=game))

        await self._store.write(work)
        self._on_changed(whom)


def current(connection: sa.Connection, account_id: str) -> UserAccount:
    """Return an account as it is kept.

    Raises:
        ServerError: "server/no-person".
    """
    found = account_of(connection, account_id)
    if found is None:
        raise ServerError("there is no such account any more", slug="server/no-person")
    return found


def account_of(connection: sa.Connection, account_id: str) -> UserAccount | None:
    """Return an account as it is kept; None for a guest's id, or nobody's."""
    query = sa.select(*COLUMNS).where(accounts.c.id == account_id, accounts.c.is_closed == sa.false())
    row: Any = connection.execute(query).one_or_none()
    return None if row is None else account_in_row(row)


def _ending(kind: SanctionKind) -> Act:
    def act(connection: sa.Connection, account: UserAccount, now: int) -> str:
        if standing_sanction(connection, account.id, kind, now) is None:
            raise ServerError(f"there is no {kind} of {account.name} that could end", slug="moderation/nothing")
        end_sanctions(connection, account.id, kind, now)
        return ""

    return act


def _end_everything(connection: sa.Connection, account_id: str, now: int) -> None:
    """End the sessions and tokens of an account and its bots, withdraw and decline what was to be played."""
    own = sa.select(accounts.c.id).where((accounts.c.id == account_id) | (accounts.c.owner == account_id))
    good = tokens.c.account.in_(own), tokens.c.revoked_ms.is_(None)
    waits = [challenges.c[name].is_(None) for name in ("taken_by", "cancelled_ms", "declined_ms")]
    for work in (
        sessions.delete().where(sessions.c.account.in_(own)),
        tokens.update().where(*good).values(revoked_ms=now),
        challenges.update().where(challenges.c.maker.in_(own), *waits).values(cancelled_ms=now),
        challenges.update().where(challenges.c.asked.in_(own), *waits).values(declined_ms=now),
        pairings.delete().where(pairings.c.guest.in_(own), pairings.c.game.is_(None)),
    ):
        connection.execute(work)


def _change(account_id: str) -> sa.Update:
    return accounts.update().where(accounts.c.id == account_id)


def _until(now: int, days: int | None) -> int | None:
    return None if days is None else now + days * DAY_MS


def _lasting(days: int | None) -> str:
    return "for good" if days is None else counted(days, "day")


def clean_reason(why: str) -> str:
    """Return a reason as it is kept.

    Raises:
        ServerError: "moderation/reason".
    """
    reason = " ".join(why.split())
    if not 0 < len(reason) <= MAX_WHY or not reason.isprintable():
        raise ServerError(f"a reason has 1 to {MAX_WHY} characters", slug="moderation/reason", text=reason[:40])
    return reason
