"""Ratings over HTTP (floor: server): those of the two at a game, before it and after."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Router, get
from litestar.params import FromPath

from motu.server.glicko import GlickoRating
from motu.server.ratings.ratings import SeatRating, is_provisional
from motu.server.seats import is_remote
from motu.server.services import Services
from motu.server.speeds import Speed, speed_of
from motu.server.wall_time import now_ms


class StrengthView(msgspec.Struct, frozen=True):
    """How strong somebody is."""

    rating: int
    deviation: int
    """The true strength lies within two of these from the rating, with 95 % probability."""
    is_provisional: bool
    """Whether that is no more than a guess."""


class SeatRatingView(msgspec.Struct, frozen=True):
    """Somebody at a game."""

    name: str
    is_machine: bool
    before: StrengthView
    """When a rated game ended; else now."""
    after: StrengthView | None
    """After a rated game that counted."""


class GameRatingsView(msgspec.Struct, frozen=True):
    """What the two at a game are rated."""

    rated: bool
    """Whether the result counts, or did."""
    speed: Speed
    persons: tuple[SeatRatingView | None, SeatRatingView | None]
    """None for whoever has no name."""


def strength_view(rating: GlickoRating) -> StrengthView:
    """Return a rating as it is shown."""
    return StrengthView(round(rating.value), round(rating.deviation), is_provisional(rating))


def _seat_view(seat: SeatRating) -> SeatRatingView | None:
    if seat.account is None or seat.before is None:
        return None
    after = None if seat.after is None else strength_view(seat.after)
    return SeatRatingView(seat.account.name, seat.account.is_machine, strength_view(seat.before), after)


@get("/games/{game_id:str}/ratings")
async def read_game_ratings(request: Request[Any, Any, Any], game_id: FromPath[str]) -> GameRatingsView:
    """Return what the two at a game are rated, before it and after; nobody is at one screen."""
    services: Services = request.app.state.services
    room = await services.rooms.find(game_id)
    log, speed = room.log, speed_of(room.log.created.clock, room.log.game)
    if not is_remote(room.row):
        return GameRatingsView(False, speed, (None, None))
    first, second = await services.ratings.at_game(room.row, log, now_ms())
    return GameRatingsView(log.created.rated, speed, (_seat_view(first), _seat_view(second)))


def ratings_router() -> Router:
    """Return the routes that tell ratings."""
    return Router("/api", route_handlers=[read_game_ratings])
