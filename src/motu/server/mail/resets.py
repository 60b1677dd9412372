"""New passwords for who has forgotten his (floor: server).

Whoever asks is told the same whether anybody has the address, after the same work; the link goes to the address that
was confirmed, not to what he has typed. It holds a hash of what is kept of the password that it replaces, and of the
address that it was sent to, so that it is good once, and no longer once the password or the address is another one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import sqlalchemy as sa

from motu.server.accounts.accounts import Accounts
from motu.server.accounts.sessions import Sessions
from motu.server.mail.addresses import AddressedAccount, MailAddresses, clean_address
from motu.server.mail.letters import Letter, LetterLink
from motu.server.mail.outgoing import count_mails, mail_key, put_out
from motu.server.mail.signed_links import LinkTold, SignedLinks, bad_link
from motu.server.postgres import lock_by_name
from motu.server.rates.rates import counts_of
from motu.server.schema import mails
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
        letters = self._letters(await self._addresses.accounts_at(address))

        def work(connection: sa.Connection) -> None:
            lock_by_name(connection, "mails", mail_key(address))
            for whom, letter in letters:
                own = mails.c.mail_key == mail_key(address), mails.c.address == whom.address
                is_allowed = count_mails(connection, "reset", now, HOUR_MS, *own) < MAX_HOURLY
                told = letter if is_allowed else None
                put_out(connection, whom.id, whom.address, whom.language, told, now)
            if not letters:
                put_out(connection, None, address, language, None, now)

        await self._store.write(work)

    def _letters(self, found: Sequence[AddressedAccount]) -> list[tuple[AddressedAccount, Letter]]:
        """Return a letter to each address as it was confirmed, with the links of its own accounts, and to whom."""
        links: dict[str, list[LetterLink]] = {}
        for each in found:
            link = LetterLink(self._links.page("reset", each.id, _about(each)), each.name)
            links.setdefault(each.address, []).append(link)
        first = {each.address: each for each in reversed(found)}
        return [(first[address], Letter("reset", links=tuple(own))) for address, own in links.items()]

    async def is_good(self, told: LinkTold) -> bool:
        """Return whether the link that says this would give an account a new password, were it not too old."""
        found = await self._addresses.account_of(told.person)
        return found is not None and _about(found) == told.about

    async def choose(self, token: str, password: str, network: str) -> str:
        """Give an account a new password, and log it out everywhere; return its name.

        Raises:
            ServerError: "mail/link", "account/password", "account/limit", "server/busy".
        """
        await self._accounts.rates.take(*counts_of("mail-link", network))
        told = self._links.read("reset", token)
        found, account = await self._addresses.account_of(told.person), await self._accounts.find(told.person)
        if found is None or account is None or _about(found) != told.about:
            raise bad_link()
        if not await self._accounts.replace_password(account, found.password, password):
            raise bad_link()
        await self._sessions.revoke_others(account.id, None)
        return account.name


def _about(whom: AddressedAccount) -> str:
    return hashlib.sha256(f"{whom.address} {whom.password or ''}".encode()).hexdigest()[:24]
