"""Requests and sockets as they come and go (floor: server), for whoever counts them or writes them down.

Nothing here says more of a request than its route does: paths and queries name games and challenges, and whoever has
such a name may look.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol

from litestar.types import ASGIApp, Message, Receive, Scope, Send

HEADER = b"x-request-id"
"""Says in an answer what its request is called in the log; a proxy may say it first."""
UNKNOWN = "unknown"
"""The route of what leads nowhere."""
FAULT, NO_STATUS = 500, 0
_RIGHT_ID = re.compile(rb"[A-Za-z0-9._-]{8,64}")
_TYPES = re.compile(r":[a-z]+(?=})")
_current: ContextVar[Mapping[str, Any]] = ContextVar("motu_request", default={})  # noqa: B039 - nobody changes it


@dataclass(frozen=True, slots=True)
class SeenRequest:
    """A request that has been answered, or a socket that has been closed."""

    id: str
    kind: str
    """"http" or "websocket"."""
    method: str
    route: str
    status: int
    """0 for a socket."""
    seconds: float
    game: str | None
    address: str | None
    """Whose it was; not for every eye."""


class Observer(Protocol):
    """Hears of requests."""

    def opened(self, route: str) -> None:
        """Hear that a socket was opened."""

    def closed(self, route: str) -> None:
        """Hear that it is closed again."""

    def ended(self, seen: SeenRequest) -> None:
        """Hear of what has come to its end."""


class ObservedApp:
    """An application whose requests are told to observers, each with a name that its answer and the log have."""

    def __init__(self, application: ASGIApp, observers: Iterable[Observer]) -> None:
        """Stand in front of an application."""
        self._application, self._observers = application, tuple(observers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and tell of it."""
        if str(scope["type"]) not in ("http", "websocket"):
            await self._application(scope, receive, send)
            return
        began, name, told = time.perf_counter(), _id_of(scope), _Told()
        _current.set({"request": name, "scope": scope})

        async def send_with_id(message: Message) -> None:
            kind = str(message["type"])
            if kind == "http.response.start":
                told.status = int(message["status"])  # type: ignore[typeddict-item]
                headers: Any = message.get("headers", ())
                message["headers"] = (*headers, (HEADER, name.encode()))  # type: ignore[typeddict-unknown-key]
            elif kind == "websocket.accept":
                self._open(told, route_of(scope))
            await send(message)

        try:
            await self._application(scope, receive, send_with_id)
        finally:
            self._end(scope, name, told, time.perf_counter() - began)

    def _open(self, told: _Told, route: str) -> None:
        told.opened = route
        for observer in self._observers:
            observer.opened(route)

    def _end(self, scope: Scope, name: str, told: _Told, seconds: float) -> None:
        is_socket = str(scope["type"]) == "websocket"
        client = scope.get("client")
        seen = SeenRequest(
            name,
            str(scope["type"]),
            "GET" if is_socket else str(scope["method"]),  # type: ignore[typeddict-item]
            route_of(scope),
            NO_STATUS if is_socket else told.status or FAULT,
            seconds,
            game_of(scope),
            scope.get("state", {}).get("address") or (client[0] if client else None),
        )
        for observer in self._observers:
            if told.opened is not None:
                observer.closed(told.opened)
            observer.ended(seen)


@dataclass(slots=True)
class _Told:
    """What has been said to a client so far."""

    status: int = NO_STATUS
    opened: str | None = None


def route_of(scope: Mapping[str, Any]) -> str:
    """Return the route that a request takes, with names in place of what they stand for."""
    return _TYPES.sub("", scope.get("path_template") or UNKNOWN)


def game_of(scope: Mapping[str, Any]) -> str | None:
    """Return the game that a request is about."""
    found = scope.get("path_params", {}).get("game_id")
    return None if found is None else str(found)


def about_game(game_id: str) -> None:
    """Let what this task logs be about a game."""
    _current.set({**_current.get(), "game": game_id})


def log_context() -> dict[str, str]:
    """Return what the log should know of what is being done: the request that it comes of, and the game."""
    now = _current.get()
    game = now.get("game") or game_of(now.get("scope", {}))
    return {name: str(value) for name, value in (("request", now.get("request")), ("game", game)) if value}


def _id_of(scope: Scope) -> str:
    """Return the name of a request: the one that a proxy has given it, or a new one."""
    for name, value in scope["headers"]:
        if name.lower() == HEADER and _RIGHT_ID.fullmatch(value):
            return bytes(value).decode()
    return secrets.token_hex(8)
