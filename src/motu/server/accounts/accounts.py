"""Names and whose they are (floor: server).

Invariant: whoever has claimed a name keeps the id of the guest that he was, so that his games, studies and puzzles stay
his; two accounts never have names that look alike, for a unique index says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from motu.server.accounts.account import COLUMNS, HOUSE_IDS, UserAccount, account_in_row
from motu.server.accounts.names import clean_name, skeleton
from motu.server.accounts.passwords import MAX_LENGTH, Passwords, check_password
from motu.server.accounts.recent import Recent
from motu.server.events import ServerError
from motu.server.moderation.sanctions import refuse_suspended
from motu.server.postgres import insert_into
from motu.server.rates.rates import BY_NAME, RateCount, Rates, counts_of
from motu.server.schema import accounts
from motu.server.store import Store, Work
from motu.server.wall_time import now_ms

BELIEVED_SECONDS = 5.0
"""So long other processes may go on with what an account was."""
RENAMING_MS = 30 * 24 * 3_600_000
"""A name that was chosen stays for so long."""
KEPT = 8192
"""Accounts, and ids that are no account's, that are kept in memory."""
_WRONG = "there is no such name, or the password is another one"


_BY_IDS = sa.select(*COLUMNS).where(accounts.c.id.in_(sa.bindparam("ids", expanding=True)))


class Accounts:
    """All accounts of the house."""

    def __init__(
        self,
        store: Store,
        passwords: Passwords | None = None,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        """Keep accounts in a store; `clock` tells the time of day, in milliseconds."""
        self._store, self._clock = store, clock
        self._passwords, self.rates = passwords or Passwords(), Rates(store, clock)
        self._recent: Recent[str, UserAccount | None] = Recent(BELIEVED_SECONDS, KEPT)
        self.on_changed: Callable[[str], None] = lambda _: None
        """Told which account has changed."""

    async def open(self) -> None:
        """Make the machine's own accounts where they are missing."""
        now = self._clock()
        rows = [_row(UserAccount(each, "house", each, "none", None, now, now, is_closed=False)) for each in HOUSE_IDS]

        def work(connection: sa.Connection) -> None:
            connection.execute(insert_into(connection, accounts).values(rows).on_conflict_do_nothing())

        await self._store.write(work)

    def close(self) -> None:
        """End what goes on in other threads."""
        self._passwords.close()

    # --- looking up

    async def find(self, account_id: str) -> UserAccount | None:
        """Return the account of an id, None where it is a guest's or nobody's."""
        return (await self._found({account_id}))[account_id]

    async def find_name(self, name: str) -> UserAccount | None:
        """Return whose name this is, or one that looks like it; None where it is nobody's."""
        query = sa.select(*COLUMNS).where(accounts.c.skeleton == skeleton(name))
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else account_in_row(row)

    async def known(self, ids: Iterable[str]) -> dict[str, UserAccount]:
        """Return the accounts of those among these ids who have one, in one query at most."""
        found = await self._found(set(ids))
        return {each: account for each, account in found.items() if account is not None}

    async def names(self, ids: Iterable[str | None]) -> dict[str, str]:
        """Return the names of those among these ids who have one, in one query at most."""
        return {each: account.name for each, account in (await self.found(ids)).items()}

    async def found(self, ids: Iterable[str | None]) -> dict[str, UserAccount]:
        """Return the accounts of those among these ids who have one, in one query at most."""
        found = await self._found({each for each in ids if each})
        return {each: account for each, account in found.items() if account is not None}

    async def _found(self, ids: set[str]) -> dict[str, UserAccount | None]:
        known = {each: self._recent[each] for each in ids if each in self._recent}
        missing = ids - known.keys()
        if missing:
            wanted = {"ids": sorted(missing)}
            rows = await self._store.read(lambda connection: connection.execute(_BY_IDS, wanted).all())
            read: dict[str, UserAccount | None] = dict.fromkeys(missing)
            read |= {row.id: account_in_row(row) for row in rows}
            for each, account in read.items():
                self._recent[each] = account
            known |= read
        return known

    # --- claiming and showing that it is you

    async def claim(
        self, guest: str, name: str, password: str | None, address: str = "", also: Work | None = None
    ) -> UserAccount:
        """Give a guest a name: from now on his id is an account's.

        Args:
            guest: Who claims it.
            name: What he wants to be called.
            password: By which he logs in; None where `also` lets him be known by something else.
            address: Where he asks from.
            also: What else is done in the same transaction.

        Raises:
            ServerError: "account/name", "account/name-taken", "account/password", "account/has-name", "account/limit",
                "server/busy".
        """
        counts = counts_of("claim", address)
        await self.rates.refuse_known(*counts)
        name = await self.check_free(name)
        if password is not None:
            check_password(password, name)
        await self.rates.take(*counts)
        kept, now = None if password is None else await self._passwords.keep(password), self._clock()
        made = UserAccount(guest, "person", name, "none", None, now, now, is_closed=False)

        def work(connection: sa.Connection) -> None:
            _refuse_named(connection, guest)
            connection.execute(accounts.insert().values(_row(made) | {"password": kept}))
            if also is not None:
                also(connection)

        try:
            await self._store.write(work)
        except IntegrityError as error:  # somebody was quicker, or he himself in another window
            await self._store.read(lambda connection: _refuse_named(connection, guest))
            raise name_taken(name) from error
        self.forget(guest)
        return made

    async def check_free(self, name: str) -> str:
        """Return a name as it is written if nobody has it.

        Raises:
            ServerError: "account/name", "account/name-taken".
        """
        name = clean_name(name)
        if await self.find_name(name) is not None:
            raise name_taken(name)
        return name

    async def has_password(self, account_id: str) -> bool:
        """Return whether somebody can log in with a password."""
        query = sa.select(accounts.c.password.is_not(None)).where(accounts.c.id == account_id)
        return bool(await self._store.read(lambda connection: connection.execute(query).scalar_one_or_none()))

    async def log_in(self, name: str, password: str, address: str = "", tries_at: str = "") -> UserAccount:
        """Return the account whose name and password these are; see `prove`."""
        return (await self.prove(name, password, address, tries_at))[0]

    async def prove(self, name: str, password: str, address: str = "", tries_at: str = "") -> tuple[UserAccount, str]:
        """Return the account whose name and password these are; whether the name or the password was wrong stays open.

        Args:
            name: The name.
            password: The password.
            address: Where he asks from.
            tries_at: By what tries are counted; '' for by the name, which others may be guessing for.

        Returns:
            The account, and what is kept of the password; whether it still is, `is_kept` says.

        Raises:
            ServerError: "account/wrong", "account/limit", "account/suspended", "server/busy".
        """
        # Counted before the try: many at once are no more than one after another. The address comes first, so that
        # whoever is refused by it keeps nobody else out.
        tries = RateCount("log-in", BY_NAME, tries_at or skeleton(name[:MAX_LENGTH]))
        await self.rates.take(*counts_of("log-in", address), tries)
        query = sa.select(*COLUMNS, accounts.c.password).where(
            accounts.c.skeleton == skeleton(name[:MAX_LENGTH]), accounts.c.is_closed == sa.false()
        )
        row: Any = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        if not await self._passwords.is_right(None if row is None else row.password, password) or row is None:
            raise wrong_password()
        await self._store.read(lambda connection: refuse_suspended(connection, row.id, self._clock()))
        return account_in_row(row), row.password

    async def is_kept(self, account_id: str, kept: str) -> bool:
        """Return whether this is still what is kept of an account's password."""
        query = sa.select(accounts.c.password).where(accounts.c.id == account_id)
        return await self._store.read(lambda connection: connection.execute(query).scalar_one_or_none()) == kept

    async def change_password(
        self, account: UserAccount, old: str, new: str, address: str = "", tries_at: str = ""
    ) -> None:
        """Put another password in place of the old one.

        Raises:
            ServerError: "account/wrong", "account/password", "account/limit", "server/busy".
        """
        check_password(new, account.name)
        _, kept = await self.prove(account.name, old, address, tries_at)
        if not await self.replace_password(account, kept, new):
            raise wrong_password()

    async def replace_password(self, account: UserAccount, kept: str | None, new: str) -> bool:
        """Put a password in place of the one of which `kept` is kept; return whether it was still that one.

        Raises:
            ServerError: "account/password", "server/busy".
        """
        check_password(new, account.name)
        change = accounts.update().where(accounts.c.id == account.id, accounts.c.password.is_not_distinct_from(kept))
        change = change.values(password=await self._passwords.keep(new))
        return bool(await self._store.write(lambda connection: connection.execute(change).rowcount))

    async def rename(self, account: UserAccount, name: str) -> UserAccount:
        """Give an account another name, and nobody's.

        Raises:
            ServerError: "account/name", "account/name-taken", "account/renamed".
        """
        name, now = clean_name(name), self._clock()
        is_same = skeleton(name) == skeleton(account.name)
        change = accounts.update().where(accounts.c.id == account.id)
        if not is_same:
            change = change.where(accounts.c.renamed_ms <= now - RENAMING_MS)
        change = change.values(name=name, skeleton=skeleton(name), **({} if is_same else {"renamed_ms": now}))
        try:
            count = await self._store.write(lambda connection: connection.execute(change).rowcount)
        except IntegrityError as error:
            raise name_taken(name) from error
        if not count:
            days, chosen = RENAMING_MS // 86_400_000, await self.find(account.id) or account
            raise ServerError(
                f"a name is changed {days} days after it was chosen at the earliest",
                slug="account/renamed",
                legal=[str(chosen.renamed_ms + RENAMING_MS)],
            )
        self.forget(account.id)
        renamed = await self.find(account.id)
        return renamed or account

    async def show(self, account: UserAccount, *, is_seen: bool) -> UserAccount:
        """Let the lobby say when somebody is there, or no longer."""
        return await self._choose(account, is_seen=is_seen)

    async def let_ask(self, account: UserAccount, *, is_asked: bool) -> UserAccount:
        """Let people ask somebody to play by his name, or no longer."""
        return await self._choose(account, is_asked=is_asked)

    async def _choose(self, account: UserAccount, **chosen: bool) -> UserAccount:
        change = accounts.update().where(accounts.c.id == account.id).values(**chosen)
        await self._store.write(lambda connection: connection.execute(change))
        self.forget(account.id)
        return await self.find(account.id) or account

    def forget(self, account_id: str) -> None:
        """Read an account again, in all processes, for it has changed."""
        self.read_again(account_id)
        self.on_changed(account_id)

    def read_again(self, account_id: str) -> None:
        """Read an account again here."""
        self._recent.forget(account_id)


def _refuse_named(connection: sa.Connection, guest: str) -> None:
    if connection.execute(sa.select(accounts.c.id).where(accounts.c.id == guest)).one_or_none() is not None:
        raise ServerError("you have a name already", slug="account/has-name")


def wrong_password() -> ServerError:
    """Return what is said where a name and a password don't belong together."""
    return ServerError(_WRONG, slug="account/wrong")


def _row(account: UserAccount) -> dict[str, object]:
    values = {name: getattr(account, name) for name in UserAccount.__slots__}
    return values | {"skeleton": skeleton(account.name)}


def name_taken(name: str) -> ServerError:
    """Return what is said to who would have a name that is somebody's."""
    told = f"the name '{name}', or one that looks like it, is somebody's already; choose another"
    return ServerError(told, slug="account/name-taken", text=name)
