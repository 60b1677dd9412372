"""The opening explorer over HTTP: what was played in a position, in the collection of the house (floor: server)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Request, Router, get, post
from litestar.params import JSONBody

from motu.games.line import Line
from motu.server.askers import slowly
from motu.server.services import Services

if TYPE_CHECKING:
    from motu.explorer.openings import OpeningExplorer

GuestRequest = Request[Any, Any, Any]


class PositionAsked(Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position that somebody looks at."""


class CollectedSpec(msgspec.Struct, frozen=True):
    """A game that is in the collection."""

    spec: str
    games: int


class CollectionView(msgspec.Struct, frozen=True):
    """What the collection holds."""

    games: tuple[CollectedSpec, ...]
    """The most played first; none where the house has no collection."""


class CollectedMove(msgspec.Struct, frozen=True):
    """A move as the collection knows it."""

    move: str
    images: tuple[str, ...]
    """The moves that are the same by symmetry, itself the first of them."""
    games: int
    wins: int
    """Games that who played it has won."""
    draws: int
    losses: int
    last: str | None
    """When it was played last, as records say it."""


class CollectedMoves(msgspec.Struct, frozen=True):
    """What was played in a position."""

    moves: tuple[CollectedMove, ...]
    """The most played first."""


@get("/collection")
async def read_collection(request: GuestRequest) -> CollectionView:
    """Return which games the collection of the house holds."""
    services: Services = request.app.state.services
    explorer = services.collection
    if explorer is None:
        return CollectionView(())
    found = await slowly(request, lambda _: explorer.specs())
    return CollectionView(tuple(CollectedSpec(spec, games) for spec, games in found))


@post("/collection/moves", status_code=200)
async def read_collected_moves(request: GuestRequest, data: JSONBody[PositionAsked]) -> CollectedMoves:
    """Return what was played in a position and its images; nothing where the house has no collection."""
    services: Services = request.app.state.services
    await services.order.own_games.refuse_help(request.state.guest, data)
    explorer = services.collection
    if explorer is None:
        return CollectedMoves(())
    return await slowly(request, lambda _: _moves(explorer, data))


def _moves(explorer: OpeningExplorer, line: Line) -> CollectedMoves:
    found = explorer.explore(line.replay())
    return CollectedMoves(
        tuple(
            CollectedMove(each.move, each.images, each.games, each.wins, each.draws, each.losses, each.last)
            for each in found.moves
        )
    )


def collection_router() -> Router:
    """Return the routes of the collection."""
    return Router("/api", route_handlers=[read_collection, read_collected_moves])
