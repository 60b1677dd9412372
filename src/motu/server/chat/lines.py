"""Lines of chat as they are kept (floor: server).

Invariant: lines of a game are numbered 0, 1, 2, …, those of both circles together, and none is ever altered. A line is
referred to by its game and this number. Of those of a deleted account there is nothing but their numbers.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from motu.server.chat.rights import CIRCLES, Circle
from motu.server.chat.words import Phrase
from motu.server.events import ServerError
from motu.server.postgres import lock_by_name
from motu.server.rates.lately import lately
from motu.server.rates.too_often import too_often
from motu.server.schema import chat_lines
from motu.server.wall_time import now_ms

MAX_LINES = 2000
"""Lines of a game."""
MAX_SHOWN = 100
"""So many of each circle are shown to whoever comes, the latest."""
RATES = ((10_000, 5), (600_000, 60))
"""Within so many milliseconds a person says so much, in all games together."""
MOST_IDS = 500


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Something that was said."""

    seq: int
    at_ms: int
    circle: Circle
    person: str
    text: str | None = None
    phrase: Phrase | None = None


_IS_THERE = chat_lines.c.person != ""
_LINE = [chat_lines.c[name] for name in ChatLine.__slots__]


def add_line(
    connection: sa.Connection, game_id: str, circle: Circle, person: str, said: tuple[str | None, Phrase | None]
) -> ChatLine:
    """Keep what somebody says in words or a phrase; the number may be taken by another process at this moment.

    Raises:
        ServerError: "chat/limit", "chat/full".
    """
    now = now_ms()
    _refuse_more(connection, person, now)
    newest = sa.select(sa.func.max(chat_lines.c.seq)).where(chat_lines.c.game_id == game_id)
    last = connection.execute(newest).scalar_one()
    line = ChatLine(0 if last is None else last + 1, now, circle, person, *said)
    if line.seq >= MAX_LINES:
        raise ServerError(f"at this game {MAX_LINES:,} lines have been said, and no more are kept", slug="chat/full")
    values = {name: getattr(line, name) for name in ChatLine.__slots__}
    connection.execute(chat_lines.insert().values(values | {"game_id": game_id}))
    return line


def _refuse_more(connection: sa.Connection, person: str, now: int) -> None:
    lock_by_name(connection, "chat", person)
    for span_ms, most in RATES:
        since = chat_lines.c.person == person, lately(chat_lines.c.at_ms, now, span_ms)
        query = sa.select(chat_lines.c.at_ms).where(*since).order_by(chat_lines.c.at_ms.desc())
        full_ms = connection.execute(query.offset(most - 1).limit(1)).scalar_one_or_none()
        if full_ms is not None:
            told = f"you say much in a short time: {most} lines within {span_ms // 1000} s at most"
            raise too_often(told, full_ms + span_ms - now, "chat/limit")


def latest_lines(connection: sa.Connection, game_id: str, circles: Collection[Circle]) -> list[ChatLine]:
    """Return the latest lines of some circles of a game, in their order."""
    found: list[ChatLine] = []
    for circle in CIRCLES:
        if circle in circles:
            query = sa.select(*_LINE).where(chat_lines.c.game_id == game_id, chat_lines.c.circle == circle, _IS_THERE)
            latest = query.order_by(chat_lines.c.seq.desc()).limit(MAX_SHOWN)
            found += [_line(row) for row in connection.execute(latest)]
    return sorted(found, key=lambda line: line.seq)


def line_at(connection: sa.Connection, game_id: str, seq: int) -> ChatLine | None:
    """Return a line by its number; None where there is none."""
    query = sa.select(*_LINE).where(chat_lines.c.game_id == game_id, chat_lines.c.seq == seq, _IS_THERE)
    row = connection.execute(query).one_or_none()
    return None if row is None else _line(row)


def lines_after(connection: sa.Connection, game_id: str, seq: int, since_ms: int = 0) -> list[ChatLine]:
    """Return what was said at a game after a line, and after a time."""
    later = chat_lines.c.game_id == game_id, chat_lines.c.seq > seq, chat_lines.c.at_ms >= since_ms
    query = sa.select(*_LINE).where(*later, _IS_THERE).order_by(chat_lines.c.seq)
    return [_line(row) for row in connection.execute(query)]


def last_lines(connection: sa.Connection, ids: Collection[str]) -> dict[str, int]:
    """Return the number of the last line of each of these games in which anything has been said."""
    found: dict[str, int] = {}
    wanted = sorted(ids)
    for at in range(0, len(wanted), MOST_IDS):
        own = chat_lines.c.game_id.in_(wanted[at : at + MOST_IDS])
        query = sa.select(chat_lines.c.game_id, sa.func.max(chat_lines.c.seq)).where(own)
        found |= {row[0]: row[1] for row in connection.execute(query.group_by(chat_lines.c.game_id))}
    return found


def _line(row: sa.Row[Any]) -> ChatLine:
    return ChatLine(**row._mapping)  # noqa: SLF001 - SQLAlchemy's public name begins with an underscore
