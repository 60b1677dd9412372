"""Ratings as they are looked up (floor: server): those of a game's two persons, and of one person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from motu.server.accounts.account import UserAccount
from motu.server.accounts.accounts import Accounts
from motu.server.game_log import GameLog
from motu.server.glicko import GlickoRating
from motu.server.ratings.counting import aged_rating, rating_now
from motu.server.schema import rating_changes, ratings
from motu.server.speeds import speed_of
from motu.server.store import GameRow, Store

PROVISIONAL_DEVIATION = 110.0
"""Above it a rating is a guess: of somebody new, or long away."""


@dataclass(frozen=True, slots=True)
class AccountRating:
    """An account's rating in a game at a speed."""

    game: str
    speed: str
    rating: GlickoRating
    games: int
    """How many rated games it comes from."""
    changed_ms: int


@dataclass(frozen=True, slots=True)
class SeatRating:
    """What somebody at a game is rated."""

    account: UserAccount | None
    """None for a guest."""
    before: GlickoRating | None
    """When a rated game ended; else now."""
    after: GlickoRating | None
    """After a rated game; None for all others."""


def is_provisional(rating: GlickoRating) -> bool:
    """Return whether a rating is no more than a guess."""
    return rating.deviation > PROVISIONAL_DEVIATION


class HouseRatings:
    """Reads the ratings of the house."""

    def __init__(self, store: Store, accounts: Accounts) -> None:
        """Read them from a store."""
        self._store, self._accounts = store, accounts

    async def at_game(self, row: GameRow, log: GameLog, now_ms: int) -> tuple[SeatRating, SeatRating]:
        """Return what the two at a game of different screens are rated, person 0 first."""
        changes = await self._store.read(lambda connection: _changes(connection, row.id)) if log.is_over else {}
        first, second = [await self._seat(row, log, person, changes, now_ms) for person in (0, 1)]
        return first, second

    async def _seat(
        self, row: GameRow, log: GameLog, person: int, changes: dict[int, sa.Row[Any]], now_ms: int
    ) -> SeatRating:
        who = (row.person0, row.person1)[person]
        account = None if who is None else await self._accounts.find(who)
        if who is None or account is None or account.is_closed:
            return SeatRating(None, None, None)
        change = changes.get(person)
        if change is not None:
            before = GlickoRating(change.rating_before, change.deviation_before)
            return SeatRating(account, before, GlickoRating(change.rating_after, change.deviation_after))
        kind = log.game.name, speed_of(log.created.clock, log.game)
        now, _ = await self._store.read(lambda connection: rating_now(connection, who, *kind, now_ms))
        return SeatRating(account, now, None)

    async def of(self, account_id: str, now_ms: int) -> list[AccountRating]:
        """Return all ratings of an account as they are known now, those with most games first."""
        query = sa.select(ratings).where(ratings.c.account == account_id)
        ordered = query.order_by(ratings.c.games.desc(), ratings.c.game, ratings.c.speed)
        rows = await self._store.read(lambda connection: connection.execute(ordered).all())
        return [account_rating(row, now_ms) for row in rows]


def account_rating(row: sa.Row[Any], now_ms: int) -> AccountRating:
    """Return the rating in a row of the table, as it is known now."""
    kept = GlickoRating(row.rating, row.deviation, row.volatility)
    return AccountRating(row.game, row.speed, aged_rating(kept, row.changed_ms, now_ms), row.games, row.changed_ms)


def _changes(connection: sa.Connection, game_id: str) -> dict[int, sa.Row[Any]]:
    found: Sequence[sa.Row[Any]] = connection.execute(
        sa.select(rating_changes).where(rating_changes.c.game_id == game_id)
    ).all()
    return {row.person: row for row in found}
