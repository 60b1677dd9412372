"""People with names over HTTP (floor: server): what anybody may know of one of them, and the ladders."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from litestar import Request, Router, get
from litestar.params import FromPath, FromQuery

from motu.server.accounts.account import Kind
from motu.server.accounts.passwords import MAX_LENGTH
from motu.server.events import ServerError
from motu.server.lists import GameName
from motu.server.ratings.people import EndsCount, RatedResults, ladder, results_of
from motu.server.ratings.ratings import AccountRating, account_rating, is_provisional
from motu.server.ratings.reliability import reliability_of
from motu.server.services import Services
from motu.server.speeds import Speed
from motu.server.wall_time import now_ms

PeopleRequest = Request[Any, Any, Any]


class CoursePoint(msgspec.Struct, frozen=True, array_like=True):
    """A rating after a game."""

    at_ms: int
    rating: int


class ProfileRating(msgspec.Struct, frozen=True):
    """Somebody's rating in a game at a speed."""

    game: str
    speed: str
    rating: int
    deviation: int
    is_provisional: bool
    games: int
    """How many rated games it comes from."""
    course: tuple[CoursePoint, ...]
    """What it was after each of the latest of them, the oldest first."""


class EndsView(msgspec.Struct, frozen=True):
    """How rated games ended."""

    won: int
    drawn: int
    lost: int


class KindEnds(EndsView, frozen=True):
    """Those of a game at a speed."""

    game: str
    speed: str


class OpponentEnds(EndsView, frozen=True):
    """Those against somebody."""

    opponent: str
    """A name; empty where it is gone."""


class ColourEnds(EndsView, frozen=True):
    """Those with a colour, which the pie rule may have exchanged."""

    game: str
    colour: int


class OpeningEnds(EndsView, frozen=True):
    """Those that began with a move."""

    spec: str
    colour: int
    opening: str
    """The first move on the board, and "swap" where it was taken over."""


class RatedGameView(msgspec.Struct, frozen=True):
    """A rated game that is over, as one of the two sees it."""

    id: str
    at_ms: int
    spec: str
    speed: str
    opponent: str
    colour: int
    score: float
    """1, 0.5 or 0."""
    before: int
    after: int


class ProfileView(msgspec.Struct, frozen=True):
    """What anybody may know of somebody with a name."""

    name: str
    kind: Kind
    since_ms: int
    finished: int
    """How many games with others were played to the end."""
    left: int
    """How many were not: no first move in time, or time that ran out while nothing happened."""
    ratings: tuple[ProfileRating, ...]
    by_game: tuple[KindEnds, ...]
    by_opponent: tuple[OpponentEnds, ...]
    by_colour: tuple[ColourEnds, ...]
    by_opening: tuple[OpeningEnds, ...]
    latest: tuple[RatedGameView, ...]


class LadderEntry(msgspec.Struct, frozen=True):
    """Somebody on a ladder."""

    name: str
    kind: Kind
    rating: int
    deviation: int
    games: int


class LadderView(msgspec.Struct, frozen=True):
    """Who is rated highest in a game at a speed."""

    game: str
    speed: str
    ranked: tuple[LadderEntry, ...]
    provisional: tuple[LadderEntry, ...]
    """Those whose rating is no more than a guess."""


@get("/people/{name:str}")
async def read_person(request: PeopleRequest, name: FromPath[str]) -> ProfileView:
    """Return what anybody may know of somebody with a name, from rated games."""
    services = _services(request)
    account = await services.accounts.find_name(name[:MAX_LENGTH])
    if account is None or account.is_closed:
        raise ServerError(f"there is nobody called '{name[:40]}'", slug="server/no-person", text=name[:40])
    results, kept = await services.store.read(
        lambda connection: (results_of(connection, account.id), reliability_of(connection, account.id))
    )
    held = await services.ratings.of(account.id, now_ms())
    opponents = {each.key[0] for each in results.by_opponent} | {each.opponent for each in results.latest}
    names = await services.accounts.names(opponents)
    return ProfileView(
        account.name,
        account.kind,
        account.created_ms,
        *kept,
        tuple(_rating_view(each, results) for each in held),
        tuple(KindEnds(*_ends(each), *each.key) for each in results.by_game),
        tuple(OpponentEnds(*_ends(each), names.get(each.key[0], "")) for each in results.by_opponent),
        tuple(ColourEnds(*_ends(each), *each.key) for each in results.by_colour),
        tuple(OpeningEnds(*_ends(each), *each.key) for each in results.by_opening),
        tuple(_game_view(row, names) for row in results.latest),
    )


@get("/ladder")
async def read_ladder(request: PeopleRequest, game: FromQuery[GameName], speed: FromQuery[Speed]) -> LadderView:
    """Return who is rated highest in a game at a speed, people and machines; who is hardly known stands apart."""
    now = now_ms()

    def read(connection: sa.Connection) -> list[list[sa.Row[Any]]]:
        return [ladder(connection, game, speed, now, is_sure=is_sure) for is_sure in (True, False)]

    sure, guessed = await _services(request).store.read(read)
    return LadderView(game, speed, *(tuple(_entry(row, now) for row in rows) for rows in (sure, guessed)))


def people_router() -> Router:
    """Return the routes that tell of people."""
    return Router("/api", route_handlers=[read_person, read_ladder])


def _services(request: PeopleRequest) -> Services:
    found: Services = request.app.state.services
    return found


def _ends(tally: EndsCount) -> tuple[int, int, int]:
    return tally.won, tally.drawn, tally.lost


def _rating_view(held: AccountRating, results: RatedResults) -> ProfileRating:
    course = results.courses.get((held.game, held.speed), [])
    return ProfileRating(
        held.game,
        held.speed,
        round(held.rating.value),
        round(held.rating.deviation),
        is_provisional(held.rating),
        held.games,
        tuple(CoursePoint(at_ms, round(rating)) for at_ms, rating in course),
    )


def _game_view(row: sa.Row[Any], names: dict[str, str]) -> RatedGameView:
    opponent, figures = names.get(row.opponent, ""), (round(row.rating_before), round(row.rating_after))
    return RatedGameView(row.game_id, row.at_ms, row.spec, row.speed, opponent, row.colour, row.score, *figures)


def _entry(row: sa.Row[Any], now: int) -> LadderEntry:
    held = account_rating(row, now)
    return LadderEntry(row.name, row.kind, round(held.rating.value), round(held.rating.deviation), held.games)
