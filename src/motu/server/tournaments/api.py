"""Tournaments over HTTP (floor: server), and the socket that says when one has changed."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Router, WebSocket, get, post, put, websocket
from litestar.params import FromPath, JSONBody

from motu.errors import MotuError
from motu.server.accounts.account import UserAccount
from motu.server.api import options_for
from motu.server.house_players import house_ids
from motu.server.messages import error_view
from motu.server.moderation.bounds import refuse_warned
from motu.server.programs.declared import refuse_in_place_of_person
from motu.server.rates.rates import count
from motu.server.services import Services
from motu.server.sockets import GONE, close_reader, send_until_gone
from motu.server.tournaments.course import TournamentCourse
from motu.server.tournaments.rights import check_act
from motu.server.tournaments.terms import LevelsWanted, NewTournament, terms_of
from motu.server.tournaments.tournaments import topic_of_tournament
from motu.server.tournaments.views import (
    TournamentList,
    TournamentNews,
    TournamentView,
    tournament_item,
    tournament_view,
)

TournamentRequest = Request[Any, Any, Any]


@post("/tournaments")
async def make_tournament(request: TournamentRequest, data: JSONBody[NewTournament]) -> TournamentView:
    """Let people join a tournament of one's own."""
    maker = check_act("make", request.state.account)
    await refuse_warned(request)
    await count(request, "cup")
    made = await _services(request).tournaments.make(maker, terms_of(data), data.starts_in_ms)
    return await _shown(request, made)


@get("/tournaments")
async def list_tournaments(request: TournamentRequest) -> TournamentList:
    """Return the tournaments that can be joined, those that go on, and those that are over lately."""
    found = await _services(request).tournaments.listed()
    return TournamentList(tuple(tournament_item(each, request.state.guest) for each in found))


@get("/tournaments/{tournament_id:str}")
async def read_tournament(request: TournamentRequest, tournament_id: FromPath[str]) -> TournamentView:
    """Return a tournament: who is in it, how they stand, who plays whom."""
    return await _shown(request, await _services(request).tournaments.find(tournament_id))


@post("/tournaments/{tournament_id:str}/join", status_code=200)
async def join_tournament(request: TournamentRequest, tournament_id: FromPath[str]) -> TournamentView:
    """Join a tournament, or come back to an arena."""
    refuse_in_place_of_person(request)
    await refuse_warned(request)
    return await _shown(request, await _services(request).tournaments.enter(tournament_id, request.state.account))


@post("/tournaments/{tournament_id:str}/leave", status_code=200)
async def leave_tournament(request: TournamentRequest, tournament_id: FromPath[str]) -> TournamentView:
    """Be out of a tournament; what is left to be played is lost, or counts for nobody."""
    return await _shown(request, await _services(request).tournaments.leave(tournament_id, request.state.account))


@post("/tournaments/{tournament_id:str}/begin", status_code=200)
async def begin_tournament(request: TournamentRequest, tournament_id: FromPath[str]) -> TournamentView:
    """Let a tournament of one's own begin now."""
    return await _shown(request, await _services(request).tournaments.begin(tournament_id, request.state.account))


@post("/tournaments/{tournament_id:str}/cancel", status_code=200)
async def cancel_tournament(request: TournamentRequest, tournament_id: FromPath[str]) -> TournamentView:
    """Let a tournament of one's own that has not begun come to nothing."""
    return await _shown(request, await _services(request).tournaments.cancel(tournament_id, request.state.account))


@put("/tournaments/{tournament_id:str}/levels")
async def set_levels(
    request: TournamentRequest, tournament_id: FromPath[str], data: JSONBody[LevelsWanted]
) -> TournamentView:
    """Let some of the machine's levels play in a tournament of one's own, and no others."""
    wanted = house_ids(data.levels, is_strongest=data.strongest)
    tournaments = _services(request).tournaments
    return await _shown(request, await tournaments.set_levels(tournament_id, request.state.account, wanted))


@websocket("/api/tournaments/{tournament_id:str}/live")
async def watch_tournament(socket: WebSocket[Any, Any, Any], tournament_id: FromPath[str]) -> None:
    """Say how a tournament stands, and again whenever it is no longer what it was."""
    services: Services = socket.app.state.services
    await socket.accept()
    try:
        found = await services.tournaments.find(tournament_id)
    except MotuError as error:
        await socket.send_data(msgspec.json.encode(error_view(error)), mode="text")
        await socket.close(GONE)
        return
    topic = topic_of_tournament(tournament_id)
    reader = services.audience.join(topic, socket.state.guest)
    try:
        reader.put(msgspec.json.encode(TournamentNews(found.tournament.state)))
        await send_until_gone(socket, reader)
    finally:
        services.audience.leave(topic, reader)
    await close_reader(socket, reader)


def tournaments_router() -> Router:
    """Return the routes of tournaments."""
    handlers = [
        options_for("/tournaments", "GET", "POST"),
        make_tournament,
        list_tournaments,
        read_tournament,
        join_tournament,
        leave_tournament,
        begin_tournament,
        cancel_tournament,
        set_levels,
    ]
    return Router("/api", route_handlers=handlers)


async def _shown(request: TournamentRequest, course: TournamentCourse) -> TournamentView:
    accounts = await _services(request).accounts.known({course.tournament.maker, *course.entrants})
    asker: UserAccount | None = request.state.account
    return tournament_view(course, accounts, request.state.guest, asker)


def _services(request: TournamentRequest) -> Services:
    found: Services = request.app.state.services
    return found
