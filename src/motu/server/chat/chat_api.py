"""Chat over HTTP (floor: server): what has been said at a game, and saying something; sockets bring what is new."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get, post
from litestar.params import FromPath, JSONBody

from motu.server.accounts.account import name_of
from motu.server.api import options_for
from motu.server.challenges_api import refuse_unknown
from motu.server.chat.rights import Circle
from motu.server.chat.views import ChatLineView, ChatView
from motu.server.chat.words import MAX_TEXT, Phrase
from motu.server.moderation.bounds import refuse_muted
from motu.server.rates.rates import count

GuestRequest = Request[Any, Any, Any]


class Saying(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody says: in words of his own, or by a phrase."""

    circle: Circle
    text: Annotated[str, msgspec.Meta(max_length=MAX_TEXT)] = ""
    phrase: Phrase | None = None


@get("/games/{game_id:str}/chat")
async def read_chat(request: GuestRequest, game_id: FromPath[str]) -> ChatView:
    """Return what has been said at a game, as far as the guest hears it."""
    services = request.app.state.services
    room = await services.rooms.find(game_id)
    view: ChatView = await services.chat.read(room, request.state.guest, has_name=bool(name_of(request)))
    return view


@post("/games/{game_id:str}/chat")
async def say_in_chat(request: GuestRequest, game_id: FromPath[str], data: JSONBody[Saying]) -> ChatLineView:
    """Say something to those who play, or to those who look on."""
    refuse_unknown(request)
    await refuse_muted(request)
    await count(request, "chat")
    services = request.app.state.services
    room = await services.rooms.find(game_id)
    said = data.circle, data.text, data.phrase
    line: ChatLineView = await services.chat.say(room, request.state.guest, *said, has_name=bool(name_of(request)))
    return line


def chat_router() -> Router:
    """Return the routes of chat."""
    return Router(
        "/api", route_handlers=[options_for("/games/{game_id:str}/chat", "GET", "POST"), read_chat, say_in_chat]
    )
