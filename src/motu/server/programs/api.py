"""Tokens and bots over HTTP (floor: server): for who is logged in, never for who shows a token."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Router, delete, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from motu.server.accounts.account import UserAccount
from motu.server.accounts.lasting import LASTS
from motu.server.api import options_for
from motu.server.events import ServerError
from motu.server.programs.bots import Bots
from motu.server.programs.scopes import TokenScope
from motu.server.programs.streams import Streams
from motu.server.programs.tokens import MAX_DAYS, ApiToken, Tokens
from motu.server.rates.rates import count

AccountRequest = Request[Any, Any, Any]
BotName = Annotated[str, msgspec.Meta(max_length=100)]
TokenName = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]

_UNBUFFERED = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""For a stream: nginx hands on each line when it comes, also where its own configuration says nothing."""


class WantedToken(msgspec.Struct, forbid_unknown_fields=True):
    """A token to be made."""

    name: TokenName
    scopes: Annotated[tuple[TokenScope, ...], msgspec.Meta(min_length=1, max_length=3)]
    days: Annotated[int, msgspec.Meta(ge=1, le=MAX_DAYS)] | None = None
    """How long it is good; null for as long as nobody revokes it."""
    bot: BotName = ""
    """The name of the bot, of one's own, that it is for; empty for oneself."""


class TokenView(msgspec.Struct, frozen=True):
    """A token as its owner sees it."""

    id: str
    account: str
    """The name of the account for which it is good."""
    name: str
    scopes: tuple[TokenScope, ...]
    created_ms: int
    used_ms: int | None
    expires_ms: int | None
    token: str
    """Itself, told this once, when it is made; else empty."""


class TokensView(msgspec.Struct, frozen=True):
    """All tokens that are good, the latest first."""

    tokens: tuple[TokenView, ...]


class WantedBot(msgspec.Struct, forbid_unknown_fields=True):
    """A bot to be made."""

    name: BotName


class BotView(msgspec.Struct, frozen=True):
    """A bot as its owner sees it."""

    name: str
    created_ms: int


class BotsView(msgspec.Struct, frozen=True):
    """One's bots, the oldest first."""

    bots: tuple[BotView, ...]


@post("/account/tokens")
async def make_token(request: AccountRequest, data: JSONBody[WantedToken]) -> TokenView:
    """Make a token for a program that acts for oneself, or for a bot of one's own; it is told this once."""
    account = _own(request)
    await count(request, "token")
    if data.bot:
        account = await _bots(request).named(account.id, data.bot)
    made = await _tokens(request).make(account.id, data.name, data.scopes, data.days)
    return _token_view(made.about, account.name, made.text)


@get("/account/tokens")
async def list_tokens(request: AccountRequest) -> TokensView:
    """Return the tokens of oneself and one's bots that are good."""
    names = await _names(request)
    found = await _tokens(request).of(names)
    return TokensView(tuple(_token_view(each, names[each.account]) for each in found))


@delete("/account/tokens/{token_id:str}")
async def revoke_token(request: AccountRequest, token_id: FromPath[str]) -> None:
    """Revoke a token of oneself or one's bots: it opens nothing any more."""
    await _tokens(request).revoke(await _names(request), token_id)


@post("/account/bots")
async def make_bot(request: AccountRequest, data: JSONBody[WantedBot]) -> BotView:
    """Give a bot its account, for which one answers."""
    owner = _own(request)
    await count(request, "bot")
    return _bot_view(await _bots(request).make(owner, data.name))


@get("/account/bots")
async def list_bots(request: AccountRequest) -> BotsView:
    """Return one's bots."""
    return BotsView(tuple(map(_bot_view, await _bots(request).of(_own(request).id))))


@post("/account/bots/close", status_code=204)
async def close_bot(request: AccountRequest, data: JSONBody[WantedBot]) -> None:
    """Close a bot of one's own for good: its tokens open nothing any more."""
    await _bots(request).close(_own(request).id, data.name)
    _tokens(request).forget()


@get("/stream", media_type="application/x-ndjson", opt={LASTS: True})
async def read_stream(request: AccountRequest) -> Stream:
    """Tell all that waits for one's account, then all that happens to it, one JSON object a line, without end."""
    streams: Streams = request.app.state.services.streams
    lines = streams.lines(_own(request))
    return Stream(lines, media_type="application/x-ndjson", headers=_UNBUFFERED)


def programs_router() -> Router:
    """Return all routes of tokens and bots."""
    handlers = [
        options_for("/account/tokens", "GET", "POST"),
        options_for("/account/bots", "GET", "POST"),
        make_token,
        list_tokens,
        revoke_token,
        make_bot,
        list_bots,
        close_bot,
        read_stream,
    ]
    return Router("/api", route_handlers=handlers)


async def _names(request: AccountRequest) -> dict[str, str]:
    """Return the ids and names of oneself and one's bots."""
    account = _own(request)
    return {each.id: each.name for each in (account, *await _bots(request).of(account.id))}


def _token_view(about: ApiToken, account: str, text: str = "") -> TokenView:
    times = about.created_ms, about.used_ms, about.expires_ms
    return TokenView(about.id, account, about.name, about.scopes, *times, text)


def _bot_view(bot: UserAccount) -> BotView:
    return BotView(bot.name, bot.created_ms)


def _own(request: AccountRequest) -> UserAccount:
    account: UserAccount | None = request.state.account
    if account is None:
        raise ServerError("this is for people with a name: claim one, or log in", slug="account/none")
    return account


def _tokens(request: AccountRequest) -> Tokens:
    found: Tokens = request.app.state.services.tokens
    return found


def _bots(request: AccountRequest) -> Bots:
    found: Bots = request.app.state.services.bots
    return found
