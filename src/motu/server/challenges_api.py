"""Challenges over HTTP (floor: server): thin handlers, as in `api`; and the picture of a link, to be scanned."""

from __future__ import annotations

import io
from typing import Annotated, Any

import msgspec
import segno
from litestar import Request, Response, Router, get, post
from litestar.params import FromPath, JSONBody

from motu.games.line import Spec
from motu.server.accounts.account import name_of
from motu.server.api import options_for
from motu.server.challenges import Challenge, Challenges, Side, State, Terms
from motu.server.events import MAX_NAME, ClockSettings, ServerError
from motu.server.page_address import origin_of

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


class Taking(msgspec.Struct, forbid_unknown_fields=True):
    """What whoever takes a challenge is called."""

    name: Name = ""


class ChallengeView(msgspec.Struct, frozen=True, tag="challenge"):
    """A challenge as a guest sees it."""

    id: str
    is_mine: bool
    spec: str
    side: Side
    """Of whoever made it."""
    clock: ClockSettings | None
    name: str
    rated: bool | None
    """Whether the result counts for both ratings; None: it does where both have names."""
    is_open: bool
    created_ms: int
    expires_ms: int
    state: State
    game: str | None
    """The game that has come of it."""


class ChallengeList(msgspec.Struct, frozen=True):
    """What waits."""

    challenges: tuple[ChallengeView, ...]


def challenge_view(found: Challenge, guest: str | None) -> ChallengeView:
    """Return a challenge as a guest sees it."""
    terms = found.terms
    return ChallengeView(
        found.id,
        found.maker == guest,
        terms.spec,
        terms.side,
        terms.clock,
        terms.name,
        terms.rated,
        found.is_open,
        found.created_ms,
        found.expires_ms,
        found.state,
        found.game,
    )


@post("/challenges")
async def make_challenge(request: GuestRequest, data: JSONBody[NewChallenge]) -> ChallengeView:
    """Let a game wait for somebody at another screen."""
    _refuse_unknown(request)
    terms = Terms(data.spec, data.side, data.clock, name_of(request) or data.name, data.rated)
    made = await _challenges(request).make(request.state.guest, terms, is_open=data.is_open)
    return challenge_view(made, request.state.guest)


@get("/challenges")
async def list_challenges(request: GuestRequest) -> ChallengeList:
    """Return the guest's own challenges that wait, then the latest of those that are open to all."""
    found = await _challenges(request).waiting(request.state.guest)
    return ChallengeList(tuple(challenge_view(each, request.state.guest) for each in found))


@get("/challenges/{challenge_id:str}")
async def read_challenge(request: GuestRequest, challenge_id: FromPath[str]) -> ChallengeView:
    """Return a challenge, whosever it is."""
    return challenge_view(await _challenges(request).find(challenge_id), request.state.guest)


@post("/challenges/{challenge_id:str}/accept")
async def accept_challenge(request: GuestRequest, challenge_id: FromPath[str], data: JSONBody[Taking]) -> ChallengeView:
    """Take a challenge: its game begins."""
    _refuse_unknown(request)
    taken = await _challenges(request).accept(challenge_id, request.state.guest, name_of(request) or data.name)
    return challenge_view(taken, request.state.guest)


@post("/challenges/{challenge_id:str}/cancel")
async def cancel_challenge(request: GuestRequest, challenge_id: FromPath[str]) -> ChallengeView:
    """Withdraw one of the guest's own challenges."""
    withdrawn = await _challenges(request).cancel(challenge_id, request.state.guest)
    return challenge_view(withdrawn, request.state.guest)


@get("/challenges/{challenge_id:str}/qr.svg", media_type="image/svg+xml")
async def draw_link(request: GuestRequest, challenge_id: FromPath[str]) -> Response[bytes]:
    """Draw the link of a challenge as a QR code in SVG, for a telephone's camera."""
    found = await _challenges(request).find(challenge_id)
    code = io.BytesIO()
    link = f"{origin_of(request)}/challenge/{found.id}"
    segno.make_qr(link).save(code, kind="svg", border=4, light="#fff", xmldecl=False, omitsize=True)
    return Response(code.getvalue(), media_type="image/svg+xml", headers={"cache-control": "private, max-age=86400"})


def challenges_router() -> Router:
    """Return all routes under /api/challenges."""
    handlers = [
        options_for("/challenges", "GET", "POST"),
        make_challenge,
        list_challenges,
        read_challenge,
        accept_challenge,
        cancel_challenge,
        draw_link,
    ]
    return Router("/api", route_handlers=handlers)


def _challenges(request: GuestRequest) -> Challenges:
    found: Challenges = request.app.state.services.challenges
    return found


def _refuse_unknown(request: GuestRequest) -> None:
    """Refuse who shows no cookie of ours: he would not find back to his game."""
    if request.state.asker != request.state.guest:
        raise ServerError(
            "to play somebody at another screen, let this browser keep motu's cookie, and load the page again",
            slug="server/no-cookie",
        )
