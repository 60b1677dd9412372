"""Connections that last, sockets and streams, and by which key each was opened (floor: server).

Invariant: a connection is closed when the session, token or guest's cookie by which it was opened is worth nothing any
more: at once in all processes that hear of it, and wherever a message was lost, or nobody has sent one (the command
line), within `LOOKED_SECONDS`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Literal, Protocol, cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from motu.server.recurring import RecurringTask

LOOKED_SECONDS = 5.0
"""How often somebody looks whether all keys are still good."""
LOGGED_OUT = 4401
"""Why a socket is closed whose key is worth nothing any more."""
LASTS = "lasts"
"""Option of a handler of HTTP whose answer goes on without end."""


@dataclass(frozen=True, slots=True)
class AccessKey:
    """By what somebody is known: a browser's session, a program's token, or the cookie of a guest, which has his id."""

    kind: Literal["session", "token", "guest"]
    id: str
    account: str
    owner: str | None
    """Of a bot's: who answers for it."""


class Keeper(Protocol):
    """Knows which keys of a kind are good."""

    async def good(self, ids: Collection[str]) -> set[str]:
        """Return those of these that are."""


class LastingConnection:
    """One of them."""

    def __init__(self, key: AccessKey) -> None:
        """Be open."""
        self.key = key
        self._ended = asyncio.Event()

    @property
    def has_ended(self) -> bool:
        """Whether its key is worth nothing any more."""
        return self._ended.is_set()

    def end(self) -> None:
        """Let it be closed."""
        self._ended.set()

    async def receive(self, receive: Receive) -> Any:
        """Return what a client sends next; None when the connection is to be closed."""
        tasks = [asyncio.ensure_future(cast("Any", receive())), asyncio.ensure_future(self._ended.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return None if self.has_ended else tasks[0].result()
        finally:
            for each in tasks:
                each.cancel()


class LastingConnections:
    """All of this process."""

    def __init__(self, sessions: Keeper, tokens: Keeper, guests: Keeper) -> None:
        """Ask these whether a key is good."""
        self._keepers: dict[str, Keeper] = {"session": sessions, "token": tokens, "guest": guests}
        self._open: set[LastingConnection] = set()
        self._task: RecurringTask | None = None

    def __len__(self) -> int:
        return len(self._open)

    async def open(self) -> None:
        """Look again and again until `close`."""
        self._task = RecurringTask(
            self.look, LOOKED_SECONDS, "connections of those who have logged out", is_begun_at_once=False
        )

    async def close(self) -> None:
        """Look no longer."""
        if self._task is not None:
            await self._task.stop()

    async def look(self, account: str | None = None) -> None:
        """Close what an account's keys, or its bots', have opened that are no longer good; None: anybody's."""
        mine = [each for each in self._open if account is None or account in (each.key.account, each.key.owner)]
        for kind, keeper in self._keepers.items():
            ids = {each.key.id for each in mine if each.key.kind == kind}
            good = await keeper.good(ids) if ids else set()
            for each in mine:
                if each.key.kind == kind and each.key.id not in good:
                    each.end()

    async def pass_on(self, key: AccessKey, scope: Scope, receive: Receive, send: Send, app: ASGIApp) -> None:
        """Let an application serve a connection for as long as its key is good."""
        is_socket, is_complete = scope["type"] == ScopeType.WEBSOCKET, False
        gone: Any = {"type": "websocket.disconnect", "code": LOGGED_OUT} if is_socket else {"type": "http.disconnect"}

        async def receive_or_end() -> Any:
            return await connection.receive(receive) or gone

        async def send_until_end(message: Message) -> None:
            nonlocal is_complete
            if not connection.has_ended:
                await send(message)
                is_complete = _is_last(message)

        with self._opened(key) as connection:
            await app(scope, receive_or_end, send_until_end)
        if connection.has_ended and not is_complete:
            last: Any = {"type": "http.response.body", "body": b"", "more_body": False}
            with contextlib.suppress(OSError, RuntimeError):
                await send({"type": "websocket.close", "code": LOGGED_OUT, "reason": ""} if is_socket else last)

    @contextlib.contextmanager
    def _opened(self, key: AccessKey) -> Iterator[LastingConnection]:
        connection = LastingConnection(key)
        self._open.add(connection)
        try:
            yield connection
        finally:
            self._open.discard(connection)


def lasts(scope: Scope) -> bool:
    """Return whether a connection goes on until somebody ends it."""
    if scope["type"] == ScopeType.WEBSOCKET:
        return True
    return bool(scope["route_handler"].opt.get(LASTS))


def _is_last(message: Message) -> bool:
    if message["type"] == "http.response.body":
        return not message.get("more_body", False)
    return message["type"] == "websocket.close"
