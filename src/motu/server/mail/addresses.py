"""Mail addresses of accounts: given, confirmed by a link, changed, taken away (floor: server).

Invariant: nothing but the question whether it is right is sent to an address that nobody has confirmed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa
from email_validator import EmailNotValidError, validate_email

from motu.server.accounts.account import UserAccount
from motu.server.events import ServerError
from motu.server.mail.letters import Letter, LetterLink
from motu.server.mail.outgoing import frees_at, mail_key, put_out
from motu.server.mail.signed_links import LinkTold, SignedLinks, bad_link
from motu.server.mail.throwaway import is_throwaway
from motu.server.postgres import insert_into, lock_by_name
from motu.server.rates.too_often import too_often
from motu.server.schema import accounts, mail_addresses, mails
from motu.server.store import Store

MAX_ADDRESS = 254
DAY_MS = 86_400_000
MAX_DAILY = 5
"""Questions that are sent for one account, or to one address, in a day."""


@dataclass(frozen=True, slots=True)
class MailAddress:
    """Where an account gets mail."""

    person: str
    address: str | None = None
    """That was confirmed."""
    wanted: str | None = None
    """That is to be confirmed."""
    language: str = "en"
    has_digest: bool = False
    """Whether he wants to hear of games that wait for him."""


@dataclass(frozen=True, slots=True)
class AddressedAccount:
    """An account that has a confirmed address."""

    id: str
    name: str
    password: str | None
    """As it is kept."""
    address: str
    """As it was confirmed: some servers of mail tell case apart before the @."""
    language: str


_ADDRESS = [mail_addresses.c[name] for name in MailAddress.__slots__]


class MailAddresses:
    """The addresses of all accounts."""

    def __init__(self, store: Store, links: SignedLinks, clock: Callable[[], int]) -> None:
        """Keep them in a store."""
        self._store, self._links, self._clock = store, links, clock

    async def of(self, person: str) -> MailAddress:
        """Return where somebody gets mail."""
        query = sa.select(*_ADDRESS).where(mail_addresses.c.person == person)
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        return MailAddress(person) if row is None else MailAddress(*row)

    async def give(self, account: UserAccount, address: str, language: str, *, has_digest: bool) -> MailAddress:
        """Let an account have another address, once that is confirmed; until then mails are in the language of before.

        Raises:
            ServerError: "mail/address", "mail/throwaway", "account/limit".
        """
        address, now = clean_address(address), self._clock()
        if is_throwaway(address):
            told = "such addresses are thrown away, and with them the way back into your account: give another one"
            raise ServerError(told, slug="mail/throwaway", text=address[:80])
        link = LetterLink(self._links.page("confirm", account.id, f"{_about(address, now)} {language}"))
        letter = Letter("confirm", account.name, (link,))
        values = {"wanted": address, "wanted_ms": now, "has_digest": has_digest}

        def work(connection: sa.Connection) -> None:
            for each in (account.id, mail_key(address)):
                lock_by_name(connection, "mails", each)
            counted = mails.c.person == account.id, mails.c.mail_key == mail_key(address)
            full = [frees_at(connection, "confirm", now, DAY_MS, MAX_DAILY, whose) for whose in counted]
            if any(full):
                told = f"{MAX_DAILY} links are sent for an account, or to an address, within a day"
                raise too_often(told, max(filter(None, full)) - now, "account/limit")
            new = insert_into(connection, mail_addresses).values(person=account.id, language=language, **values)
            connection.execute(new.on_conflict_do_update(index_elements=["person"], set_=values))
            put_out(connection, account.id, address, language, letter, now)

        await self._store.write(work)
        return await self.of(account.id)

    async def confirm(self, token: str) -> str:
        """Note that somebody gets mail at an address; return it.

        Raises:
            ServerError: "mail/link".
        """
        told = self._links.read("confirm", token)
        about, language = _language_apart(told.about)

        def work(connection: sa.Connection) -> str:
            own = mail_addresses.c.person == told.person
            row = connection.execute(sa.select(mail_addresses).where(own).with_for_update()).one_or_none()
            if row is None or row.wanted is None or _about(row.wanted, row.wanted_ms) != about:
                raise bad_link()
            values = {"address": row.wanted, "mail_key": mail_key(row.wanted), "confirmed_ms": self._clock()}
            values |= {"wanted": None, "wanted_ms": None, "language": language or row.language}
            connection.execute(mail_addresses.update().where(own).values(**values))
            return str(row.wanted)

        return await self._store.write(work)

    async def awaits(self, told: LinkTold) -> bool:
        """Return whether the link that says this would confirm an address."""
        about, _ = _language_apart(told.about)
        columns = mail_addresses.c.wanted, mail_addresses.c.wanted_ms
        query = sa.select(*columns).where(mail_addresses.c.person == told.person)
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        return row is not None and row.wanted is not None and _about(row.wanted, row.wanted_ms) == about

    async def choose(self, person: str, *, has_digest: bool, language: str) -> MailAddress:
        """Let somebody say whether he wants to hear of games that wait for him."""
        change = mail_addresses.update().where(mail_addresses.c.person == person)
        await self._store.write(
            lambda connection: connection.execute(change.values(has_digest=has_digest, language=language))
        )
        return await self.of(person)

    async def remove(self, person: str) -> None:
        """Take somebody's address away; what was to be sent there is not sent any more."""

        def work(connection: sa.Connection) -> None:
            connection.execute(mail_addresses.delete().where(mail_addresses.c.person == person))
            connection.execute(mails.delete().where(mails.c.person == person, mails.c.due_ms.is_not(None)))

        await self._store.write(work)

    async def stop(self, token: str, *, is_on: bool = False) -> None:
        """Send somebody no more digests, or do so again; one tap, without logging in.

        Raises:
            ServerError: "mail/link".
        """
        told = self._links.read("stop", token)
        own = mail_addresses.c.person == told.person, mail_addresses.c.mail_key == told.about
        change = mail_addresses.update().where(*own).values(has_digest=is_on)
        await self._store.write(lambda connection: connection.execute(change))

    async def accounts_at(self, address: str) -> list[AddressedAccount]:
        """Return the accounts that have a confirmed address, however it is written."""
        return await self._addressed(mail_addresses.c.mail_key == mail_key(address))

    async def account_of(self, person: str) -> AddressedAccount | None:
        """Return somebody's account with its confirmed address; None where he has none."""
        found = await self._addressed(mail_addresses.c.person == person)
        return found[0] if found else None

    async def _addressed(self, which: sa.ColumnElement[bool]) -> list[AddressedAccount]:
        joined = sa.join(accounts, mail_addresses, mail_addresses.c.person == accounts.c.id)
        names = accounts.c.id, accounts.c.name, accounts.c.password, mail_addresses.c.address, mail_addresses.c.language
        good = mail_addresses.c.address.is_not(None), accounts.c.is_closed == sa.false()
        query = sa.select(*names).select_from(joined).where(which, *good).order_by(accounts.c.created_ms)
        rows = await self._store.read(lambda connection: connection.execute(query.limit(MAX_DAILY)).all())
        return [AddressedAccount(*row) for row in rows]


def clean_address(text: str) -> str:
    """Return a mail address as it is written.

    Raises:
        ServerError: "mail/address" for what is none.
    """
    try:
        found = validate_email(text[: MAX_ADDRESS + 1], check_deliverability=False, allow_smtputf8=False)
    except EmailNotValidError as error:
        raise ServerError(f"this is no mail address: {error}", slug="mail/address", text=text[:80]) from error
    return str(found.ascii_email)


def _about(address: str, at_ms: int) -> str:
    return f"{mail_key(address)} {at_ms}"


def _language_apart(about: str) -> tuple[str, str]:
    """Return what a link of `_about` was made for, and its language; '' in links of older versions."""
    key, _, rest = about.partition(" ")
    at_ms, _, language = rest.partition(" ")
    return f"{key} {at_ms}", language
