"""Whom somebody has muted or blocked (floor: server).

Who is muted is not heard by whoever has muted him, and that is all. Between two of whom one has blocked the other there
is no challenge, no pairing, no rematch and no chat. Nobody is told of it: what one of them tries comes to what it would
come to for other reasons.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa

from motu.server.events import ServerError
from motu.server.postgres import insert_into, lock_by_name
from motu.server.schema import blocks
from motu.server.store import Store, Work
from motu.server.wall_time import now_ms

ID_BYTES = 9
BlockKind = Literal["mute", "block"]
MAX_BLOCKS = 200
"""People whom somebody may have muted or blocked."""
_BLOCKS = blocks.c.kind == "block"


@dataclass(frozen=True, slots=True)
class PersonBlock:
    """Somebody whom a person has muted or blocked."""

    id: str
    other: str
    kind: BlockKind
    called: str
    """What he was called then; whoever has an account is shown by its name of now."""
    at_ms: int


_BLOCK = [blocks.c[name] for name in PersonBlock.__slots__]


class Blocks:
    """All of them."""

    def __init__(self, store: Store) -> None:
        """Keep them in a store."""
        self._store = store

    async def decide(self, person: str, other: str, kind: BlockKind, called: str) -> None:
        """Let a person mute or block another one; what he has decided before about him goes.

        Raises:
            ServerError: "block/own", "block/limit".
        """
        if person == other:
            raise ServerError("that is yourself", slug="block/own")
        row = {"person": person, "other": other, "kind": kind, "called": called, "at_ms": now_ms()}

        def work(connection: sa.Connection) -> None:
            lock_by_name(connection, "blocks", person)
            own = sa.select(sa.func.count()).select_from(blocks).where(blocks.c.person == person)
            if connection.execute(own.where(blocks.c.other != other)).scalar_one() >= MAX_BLOCKS:
                told = f"you have muted or blocked {MAX_BLOCKS} people; undo one of these first"
                raise ServerError(told, slug="block/limit")
            added = insert_into(connection, blocks).values(row | {"id": secrets.token_urlsafe(ID_BYTES)})
            connection.execute(added.on_conflict_do_update(index_elements=["person", "other"], set_={"kind": kind}))

        await self._store.write(work)

    async def undo(self, person: str, block_id: str) -> None:
        """Take back one of a person's own; where there is none, it stays so."""
        change = blocks.delete().where(blocks.c.person == person, blocks.c.id == block_id)
        await self._store.write(lambda connection: connection.execute(change))

    async def of(self, person: str) -> list[PersonBlock]:
        """Return whom a person has muted or blocked, the latest first."""
        query = sa.select(*_BLOCK).where(blocks.c.person == person).order_by(blocks.c.at_ms.desc(), blocks.c.id)
        return await self._store.read(lambda connection: [_block(row) for row in connection.execute(query)])


def _block(row: sa.Row[Any]) -> PersonBlock:
    return PersonBlock(**row._mapping)  # noqa: SLF001 - SQLAlchemy's public name begins with an underscore


def is_apart(one: str, other: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that one of two has blocked the other, who is in a column."""
    between = sa.or_(
        sa.and_(blocks.c.person == one, blocks.c.other == other),
        sa.and_(blocks.c.other == one, blocks.c.person == other),
    )
    return sa.exists().where(_BLOCKS, between)


def are_apart(connection: sa.Connection, one: str, other: str) -> bool:
    """Return whether one of two has blocked the other."""
    return bool(connection.execute(sa.select(is_apart(one, sa.literal(other)))).scalar_one())


def refuse_apart(persons: Sequence[str], error: Exception) -> Work:
    """Return the work that raises an error where one of two has blocked the other."""

    def work(connection: sa.Connection) -> None:
        if are_apart(connection, persons[0], persons[1]):
            raise error

    return work


def apart_from(connection: sa.Connection, persons: Collection[str]) -> set[tuple[str, str]]:
    """Return who is apart from whom among those who have to do with these, each pair both ways."""
    found = connection.execute(sa.select(blocks.c.person, blocks.c.other).where(_BLOCKS, _about(persons)))
    pairs = {(row.person, row.other) for row in found}
    return pairs | {(other, person) for person, other in pairs}


def unheard(connection: sa.Connection, speakers: Collection[str]) -> set[tuple[str, str]]:
    """Return who doesn't hear which of these: pairs of reader and speaker."""
    found = connection.execute(sa.select(blocks.c.person, blocks.c.other, blocks.c.kind).where(_about(speakers)))
    rows = found.all()
    return {(row.person, row.other) for row in rows} | {(row.other, row.person) for row in rows if row.kind == "block"}


def _about(persons: Collection[str]) -> sa.ColumnElement[bool]:
    return sa.or_(blocks.c.other.in_(persons), blocks.c.person.in_(persons))
