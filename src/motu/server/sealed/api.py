"""Sealing dice over HTTP (floor: server): thin handlers, as in `motu.server.api`.

None of these names the event it will be: a seal, a share and a link can be meant for one place only.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get, post
from litestar.params import FromPath, JSONBody

from motu.server.events import Committed, Linked, ShareOpened
from motu.server.messages import Update, update
from motu.server.rooms import Room
from motu.server.sealed.tally import HOUSE, SealTally, tally_of
from motu.server.seats import check_may
from motu.server.services import Services

DiceRequest = Request[Any, Any, Any]
Number = Annotated[str, msgspec.Meta(min_length=64, max_length=64)]
"""32 bytes in hexadecimal digits."""


class SealShare(msgspec.Struct, forbid_unknown_fields=True):
    """What a person seals."""

    commitment: Number
    chain: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """The seal of his chain; '' where rolls need no links."""


class OpenShare(msgspec.Struct, forbid_unknown_fields=True):
    """What he opens when both have sealed."""

    opening: Number


class TellLink(msgspec.Struct, forbid_unknown_fields=True):
    """The next link of his chain."""

    link: Number


class SealTallies(msgspec.Struct, frozen=True):
    """What has become of the games of both persons whose dice were to be sealed."""

    persons: tuple[SealTally, SealTally]


@get("/dice")
async def read_tally(request: DiceRequest) -> SealTally:
    """Return how many games with sealed dice this house has, and what has become of them."""
    return await _services(request).store.read(lambda connection: tally_of(connection, HOUSE))


@get("/games/{game_id:str}/dice")
async def read_tallies(request: DiceRequest, game_id: FromPath[str]) -> SealTallies:
    """Return the same of both persons of a game, person 0 first."""
    services = _services(request)
    row = (await services.rooms.find(game_id)).row
    return await services.store.read(
        lambda connection: SealTallies((tally_of(connection, row.person0), tally_of(connection, row.person1)))
    )


@post("/games/{game_id:str}/dice/seal")
async def seal_share(request: DiceRequest, game_id: FromPath[str], data: JSONBody[SealShare]) -> Update:
    """Seal a share in the dice, and a chain where rolls need links."""
    room, person = await _room_for(request, game_id)
    return await _seal(request, room, Committed(person, data.commitment, data.chain))


@post("/games/{game_id:str}/dice/open")
async def open_share(request: DiceRequest, game_id: FromPath[str], data: JSONBody[OpenShare]) -> Update:
    """Open that share, when both have sealed."""
    room, person = await _room_for(request, game_id)
    return await _seal(request, room, ShareOpened(person, data.opening))


@post("/games/{game_id:str}/dice/link")
async def tell_link(request: DiceRequest, game_id: FromPath[str], data: JSONBody[TellLink]) -> Update:
    """Tell the next link of one's chain, after the other one has announced a line; the die is rolled in the answer."""
    room, person = await _room_for(request, game_id)
    return await _seal(request, room, Linked(person, data.link))


def dice_router() -> Router:
    """Return all routes about sealed dice."""
    return Router("/api", route_handlers=[read_tally, read_tallies, seal_share, open_share, tell_link])


async def _seal(request: DiceRequest, room: Room, part: Committed | ShareOpened | Linked) -> Update:
    keep = len(room.log.steps)
    happened = await _services(request).rooms.seal(room, part)
    return update(room, tuple(happened), min(keep, len(room.log.steps)))


async def _room_for(request: DiceRequest, game_id: str) -> tuple[Room, int]:
    room = await _services(request).rooms.find(game_id)
    return room, check_may("seal", room.row, request.state.guest) or 0


def _services(request: DiceRequest) -> Services:
    services: Services = request.app.state.services
    return services
