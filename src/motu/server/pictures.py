"""Pictures of positions as PNG, for previews of links (floor: server). They are made in the lane of what takes long."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

from litestar import Request, Response, Router, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, QueryParameter

from motu.drawing.card import CARD, draw_card
from motu.drawing.raster import draw_png_apart
from motu.games import State
from motu.games.line import Line
from motu.puzzles import find_puzzle
from motu.server.askers import slowly
from motu.server.events import ServerError
from motu.server.messages import SpecAsked

GuestRequest = Request[Any, Any, Any]

KEPT = 64
"""Pictures that are kept; none is larger than 400 kB."""
MovesAsked = Annotated[str, QueryParameter(max_length=20_000)]
FOR_A_DAY = "public, max-age=86400"

SHOWN = (
    ("atoll", "d4 g8 f6 e9 h8 f9 g7 e8 h6 i8"),
    ("atomorph", "f6 g6 e5 f5 g7 h7 g5 f4 h6 e6 d7"),
    ("atmalof", "r4=4 c3=4 r4=2 r5=5 c5=3 r3=3 r4=6 c5=5 r3=2 r4"),
)
"""What the picture of the whole site shows: a spec, and moves."""


@lru_cache(KEPT)
def _png(svg: str) -> bytes:
    try:
        return draw_png_apart(svg, *CARD)
    except (OSError, subprocess.SubprocessError) as error:
        raise ServerError("this picture could not be drawn", slug="server/picture") from error


def card_of(states: Sequence[State]) -> bytes:
    """Return a card with positions as PNG; drawn once as long as it is kept.

    Raises:
        ServerError: "server/picture".
    """
    return _png(draw_card(states))


def _answer(png: bytes, keep: str) -> Response[bytes]:
    return Response(png, media_type="image/png", headers={"cache-control": keep})


@get("/positions/picture.png", media_type="image/png")
async def read_position_picture(request: GuestRequest, spec: SpecAsked, moves: MovesAsked = "") -> Response[bytes]:
    """Return a picture of the position after some moves, which spaces part."""
    line = Line(spec=spec, moves=tuple(moves.split()))
    return _answer(await slowly(request, lambda _: card_of([line.replay()])), FOR_A_DAY)


@get("/games/{game_id:str}/picture.png", media_type="image/png")
async def read_game_picture(request: GuestRequest, game_id: FromPath[str]) -> Response[bytes]:
    """Return a picture of a game as it stands."""
    log = (await request.app.state.services.rooms.find(game_id)).log.fork()
    return _answer(await slowly(request, lambda _: card_of([log.state])), "no-cache")


@get("/puzzles/{puzzle_id:str}/picture.png", media_type="image/png")
async def read_puzzle_picture(request: GuestRequest, puzzle_id: FromPath[str]) -> Response[bytes]:
    """Return a picture of what a puzzle asks about."""
    return _answer(await slowly(request, lambda _: card_of([find_puzzle(puzzle_id).position()])), FOR_A_DAY)


@get("/preview.png", include_in_schema=False)
async def read_site_picture(request: GuestRequest) -> Response[bytes]:
    """Return a picture of the three games."""
    states = [Line(spec=spec, moves=tuple(moves.split())).replay() for spec, moves in SHOWN]
    return _answer(await slowly(request, lambda _: card_of(states)), FOR_A_DAY)


def picture_handlers() -> list[Router | HTTPRouteHandler]:
    """Return the handlers of all pictures."""
    return [
        Router("/api", route_handlers=[read_position_picture, read_game_picture, read_puzzle_picture]),
        read_site_picture,
    ]
