"""People's passkeys: made, listed, named, removed, and shown to log in (floor: server).

Invariant: nobody loses his only way in without being told: the last passkey of an account without a password stays.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from motu.server.accounts.account import COLUMNS, UserAccount, account_in_row
from motu.server.accounts.accounts import Accounts
from motu.server.events import ServerError
from motu.server.moderation.sanctions import refuse_suspended
from motu.server.passkeys.ceremonies import (
    KeyFacts,
    KeyPlace,
    NewKey,
    ShownKey,
    check_proof,
    from_base64,
    handle_of,
    made_key,
    nonce_in,
    wanted_key,
    wanted_proof,
    wrong_key,
)
from motu.server.passkeys.nonces import Nonces
from motu.server.postgres import lock_by_name
from motu.server.rates.rates import counts_of
from motu.server.schema import accounts as account_table
from motu.server.schema import passkeys
from motu.server.store import Store, Work, in_turn
from motu.server.wall_time import now_ms

MAX_EACH = 20
"""Passkeys of one account."""
MAX_CREDENTIAL = 1400
"""Most characters of what a device calls a passkey; the standard allows 1,023 bytes."""
_ID_BYTES = 9


@dataclass(frozen=True, slots=True)
class Passkey:
    """What its owner is told of one."""

    id: str
    name: str
    host: str
    """Where it is good."""
    is_synced: bool
    created_ms: int
    used_ms: int | None


_PASSKEY = tuple(passkeys.c[name] for name in Passkey.__slots__)
_FACTS = tuple(passkeys.c[name] for name in KeyFacts.__slots__)


class Passkeys:
    """All passkeys of the house."""

    def __init__(self, store: Store, accounts: Accounts, nonces: Nonces, clock: Callable[[], int] = now_ms) -> None:
        """Keep them in a store; `clock` tells the time of day, in milliseconds."""
        self._store, self._accounts, self._nonces, self._clock = store, accounts, nonces, clock
        self.along: Callable[[UserAccount, str], Work | None] = lambda _, __: None
        """Says what else is written in the transaction that gives an account another passkey, by that one's id."""
        self.on_added: Callable[[UserAccount], None] = lambda _: None
        """Told of it afterwards."""

    # --- one's own

    async def of(self, account_id: str) -> list[Passkey]:
        """Return an account's passkeys, the oldest first."""
        query = sa.select(*_PASSKEY).where(passkeys.c.account == account_id).order_by(passkeys.c.created_ms)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [Passkey(*row) for row in rows]

    async def begin_adding(self, account: UserAccount, place: KeyPlace) -> dict[str, Any]:
        """Return what a browser is to make another passkey of an account by."""
        query = sa.select(passkeys.c.credential).where(passkeys.c.account == account.id, passkeys.c.host == place.host)
        known = await self._store.read(lambda connection: connection.execute(query).scalars().all())
        nonce = self._nonces.make("add", account.id)
        return wanted_key(place, nonce, handle_of(account.id), account.name, known)

    async def add(self, account: UserAccount, place: KeyPlace, name: str, made: NewKey) -> None:
        """Let an account be known by a passkey that a browser has made.

        Raises:
            ServerError: "passkey/wrong", "passkey/late", "server/too-many".
        """
        nonce = nonce_in(made.client_data)
        self._nonces.check(nonce, "add", account.id)
        facts = await asyncio.to_thread(made_key, place, nonce, made)
        key = secrets.token_urlsafe(_ID_BYTES)
        added = self._addition(account.id, key, place, name, facts)
        await self._keep(in_turn(self._nonces.use(nonce), added, self.along(account, key)))
        self.on_added(account)

    async def rename(self, account_id: str, passkey_id: str, name: str) -> None:
        """Give a passkey another name.

        Raises:
            ServerError: "passkey/none".
        """
        which = passkeys.c.account == account_id, passkeys.c.id == passkey_id
        change = passkeys.update().where(*which).values(name=name)
        if not await self._store.write(lambda connection: connection.execute(change).rowcount):
            raise _none(passkey_id)

    async def remove(self, account_id: str, passkey_id: str) -> None:
        """Let a passkey open nothing any more.

        Raises:
            ServerError: "passkey/last" where the account has no other way in, "passkey/none".
        """
        mine = passkeys.c.account == account_id
        count = sa.select(sa.func.count()).select_from(passkeys).where(mine)
        # The account's row is locked: of two who remove the last two at the same moment one sees what the other did.
        password = sa.select(account_table.c.password).where(account_table.c.id == account_id).with_for_update()

        def work(connection: sa.Connection) -> None:
            is_only_way = connection.execute(password).scalar_one() is None
            if is_only_way and int(connection.execute(count).scalar_one()) < 2:
                told = "this passkey is the only way into your account: choose a password, or add another one, first"
                raise ServerError(told, slug="passkey/last")
            if connection.execute(passkeys.delete().where(mine, passkeys.c.id == passkey_id)).rowcount != 1:
                raise _none(passkey_id)

        await self._store.write(work)

    # --- claiming a name, and logging in

    def begin_claiming(self, guest: str, name: str, place: KeyPlace) -> dict[str, Any]:
        """Return what a browser is to make a passkey by for a name that nobody has yet."""
        return wanted_key(place, self._nonces.make("claim", guest), handle_of(guest), name, ())

    async def claim(self, guest: str, name: str, place: KeyPlace, made: NewKey, address: str = "") -> UserAccount:
        """Give a guest a name, which is his by a passkey and without a password.

        Raises:
            ServerError: "passkey/wrong", "passkey/late"; otherwise like `Accounts.claim`.
        """
        nonce = nonce_in(made.client_data)
        self._nonces.check(nonce, "claim", guest)
        facts = await asyncio.to_thread(made_key, place, nonce, made)
        added = self._addition(guest, secrets.token_urlsafe(_ID_BYTES), place, "", facts)
        also = in_turn(self._nonces.use(nonce), added)
        return await self._accounts.claim(guest, name, None, address, also)

    def begin_log_in(self, place: KeyPlace) -> dict[str, Any]:
        """Return what a browser is to show any passkey by."""
        return wanted_proof(place, self._nonces.make("log-in"))

    async def log_in(self, place: KeyPlace, shown: ShownKey, address: str = "") -> UserAccount:
        """Return whose passkey was shown.

        Raises:
            ServerError: "passkey/wrong", "passkey/late", "account/limit", "account/suspended".
        """
        await self._accounts.rates.take(*counts_of("log-in", address))
        nonce = nonce_in(shown.client_data)
        self._nonces.check(nonce, "log-in")
        query = sa.select(*COLUMNS, *(each.label(f"key_{each.name}") for each in _FACTS))
        query = query.join_from(passkeys, account_table, passkeys.c.account == account_table.c.id)
        query = query.where(passkeys.c.hash == _hash(shown.id), account_table.c.is_closed == sa.false())
        row: Any = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            raise wrong_key()
        account, known = account_in_row(row), KeyFacts(*tuple(row)[len(COLUMNS) :])
        if from_base64(shown.user_handle) != handle_of(account.id):
            raise wrong_key()
        num_uses = await asyncio.to_thread(check_proof, place, nonce, shown, known)
        await self._store.read(lambda connection: refuse_suspended(connection, account.id, self._clock()))
        await self._store.write(in_turn(self._nonces.use(nonce), self._use(shown.id, num_uses)))
        return account

    # --- in a transaction

    async def _keep(self, work: Work) -> None:
        try:
            await self._store.write(work)
        except IntegrityError as error:  # the device has told somebody else's
            raise wrong_key() from error

    def _addition(self, account_id: str, key: str, place: KeyPlace, name: str, facts: KeyFacts) -> Work:
        now = self._clock()
        values = {each: getattr(facts, each) for each in KeyFacts.__slots__}
        values |= {"id": key, "hash": _hash(facts.credential), "account": account_id}
        values |= {"name": name, "host": place.host, "created_ms": now, "used_ms": None}
        count = sa.select(sa.func.count()).select_from(passkeys).where(passkeys.c.account == account_id)

        def work(connection: sa.Connection) -> None:
            lock_by_name(connection, "passkeys", account_id)
            if int(connection.execute(count).scalar_one()) >= MAX_EACH:
                told = f"an account has at most {MAX_EACH} passkeys; remove one of them first"
                raise ServerError(told, slug="server/too-many")
            connection.execute(passkeys.insert().values(values))

        return work

    def _use(self, credential: str, num_uses: int) -> Work:
        change = passkeys.update().where(passkeys.c.hash == _hash(credential))
        change = change.values(num_uses=num_uses, used_ms=self._clock())

        def work(connection: sa.Connection) -> None:
            if connection.execute(change).rowcount != 1:  # removed a moment ago
                raise wrong_key()

        return work


def _hash(credential: str) -> str:
    return hashlib.sha256(credential.encode("utf-8", "replace")).hexdigest()


def _none(passkey_id: str) -> ServerError:
    return ServerError(f"you have no passkey '{passkey_id[:22]}'", slug="passkey/none", text=passkey_id[:22])
