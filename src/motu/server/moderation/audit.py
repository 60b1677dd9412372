"""What was done by those who keep order, for ever (floor: server).

Invariant: nothing here changes or deletes an entry; each is written in the transaction that does what it tells.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

import sqlalchemy as sa

from motu.server.events import ServerError
from motu.server.schema import audit_entries
from motu.server.store import Store

MAX_WHY = 200
"""Most characters of a reason."""
MAX_SHOWN = 50
"""Entries on a page."""
ID_BYTES = 9


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """Something that was done."""

    id: str
    at_ms: int
    who: str | None
    """An account; None for the command line."""
    act: str
    whom: str | None
    game: str | None
    why: str
    detail: str
    """What it was before and after, or until when."""

    @property
    def place(self) -> str:
        """What to ask for the entries before it with."""
        return f"{self.at_ms}.{self.id}"


_COLUMNS = tuple(audit_entries.c[name] for name in AuditEntry.__slots__)


def new_entry(at_ms: int, who: str | None, act: str, whom: str | None, why: str) -> AuditEntry:
    """Return an entry that tells what is done; with a game and details, where there are any."""
    return AuditEntry(secrets.token_urlsafe(ID_BYTES), at_ms, who, act, whom, None, why, "")


def add_entry(connection: sa.Connection, entry: AuditEntry) -> None:
    """Note what is done, in the transaction that does it."""
    connection.execute(audit_entries.insert().values({name: getattr(entry, name) for name in AuditEntry.__slots__}))


async def read_log(
    store: Store, whom: str | None = None, before: str | None = None, limit: int = MAX_SHOWN
) -> list[AuditEntry]:
    """Return entries, the latest first: all, or those about one account; those before a place.

    Raises:
        ServerError: "server/list".
    """
    query = sa.select(*_COLUMNS).order_by(audit_entries.c.at_ms.desc(), audit_entries.c.id.desc()).limit(limit)
    if whom is not None:
        query = query.where(audit_entries.c.whom == whom)
    if before is not None:
        query = query.where(sa.tuple_(audit_entries.c.at_ms, audit_entries.c.id) < sa.tuple_(*place_before(before)))
    rows = await store.read(lambda connection: connection.execute(query).all())
    return [AuditEntry(*row) for row in rows]


def place_before(text: str) -> tuple[int, str]:
    """Return a place in a list by time: when, and the id there.

    Raises:
        ServerError: "server/list".
    """
    at, _, known = text.partition(".")
    if not at.isascii() or not at.isdigit() or len(at) > 15:
        raise ServerError("no page goes on after this", slug="server/list", text=text[:40])
    return int(at), known[:22]
