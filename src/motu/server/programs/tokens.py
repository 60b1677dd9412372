"""Tokens by which programs are known: made, listed and revoked by whose account it is (floor: server).

A program shows a random text; the database has its hash. Invariant: a token that was revoked or has expired opens
nothing any more: at once for whatever changes something, for mere looking within some seconds in all processes.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, cast

import sqlalchemy as sa
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from motu.server.accounts.account import COLUMNS, UserAccount, account_in_row
from motu.server.accounts.recent import Recent
from motu.server.events import ServerError
from motu.server.moderation.sanctions import Sanction, not_suspended, suspension_of_token, token_suspended
from motu.server.postgres import lock_by_name
from motu.server.programs.scopes import SCOPES, TokenScope
from motu.server.rates.too_often import too_often
from motu.server.schema import accounts, tokens
from motu.server.store import Store, read_some
from motu.server.wall_time import now_ms

PREFIX = "motu_"
"""By which a token is known for one, wherever somebody has left it."""
MAX_EACH = 20
"""Tokens of one account that are good."""
MAX_DAYS = 3650
USED_EACH_MS = 3_600_000
"""How exactly it is known when a token was used last."""
PER_TOKEN = parse("1200 per minute")
"""Requests with one token; in each process for itself."""
BELIEVED_SECONDS = 5.0
KEPT = 8192
_TOKEN_BYTES, _ID_BYTES = 32, 9
_DAY_MS = 86_400_000
_WRONG = "this token is none of this server's, or it was revoked, or has expired"


@dataclass(frozen=True, slots=True)
class ApiToken:
    """What is known of a token but itself."""

    id: str
    account: str
    """Whose it is, and as whom its program acts."""
    name: str
    """What its owner calls it."""
    scopes: tuple[TokenScope, ...]
    created_ms: int
    used_ms: int | None
    expires_ms: int | None
    """None: never."""


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was made; its text is told this once."""

    text: str
    about: ApiToken


_TOKEN = tuple(tokens.c[name] for name in ApiToken.__slots__)
Known = tuple[ApiToken, UserAccount]


class Tokens:
    """All tokens of the house."""

    def __init__(self, store: Store, clock: Callable[[], int] = now_ms, limit: RateLimitItem = PER_TOKEN) -> None:
        """Keep tokens in a store; `clock` tells the time of day, in milliseconds; a token is good for so many uses."""
        self._store, self._clock, self._limit = store, clock, limit
        self._recent: Recent[str, Known | Sanction | None] = Recent(BELIEVED_SECONDS, KEPT)
        self._counted = MovingWindowRateLimiter(MemoryStorage())
        self.on_ended: Callable[[str], None] = lambda _: None
        """Told the account of which a token has ended."""

    async def make(self, account_id: str, name: str, scopes: Iterable[TokenScope], days: int | None = None) -> NewToken:
        """Make a token for an account.

        Raises:
            ServerError: "server/too-many".
        """
        text, now = PREFIX + secrets.token_urlsafe(_TOKEN_BYTES), self._clock()
        wanted = frozenset(scopes)
        expires = None if days is None else now + days * _DAY_MS
        known = tuple(each for each in SCOPES if each in wanted)
        made = ApiToken(secrets.token_urlsafe(_ID_BYTES), account_id, name, known, now, None, expires)
        values = {name: getattr(made, name) for name in ApiToken.__slots__}
        values |= {"scopes": " ".join(known), "token": _hash(text)}
        good = sa.select(sa.func.count()).select_from(tokens).where(tokens.c.account == account_id, *self._is_good())

        def work(connection: sa.Connection) -> None:
            lock_by_name(connection, "tokens", account_id)
            if int(connection.execute(good).scalar_one()) >= MAX_EACH:
                told = f"an account has at most {MAX_EACH} tokens; revoke one of them first"
                raise ServerError(told, slug="server/too-many")
            connection.execute(tokens.insert().values(values))

        await self._store.write(work)
        return NewToken(text, made)

    async def read(self, text: str, *, is_sure: bool = False) -> Known:
        """Return a token, and as whom its program acts, and count the use.

        Args:
            text: What a program has shown.
            is_sure: Whether to ask the database in any case; else what was so some seconds ago is believed.

        Raises:
            ServerError: "token/wrong", "token/limit", "account/suspended".
        """
        hashed = _hash(text[:200])
        if is_sure or hashed not in self._recent:
            self._recent[hashed] = await self._read(hashed)
        found = self._recent[hashed]
        if isinstance(found, Sanction):
            raise token_suspended(found)
        if found is None or (found[0].expires_ms is not None and found[0].expires_ms <= self._clock()):
            raise ServerError(_WRONG, slug="token/wrong")
        if not self._counted.hit(self._limit, found[0].id):
            frees = self._counted.get_window_stats(self._limit, found[0].id).reset_time
            told = f"a token is good for {self._limit.amount:,} requests a minute"
            raise too_often(told, max(1, round(1000 * (frees - time.time()))), "token/limit")
        return await self._used(hashed, found)

    async def of(self, account_ids: Iterable[str]) -> list[ApiToken]:
        """Return the tokens of some accounts that are good, the latest first."""
        query = sa.select(*_TOKEN).where(tokens.c.account.in_(tuple(account_ids)), *self._is_good())
        latest = query.order_by(tokens.c.created_ms.desc(), tokens.c.id)
        rows = await self._store.read(lambda connection: connection.execute(latest).all())
        return [_token_in(row) for row in rows]

    async def revoke(self, account_ids: Iterable[str], token_id: str) -> bool:
        """End a token of one of some accounts; return whether there was one of that id."""
        which = tokens.c.account.in_(tuple(account_ids)), tokens.c.id == token_id, tokens.c.revoked_ms.is_(None)
        change = tokens.update().where(*which).values(revoked_ms=self._clock()).returning(tokens.c.account)
        ended = await self._store.write(lambda connection: connection.execute(change).scalar_one_or_none())
        self.forget()
        if ended is not None:
            self.on_ended(ended)
        return ended is not None

    async def good(self, ids: Collection[str]) -> set[str]:
        """Return those of these tokens that open something."""
        query = self._opening(tokens.c.id)
        return await self._store.read(lambda connection: read_some(connection, query, tokens.c.id, ids))

    def forget(self) -> None:
        """Read every token again, for an account has changed."""
        self._recent.forget_all()

    def _is_good(self) -> tuple[sa.ColumnElement[bool], ...]:
        return tokens.c.revoked_ms.is_(None), self._lasts()

    def _lasts(self) -> sa.ColumnElement[bool]:
        return tokens.c.expires_ms.is_(None) | (tokens.c.expires_ms > self._clock())

    async def _read(self, hashed: str) -> Known | Sanction | None:
        """Return a token that opens something, or the suspension for which it opens nothing."""
        is_it = tokens.c.token == hashed
        query = self._opening(*COLUMNS, *(each.label(f"token_{each.name}") for each in _TOKEN)).where(is_it)
        whose = self._lasting(tokens.c.account, accounts.c.owner, tokens.c.revoked_ms).where(is_it)

        def read(connection: sa.Connection) -> Known | Sanction | None:
            row: Any = connection.execute(query).one_or_none()
            if row is None:
                return suspension_of_token(connection, whose, self._clock())
            return _token_in(tuple(row)[len(COLUMNS) :]), account_in_row(row)

        return await self._store.read(read)

    def _opening(self, *columns: sa.ColumnElement[Any]) -> sa.Select[Any]:
        """Return the query for tokens that open something: nobody has closed or suspended account or owner."""
        free = (not_suspended(each, self._clock()) for each in (accounts.c.id, accounts.c.owner))
        return self._lasting(*columns).where(*self._is_good(), *free)

    def _lasting(self, *columns: sa.ColumnElement[Any]) -> sa.Select[Any]:
        """Return the query for tokens that have not expired, of accounts that nobody has closed, nor their owners'."""
        owner = accounts.alias("owner")
        return (
            sa.select(*columns)
            .join_from(tokens, accounts, tokens.c.account == accounts.c.id)
            .outerjoin(owner, accounts.c.owner == owner.c.id)
            .where(accounts.c.is_closed == sa.false(), self._lasts())
            .where(sa.func.coalesce(owner.c.is_closed, sa.false()) == sa.false())
        )

    async def _used(self, hashed: str, found: Known) -> Known:
        """Note that a token is used, once in a while; a disk that is full keeps nobody out."""
        now = self._clock()
        if now - (found[0].used_ms or 0) < USED_EACH_MS:
            return found
        self._recent[hashed] = used = replace(found[0], used_ms=now), found[1]
        change = tokens.update().where(tokens.c.id == found[0].id).values(used_ms=now)
        with suppress(ServerError):
            await self._store.write(lambda connection: connection.execute(change))
        return used


def _token_in(row: Any) -> ApiToken:
    values = dict(zip(ApiToken.__slots__, row, strict=True))
    return ApiToken(**(values | {"scopes": cast("Any", tuple(values["scopes"].split()))}))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
