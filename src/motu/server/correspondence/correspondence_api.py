"""Vacations and moves decided beforehand, over HTTP (floor: server): thin handlers, as in `api`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get, post, put
from litestar.params import FromPath, JSONBody

from motu.server.api import options_for
from motu.server.correspondence.plan_tree import MAX_BRANCHES, Branch
from motu.server.correspondence.post import Correspondence
from motu.server.correspondence.vacations import ALLOWANCE_MS, Vacation
from motu.server.programs.declared import refuse_undeclared
from motu.server.rooms import Room
from motu.server.seats import check_may
from motu.server.wall_time import now_ms

GuestRequest = Request[Any, Any, Any]


class VacationChoice(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody decides about his vacation; what is left out stays."""

    is_away: bool | None = None
    is_automatic: bool | None = None


class VacationView(msgspec.Struct, frozen=True):
    """A guest's own vacation."""

    is_away: bool
    since_ms: int | None
    left_ms: int
    """Of this year's."""
    allowance_ms: int
    is_automatic: bool
    """Whether it begins by itself when time would be up."""


class PlanChoice(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody answers to moves of his opponent, as the game stands."""

    branches: Annotated[tuple[Branch, ...], msgspec.Meta(max_length=MAX_BRANCHES)]
    seq: int


class PlanView(msgspec.Struct, frozen=True):
    """What is decided about a game."""

    branches: tuple[Branch, ...]


@get("/vacation")
async def read_vacation(request: GuestRequest) -> VacationView:
    """Return the guest's own vacation."""
    return _view(await _correspondence(request).vacations.of(request.state.guest))


@post("/vacation")
async def choose_vacation(request: GuestRequest, data: JSONBody[VacationChoice]) -> VacationView:
    """Go on vacation, come back, or say whether it may begin by itself: it stops the clocks of correspondence games."""
    vacations = _correspondence(request).vacations
    person = request.state.guest
    return _view(await vacations.choose(person, is_away=data.is_away, is_automatic=data.is_automatic))


@get("/games/{game_id:str}/plan")
async def read_plan(request: GuestRequest, game_id: FromPath[str]) -> PlanView:
    """Return what the guest has decided to answer in a game."""
    room, person = await _seat(request, game_id)
    return PlanView(await _correspondence(request).plans.of(room, person))


@put("/games/{game_id:str}/plan")
async def decide_plan(request: GuestRequest, game_id: FromPath[str], data: JSONBody[PlanChoice]) -> PlanView:
    """Decide what is answered to moves of the opponent, in place of what was decided before."""
    room, person = await _seat(request, game_id)
    refuse_undeclared(request, room.row, "plan")
    return PlanView(await _correspondence(request).plans.decide(room, person, data.branches, data.seq))


def correspondence_router() -> Router:
    """Return the routes."""
    handlers = [
        options_for("/vacation", "GET", "POST"),
        options_for("/games/{game_id:str}/plan", "GET", "PUT"),
        read_vacation,
        choose_vacation,
        read_plan,
        decide_plan,
    ]
    return Router("/api", route_handlers=handlers)


def _view(found: Vacation) -> VacationView:
    left_ms = max(0, found.left_ms(now_ms()))
    return VacationView(found.since_ms is not None, found.since_ms, left_ms, ALLOWANCE_MS, found.is_automatic)


def _correspondence(request: GuestRequest) -> Correspondence:
    found: Correspondence = request.app.state.services.correspondence
    return found


async def _seat(request: GuestRequest, game_id: str) -> tuple[Room, int]:
    room = await request.app.state.services.rooms.find(game_id)
    return room, check_may("plan", room.row, request.state.guest) or 0
