"""The command line's way to the accounts of a house, also while servers serve it (floor: server).

Servers hear of a change within some seconds, as of one that another server has made.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import sqlalchemy as sa

from motu.server.accounts.account import COLUMNS, AccountRole, Kind, UserAccount, account_in_row
from motu.server.accounts.accounts import Accounts
from motu.server.accounts.export import Export
from motu.server.accounts.leaving import close_for_good
from motu.server.accounts.passwords import Passwords
from motu.server.database import DatabaseFileError, check_rights, explained
from motu.server.events import ServerError
from motu.server.moderation.audit import AuditEntry, add_entry, new_entry, read_log
from motu.server.moderation.moderation import Moderation, clean_reason
from motu.server.moderation.sanctions import Sanction, not_suspended, sanctions_of
from motu.server.postgres import DRIVER
from motu.server.schema import accounts, games, sessions
from motu.server.store import Store
from motu.server.wall_time import now_ms

MAX_TOLD = 20
"""Entries and sanctions that are shown of an account."""
MAX_LISTED = 1000
"""Accounts that are listed at once."""


@dataclass(frozen=True, slots=True)
class AccountDetails:
    """What the command line tells of an account."""

    account: UserAccount
    owner: str
    """Of a bot: the name of the person who answers for it."""
    num_sessions: int
    num_going: int
    """Games with people that go on."""
    sanctions: list[Sanction]
    log: list[AuditEntry]
    names: dict[str, str]
    """Of those whom the log names by id."""


class Console:
    """Whoever has the database."""

    def __init__(self, store: Store, clock: Callable[[], int] = now_ms) -> None:
        """Act in a store."""
        self._store, self._clock = store, clock
        self.passwords = Passwords()
        self.accounts = Accounts(store, self.passwords, clock=clock)
        self.moderation = Moderation(store, self.accounts.forget, clock)

    async def named(self, name: str) -> UserAccount:
        """Return the account of a name.

        Raises:
            ServerError: "server/no-person".
        """
        found = await self.accounts.find_name(name)
        if found is None or found.is_closed:
            raise ServerError(f"there is nobody called '{name}'", slug="server/no-person", text=name)
        return found

    async def delete(self, account: UserAccount, why: str) -> None:
        """Delete an account and its bots: a server gives up their games, at once or as soon as one is started.

        Raises:
            ServerError: "server/no-person"; "moderation/not-yours" for the machine, "moderation/reason".
        """
        now, reason = self._clock(), clean_reason(why)

        def work(connection: sa.Connection) -> list[str]:
            closed = close_for_good(connection, account.id, now)
            add_entry(connection, new_entry(now, None, "delete", account.id, reason))
            return closed

        for each in await self._store.write(work):
            self.accounts.forget(each)

    async def export(self, account: UserAccount, file: BinaryIO) -> int:
        """Write all that is held of an account into a file; return how many bytes that are."""
        return sum([file.write(chunk) async for chunk in Export(self._store, self.accounts, account).chunks()])

    async def listing(
        self, kind: Kind | None = None, role: AccountRole | None = None, *, is_suspended: bool = False
    ) -> list[tuple[UserAccount, bool]]:
        """Return accounts by their names, and whether each is suspended: all, or those of which this holds."""
        free = not_suspended(accounts.c.id, self._clock())
        query = sa.select(*COLUMNS, free.label("is_free")).where(accounts.c.is_closed == sa.false())
        if kind is not None:
            query = query.where(accounts.c.kind == kind)
        if role is not None:
            query = query.where(accounts.c.role == role)
        if is_suspended:
            query = query.where(~free)
        ordered = query.order_by(sa.func.lower(accounts.c.name), accounts.c.id).limit(MAX_LISTED)
        rows: Any = await self._store.read(lambda connection: connection.execute(ordered).all())
        return [(account_in_row(row), not row.is_free) for row in rows]

    async def details(self, account: UserAccount) -> AccountDetails:
        """Return what is known of an account."""
        log = await read_log(self._store, account.id, limit=MAX_TOLD)

        def read(connection: sa.Connection) -> tuple[int, int, list[Sanction]]:
            def count(*holds: sa.ColumnElement[bool]) -> int:
                return int(connection.execute(sa.select(sa.func.count()).where(*holds)).scalar_one())

            lasting = sessions.c.account == account.id, sessions.c.expires_ms > self._clock()
            mine = sa.or_(games.c.person0 == account.id, games.c.person1 == account.id)
            going = count(mine, games.c.is_over == sa.false())
            return count(*lasting), going, sanctions_of(connection, account.id, MAX_TOLD)

        num_sessions, num_going, told = await self._store.read(read)
        names = await self.accounts.names([account.owner, *(each.who for each in log)])
        owner = names.get(account.owner or "", "")
        return AccountDetails(account, owner, num_sessions, num_going, told, log, names)


@contextlib.asynccontextmanager
async def console_at(url: sa.URL) -> AsyncIterator[Console]:
    """Act in a database as long as the block lasts; servers may use it meanwhile.

    Raises:
        DatabaseFileError: When there is none.
    """
    _refuse_missing(url)
    store = Store(url)
    opened = Console(store)
    try:
        yield opened
    except ServerError as error:
        if error.slug == "server/disk":
            check_rights(url)
        raise
    finally:
        opened.accounts.close()
        store.close()


def _refuse_missing(url: sa.URL) -> None:
    """Refuse a file that isn't there: opening it would make it."""
    with explained(url):
        if url.drivername != DRIVER and not Path(url.database or "").is_file():
            raise DatabaseFileError("there are no accounts here: motu serve has not kept any games in it yet")
