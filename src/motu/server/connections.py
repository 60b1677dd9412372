"""Connections that can't be held for nothing (floor: server): what a client sends has an end, in size and in time.

A request's head and its body each have a time in which they must have come; what all unfinished requests hold together
has a bound; and when there are too many connections, the one that has kept us waiting longest for a head goes first, be
it half a request or none, so that neither shuts anybody out.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from dataclasses import dataclass, field
from typing import Any, Literal

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if sys.platform != "win32":
    import resource

MAX_HEAD_BYTES = 32 * 1024
"""Largest head of a request: its first line and its headers."""
HEAD_SECONDS = 10.0
"""In so many seconds a head must have come."""
BODY_SECONDS = 60.0
"""In so many more seconds the body."""
KEPT_SECONDS = 150
"""So long a connection stays open on which nothing is asked: longer than proxies keep theirs (nginx a minute, Caddy
two), for what they send on one that is being closed is lost, and whoever moved is told that nobody is there."""
MAX_HELD_BYTES = 64 * 1024 * 1024
"""The most that all requests being received or answered may hold together, in bytes."""
MOST_CLIENTS = 10_000
"""Twice the sockets that one process bears well: browsers have other connections, too."""
RESERVED_FILES = 96
"""Open files that the server needs for itself: database, engines, its own pages."""
SAID_EVERY_SECONDS = 60.0

Awaited = Literal["head", "body", "next"]
"""What a connection is waited for: the rest of a head or a body, or the next request on one that has been answered."""
_SECONDS: dict[Awaited, float] = {"head": HEAD_SECONDS, "body": BODY_SECONDS}
_log = logging.getLogger("motu.server")


def most_clients() -> int:
    """Return how many connections there may be: as many as this process may have files open, but for its own."""
    if sys.platform != "win32":  # which has no such limit
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            return max(16, min(MOST_CLIENTS, soft - RESERVED_FILES))
    return MOST_CLIENTS


@dataclass(slots=True)
class Load:
    """What all connections together may be."""

    max_clients: int = field(default_factory=most_clients)
    held_bytes: int = 0
    """What the requests being received or answered hold, in bytes."""
    _said_at: float = -SAID_EVERY_SECONDS

    def say(self, what: str) -> None:
        """Log why a connection was ended, not more than once a minute."""
        if time.monotonic() - self._said_at >= SAID_EVERY_SECONDS:
            self._said_at = time.monotonic()
            _log.warning("%s", what)


class BoundedConnection(H11Protocol):
    """An HTTP connection with bounds."""

    load: Load
    """Shared by all connections of a server; set by `connection_class`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Begin with nothing received."""
        super().__init__(*args, **kwargs)
        self.timeout_keep_alive = KEPT_SECONDS
        self._awaited: Awaited | None = None
        self._awaited_since = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._num_held = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, and end another where there are too many."""
        super().connection_made(transport)
        self._await("head")
        if len(self.connections) > self.load.max_clients:
            self._make_room()

    def _make_room(self) -> None:
        """End the connection that has kept us waiting longest for a head; where there is none, this one."""
        bounded = [each for each in self.connections if isinstance(each, BoundedConnection)]
        waiting = [each for each in bounded if each._awaited in ("head", "next")]  # noqa: SLF001
        longest = min(waiting, key=lambda each: each._awaited_since, default=self)  # noqa: SLF001
        self.load.say(f"more than {self.load.max_clients} connections: those that send nothing are closed")
        longest.abandon()

    def data_received(self, data: bytes) -> None:
        """Take what a client sends."""
        self._hold(len(data))
        super().data_received(data)
        state = self.conn.their_state
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._await(None)
        else:
            self._await("head" if state is h11.IDLE else "body" if state is h11.SEND_BODY else None)
        if self.load.held_bytes > MAX_HELD_BYTES and state is h11.SEND_BODY:
            self.load.say(f"more than {MAX_HELD_BYTES >> 20} MiB of requests at once: large ones are given up")
            self.abandon()

    def on_response_complete(self) -> None:
        """Let go of a request that has been answered."""
        self._hold(-self._num_held)
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self._await("head" if self.conn.trailing_data[0] else "next")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget everything."""
        self._await(None)
        self._hold(-self._num_held)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a WebSocket, which has bounds of its own."""
        self._await(None)
        self._hold(-self._num_held)
        super().handle_websocket_upgrade(event)

    def abandon(self) -> None:
        """End the connection at once; nothing more is sent."""
        self._await(None)
        self.transport.abort()

    def _hold(self, num_bytes: int) -> None:
        self._num_held += num_bytes
        self.load.held_bytes += num_bytes

    def _await(self, what: Awaited | None) -> None:
        if what == self._awaited:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._awaited, self._awaited_since = what, time.monotonic()
        if what in _SECONDS:  # the next request has `KEPT_SECONDS`, which uvicorn counts
            self._timer = self.loop.call_later(_SECONDS[what], self.abandon)


def connection_class(load: Load) -> type[BoundedConnection]:
    """Return the protocol of a server whose connections share a load."""

    class Own(BoundedConnection):
        pass

    Own.load = load
    return Own
