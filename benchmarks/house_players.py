"""Players for benchmarks of the server: HTTP and WebSockets at next to no cost of their own, since they share a machine
with what they measure."""

from __future__ import annotations

import asyncio
import base64
import json
import random
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

CLOSE, PING, PONG = 8, 9, 10
NO_MASK = bytes(4)
CREATED = 201
SILENT_SECONDS = 30.0
"""A server that says nothing for longer is given up."""


def place_of(url: str) -> tuple[str, str, int]:
    """Return what a server is called, its address and its port."""
    host = urlsplit(url).netloc
    name, _, port = host.rpartition(":")
    return host, name, int(port)


class Sender:
    """An HTTP connection that stays open."""

    def __init__(self, url: str, address: str = "") -> None:
        """Prepare; the connection is made with the first request.

        Args:
            url: The server's.
            address: From where it comes, as a proxy says; from this machine if not given.
        """
        self._more = f"X-Forwarded-For: {address}\r\n" if address else ""
        self._host, self._name, self._port = place_of(url)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None, cookie: str = "") -> tuple[int, bytes, str]:
        """Send a request; return the status, the answer and the guest's cookie.

        Raises:
            OSError, EOFError: When no answer comes; the next request goes over another connection.
        """
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(data)}\r\n" + (f"Cookie: {cookie}\r\n" if cookie else "") + self._more + "\r\n"
        try:
            async with asyncio.timeout(SILENT_SECONDS):
                if self._streams is not None and self._streams[0].at_eof():  # nothing was asked for a while
                    self.close()
                reader, writer = self._streams or await self._connect()
                writer.write(head.encode() + data)
                lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
                answer = await reader.readexactly(int(fields["content-length"]))
        except (OSError, EOFError, TimeoutError):
            self.close()
            raise
        if fields.get("connection", "").lower() == "close":
            self.close()
        return int(lines[0].split()[1]), answer, fields.get("set-cookie", cookie).partition(";")[0]

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self._streams = await asyncio.open_connection(self._name, self._port)
        return self._streams

    async def post(self, path: str, body: Any, cookie: str) -> tuple[Any, str]:
        """Send what must succeed; return the answer and the guest's cookie."""
        status, answer, known = await self.ask("POST", path, body, cookie)
        assert status == CREATED, answer
        return json.loads(answer), known

    def close(self) -> None:
        """Let the connection go."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Socket(asyncio.Protocol):
    """A WebSocket that reads: frames of a server come unmasked and whole."""

    def __init__(self, request: bytes, hear: Callable[[bytes], None]) -> None:
        """Ask for it; `hear` takes each message."""
        self._request, self._hear = request, hear
        self._data = b""
        self._is_open = False
        loop = asyncio.get_running_loop()
        self.joined: asyncio.Future[None] = loop.create_future()
        """Done when the first message has come."""
        self.lost: asyncio.Future[None] = loop.create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, _: Exception | None) -> None:
        if not self.joined.done():
            self.joined.set_exception(ConnectionError("the server has closed a socket"))
            self.joined.exception()  # nobody need look
        if not self.lost.done():
            self.lost.set_result(None)

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._is_open:
            head, end, rest = self._data.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.transport.close()
                return
            self._is_open, self._data = True, rest
        while (found := self._next()) is not None:
            kind, message = found
            if kind == PING:
                self._say(PONG, message)
            elif kind == CLOSE:
                self._say(CLOSE, message)
                self.transport.close()
            else:
                self._hear(message)
                if not self.joined.done():
                    self.joined.set_result(None)

    def _say(self, kind: int, message: bytes) -> None:
        self.transport.write(bytes((0x80 | kind, 0x80 | len(message))) + NO_MASK + message)

    def _next(self) -> tuple[int, bytes] | None:
        """Return the next frame that has come whole: its kind, and what is in it."""
        if len(self._data) < 2:
            return None
        size, begin = self._data[1] & 0x7F, 2
        if size >= 126:
            begin = 4 if size == 126 else 10
            size = int.from_bytes(self._data[2:begin], "big")
        if len(self._data) < begin + size:
            return None
        kind, message = self._data[0] & 0x0F, self._data[begin : begin + size]
        self._data = self._data[begin + size :]
        return kind, message


async def open_socket(url: str, path: str, cookie: str, hear: Callable[[bytes], None]) -> Socket:
    """Open a socket and wait for its first message.

    Raises:
        OSError, TimeoutError: When it can't be opened.
    """
    host, name, port = place_of(url)
    key = base64.b64encode(random.randbytes(16)).decode()
    head = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    head += f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nCookie: {cookie}\r\n\r\n"
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(SILENT_SECONDS):
        _, socket = await loop.create_connection(lambda: Socket(head.encode(), hear), name, port)
        await socket.joined
    return socket
