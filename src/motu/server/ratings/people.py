"""What rated games say of a person, and who is the strongest (floor: server): few queries, answered by indices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from motu.server.glicko import SCALE
from motu.server.ratings.counting import PERIOD_MS
from motu.server.ratings.ratings import PROVISIONAL_DEVIATION
from motu.server.schema import accounts, rating_changes, ratings

MAX_COURSE = 200
"""Points of a rating's course, the latest."""
MAX_LATEST = 20
MAX_TALLIES = 20
"""Opponents and openings, those with most games."""
MAX_LADDER = 100
"""Places on a ladder, and as many whose rating is a guess."""


@dataclass(frozen=True, slots=True)
class EndsCount:
    """How games ended that have something in common."""

    key: tuple[Any, ...]
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class RatedResults:
    """What somebody's rated games have come to."""

    by_game: list[EndsCount]
    """Key: game and speed."""
    by_opponent: list[EndsCount]
    """Key: the opponent's account."""
    by_colour: list[EndsCount]
    """Key: game and colour."""
    by_opening: list[EndsCount]
    """Key: spec, colour and opening."""
    latest: list[sa.Row[Any]]
    """Rows of changes, the latest first."""
    courses: dict[tuple[str, str], list[tuple[int, float]]]
    """Game and speed -> when a rating has changed and what to, the oldest first."""


def results_of(connection: sa.Connection, account: str) -> RatedResults:
    """Return what an account's rated games have come to."""
    change = rating_changes.c
    by_game = _tallies(connection, account, change.game, change.speed)
    return RatedResults(
        by_game,
        _tallies(connection, account, change.opponent),
        _tallies(connection, account, change.game, change.colour),
        _tallies(connection, account, change.spec, change.colour, change.opening),
        list(connection.execute(_latest(account).limit(MAX_LATEST))),
        {(game, speed): _course(connection, account, game, speed) for game, speed in (each.key for each in by_game)},
    )


def _latest(account: str) -> sa.Select[Any]:
    query = sa.select(rating_changes).where(rating_changes.c.account == account)
    return query.order_by(rating_changes.c.at_ms.desc(), rating_changes.c.game_id)


def _course(connection: sa.Connection, account: str, game: str, speed: str) -> list[tuple[int, float]]:
    kind = rating_changes.c.game == game, rating_changes.c.speed == speed
    rows = connection.execute(_latest(account).where(*kind).limit(MAX_COURSE)).all()
    return [(row.at_ms, row.rating_after) for row in reversed(rows)]


def _tallies(connection: sa.Connection, account: str, *key: sa.Column[Any]) -> list[EndsCount]:
    count, score = sa.func.count(), rating_changes.c.score
    ends = [sa.func.sum(sa.case((score == each, 1), else_=0)) for each in (1.0, 0.5, 0.0)]
    query = sa.select(*key, *ends).where(rating_changes.c.account == account).group_by(*key)
    rows = connection.execute(query.order_by(count.desc(), *key).limit(MAX_TALLIES)).all()
    return [EndsCount(tuple(row[: len(key)]), *map(int, row[len(key) :])) for row in rows]


def ladder(connection: sa.Connection, game: str, speed: str, now_ms: int, *, is_sure: bool) -> list[sa.Row[Any]]:
    """Return who is rated highest: names, kinds and ratings; those who are known surely, or the others."""
    grown = ratings.c.volatility * ratings.c.volatility * (SCALE * SCALE / PERIOD_MS) * (now_ms - ratings.c.changed_ms)
    variance = ratings.c.deviation * ratings.c.deviation + grown
    known = variance <= PROVISIONAL_DEVIATION**2 if is_sure else variance > PROVISIONAL_DEVIATION**2
    query = (
        sa.select(accounts.c.name, accounts.c.kind, *ratings.c)
        .join_from(ratings, accounts, ratings.c.account == accounts.c.id)
        .where(ratings.c.game == game, ratings.c.speed == speed, accounts.c.is_closed == sa.false(), known)
        .order_by(ratings.c.rating.desc(), accounts.c.name)
    )
    return list(connection.execute(query.limit(MAX_LADDER)))
