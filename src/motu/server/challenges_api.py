"""Challenges over HTTP (floor: server): thin handlers, as in `api`; and the picture of a link, to be scanned."""

from __future__ import annotations

import io
from typing import Annotated, Any

import msgspec
import segno
from litestar import Request, Response, Router, get, post
from litestar.params import FromPath, JSONBody

from motu.games.line import Spec
from motu.server.accounts.account import UserAccount
from motu.server.accounts.accounts import Accounts, name_taken
from motu.server.accounts.shown import ShownNames
from motu.server.api import options_for
from motu.server.challenge import Challenge, Side, Terms
from motu.server.challenge_views import ChallengeView, challenge_view
from motu.server.challenges import Challenges
from motu.server.events import MAX_NAME, ClockSettings, ServerError
from motu.server.lobby.asking import check_asking
from motu.server.moderation.bounds import refuse_warned
from motu.server.page_address import origin_for_others
from motu.server.programs.declared import refuse_in_place_of_person
from motu.server.rates.rates import count
from motu.server.series import BestOf

GuestRequest = Request[Any, Any, Any]
Name = Annotated[str, msgspec.Meta(max_length=MAX_NAME)]


class NewChallenge(msgspec.Struct, forbid_unknown_fields=True):
    """A game that is to wait for somebody."""

    spec: Spec
    side: Side = "random"
    clock: ClockSettings | None = None
    name: Name = ""
    is_open: bool = False
    rated: bool | None = None
    best_of: BestOf = 0
    to: Name = ""
    """The name of whoever alone may take it; empty for anybody."""


class Taking(msgspec.Struct, forbid_unknown_fields=True):
    """What whoever takes a challenge is called."""

    name: Name = ""


class ChallengeList(msgspec.Struct, frozen=True):
    """What waits."""

    challenges: tuple[ChallengeView, ...]


@post("/challenges")
async def make_challenge(request: GuestRequest, data: JSONBody[NewChallenge]) -> ChallengeView:
    """Let a game wait for somebody at another screen."""
    refuse_unknown(request)
    refuse_in_place_of_person(request)
    await refuse_warned(request)
    await count(request, "challenge")
    asked = await _asked_by(request, data.to) if data.to else None
    name, is_bot = await called(request, data.name)
    to, to_person = ("", False) if asked is None else (asked.name, asked.kind == "person")
    chosen = data.spec, data.side, data.clock, name, data.rated, is_bot, to
    terms = Terms(*chosen, best_of=data.best_of, to_person=to_person)
    is_open, for_whom = data.is_open and asked is None, None if asked is None else asked.id
    made = await _challenges(request).make(request.state.guest, terms, is_open=is_open, asked=for_whom)
    return await _shown(request, made)


@get("/challenges")
async def list_challenges(request: GuestRequest) -> ChallengeList:
    """Return what waits for the guest alone, his own, then the latest of what is open to all."""
    found = await _challenges(request).waiting(request.state.guest)
    shown = await request.app.state.services.names.challenges(found)
    return ChallengeList(tuple(challenge_view(each, request.state.guest) for each in shown))


@get("/challenges/{challenge_id:str}")
async def read_challenge(request: GuestRequest, challenge_id: FromPath[str]) -> ChallengeView:
    """Return a challenge, whosever it is."""
    return await _shown(request, await _challenges(request).find(challenge_id))


@post("/challenges/{challenge_id:str}/accept")
async def accept_challenge(request: GuestRequest, challenge_id: FromPath[str], data: JSONBody[Taking]) -> ChallengeView:
    """Take a challenge: its game begins."""
    refuse_unknown(request)
    refuse_in_place_of_person(request)
    await refuse_warned(request)
    await count(request, "meeting")
    name, is_bot = await called(request, data.name)
    taken = await _challenges(request).accept(challenge_id, request.state.guest, name, is_bot=is_bot)
    return await _shown(request, taken)


@post("/challenges/{challenge_id:str}/decline")
async def decline_challenge(request: GuestRequest, challenge_id: FromPath[str]) -> ChallengeView:
    """Say no to a challenge that is for oneself alone."""
    declined = await _challenges(request).decline(challenge_id, request.state.guest)
    return await _shown(request, declined)


@post("/challenges/{challenge_id:str}/cancel")
async def cancel_challenge(request: GuestRequest, challenge_id: FromPath[str]) -> ChallengeView:
    """Withdraw one of the guest's own challenges."""
    withdrawn = await _challenges(request).cancel(challenge_id, request.state.guest)
    return await _shown(request, withdrawn)


@get("/challenges/{challenge_id:str}/qr.svg", media_type="image/svg+xml")
async def draw_link(request: GuestRequest, challenge_id: FromPath[str]) -> Response[bytes]:
    """Draw the link of a challenge as a QR code in SVG, for a telephone's camera."""
    found = await _challenges(request).find(challenge_id)
    code = io.BytesIO()
    segno.make_qr(_link_of(request, found)).save(code, kind="svg", border=4, light="#fff", xmldecl=False, omitsize=True)
    return Response(code.getvalue(), media_type="image/svg+xml", headers={"cache-control": "private, max-age=86400"})


def challenges_router() -> Router:
    """Return all routes under /api/challenges."""
    handlers = [
        options_for("/challenges", "GET", "POST"),
        make_challenge,
        list_challenges,
        read_challenge,
        accept_challenge,
        decline_challenge,
        cancel_challenge,
        draw_link,
    ]
    return Router("/api", route_handlers=handlers)


def _challenges(request: GuestRequest) -> Challenges:
    found: Challenges = request.app.state.services.challenges
    return found


async def _shown(request: GuestRequest, found: Challenge) -> ChallengeView:
    names: ShownNames = request.app.state.services.names
    shown = challenge_view(await names.challenge(found), request.state.guest)
    return msgspec.structs.replace(shown, link=_link_of(request, found))


def _link_of(request: GuestRequest, found: Challenge) -> str:
    return f"{origin_for_others(request)}/challenge/{found.id}"


async def called(request: GuestRequest, name: str) -> tuple[str, bool]:
    """Return what whoever asks is called, which is his name where he has one, and whether it is a bot.

    Raises:
        ServerError: "account/name-taken" for a guest who would be called as somebody else is.
    """
    account: UserAccount | None = request.state.account
    if account is not None:
        return account.name, account.kind == "bot"
    accounts: Accounts = request.app.state.services.accounts
    if name and await accounts.find_name(name) is not None:
        raise name_taken(name)
    return name, False


async def _asked_by(request: GuestRequest, name: str) -> UserAccount:
    accounts: Accounts = request.app.state.services.accounts
    return check_asking(request.state.account, await accounts.find_name(name), name)


def refuse_unknown(request: GuestRequest) -> None:
    """Refuse who shows no cookie of ours: he would not find back to his game.

    Raises:
        ServerError: "server/no-cookie".
    """
    if request.state.asker != request.state.guest:
        raise ServerError(
            "to play somebody at another screen, let this browser keep motu's cookie, and load the page again",
            slug="server/no-cookie",
        )
