"""The HTTP interface (floor: server): thin handlers, each of which asks the rooms and answers with a view."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

import msgspec
from litestar import HttpMethod, Request, Response, Router, delete, get, post, route
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from motu.games import formats
from motu.games.line import Line
from motu.server.askers import slowly
from motu.server.catalogue import Catalogue, catalogue
from motu.server.events import Event, ServerError
from motu.server.game_record import record_of
from motu.server.house_games import begin_rated
from motu.server.lists import GameName, GamesPage, games_page, place_in
from motu.server.messages import (
    Ask,
    CustomBoardRequest,
    GameSnapshot,
    NewGame,
    PlayMove,
    Positions,
    Reply,
    Resign,
    Seed,
    SpecAsked,
    TakeBack,
    Update,
    snapshot,
    update,
)
from motu.server.moderation.bounds import refuse_warned
from motu.server.moderation.own_games import line_of, refuse_help_in
from motu.server.packing import pack, packed_answer
from motu.server.positions import all_positions_of, positions_of
from motu.server.programs.declared import refuse_in_place_of_person, refuse_undeclared
from motu.server.rates.rates import count
from motu.server.record_names import file_name
from motu.server.records_api import TextView
from motu.server.rooms import Room
from motu.server.seats import Act, check_may, check_offering, check_resigning, check_turn, is_remote
from motu.server.services import Services
from motu.server.shelves import Wanted
from motu.server.slow_lane import is_quick
from motu.server.threats import ThreatsView, threats_of
from motu.server.views import BoardView, PositionView, board_view
from motu.server.wall_time import now_ms

UNPLAYED_MS = 24 * 3_600_000
"""So long a game is listed in which nobody has moved; by its address it can be played longer."""
READY_SECONDS = 2.0
"""How long the database may take to answer, for a server to be ready."""
KEPT_BOARDS = 64
"""Boards that are not made anew; the largest takes 60 kB."""

HealthText = dict[str, Any]
GuestRequest = Request[Any, Any, Any]


def services_of(request: GuestRequest) -> Services:
    """Return what the handlers work with."""
    services: Services = request.app.state.services
    return services


@get("/health")
async def health(request: GuestRequest) -> HealthText:
    """Say that the server is well, and what it has to do."""
    services = services_of(request)
    return {
        "status": "ok",
        "version": services.version,
        "engines": services.engines.count,
        "engines_idle": services.engines.num_idle,
        "analysts_idle": services.analysts.num_idle,
    }


@get("/ready")
async def ready(request: GuestRequest) -> HealthText:
    """Say that requests may be sent here: the games can be read and written, and the server is not about to stop."""
    services = services_of(request)
    if services.is_stopping:
        raise ServerError("the server is stopping", slug="server/stopping")
    try:
        async with asyncio.timeout(READY_SECONDS):
            await services.store.check()
            await services.clocks.beat()
    except TimeoutError:
        raise ServerError(f"the database has not answered in {READY_SECONDS:g} s", slug="server/disk") from None
    return {"status": "ready"}


@get("/catalogue")
async def read_catalogue() -> Catalogue:
    """Return the games that can be begun: names, boards, variants, levels."""
    return catalogue()


@lru_cache(KEPT_BOARDS)
def _board(spec: str) -> bytes:
    """Return a board as it travels; it never changes."""
    return pack(board_view(Line(spec=spec).game()))


@get("/boards", cache=False)
async def read_board(request: GuestRequest, spec: SpecAsked) -> Response[BoardView]:
    """Return a board as data; it never changes, so it may be kept."""
    return packed_answer(request, await slowly(request, lambda _: _board(spec)), cache_control="public, max-age=86400")


@post("/boards", status_code=200)
async def read_custom_board(request: GuestRequest, data: JSONBody[CustomBoardRequest]) -> BoardView:
    """Return a custom board, whose data came along."""
    return await slowly(request, lambda _: board_view(Line(spec=data.spec, board=data.board).game()))


@get("/games/{game_id:str}/board")
async def read_game_board(request: GuestRequest, game_id: FromPath[str]) -> Response[BoardView]:
    """Return the board of a game; custom boards come this way only."""
    game = (await services_of(request).rooms.find(game_id)).log.game
    packed = await slowly(request, lambda _: pack(board_view(game)))
    return packed_answer(request, packed, cache_control="private, max-age=86400")


@post("/positions", status_code=200)
async def read_positions(request: GuestRequest, data: JSONBody[Positions]) -> list[PositionView]:
    """Return positions of a game that nobody keeps: for analysis, lessons and diagrams."""
    if not data.all and is_quick(data):
        return positions_of(data)
    return await slowly(request, lambda shift: positions_of(data, shift.check))


@post("/games")
async def begin_game(request: GuestRequest, data: JSONBody[NewGame]) -> GameSnapshot:
    """Begin a game."""
    services, created = services_of(request), data.created()
    if created.rated:
        refuse_in_place_of_person(request)
    await count(request, "game")
    if any(seat.kind != "person" for seat in created.seats):
        await services.order.own_games.refuse_help(request.state.guest, created)
    if created.rated:
        await refuse_warned(request)
        room = await begin_rated(services.rooms, request.state.account, created)
    else:
        room = await services.rooms.create(created, request.state.guest)
    services.machines.wake(room)
    return snapshot(room, request.state.guest, await services.names.created(room.row, room.log))


@get("/games")
async def list_games(
    request: GuestRequest,
    game: FromQuery[GameName | None] = None,
    is_over: FromQuery[bool | None] = None,
    after: FromQuery[str | None] = None,
) -> GamesPage:
    """Return the guest's own games, or older ones: those that go on before those that are over, the latest first."""
    services = services_of(request)
    place = None if after is None else place_in(after)
    wanted = Wanted(game, is_over, place, now_ms() - UNPLAYED_MS)
    return await games_page(services.store, services.slow_lane, services.names, request.state.guest, wanted)


@get("/games/{game_id:str}")
async def read_game(request: GuestRequest, game_id: FromPath[str]) -> GameSnapshot:
    """Return a game as it stands."""
    services = services_of(request)
    room = await services.rooms.find(game_id)
    services.machines.wake(room)
    return snapshot(room, request.state.guest, await services.names.created(room.row, room.log))


@get("/games/{game_id:str}/events")
async def read_events(request: GuestRequest, game_id: FromPath[str], after: FromQuery[int] = -1) -> list[Event]:
    """Return what has happened in a game since the event of that number."""
    services = services_of(request)
    room = await services.rooms.find(game_id)
    return await services.names.events(room.row, room.log, after)


@get("/games/{game_id:str}/positions")
async def read_game_positions(request: GuestRequest, game_id: FromPath[str]) -> list[PositionView]:
    """Return all positions of a game, from the first on, one for each step and one more."""
    log = (await services_of(request).rooms.find(game_id)).log
    texts = tuple(step.text for step in log.steps)
    line = msgspec.structs.replace(log.created, moves=log.created.moves + texts)
    found = await slowly(request, lambda shift: all_positions_of(line, shift.check))
    return found[len(found) - len(texts) - 1 :]


@get("/games/{game_id:str}/threats")
async def read_threats(request: GuestRequest, game_id: FromPath[str]) -> ThreatsView:
    """Return which moves win a game at once as it stands, for whoever is to move and for the opponent."""
    services = services_of(request)
    room = await services.rooms.find(game_id)
    refuse_help_in(room, request.state.guest)
    await services.order.own_games.refuse_help(request.state.guest, line_of(room))
    state = room.log.state.clone()
    return await slowly(request, lambda _: threats_of(state))


@post("/games/{game_id:str}/moves")
async def play_move(request: GuestRequest, game_id: FromPath[str], data: JSONBody[PlayMove]) -> Update:
    """Play a move for whose turn it is; the die, if there is one, has been rolled in the answer."""
    services, (room, seat) = services_of(request), await _room_for(request, game_id, "move", data.seq)
    check_turn(room.log, seat, data.move)
    await _refuse_help(request, room, (*room.log.state.moves(), data.move))
    keep = len(room.log.steps)
    happened = await services.rooms.move(room, data.move, data.seq)
    return update(room, tuple(happened), min(keep, len(room.log.steps)))


@get("/games/{game_id:str}/record")
async def read_record(
    request: GuestRequest,
    game_id: FromPath[str],
    format: FromQuery[Literal["jsonl", "sgf"]] = "jsonl",  # noqa: A002 - the name in the address
) -> TextView:
    """Return a game as a file: its moves, who played, what the machine's moves were made with, and the result."""
    services = services_of(request)
    room = await services.rooms.find(game_id)
    log = room.log.fork()
    record = record_of(log, await services.names.seats(room.row, log.seats))
    name = file_name(record, formats.FORMATS[format].suffixes[0])
    return await slowly(request, lambda _: TextView(formats.write(record, format), name))


@post("/games/{game_id:str}/take-back")
async def take_back(request: GuestRequest, game_id: FromPath[str], data: JSONBody[TakeBack]) -> Update:
    """Go back to an earlier position."""
    services, (room, _) = services_of(request), await _room_for(request, game_id, "take-back", data.seq)
    await _refuse_help(request, room, (*room.log.created.moves, *(step.text for step in room.log.steps[: data.keep])))
    happened = await services.rooms.take_back(room, data.keep, data.seq)
    return update(room, tuple(happened), min(data.keep, len(room.log.steps)))


@post("/games/{game_id:str}/offers")
async def make_offer(request: GuestRequest, game_id: FromPath[str], data: JSONBody[Ask]) -> Update:
    """Ask the other person for a take-back of one's last move, a draw, an end before both have moved, or a rematch."""
    services, (room, seat) = services_of(request), await _room_for(request, game_id, "offer", data.seq)
    check_offering(room.log, data.kind)
    if data.kind == "rematch":
        await refuse_warned(request)
    keep = len(room.log.steps)
    happened = await services.rooms.offer(room, seat or 0, data.kind, data.seq)
    return update(room, tuple(happened), min(keep, len(room.log.steps)))


@post("/games/{game_id:str}/answer")
async def answer_offer(request: GuestRequest, game_id: FromPath[str], data: JSONBody[Reply]) -> Update:
    """Accept or decline what the other person has asked for, or withdraw what one has asked for oneself."""
    services, (room, seat) = services_of(request), await _room_for(request, game_id, "answer", data.seq)
    keep, asked = len(room.log.steps), room.log.offers.pending
    if data.is_accepted and asked is not None and asked.kind == "rematch":
        await refuse_warned(request)
    happened = await services.rooms.answer(room, seat or 0, data.seq, is_accepted=data.is_accepted)
    return update(room, tuple(happened), min(keep, len(room.log.steps)))


@post("/games/{game_id:str}/seed")
async def mix_seed(request: GuestRequest, game_id: FromPath[str], data: JSONBody[Seed]) -> Update:
    """Mix a seed of the player's own into the dice, before the first roll."""
    services, (room, seat) = services_of(request), await _room_for(request, game_id, "seed", data.seq)
    happened = await services.rooms.seed(room, data.seed, data.seq, seat)
    return update(room, tuple(happened), len(room.log.steps))


@post("/games/{game_id:str}/resign")
async def resign(request: GuestRequest, game_id: FromPath[str], data: JSONBody[Resign]) -> Update:
    """Give up."""
    services, (room, seat) = services_of(request), await _room_for(request, game_id, "resign", data.seq)
    check_resigning(room.log, seat, data.person)
    happened = await services.rooms.resign(room, data.person, data.seq)
    return update(room, tuple(happened), len(room.log.steps))


@post("/games/{game_id:str}/reveal")
async def reveal(request: GuestRequest, game_id: FromPath[str]) -> Update:
    """Publish the secret of an ended game's dice."""
    services, (room, _) = services_of(request), await _room_for(request, game_id, "reveal")
    happened = await services.rooms.reveal(room)
    return update(room, tuple(happened), len(room.log.steps))


@delete("/games/{game_id:str}")
async def remove_game(request: GuestRequest, game_id: FromPath[str]) -> None:
    """Take one of the guest's own games out of the lists; for some weeks it can be brought back."""
    _, seat = await _room_for(request, game_id, "remove")
    await services_of(request).store.remove(game_id, now_ms(), seat)


@post("/games/{game_id:str}/restore", status_code=204)
async def restore_game(request: GuestRequest, game_id: FromPath[str]) -> None:
    """Bring a game back that was removed."""
    _, seat = await _room_for(request, game_id, "remove")
    await services_of(request).store.remove(game_id, None, seat)


def options_for(path: str, *methods: str) -> HTTPRouteHandler:
    """Return the answer to OPTIONS where several handlers stand at one path: Litestar's own names only one of them."""
    allowed = ", ".join(sorted((*methods, "OPTIONS")))

    @route(path, http_method=[HttpMethod.OPTIONS], status_code=204, include_in_schema=False)
    async def answer_options() -> Response[None]:
        return Response(None, status_code=204, headers={"allow": allowed})

    return answer_options


def api_router() -> Router:
    """Return all routes under /api."""
    handlers = [
        options_for("/boards", "GET", "POST"),
        options_for("/games", "GET", "POST"),
        options_for("/games/{game_id:str}", "DELETE", "GET"),
        health,
        ready,
        read_catalogue,
        read_board,
        read_custom_board,
        read_game_board,
        read_positions,
        begin_game,
        list_games,
        read_game,
        read_events,
        read_game_positions,
        read_threats,
        read_record,
        play_move,
        take_back,
        make_offer,
        answer_offer,
        mix_seed,
        resign,
        reveal,
        remove_game,
        restore_game,
    ]
    return Router("/api", route_handlers=handlers)


async def _refuse_help(request: GuestRequest, room: Room, moves: Sequence[str]) -> None:
    """Check that what the machine answers to these moves in a game at one screen is no help in another game."""
    if not is_remote(room.row) and not room.log.is_between_people:
        line = msgspec.structs.replace(room.log.created, moves=tuple(moves))
        await services_of(request).order.own_games.refuse_help(request.state.guest, line)


async def _room_for(request: GuestRequest, game_id: str, act: Act, seq: int | None = None) -> tuple[Room, int | None]:
    """Return a game in which the guest may do something, as far as he knows it, and where he sits (`check_may`)."""
    room = await services_of(request).rooms.find(game_id, seq)
    seat = check_may(act, room.row, request.state.guest)
    refuse_undeclared(request, room.row, act)
    return room, seat
