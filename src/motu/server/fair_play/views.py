"""What moderators see of it (floor: server): numbers beside those of others of the same strength, never a verdict."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from motu.server.fair_play.examined import (
    ExaminedCounts,
    ExaminedGame,
    counts_of,
    games_of_others,
    own_games,
)
from motu.server.fair_play.figures import (
    ExaminedMove,
    FairFigure,
    mean_loss,
    middle_time_ms,
    share_of_first_choices,
    spread_of_times,
    time_by_openness,
)
from motu.server.moderation.own_games import LIVE

NEAR = 150.0
"""Others are compared who were rated so near."""


class FairFigures(msgspec.Struct, frozen=True):
    """What is said of some games of a kind."""

    games: int
    people: int
    first_choices: FairFigure | None
    """The share of moves that are the engine's first choice."""
    loss: FairFigure | None
    """Equity that a move gives away, on the average."""
    middle_ms: int | None
    """The median of thinking times, in live games."""
    spread: FairFigure | None
    """By which factor they typically differ from their middle; 1: they are all the same."""
    by_openness: FairFigure | None
    """How they go with how open the position is, from -1 to 1."""


class FairGameView(msgspec.Struct, frozen=True):
    """One kind of game."""

    game: str
    rating: float
    """What he was rated in these games, on the average."""
    his: FairFigures
    others: FairFigures
    """The same of others who were rated so near."""


class FairPlayView(msgspec.Struct, frozen=True):
    """What was found of somebody's rated games."""

    rated: int
    """His rated games that count."""
    examined: int
    waiting: int
    failed: int
    """Games that could not be examined."""
    games: tuple[FairGameView, ...]


def fair_play_view(connection: sa.Connection, account: str) -> FairPlayView:
    """Return what was found of somebody's rated games so far."""
    counts: ExaminedCounts = counts_of(connection, account)
    found = own_games(connection, account)
    kinds = sorted({each.game for each in found})
    views = tuple(_of_kind(connection, account, kind, [each for each in found if each.game == kind]) for kind in kinds)
    return FairPlayView(counts.rated, counts.done, counts.waiting, counts.failed, views)


def _of_kind(connection: sa.Connection, account: str, game: str, own: Sequence[ExaminedGame]) -> FairGameView:
    rating = sum(each.rating for each in own) / len(own)
    others = games_of_others(connection, account, game, (rating - NEAR, rating + NEAR))
    return FairGameView(game, rating, fair_figures(own), fair_figures(others))


def fair_figures(found: Sequence[ExaminedGame]) -> FairFigures:
    """Return what is said of some games."""
    moves = [move for each in found for move in each.moves if move.counts]
    timed: list[ExaminedMove] = [move for each in found if each.speed in LIVE for move in each.moves if move.counts]
    return FairFigures(
        len({each.game_id for each in found}),
        len({each.account for each in found}),
        share_of_first_choices(moves),
        mean_loss(moves),
        middle_time_ms(timed),
        spread_of_times(timed),
        time_by_openness(timed),
    )
