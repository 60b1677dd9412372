"""In which browsers somebody is logged in: listed, and ended one by one or all (floor: server).

A browser shows a random token in a cookie; the database has its hash. Invariant: a session that has ended opens nothing
any more: at once for whatever changes something, for mere looking within some seconds in all processes.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from motu.server.accounts.account import COLUMNS, UserAccount, account_in_row
from motu.server.accounts.recent import Recent
from motu.server.events import ServerError
from motu.server.moderation.sanctions import not_suspended
from motu.server.schema import accounts, sessions
from motu.server.store import Store, read_some
from motu.server.wall_time import now_ms

LASTING_MS = 90 * 24 * 3_600_000
"""A session ends when its browser hasn't come for so long."""
SEEN_EACH_MS = 3_600_000
"""How exactly it is known when a browser was here last."""
FRESH_MS = 10 * 60_000
"""So long somebody has just logged in."""
MAX_EACH = 50
"""Sessions of one account; the oldest gives way."""
BELIEVED_SECONDS = 5.0
KEPT = 8192
_TOKEN_BYTES, _ID_BYTES = 32, 9


@dataclass(frozen=True, slots=True)
class LoginSession:
    """A browser in which somebody is logged in."""

    id: str
    account: str
    browser: str
    """A word about it: "Firefox, Linux"."""
    created_ms: int
    seen_ms: int
    expires_ms: int


_SESSION = tuple(sessions.c[name] for name in LoginSession.__slots__)
Known = tuple[LoginSession, UserAccount]


class Sessions:
    """All sessions of the house."""

    def __init__(self, store: Store, clock: Callable[[], int] = now_ms) -> None:
        """Keep sessions in a store; `clock` tells the time of day, in milliseconds."""
        self._store, self._clock = store, clock
        self._recent: Recent[str, Known | None] = Recent(BELIEVED_SECONDS, KEPT)
        self.on_ended: Callable[[str], None] = lambda _: None
        """Told the account of which sessions have ended."""

    async def make(self, account_id: str, browser: str) -> str:
        """Log an account in; return the token that its browser is to show, which was nobody's before."""
        token, now = secrets.token_urlsafe(_TOKEN_BYTES), self._clock()
        made = LoginSession(secrets.token_urlsafe(_ID_BYTES), account_id, browser[:80], now, now, now + LASTING_MS)
        values = {name: getattr(made, name) for name in LoginSession.__slots__} | {"token": _hash(token)}
        kept = (
            sa.select(sessions.c.id)
            .where(sessions.c.account == account_id)
            .order_by(sessions.c.seen_ms.desc())
            .limit(MAX_EACH)
        )

        def work(connection: sa.Connection) -> None:
            connection.execute(sessions.insert().values(values))
            ids = connection.execute(kept).scalars().all()
            too_many = sessions.c.id.not_in(ids) | (sessions.c.expires_ms <= now)
            connection.execute(sessions.delete().where(sessions.c.account == account_id, too_many))

        await self._store.write(work)
        return token

    async def read(self, token: str | None, *, is_sure: bool = False) -> Known | None:
        """Return the session that a token opens, and whose it is; None where there is none any more.

        Args:
            token: What a browser has shown.
            is_sure: Whether to ask the database in any case; else what was so some seconds ago is believed.
        """
        if not token or len(token) > 100:
            return None
        hashed = _hash(token)
        if is_sure or hashed not in self._recent:
            self._recent[hashed] = await self._read(hashed)
        found = self._recent[hashed]
        if found is None or found[0].expires_ms <= self._clock():
            return None
        return await self._seen(hashed, found)

    async def of(self, account_id: str) -> list[LoginSession]:
        """Return an account's sessions, the one seen last first."""
        lasting = sessions.c.account == account_id, sessions.c.expires_ms > self._clock()
        query = sa.select(*_SESSION).where(*lasting).order_by(sessions.c.seen_ms.desc(), sessions.c.id)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [LoginSession(*row) for row in rows]

    async def is_fresh(self, account_id: str, session_id: str | None) -> bool:
        """Return whether somebody has just logged in: he has shown who he is, not only that his browser is there."""
        since = self._clock() - FRESH_MS
        query = sa.select(sessions.c.id).where(sessions.c.account == account_id, sessions.c.created_ms > since)
        known = query.where(sessions.c.id == session_id)
        return await self._store.read(lambda connection: connection.execute(known).first() is not None)

    async def revoke(self, account_id: str, session_id: str) -> bool:
        """End one of an account's sessions; return whether there was one of that id."""
        return await self._delete(account_id, sessions.c.id == session_id) > 0

    async def end(self, account_id: str, token: str) -> None:
        """End the session that a token opens."""
        await self._delete(account_id, sessions.c.token == _hash(token))

    async def revoke_others(self, account_id: str, session_id: str | None) -> int:
        """End all of an account's sessions but one, or really all; return how many."""
        others = [] if session_id is None else [sessions.c.id != session_id]
        return await self._delete(account_id, *others)

    async def good(self, ids: Collection[str]) -> set[str]:
        """Return those of these sessions that open something."""
        good = sa.select(sessions.c.id).join(accounts, sessions.c.account == accounts.c.id).where(*self._is_good())
        return await self._store.read(lambda connection: read_some(connection, good, sessions.c.id, ids))

    def forget(self) -> None:
        """Read every session again, for an account has changed."""
        self._recent.forget_all()

    async def _delete(self, account_id: str, *which: sa.ColumnElement[bool]) -> int:
        deletion = sessions.delete().where(sessions.c.account == account_id, *which)
        count: int = await self._store.write(lambda connection: connection.execute(deletion).rowcount)
        self.forget()
        if count:
            self.on_ended(account_id)
        return count

    def _is_good(self) -> tuple[sa.ColumnElement[bool], ...]:
        """Return what holds of a session, and its account, that opens something."""
        now = self._clock()
        return sessions.c.expires_ms > now, accounts.c.is_closed == sa.false(), not_suspended(accounts.c.id, now)

    async def _read(self, hashed: str) -> Known | None:
        query = (
            sa.select(*COLUMNS, *(each.label(f"session_{each.name}") for each in _SESSION))
            .join_from(sessions, accounts, sessions.c.account == accounts.c.id)
            .where(sessions.c.token == hashed, *self._is_good())
        )
        row: Any = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else (LoginSession(*tuple(row)[len(COLUMNS) :]), account_in_row(row))

    async def _seen(self, hashed: str, found: Known) -> Known:
        """Note that a browser is here, once in a while; a disk that is full keeps nobody out."""
        session, account = found
        now = self._clock()
        if now - session.seen_ms < SEEN_EACH_MS:
            return found
        seen = LoginSession(session.id, session.account, session.browser, session.created_ms, now, now + LASTING_MS)
        self._recent[hashed] = seen, account
        change = sessions.update().where(sessions.c.id == session.id)
        change = change.values(seen_ms=seen.seen_ms, expires_ms=seen.expires_ms)
        with suppress(ServerError):
            await self._store.write(lambda connection: connection.execute(change))
        return seen, account


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
