"""New passwords for who has forgotten his (floor: server).

Whoever asks is told the same whether anybody has the address, after the same work. A link holds a hash of what is kept
of the password that it replaces, and of the address that it was sent to, so that it is good once, and no longer once
the password or the address is another one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import sqlalchemy as sa

from motu.server.accounts.accounts import Accounts
from motu.server.accounts.sessions import Sessions
from motu.server.mail.addresses import MailAddresses, clean_address
from motu.server.mail.letters import Letter, LetterLink
from motu.server.mail.outgoing import count_mails, mail_key, put_out
from motu.server.mail.signed_links import SignedLinks, bad_link
from motu.server.rates.rates import counts_of
from motu.server.schema import accounts, mails
from motu.server.store import Store

HOUR_MS = 3_600_000
MAX_HOURLY = 3
"""Mails of this kind that go to one address in an hour."""


class PasswordResets:
    """Sends links for new passwords, and takes them."""

    def __init__(
        self,
        store: Store,
        links: SignedLinks,
        addresses: MailAddresses,
        known: Accounts,
        sessions: Sessions,
        *,
        clock: Callable[[], int],
    ) -> None:
        """Look after the passwords of accounts."""
        self._store, self._links, self._addresses, self._clock = store, links, addresses, clock
        self._accounts, self._sessions = known, sessions

    async def ask(self, address: str, language: str, network: str) -> None:
        """Send a link to an address, if it is an account's.

        Raises:
            ServerError: "mail/address", "account/limit".
        """
        address, now = clean_address(address), self._clock()
        await self._accounts.rates.take(*counts_of("forgotten", network))
        found, key = await self._addresses.accounts_at(address), mail_key(address)
        links = tuple(
            LetterLink(self._links.page("reset", who, _about(kept, key)), name) for who, name, kept, _ in found
        )
        told = found[0][3] if found else language
        person = found[0][0] if found else None

        def work(connection: sa.Connection) -> None:
            whose = mails.c.mail_key == mail_key(address)
            is_allowed = count_mails(connection, "reset", now - HOUR_MS, whose) < MAX_HOURLY
            letter = Letter("reset", links=links) if links and is_allowed else None
            put_out(connection, person, address, told, letter, now)

        await self._store.write(work)

    async def choose(self, token: str, password: str, network: str) -> str:
        """Give an account a new password, and log it out everywhere; return its name.

        Raises:
            ServerError: "mail/link", "account/password", "account/limit", "server/busy".
        """
        await self._accounts.rates.take(*counts_of("mail-link", network))
        told = self._links.read("reset", token)
        query = sa.select(accounts.c.password).where(accounts.c.id == told.person, accounts.c.is_closed == sa.false())
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        account = await self._accounts.find(told.person)
        key = await self._addresses.key_of(told.person)
        if row is None or account is None or key is None or _about(row.password, key) != told.about:
            raise bad_link()
        if not await self._accounts.replace_password(account, row.password, password):
            raise bad_link()
        await self._sessions.revoke_others(account.id, None)
        return account.name


def _about(kept: str | None, key: str) -> str:
    return hashlib.sha256(f"{key} {kept or ''}".encode()).hexdigest()[:24]
