"""WebSockets (floor: server): a game as it goes on, and analysis while it deepens.

A game's socket only sends; what a browser has to say goes over HTTP, where a refusal has a status. Whatever a client
sends there is read and thrown away, so that a closed connection is noticed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.handlers import WebsocketRouteHandler
from litestar.params import FromPath

from motu.errors import MotuError
from motu.server.analysis import Analyst
from motu.server.askers import asker_of
from motu.server.audience import Subscriber
from motu.server.house_players import is_watched_only
from motu.server.messages import ChallengeNews, error_view, snapshot
from motu.server.moderation.own_games import HelpGuard, line_of
from motu.server.room import Room
from motu.server.services import Services

GONE = 4404
TOO_SLOW = 4408
GOING_AWAY = 1001

GuestSocket = WebSocket[Any, Any, Any]


@websocket("/api/games/{game_id:str}/live")
async def watch_game(socket: GuestSocket, game_id: FromPath[str]) -> None:
    """Send the game as it stands, then every change."""
    services: Services = socket.app.state.services
    await socket.accept()
    try:
        room = await services.rooms.find(game_id)
        is_shown = is_watched_only(room.row, room.log) and not room.log.is_over
        if is_shown:
            await services.order.own_games.refuse_help(socket.state.guest, line_of(room))
        created = await services.names.created(room.row, room.log)  # before he listens: the snapshot comes first
    except MotuError as error:
        await _refuse(socket, GONE, error)
        return
    reader = services.audience.join(game_id, socket.state.guest)
    try:
        reader.put(msgspec.json.encode(snapshot(room, socket.state.guest, created)))
        services.exchange.show(room.row)
        services.machines.wake(room)
        shown = [_until_help(services, socket, room)] if is_shown else []
        await _until_first(_send_all(socket, reader), _drain(socket), *shown)
    finally:
        services.audience.leave(game_id, reader)
        services.exchange.show(room.row)
        services.machines.wake(room)  # where the machine plays itself, it stops when nobody looks on
        await _close(socket, TOO_SLOW if reader.is_cut_off else GOING_AWAY)


@websocket("/api/challenges/{challenge_id:str}/live")
async def await_challenge(socket: GuestSocket, challenge_id: FromPath[str]) -> None:
    """Say how a challenge stands, and again when it is taken or withdrawn."""
    services: Services = socket.app.state.services
    await socket.accept()
    reader = services.audience.join(challenge_id, socket.state.guest)
    try:
        found = await services.challenges.find(challenge_id)
        reader.put(msgspec.json.encode(ChallengeNews(found.state, found.game)))
        await _until_first(_send_all(socket, reader), _drain(socket))
    except MotuError as error:
        await _refuse(socket, GONE, error)
        return
    finally:
        services.audience.leave(challenge_id, reader)
    await _close(socket, TOO_SLOW if reader.is_cut_off else GOING_AWAY)


@websocket("/api/analysis")
async def analyse(socket: GuestSocket) -> None:
    """Analyse the position, or review the game, that was asked for last; every request ends the one before."""
    services: Services = socket.app.state.services
    await socket.accept()
    reader, guard = Subscriber(), HelpGuard(services.order.own_games, socket.state.guest)
    analyst = Analyst(services.analysts, services.reviews, reader, asker_of(socket), guard)
    try:
        await _until_first(_send_all(socket, reader), _listen(socket, analyst))
    finally:
        await analyst.close()
        await _close(socket, TOO_SLOW if reader.is_cut_off else GOING_AWAY)


async def send_until_gone(socket: GuestSocket, reader: Subscriber) -> None:
    """Send what comes for a reader until one of the two ends; what a client sends is thrown away."""
    await _until_first(_send_all(socket, reader), _drain(socket))


async def run_until_gone(*works: Coroutine[Any, Any, None]) -> None:
    """Run these side by side until one of them ends, or the client has gone."""
    await _until_first(*works)


async def close_reader(socket: GuestSocket, reader: Subscriber) -> None:
    """Close a reader's socket, and say why."""
    await _close(socket, TOO_SLOW if reader.is_cut_off else GOING_AWAY)


def socket_handlers() -> list[WebsocketRouteHandler]:
    """Return all sockets."""
    return [watch_game, await_challenge, analyse]


async def _send_all(socket: GuestSocket, reader: Subscriber) -> None:
    while (message := await reader.next()) is not None:
        await socket.send_data(message, mode="text")


async def _drain(socket: GuestSocket) -> None:
    while True:
        await socket.receive()
        # Nobody has anything to say here; an endless talker still must not keep us busy.
        await asyncio.sleep(0.01)


async def _until_help(services: Services, socket: GuestSocket, room: Room) -> None:
    """Wait until the moves of a machine that plays itself would be help to who looks on, and tell him."""
    try:
        await services.order.own_games.until_help(socket.state.guest, line_of(room))
    except MotuError as error:
        if not room.log.is_over:
            await _refuse(socket, GONE, error)


async def _listen(socket: GuestSocket, analyst: Analyst) -> None:
    while True:
        await analyst.take(await socket.receive_data(mode="text"))


async def _until_first(*works: Coroutine[Any, Any, None]) -> None:
    """Run these side by side until one ends; a connection that is gone ends them all, quietly."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        error = task.exception()
        if error is not None and not isinstance(error, WebSocketDisconnect | WebSocketException | RuntimeError):
            raise error


async def _refuse(socket: GuestSocket, code: int, error: MotuError) -> None:
    await socket.send_data(msgspec.json.encode(error_view(error)), mode="text")
    await _close(socket, code)


async def _close(socket: GuestSocket, code: int) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
        await socket.close(code)
