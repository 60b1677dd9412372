"""Games as animated pictures (floor: server). They have a lane of their own: a long one takes many seconds."""

from __future__ import annotations

import subprocess
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, Router, post
from litestar.params import JSONBody

from motu.drawing.gif import draw_gif_apart
from motu.games.animation import film_of_game
from motu.games.line import Line
from motu.games.record import Record
from motu.server.askers import asker_of, while_there
from motu.server.events import ServerError
from motu.server.record_names import file_name
from motu.server.slow_lane import Shift

MIN_WIDTH, MAX_WIDTH = 100, 1000
"""Narrowest and widest picture, in pixels."""


class GameToAnimate(Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of moves that somebody wants to see pass by."""

    theme: Literal["light", "dark"] = "light"
    size: Annotated[int, msgspec.Meta(ge=MIN_WIDTH, le=MAX_WIDTH)] = 480
    """Width in pixels."""


@post("/records/animate", status_code=200, media_type="image/gif")
async def animate_record(request: Request[Any, Any, Any], data: JSONBody[GameToAnimate]) -> Response[bytes]:
    """Draw a game as an animated picture: every move, announcement and roll is a position of it."""
    lane = request.app.state.services.film_lane
    gif = await while_there(request, lane.run(lambda shift: _gif(data, shift), asker_of(request)))
    name = file_name(Record(spec=data.spec, board=data.board), ".gif")
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(gif, media_type="image/gif", headers=headers)


def _gif(data: GameToAnimate, shift: Shift) -> bytes:
    film = film_of_game(data.start(), data.moves, theme=data.theme, size=data.size, check=shift.check)
    try:
        return draw_gif_apart(film, check=shift.check_wanted)
    except (OSError, subprocess.SubprocessError) as error:
        raise ServerError("this picture could not be drawn", slug="server/picture") from error


def films_router() -> Router:
    """Return the routes of animated pictures."""
    return Router("/api", route_handlers=[animate_record])
