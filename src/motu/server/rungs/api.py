"""The ladders over HTTP (floor: server)."""

from __future__ import annotations

from typing import Annotated, Any, get_args

import msgspec
from litestar import Request, Router, get, post
from litestar.params import FromPath, JSONBody

from motu.server.accounts.account import UserAccount
from motu.server.events import ServerError
from motu.server.lists import GameName
from motu.server.moderation.bounds import refuse_warned
from motu.server.rungs.rungs import LadderStand
from motu.server.services import Services

RungRequest = Request[Any, Any, Any]


class RungWish(msgspec.Struct, forbid_unknown_fields=True):
    """Whose place somebody wants to play for."""

    name: Annotated[str, msgspec.Meta(max_length=100)]


class RungView(msgspec.Struct, frozen=True):
    """A place on a ladder."""

    place: int
    name: str
    is_me: bool
    active_ms: int
    """When he has last played for a place, or said that he is there."""
    game: str | None
    """The game for a place that he plays just now."""
    may_challenge: bool
    """Whether whoever asks can play for this place now."""


class RungsView(msgspec.Struct, frozen=True):
    """A ladder as somebody sees it."""

    game: GameName
    rungs: tuple[RungView, ...]
    is_in: bool
    """Whether whoever asks has a place."""


class RungGameView(msgspec.Struct, frozen=True):
    """The game for a place that has begun."""

    game: str


@get("/rungs/{game:str}")
async def read_rungs(request: RungRequest, game: FromPath[str]) -> RungsView:
    """Return the ladder of a game that never ends: who has which place."""
    return await _shown(request, await _services(request).rungs.stand(_game(game)))


@post("/rungs/{game:str}/join", status_code=200)
async def join_rungs(request: RungRequest, game: FromPath[str]) -> RungsView:
    """Take the last place, or say that one is still there."""
    await refuse_warned(request)
    return await _shown(request, await _services(request).rungs.join(_game(game), request.state.account))


@post("/rungs/{game:str}/leave", status_code=200)
async def leave_rungs(request: RungRequest, game: FromPath[str]) -> RungsView:
    """Give one's place up."""
    return await _shown(request, await _services(request).rungs.leave(_game(game), request.state.account))


@post("/rungs/{game:str}/challenge")
async def play_for_place(request: RungRequest, game: FromPath[str], data: JSONBody[RungWish]) -> RungGameView:
    """Play for the place of somebody at most three above one's own: the game begins."""
    await refuse_warned(request)
    services, wanted = _services(request), _game(game)
    other = await services.accounts.find_name(data.name)
    if other is None or other.is_closed:
        raise ServerError(f"there is nobody called '{data.name[:40]}'", slug="server/no-person", text=data.name[:40])
    return RungGameView(await services.rungs.challenge(wanted, request.state.account, other))


def rungs_router() -> Router:
    """Return the routes of the ladders."""
    return Router("/api", route_handlers=[read_rungs, join_rungs, leave_rungs, play_for_place])


async def _shown(request: RungRequest, stand: LadderStand) -> RungsView:
    names = await _services(request).accounts.names(each.person for each in stand.rungs)
    account: UserAccount | None = request.state.account
    me = "" if account is None else account.id
    views = []
    for each in stand.rungs:
        going = stand.game_of(each.person)
        may = stand.may_challenge(me, each.person)
        game = None if going is None else going.game_id
        views.append(RungView(each.place, names.get(each.person, ""), each.person == me, each.active_ms, game, may))
    return RungsView(stand.game, tuple(views), stand.place_of(me) is not None)


def _game(text: str) -> GameName:
    """Return the game of which a ladder is asked for."""
    for each in get_args(GameName):
        if each == text:
            found: GameName = each
            return found
    raise ServerError(f"there is no ladder of '{text[:40]}'", slug="rung/none", text=text[:40])


def _services(request: RungRequest) -> Services:
    found: Services = request.app.state.services
    return found
