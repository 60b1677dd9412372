"""Mails that are to be sent, as they are kept (floor: server).

Invariant: a mail waits until a server of mail has taken it. Whoever sends one takes it in hand for some minutes, so
that nobody else does; where he is killed meanwhile, another sends it then.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa

from motu.server.mail.letters import Letter
from motu.server.rates.lately import lately
from motu.server.schema import mail_addresses, mails

LEASE_MS = 10 * 60_000
"""So long a mail is left to the process that has taken it in hand."""
MOST_TOGETHER = 10
PAUSES_MINUTES = (1, 5, 15, 60, 180, 360, 720, 1440)
"""How long to wait after each try that has failed; after the last one it is given up."""
KEPT_MS = 2 * 86_400_000
"""So long it is known that a mail was sent: for how many there may be."""
_LETTERS: msgspec.json.Decoder[Letter] = msgspec.json.Decoder(Letter)


@dataclass(frozen=True, slots=True)
class OutgoingMail:
    """A mail in hand."""

    id: str
    person: str | None
    to: str
    language: str
    letter: Letter
    tries: int
    until_ms: int
    """As long as nobody else sends it."""


def put_out(
    connection: sa.Connection, person: str | None, address: str, language: str, letter: Letter | None, at_ms: int
) -> None:
    """Let a mail be sent; without a letter only note that one was asked for."""
    values: dict[str, Any] = {"person": person, "address": address, "mail_key": mail_key(address), "created_ms": at_ms}
    values |= {"id": secrets.token_urlsafe(12), "language": language, "tries": 0}
    values |= {"due_ms": None if letter is None else at_ms, "kind": "reset" if letter is None else letter.kind}
    what = b"" if letter is None else msgspec.json.encode(letter)
    connection.execute(mails.insert().values(**values, what=what))


def put_out_to(connection: sa.Connection, person: str, letter: Letter, at_ms: int) -> None:
    """Let a mail be sent to somebody, where he has confirmed an address."""
    query = sa.select(mail_addresses.c.address, mail_addresses.c.language).where(mail_addresses.c.person == person)
    row = connection.execute(query).one_or_none()
    if row is not None and row.address is not None:
        put_out(connection, person, row.address, row.language, letter, at_ms)


def count_mails(connection: sa.Connection, kind: str, now: int, span_ms: int, *whose: sa.ColumnElement[bool]) -> int:
    """Return how many mails of a kind were asked for within a span, for an address or a person."""
    query = sa.select(sa.func.count()).select_from(mails)
    asked = query.where(mails.c.kind == kind, lately(mails.c.created_ms, now, span_ms), *whose)
    return int(connection.execute(asked).scalar_one())


def frees_at(
    connection: sa.Connection, kind: str, now: int, span_ms: int, most: int, *whose: sa.ColumnElement[bool]
) -> int | None:
    """Return when another mail of a kind may be asked for, of so many within a span; None where it may be now."""
    asked = mails.c.kind == kind, lately(mails.c.created_ms, now, span_ms)
    query = sa.select(mails.c.created_ms).where(*asked, *whose).order_by(mails.c.created_ms.desc())
    full_ms = connection.execute(query.offset(most - 1).limit(1)).scalar_one_or_none()
    return None if full_ms is None else int(full_ms) + span_ms


def take_in_hand(connection: sa.Connection, now: int) -> list[OutgoingMail]:
    """Take some of the mails that are to be sent now."""
    names = "id", "person", "address", "language", "what", "tries"
    due = sa.select(*(mails.c[name] for name in names)).where(mails.c.due_ms <= now).order_by(mails.c.due_ms)
    rows = connection.execute(due.limit(MOST_TOGETHER).with_for_update(skip_locked=True)).all()
    ids, until = [row.id for row in rows], now + LEASE_MS
    if ids:
        connection.execute(mails.update().where(mails.c.id.in_(ids)).values(due_ms=until))
    return [
        OutgoingMail(each, whose, to, told, _LETTERS.decode(what), tries, until)
        for each, whose, to, told, what, tries in rows
    ]


def note_sent(connection: sa.Connection, mail: OutgoingMail, now: int) -> None:
    """Note that a mail is sent; what stood in it is forgotten."""
    connection.execute(_in_hand(mail).values(sent_ms=now, due_ms=None, what=b""))


def note_dropped(connection: sa.Connection, mail: OutgoingMail) -> None:
    """Note that a mail is not to be sent any more."""
    connection.execute(_in_hand(mail).values(due_ms=None, what=b""))


def note_failed(connection: sa.Connection, mail: OutgoingMail, now: int, *, is_final: bool) -> bool:
    """Note that a mail could not be sent; return whether it is tried again."""
    again = not is_final and mail.tries < len(PAUSES_MINUTES)
    if again:
        due_ms = now + PAUSES_MINUTES[mail.tries] * 60_000
        connection.execute(_in_hand(mail).values(tries=mail.tries + 1, due_ms=due_ms))
    else:
        connection.execute(_in_hand(mail).values(tries=mail.tries + 1, due_ms=None, what=b""))
    return again


def forget_sent(connection: sa.Connection, before_ms: int) -> None:
    """Forget the mails of before a time that are not to be sent any more."""
    connection.execute(mails.delete().where(mails.c.due_ms.is_(None), mails.c.created_ms < before_ms))


def mail_key(address: str) -> str:
    """Return what ways to write one address have in common."""
    return address.lower()


def _in_hand(mail: OutgoingMail) -> sa.Update:
    return mails.update().where(mails.c.id == mail.id, mails.c.due_ms == mail.until_ms)
