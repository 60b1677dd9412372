"""Clients that send too much, too slowly or not at all keep nobody else out."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn

from motu.server import connections
from motu.server.connections import MAX_HEAD_BYTES, Load, connection_class, most_clients
from server.processes import server

PATIENCE_S = 60.0
GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
Client = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Dial = Callable[[], Awaitable[Client]]


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Read a request and answer."""
    if scope["type"] != "http":
        return
    while (message := await receive()).get("more_body"):
        pass
    if message["type"] != "http.disconnect":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
        await send({"type": "http.response.body", "body": b"well"})


def serving(script: Callable[[Dial], Awaitable[None]], load: Load) -> None:
    async def run() -> None:
        listening = socket.create_server(("127.0.0.1", 0))
        config = uvicorn.Config(
            application,
            http=connection_class(load),
            h11_max_incomplete_event_size=MAX_HEAD_BYTES,
            lifespan="off",
            log_level="critical",
        )
        running = uvicorn.Server(config)
        task = asyncio.create_task(running.serve([listening]))
        writers: list[asyncio.StreamWriter] = []

        async def dial() -> Client:
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            writers.append(writer)
            return reader, writer

        try:
            await script(dial)
        finally:
            for writer in writers:
                writer.close()
            running.should_exit = True
            await task

    asyncio.run(run())


async def answer(client: Client, data: bytes = b"") -> bytes:
    """Send bytes and return the answer as far as its body, or b"" when the server hangs up."""
    client[1].write(data)
    try:
        return await asyncio.wait_for(client[0].readuntil(b"well"), PATIENCE_S)
    except asyncio.IncompleteReadError as error:
        return error.partial
    except ConnectionError:
        return b""


async def pour(client: Client, num_bytes: int) -> None:
    """Send as much."""
    for _ in range(num_bytes // 100_000):
        client[1].write(b"x" * 100_000)
        await client[1].drain()


@pytest.fixture
def load() -> Load:
    return Load(100)


def impatient(monkeypatch: pytest.MonkeyPatch, head: float, body: float) -> None:
    monkeypatch.setattr(connections, "_SECONDS", {"head": head, "body": body})


def test_a_head_that_never_ends_is_refused(load: Load) -> None:
    async def script(dial: Dial) -> None:
        client = await dial()
        client[1].write(b"GET / HTTP/1.1\r\nX-a: ")
        with pytest.raises(ConnectionError):
            await pour(client, 100_000_000)
        assert await answer(await dial(), GET)

    serving(script, load)


def test_requests_one_after_another_in_one_piece_are_all_answered(load: Load) -> None:
    post = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 40000\r\n\r\n" + b"x" * 40_000

    async def script(dial: Dial) -> None:
        client = await dial()
        client[1].write(post + GET + GET[:10])  # a long body is no part of the next head
        for _ in range(2):
            assert b" 200 " in await answer(client)
        assert b" 200 " in await answer(client, GET[10:])
        assert load.held_bytes == 0

    serving(script, load)


def test_who_would_rather_speak_http_2_is_answered_as_he_can(tmp_path: Path) -> None:
    """Java's client asks so with its first request, body and all."""
    body = b'{"spec":"hex(size=3)","seats":[{},{}]}'
    asks = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"
    with server(tmp_path) as running:
        place = urlsplit(running.url)
        head = b"POST /api/games HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n" % place.netloc.encode()
        with socket.create_connection((str(place.hostname), place.port or 0), PATIENCE_S) as client:
            client.sendall(head + asks + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            assert client.recv(1000).startswith(b"HTTP/1.1 201")


@pytest.mark.parametrize("sent", [b"", b"GET / HT", GET[:-2]])
def test_a_head_that_does_not_come_is_not_waited_for(sent: bytes, load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch, 0.1, 600.0)

    async def script(dial: Dial) -> None:
        assert await answer(await dial(), sent) == b""

    serving(script, load)


def test_a_trickle_is_not_waited_for(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch, 0.3, 600.0)

    async def script(dial: Dial) -> None:
        reader, writer = await dial()
        ended = asyncio.create_task(reader.read())
        async with asyncio.timeout(PATIENCE_S):
            while not ended.done():
                with contextlib.suppress(ConnectionError):
                    writer.write(b"X")
                await asyncio.sleep(0.02)

    serving(script, load)


def test_a_body_that_does_not_come_is_not_waited_for(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch, 600.0, 0.1)

    async def script(dial: Dial) -> None:
        head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n"
        assert await answer(await dial(), head + b"12345") == b""
        assert b" 200 " in await answer(await dial(), head + b"1234567890")

    serving(script, load)


def test_a_connection_lives_on_between_requests(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch, 0.2, 0.2)

    async def script(dial: Dial) -> None:
        client = await dial()
        for _ in range(3):
            assert b" 200 " in await answer(client, GET)
            await asyncio.sleep(0.4)  # longer than a head may take
        assert b" 200 " in await answer(client, GET + GET[:10])
        async with asyncio.timeout(4):
            assert await client[0].read() == b""  # but now a head has begun
        assert load.held_bytes == 0

    serving(script, load)


def test_nothing_is_held_of_a_request_that_has_been_answered(load: Load) -> None:
    head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\n"

    async def script(dial: Dial) -> None:
        client = await dial()
        for _ in range(3):
            assert b" 200 " in await answer(client, head + b"x" * 5000)
            async with asyncio.timeout(PATIENCE_S):
                while load.held_bytes != 0:  # noqa: ASYNC110 - nobody tells the test
                    await asyncio.sleep(0.01)

    serving(script, load)


def test_half_requests_shut_nobody_out() -> None:
    load = Load(10)

    async def script(dial: Dial) -> None:
        silent = [await dial() for _ in range(40)]
        for _ in range(5):
            client = await dial()
            assert b" 200 " in await answer(client, GET)
        assert await asyncio.wait_for(silent[0][0].read(), PATIENCE_S) == b""

    serving(script, load)


def test_connections_that_wait_for_the_next_request_shut_nobody_out() -> None:
    async def script(dial: Dial) -> None:
        idle = [await dial() for _ in range(10)]
        for client in idle:
            assert b" 200 " in await answer(client, GET)
        for _ in range(5):
            assert b" 200 " in await answer(await dial(), GET)
        assert await answer(idle[0], GET) == b""  # who has asked nothing for longest
        assert b" 200 " in await answer(idle[-1], GET)

    serving(script, Load(10))


def test_a_connection_on_which_nothing_is_asked_is_kept_longer_than_proxies_keep_theirs(
    load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    caddy_s = 120.0
    assert caddy_s < connections.KEPT_SECONDS
    monkeypatch.setattr(connections, "KEPT_SECONDS", 0.2)

    async def script(dial: Dial) -> None:
        client = await dial()
        assert b" 200 " in await answer(client, GET)
        async with asyncio.timeout(4):  # uvicorn's own bound is five
            assert await client[0].read() == b""

    serving(script, load)


def test_what_unfinished_requests_hold_is_bounded(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MAX_HELD_BYTES", 1_000_000)
    head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 400000\r\n\r\n"

    async def script(dial: Dial) -> None:
        for number in range(1, 4):
            (await dial())[1].write(head + b"x" * 300_000)
            async with asyncio.timeout(PATIENCE_S):
                while load.held_bytes < number * 300_000:  # noqa: ASYNC110 - nobody tells the test
                    await asyncio.sleep(0.01)
        assert await answer(await dial(), head + b"x" * 300_000) == b""
        assert 900_000 <= load.held_bytes < 1_000_000
        assert b" 200 " in await answer(await dial(), GET)

    serving(script, load)


def test_there_is_room_for_what_the_server_opens_itself() -> None:
    assert 16 <= most_clients() <= connections.MOST_CLIENTS


def test_a_real_server_has_these_bounds(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        place = urlsplit(running.url)
        with socket.create_connection((str(place.hostname), place.port or 0), PATIENCE_S) as client:
            client.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-a: " + b"x" * (MAX_HEAD_BYTES + 10))
            assert client.recv(1000).startswith(b"HTTP/1.1 400")
        assert running.guest().well("GET", "/api/health")["status"] == "ok"
