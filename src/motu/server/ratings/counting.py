"""What a rated game does to the ratings of the two who played it (floor: server).

Invariant: a game counts once, in the transaction that keeps its end, whichever process ends it: the end has a number
that nobody else can write, and the changes have the game's id as their key. Results are counted one after another over
all processes, so that two games of one person that end at the same moment both count.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from motu.games.record_parts import Result
from motu.server.game_log import GameLog
from motu.server.glicko import GlickoRating, aged, rated
from motu.server.postgres import RATINGS, insert_into, lock_until_commit
from motu.server.schema import rating_changes, ratings
from motu.server.speeds import Speed, speed_of
from motu.server.store import GameRow, Work

PERIOD_MS = 5 * 24 * 3_600_000
"""A period in which nothing is played. A rating known to 60 points is known to about 110 after a year without games, as
elsewhere."""
MAX_OPENING = 80
"""Most characters of an opening."""
_CALLED_OFF = "unfinished"


def counts(row: GameRow, log: GameLog) -> bool:
    """Return whether a game that is over counts: not where it was called off, for then there was none."""
    is_rated = log.created.rated and row.person0 is not None and row.person1 is not None
    return is_rated and log.result is not None and log.result.reason != _CALLED_OFF


def counting_end(row: GameRow, before: GameLog, after: GameLog) -> Work | None:
    """Return the work that counts a game's result, where a rated one ends by what happens now; else None."""
    return None if before.is_over or not counts(row, after) else _counting(row, after)


def _counting(row: GameRow, log: GameLog) -> Work:
    persons = row.person0 or "", row.person1 or ""
    scores, kind = scores_of(log.result), (log.game.name, speed_of(log.created.clock, log.game))
    told = {"game_id": row.id, "game": kind[0], "speed": kind[1], "at_ms": log.events[-1].at_ms, "spec": row.spec}
    told["opening"] = opening_of(log)
    is_swapped = log.state.is_swapped()

    def work(connection: sa.Connection) -> None:
        lock_until_commit(connection, RATINGS)
        found = [rating_now(connection, who, *kind, log.events[-1].at_ms) for who in persons]
        for person, who in enumerate(persons):
            (mine, games), (other, _) = found[person], found[1 - person]
            after = rated(mine, [(other, scores[person])])
            _keep(connection, who, kind, after, games + 1, log.events[-1].at_ms)
            change = {"person": person, "account": who, "opponent": persons[1 - person], "score": scores[person]}
            change |= {"colour": person ^ is_swapped, "rating_before": mine.value, "deviation_before": mine.deviation}
            change |= {"rating_after": after.value, "deviation_after": after.deviation}
            connection.execute(rating_changes.insert().values(told | change))

    return work


def scores_of(result: Result | None) -> tuple[float, float]:
    """Return what a result gives to both persons."""
    if result is None or result.winner is None:
        return 0.5, 0.5
    return (1.0, 0.0) if result.winner == 0 else (0.0, 1.0)


def opening_of(log: GameLog) -> str:
    """Return how a game began: the first move on the board, and whether it was taken over."""
    texts: Sequence[str] = [step.text for step in log.steps if step.person >= 0][:2]
    return " ".join(texts if texts[1:] == ["swap"] else texts[:1])[:MAX_OPENING]


def rating_now(
    connection: sa.Connection, account: str, game: str, speed: Speed, at_ms: int
) -> tuple[GlickoRating, int]:
    """Return an account's rating as it is known at a time, and after how many games."""
    query = sa.select(ratings).where(ratings.c.account == account, ratings.c.game == game, ratings.c.speed == speed)
    row = connection.execute(query).one_or_none()
    if row is None:
        return GlickoRating(), 0
    return aged_rating(GlickoRating(row.rating, row.deviation, row.volatility), row.changed_ms, at_ms), row.games


def aged_rating(kept: GlickoRating, changed_ms: int, at_ms: int) -> GlickoRating:
    """Return a rating as it is known at a time, if it was changed last at another."""
    return aged(kept, (at_ms - changed_ms) / PERIOD_MS)


def _keep(
    connection: sa.Connection, account: str, kind: tuple[str, str], after: GlickoRating, games: int, at_ms: int
) -> None:
    values = {"rating": after.value, "deviation": after.deviation, "volatility": after.volatility}
    values |= {"games": games, "changed_ms": at_ms}
    new = insert_into(connection, ratings).values(account=account, game=kind[0], speed=kind[1], **values)
    connection.execute(new.on_conflict_do_update(index_elements=["account", "game", "speed"], set_=values))
