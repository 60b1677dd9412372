"""A rated result that counts no longer (floor: server).

Both ratings become what the other games alone would have made them: the results of both are counted again from the
first one on, against opponents as strong as they were held to be when it was played. Others' ratings stay.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from motu.server.events import ServerError
from motu.server.glicko import GlickoRating, rated
from motu.server.postgres import RATINGS, lock_until_commit
from motu.server.ratings.counting import aged_rating
from motu.server.schema import rating_changes, ratings


def void_result(connection: sa.Connection, game_id: str, *, is_sure: bool = True) -> tuple[str, str] | None:
    """Let a rated game count no longer; return the two accounts, person 0 first.

    None for a game that has not counted, where it is not sure that it has.

    Raises:
        ServerError: "moderation/nothing".
    """
    lock_until_commit(connection, RATINGS)
    query = sa.select(rating_changes).where(rating_changes.c.game_id == game_id)
    rows = connection.execute(query).all()
    if len(rows) != 2 and not is_sure:
        return None
    if len(rows) != 2:
        raise ServerError("this game has no rated result that counts", slug="moderation/nothing", text=game_id)
    connection.execute(rating_changes.delete().where(rating_changes.c.game_id == game_id))
    first, second = sorted(rows, key=lambda row: row.person)
    kind, accounts = (first.game, first.speed), (first.account, second.account)
    _count_again(connection, kind, accounts)
    return accounts


def _count_again(connection: sa.Connection, kind: tuple[str, str], accounts: tuple[str, str]) -> None:
    """Count the results of two accounts, in the order in which they came."""
    held = {each: _Held(GlickoRating(), 0, 0) for each in accounts}
    for _, rows in itertools.groupby(_results(connection, kind, accounts), key=lambda row: row.game_id):
        game = list(rows)
        before = {row.account: held[row.account].at(row.at_ms) for row in game}
        for row in game:
            theirs = before.get(row.opponent) or GlickoRating(row.their_rating, row.their_deviation)
            mine, after = before[row.account], rated(before[row.account], [(theirs, row.score)])
            held[row.account] = _Held(after, row.at_ms, held[row.account].games + 1)
            values = {"rating_before": mine.value, "deviation_before": mine.deviation}
            values |= {"rating_after": after.value, "deviation_after": after.deviation}
            this = rating_changes.c.game_id == row.game_id, rating_changes.c.person == row.person
            connection.execute(rating_changes.update().where(*this).values(values))
    for account, now in held.items():
        _keep(connection, kind, account, now)


@dataclass(frozen=True, slots=True)
class _Held:
    """What somebody is rated after some games."""

    rating: GlickoRating
    changed_ms: int
    games: int

    def at(self, at_ms: int) -> GlickoRating:
        """Return it as it is known at a time."""
        return aged_rating(self.rating, self.changed_ms, at_ms) if self.games else self.rating


def _keep(connection: sa.Connection, kind: tuple[str, str], account: str, now: _Held) -> None:
    row = ratings.c.account == account, ratings.c.game == kind[0], ratings.c.speed == kind[1]
    if not now.games:
        connection.execute(ratings.delete().where(*row))
        return
    values = {"rating": now.rating.value, "deviation": now.rating.deviation, "volatility": now.rating.volatility}
    values |= {"games": now.games, "changed_ms": now.changed_ms}
    connection.execute(ratings.update().where(*row).values(values))


def _results(connection: sa.Connection, kind: tuple[str, str], accounts: tuple[str, str]) -> list[Any]:
    """Return the rated games of two accounts, the oldest first, and how strong the opponents were."""
    mine, theirs = rating_changes.c, rating_changes.alias().c
    same_game = (mine.game_id == theirs.game_id) & (mine.person != theirs.person)
    names = ("game_id", "person", "account", "opponent", "at_ms", "score")
    strength = theirs.rating_before.label("their_rating"), theirs.deviation_before.label("their_deviation")
    query = sa.select(*(mine[name] for name in names), *strength)
    query = query.where(same_game, mine.account.in_(accounts), mine.game == kind[0], mine.speed == kind[1])
    return list(connection.execute(query.order_by(mine.at_ms, mine.game_id)))
