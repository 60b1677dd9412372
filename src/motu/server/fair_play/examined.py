"""Games that are examined for moderators (floor: server): what was asked for, who is at it, and what was found.

Invariant: a game is examined once, whoever asks for it and at how many servers; who dies over one leaves it to others
after a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa

from motu.server.fair_play.figures import ExaminedMove
from motu.server.postgres import insert_into
from motu.server.schema import examined_games, games, rating_changes

LATEST = 20
"""So many of somebody's latest rated games are examined at a time."""
TAKEN_MS = 20 * 60_000
"""So long a game is left to the process that has it in hand: longer than a review may take."""
MOST_TRIES = 3
MOST_READ = 400
"""Examined games that are compared at once: somebody's own, and others' of the same kind and strength."""
_MOVES: msgspec.json.Decoder[tuple[ExaminedMove, ...]] = msgspec.json.Decoder(tuple[ExaminedMove, ...])


@dataclass(frozen=True, slots=True)
class ExaminedGame:
    """One person's part in a rated game that was examined."""

    game_id: str
    account: str
    game: str
    speed: str
    rating: float
    """What he was rated before it."""
    moves: tuple[ExaminedMove, ...]


@dataclass(frozen=True, slots=True)
class ExaminedCounts:
    """How many of somebody's rated games there are, and were examined."""

    rated: int
    done: int
    waiting: int
    failed: int


def ask_for(connection: sa.Connection, account: str, now_ms: int) -> int:
    """Have the latest rated games of somebody examined that were not; return how many those are."""
    latest = sa.select(rating_changes.c.game_id).where(rating_changes.c.account == account)
    latest = latest.order_by(rating_changes.c.at_ms.desc(), rating_changes.c.game_id).limit(LATEST)
    ids = list(connection.execute(latest).scalars())
    if not ids:
        return 0
    failed = examined_games.c.game_id.in_(ids), examined_games.c.done_ms.is_(None)
    tried = (*failed, examined_games.c.tries >= MOST_TRIES)
    connection.execute(examined_games.update().where(*tried).values(tries=0, taken_ms=None))
    row = {"asked_ms": now_ms, "tries": 0}
    added = insert_into(connection, examined_games).values([{"game_id": each, **row} for each in ids])
    connection.execute(added.on_conflict_do_nothing())
    return int(connection.execute(sa.select(sa.func.count()).select_from(examined_games).where(*failed)).scalar_one())


def take_next(connection: sa.Connection, now_ms: int) -> str | None:
    """Take a game in hand that nobody has; None where there is none."""
    free = examined_games.c.done_ms.is_(None), examined_games.c.tries < MOST_TRIES
    is_left = examined_games.c.taken_ms.is_(None) | (examined_games.c.taken_ms <= now_ms - TAKEN_MS)
    query = sa.select(examined_games.c.game_id).where(*free, is_left)
    oldest = query.order_by(examined_games.c.asked_ms, examined_games.c.game_id).limit(1)
    game_id = connection.execute(oldest.with_for_update(skip_locked=True)).scalar_one_or_none()
    if game_id is None:
        return None
    change = examined_games.update().where(examined_games.c.game_id == game_id, *free, is_left)
    taken = change.values(taken_ms=now_ms, tries=examined_games.c.tries + 1)
    return game_id if connection.execute(taken).rowcount else None


def keep_found(connection: sa.Connection, game_id: str, moves: Sequence[ExaminedMove], now_ms: int) -> None:
    """Keep what was found of a game."""
    change = examined_games.update().where(examined_games.c.game_id == game_id)
    connection.execute(change.values(done_ms=now_ms, what=msgspec.json.encode(moves)))


def leave_it(connection: sa.Connection, game_id: str) -> None:
    """Leave a game to whoever takes it next, unless it has been tried too often."""
    free = examined_games.c.game_id == game_id, examined_games.c.done_ms.is_(None)
    connection.execute(examined_games.update().where(*free).values(taken_ms=None))


def counts_of(connection: sa.Connection, account: str) -> ExaminedCounts:
    """Return how many of somebody's rated games were examined."""
    is_asked, is_done = examined_games.c.game_id.is_not(None), examined_games.c.done_ms.is_not(None)
    is_failed = sa.and_(is_asked, sa.not_(is_done), examined_games.c.tries >= MOST_TRIES)
    sums = [sa.func.sum(sa.case((each, 1), else_=0)) for each in (is_asked, is_done, is_failed)]
    joined = rating_changes.outerjoin(examined_games, examined_games.c.game_id == rating_changes.c.game_id)
    query = sa.select(sa.func.count(), *sums).select_from(joined).where(rating_changes.c.account == account)
    rated, asked, done, failed = (int(each or 0) for each in connection.execute(query).one())
    return ExaminedCounts(rated, done, asked - done - failed, failed)


def own_games(connection: sa.Connection, account: str) -> list[ExaminedGame]:
    """Return somebody's examined games, the latest first."""
    return _read(connection, rating_changes.c.account == account)


def games_of_others(
    connection: sa.Connection, account: str, game: str, between: tuple[float, float]
) -> list[ExaminedGame]:
    """Return what others have played in examined games of a kind who were rated so, the latest first."""
    others = rating_changes.c.account != account, rating_changes.c.game == game
    return _read(connection, *others, rating_changes.c.rating_before.between(*between))


def _read(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> list[ExaminedGame]:
    known = [rating_changes.c[name] for name in ("game_id", "account", "game", "speed", "rating_before", "person")]
    query = sa.select(*known, examined_games.c.what)
    query = query.join(examined_games, examined_games.c.game_id == rating_changes.c.game_id)
    query = query.join(games, games.c.id == rating_changes.c.game_id)
    query = query.where(examined_games.c.done_ms.is_not(None), *which)
    rows = connection.execute(query.order_by(rating_changes.c.at_ms.desc(), rating_changes.c.game_id).limit(MOST_READ))
    return [_game(row) for row in rows]


def _game(row: Any) -> ExaminedGame:
    moves = tuple(each for each in _MOVES.decode(row.what) if each.person == row.person)
    return ExaminedGame(row.game_id, row.account, row.game, row.speed, row.rating_before, moves)
