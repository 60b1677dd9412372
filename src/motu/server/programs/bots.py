"""Accounts of programs, each of which a person answers for (floor: server)."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from motu.server.accounts.account import COLUMNS, UserAccount, account_in_row
from motu.server.accounts.accounts import Accounts
from motu.server.accounts.names import clean_name, skeleton
from motu.server.events import ServerError
from motu.server.guests import Guests
from motu.server.postgres import lock_by_name
from motu.server.schema import accounts, tokens
from motu.server.store import Store
from motu.server.wall_time import now_ms

MAX_EACH = 10
"""Bots of one person."""


class Bots:
    """All bots of the house."""

    def __init__(self, store: Store, known: Accounts, clock: Callable[[], int] = now_ms) -> None:
        """Keep them among the accounts of a store; `clock` tells the time of day, in milliseconds."""
        self._store, self._accounts, self._clock = store, known, clock

    async def make(self, owner: UserAccount, name: str) -> UserAccount:
        """Give a bot its account; nobody logs in there: its program shows a token.

        Raises:
            ServerError: "account/name", "account/name-taken", "account/bot", "server/too-many".
        """
        if owner.kind != "person":
            raise ServerError("a person answers for a bot: log in with your own name", slug="account/bot")
        name, now = clean_name(name), self._clock()
        if await self._accounts.find_name(name) is not None:
            raise _taken(name)
        made = UserAccount(Guests.new_guest(), "bot", name, "none", owner.id, now, now, is_closed=False)
        values = {each: getattr(made, each) for each in UserAccount.__slots__} | {"skeleton": skeleton(name)}
        count = sa.select(sa.func.count()).select_from(accounts).where(*_of(owner.id))

        def work(connection: sa.Connection) -> None:
            lock_by_name(connection, "bots", owner.id)
            if int(connection.execute(count).scalar_one()) >= MAX_EACH:
                raise ServerError(f"a person has at most {MAX_EACH} bots", slug="server/too-many")
            connection.execute(accounts.insert().values(values))

        try:
            await self._store.write(work)
        except IntegrityError as error:  # somebody was quicker
            raise _taken(name) from error
        self._accounts.forget(made.id)
        return made

    async def of(self, owner_id: str) -> list[UserAccount]:
        """Return somebody's bots, the oldest first."""
        query = sa.select(*COLUMNS).where(*_of(owner_id)).order_by(accounts.c.created_ms, accounts.c.id)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [account_in_row(row) for row in rows]

    async def named(self, owner_id: str, name: str) -> UserAccount:
        """Return one of somebody's bots.

        Raises:
            ServerError: "account/bot".
        """
        for each in await self.of(owner_id):
            if skeleton(each.name) == skeleton(name):
                return each
        raise ServerError(f"you have no bot '{name}'", slug="account/bot", text=name)

    async def close(self, owner_id: str, name: str) -> None:
        """Close one of somebody's bots: its tokens open nothing any more, its name stays its own.

        Raises:
            ServerError: "account/bot".
        """
        bot, now = await self.named(owner_id, name), self._clock()

        def work(connection: sa.Connection) -> None:
            connection.execute(accounts.update().where(accounts.c.id == bot.id).values(is_closed=True))
            good = tokens.c.account == bot.id, tokens.c.revoked_ms.is_(None)
            connection.execute(tokens.update().where(*good).values(revoked_ms=now))

        await self._store.write(work)
        self._accounts.forget(bot.id)


def _of(owner_id: str) -> tuple[sa.ColumnElement[bool], ...]:
    return accounts.c.owner == owner_id, accounts.c.kind == "bot", accounts.c.is_closed == sa.false()


def _taken(name: str) -> ServerError:
    told = f"the name '{name}', or one that looks like it, is somebody's already; choose another"
    return ServerError(told, slug="account/name-taken", text=name)
