"""Muting and blocking over HTTP (floor: server).

Nobody is told anybody's id: a person is meant by his name, by where he sits at a game, or by a line that he has said.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Router, delete, get, post
from litestar.params import FromPath, JSONBody

from motu.server.accounts.accounts import Accounts
from motu.server.api import options_for
from motu.server.blocks.blocks import BlockKind, Blocks, PersonBlock
from motu.server.challenges_api import Name, refuse_unknown
from motu.server.events import ServerError
from motu.server.services import Services

GuestRequest = Request[Any, Any, Any]


class Blocking(msgspec.Struct, forbid_unknown_fields=True):
    """Whom somebody mutes or blocks: by his name, or at a game by his seat or a line of his in the chat."""

    kind: BlockKind
    name: Name = ""
    game: Annotated[str, msgspec.Meta(max_length=22)] = ""
    seat: int | None = None
    line: int | None = None


class BlockView(msgspec.Struct, frozen=True):
    """Somebody whom one has muted or blocked."""

    id: str
    """By which one undoes it."""
    kind: BlockKind
    name: str
    """'' for a guest who called himself nothing, or for somebody who has left."""
    at_ms: int


class BlocksView(msgspec.Struct, frozen=True):
    """All of them, the latest first."""

    blocks: tuple[BlockView, ...]


@get("/blocks")
async def list_blocks(request: GuestRequest) -> BlocksView:
    """Return whom one has muted or blocked."""
    services: Services = request.app.state.services
    return await _view(services, await _blocks(request).of(request.state.guest))


@post("/blocks")
async def block_person(request: GuestRequest, data: JSONBody[Blocking]) -> BlocksView:
    """Mute or block somebody, in place of what was decided about him before."""
    refuse_unknown(request)
    services: Services = request.app.state.services
    other, called = await _meant(services, request.state.guest, data)
    await _blocks(request).decide(request.state.guest, other, data.kind, called)
    return await _view(services, await _blocks(request).of(request.state.guest))


@delete("/blocks/{block_id:str}")
async def unblock_person(request: GuestRequest, block_id: FromPath[str]) -> None:
    """Hear somebody again, and have to do with him; where that is so already, it stays so."""
    await _blocks(request).undo(request.state.guest, block_id)


def blocks_router() -> Router:
    """Return all routes under /api/blocks."""
    return Router(
        "/api", route_handlers=[options_for("/blocks", "GET", "POST"), list_blocks, block_person, unblock_person]
    )


def _blocks(request: GuestRequest) -> Blocks:
    found: Blocks = request.app.state.services.blocks
    return found


async def _meant(services: Services, guest: str, data: Blocking) -> tuple[str, str]:
    """Return the id of whom somebody means, and what he is called."""
    if data.name:
        return await _named(services.accounts, data.name)
    room = await services.rooms.find(data.game)
    if data.line is not None:
        line = await services.chat.line(room, guest, data.line)
        seat = (room.row.person0, room.row.person1).index(line.person) if line.person in _persons(room.row) else None
        return line.person, "" if seat is None else room.log.seats[seat].name
    persons = _persons(room.row)
    if data.seat not in (0, 1) or persons[data.seat] is None:
        raise ServerError("nobody sits there who could be meant", slug="block/nobody", text=str(data.seat))
    return persons[data.seat] or "", room.log.seats[data.seat].name


def _persons(row: Any) -> tuple[str | None, str | None]:
    return row.person0, row.person1


async def _named(accounts: Accounts, name: str) -> tuple[str, str]:
    found = await accounts.find_name(name)
    if found is None or found.kind == "house":
        raise ServerError(f"there is nobody called '{name}' who could be meant", slug="block/nobody", text=name)
    return found.id, found.name


async def _view(services: Services, found: list[PersonBlock]) -> BlocksView:
    names = await services.accounts.names(each.other for each in found)
    return BlocksView(
        tuple(BlockView(each.id, each.kind, names.get(each.other, each.called), each.at_ms) for each in found)
    )
