"""Messages for browsers, as they are taken in hand (floor: server).

Invariant: a message is sent by one process, which has it in hand for a while; where that is killed meanwhile, another
sends it then. What has become of its notice since it was written decides whether it is sent at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from motu.server.notices.kinds import wishes_of
from motu.server.notices.views import NoticeFound, find_unread
from motu.server.push.places import COLUMNS, PushPlace, is_alive, note_refused
from motu.server.schema import looks, push_messages, push_places

LEASE_MS = 120_000
"""So long a message is left to the process that has taken it in hand."""
MOST_TOGETHER = 20
PAUSES_MINUTES = (1, 5, 15, 60)
"""How long to wait after each try that has failed; after the last one it is given up."""
HOUR_MS = 3_600_000
MOST_HOURLY = 30
"""Messages that go to one browser in an hour; the pages tell the rest."""


@dataclass(frozen=True, slots=True)
class PushMessage:
    """A message in hand."""

    place: PushPlace
    notice: str
    found: NoticeFound
    tries: int
    until_ms: int
    """As long as nobody else sends it."""


def is_waiting(connection: sa.Connection, now: int) -> bool:
    """Return whether there is something to send now."""
    query = sa.select(push_messages.c.place).where(push_messages.c.due_ms <= now).limit(1)
    return connection.execute(query).first() is not None


def take_in_hand(connection: sa.Connection, now: int) -> tuple[int, list[PushMessage]]:
    """Take some of the messages that are due; return how many, and those of them that are to be sent.

    The others are forgotten: their notice was read or has come to nothing, he has seen a page since, wants no such
    messages, or is not there any more.
    """
    names = push_messages.c.place, push_messages.c.notice, push_messages.c.tries
    due = sa.select(*names).where(push_messages.c.due_ms <= now).order_by(push_messages.c.due_ms)
    rows = connection.execute(due.limit(MOST_TOGETHER).with_for_update(skip_locked=True)).all()
    places, full = _places(connection, {row.place for row in rows}, now)
    found = find_unread(connection, {row.notice for row in rows}, now)
    wanted = {place.person: _wanted(connection, place.person) for place in places.values()}
    kept = []
    for row in rows:
        place, notice = places.get(row.place), found.get(row.notice)
        if place is None or notice is None or notice.person != place.person:
            continue
        if _is_wanted(notice, wanted[place.person]) and full[place.id] < MOST_HOURLY:
            full[place.id] += 1
            kept.append(PushMessage(place, row.notice, notice, row.tries, now + LEASE_MS))
    _note_taken(connection, [(row.place, row.notice) for row in rows], kept)
    return len(rows), kept


def _note_taken(connection: sa.Connection, taken: Sequence[tuple[str, str]], kept: Sequence[PushMessage]) -> None:
    """Keep those in hand for a while, and forget the others."""
    sent = {(each.place.id, each.notice) for each in kept}
    for each in kept:
        connection.execute(push_messages.update().where(*_is(each.place.id, each.notice)).values(due_ms=each.until_ms))
    for place, notice in taken:
        if (place, notice) not in sent:
            connection.execute(push_messages.delete().where(*_is(place, notice)))


def _places(connection: sa.Connection, ids: set[str], now: int) -> tuple[dict[str, PushPlace], dict[str, int]]:
    """Return browsers that may be told of something, and how much each was told in this hour."""
    counted = push_places.c.hour_ms, push_places.c.num_told
    rows = connection.execute(sa.select(*COLUMNS, *counted).where(push_places.c.id.in_(ids), is_alive(now))).all()
    places = [PushPlace(*row[: len(COLUMNS)]) for row in rows]
    full = {row.id: row.num_told if row.hour_ms > now - HOUR_MS else 0 for row in rows}
    return {each.id: each for each in places}, full


def _wanted(connection: sa.Connection, person: str) -> tuple[frozenset[str], int]:
    """Return of what somebody wants to be told in browsers, and when he has last seen a page."""
    seen = connection.execute(sa.select(looks.c.seen_ms).where(looks.c.person == person)).scalar_one_or_none()
    return wishes_of(connection, person).push, seen or 0


def _is_wanted(notice: NoticeFound, wanted: tuple[frozenset[str], int]) -> bool:
    kinds, seen_ms = wanted
    return notice.view.kind in kinds and seen_ms < notice.view.at_ms


def note_sent(connection: sa.Connection, message: PushMessage, now: int) -> None:
    """Note that a message has come to a push service."""
    if connection.execute(_in_hand(message)).rowcount == 1:
        is_new = push_places.c.hour_ms <= now - HOUR_MS
        counted = sa.case((is_new, 1), else_=push_places.c.num_told + 1)
        since = sa.case((is_new, now), else_=push_places.c.hour_ms)
        change = push_places.update().where(push_places.c.id == message.place.id)
        connection.execute(change.values(failures=0, num_told=counted, hour_ms=since))


def note_failed(
    connection: sa.Connection, message: PushMessage, now: int, *, is_final: bool, pause_ms: int = 0
) -> bool:
    """Note that a message has not come there; return whether it is tried again."""
    again = not is_final and message.tries < len(PAUSES_MINUTES)
    if again:
        due_ms = now + max(pause_ms, PAUSES_MINUTES[message.tries] * 60_000)
        own = *_is(message.place.id, message.notice), push_messages.c.due_ms == message.until_ms
        connection.execute(push_messages.update().where(*own).values(due_ms=due_ms, tries=message.tries + 1))
    elif connection.execute(_in_hand(message)).rowcount == 1:
        note_refused(connection, message.place.id)
    return again


def _in_hand(message: PushMessage) -> sa.Delete:
    own = _is(message.place.id, message.notice)
    return push_messages.delete().where(*own, push_messages.c.due_ms == message.until_ms)


def _is(place: str, notice: str) -> tuple[sa.ColumnElement[bool], ...]:
    return push_messages.c.place == place, push_messages.c.notice == notice
