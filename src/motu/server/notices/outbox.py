"""Notices as they are kept (floor: server).

Invariant: a notice is written in the transaction of what causes it, once, by whichever process that is; and whoever has
done what he was told of finds no notice of it any more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from motu.server.notices.causes import Cause
from motu.server.notices.kinds import NoticeKind, wishes_of
from motu.server.postgres import insert_into
from motu.server.schema import looks, mail_addresses, notices

MOST_KEPT = 100
"""Notices of one person."""
KEPT_MS = 30 * 24 * 3_600_000
"""So long they are kept."""
_PASSING: tuple[NoticeKind, ...] = ("begun", "turn", "time", "offer")
"""What is so until somebody acts."""
_REPLACED: dict[NoticeKind, tuple[NoticeKind, ...]] = {
    "turn": _PASSING,
    "time": ("turn", "time"),
    "offer": ("offer",),
    "over": _PASSING,
}
"""Which notices of a game another one takes the place of."""


def write_notices(connection: sa.Connection, causes: Iterable[Cause], at_ms: int) -> int:
    """Keep notices for those who want them; return how many are new."""
    return sum(_write(connection, each, at_ms) for each in causes)


def _write(connection: sa.Connection, cause: Cause, at_ms: int) -> int:
    if not wishes_of(connection, cause.person).wants(cause.kind):
        return 0
    values = {"id": cause.key, "person": cause.person, "kind": cause.kind, "game_id": cause.game, "seat": cause.seat}
    values |= {"challenge": cause.challenge, "offer": cause.offer, "at_ms": at_ms}
    added = connection.execute(insert_into(connection, notices).values(values).on_conflict_do_nothing()).rowcount
    if added and cause.game is not None:
        others = notices.c.kind.in_(_REPLACED.get(cause.kind, ())), notices.c.id != cause.key
        connection.execute(notices.delete().where(*_about(cause.person, cause.game), *others))
    return max(0, added)


def settle_notices(connection: sa.Connection, person: str, game: str) -> None:
    """Forget what somebody was to be told of a game in which he has acted."""
    connection.execute(notices.delete().where(*_about(person, game), notices.c.kind.in_(_PASSING)))


def mark_read(
    connection: sa.Connection, person: str, at_ms: int, *, game: str | None = None, ids: Collection[str] | None = None
) -> int:
    """Note that somebody has read notices: those of a game, or some, or all; return how many were unread.

    Those that a move just takes away are passed over: two who wait for each other would keep the move out.
    """
    which = [notices.c.person == person, notices.c.read_ms.is_(None)]
    which += [] if game is None else [notices.c.game_id == game]
    which += [] if ids is None else [notices.c.id.in_(ids)]
    chosen = sa.select(notices.c.id).where(*which).with_for_update(skip_locked=True)
    found = list(connection.execute(chosen).scalars())
    if found:
        connection.execute(notices.update().where(notices.c.id.in_(found)).values(read_ms=at_ms))
    return len(found)


def trim_notices(connection: sa.Connection, person: str) -> None:
    """Forget the oldest of somebody's notices, beyond so many."""
    kept = sa.select(notices.c.id).where(notices.c.person == person).order_by(notices.c.at_ms.desc(), notices.c.id)
    too_many = list(connection.execute(kept.offset(MOST_KEPT)).scalars())
    if too_many:
        connection.execute(notices.delete().where(notices.c.id.in_(too_many)))


def forget_old(connection: sa.Connection, before_ms: int) -> None:
    """Forget all notices of before a time."""
    connection.execute(notices.delete().where(notices.c.at_ms < before_ms))


def unread_of(connection: sa.Connection, people: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return by person, of these, how many notices are unread and when the latest came."""
    query = sa.select(notices.c.person, sa.func.count(), sa.func.max(notices.c.at_ms))
    unread = query.where(notices.c.person.in_(people), notices.c.read_ms.is_(None)).group_by(notices.c.person)
    return {person: (int(count), int(latest)) for person, count, latest in connection.execute(unread)}


def is_reached(connection: sa.Connection, person: str) -> bool:
    """Return whether somebody is told of things elsewhere than in the pages, so that it counts whether he sees them."""
    wants = mail_addresses.c.person == person, mail_addresses.c.has_digest == sa.true()
    return connection.execute(sa.select(mail_addresses.c.person).where(*wants)).first() is not None


def note_seen(connection: sa.Connection, person: str, at_ms: int) -> None:
    """Note that somebody sees a page."""
    new = insert_into(connection, looks).values(person=person, seen_ms=at_ms)
    connection.execute(new.on_conflict_do_update(index_elements=["person"], set_={"seen_ms": at_ms}))


def _about(person: str, game: str) -> tuple[sa.ColumnElement[Any], ...]:
    return notices.c.person == person, notices.c.game_id == game
