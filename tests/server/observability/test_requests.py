"""Requests as they are seen from outside: routes, names, what is told of them."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import httpx
import pytest
from litestar import Litestar, WebSocket, get, websocket
from litestar.params import FromPath

from motu.server.observability import json_log, requests
from motu.server.observability.requests import HEADER, ObservedApp, SeenRequest, about_game, log_context

_log = logging.getLogger("motu.test")


class Notes:
    """Notes what it hears."""

    def __init__(self) -> None:
        self.seen: list[SeenRequest] = []
        self.sockets: list[str] = []

    def opened(self, route: str) -> None:
        self.sockets.append(f"+{route}")

    def closed(self, route: str) -> None:
        self.sockets.append(f"-{route}")

    def ended(self, seen: SeenRequest) -> None:
        self.seen.append(seen)


@get("/games/{game_id:str}")
async def read_game(game_id: FromPath[str]) -> dict[str, Any]:
    _log.warning("looking")
    if game_id == "fault":
        raise RuntimeError("a fault")
    return log_context()


@websocket("/games/{game_id:str}/live")
async def live(socket: WebSocket[Any, Any, Any], game_id: FromPath[str]) -> None:
    await socket.accept()
    await socket.close()


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
def application(notes: Notes) -> ObservedApp:
    return ObservedApp(Litestar([read_game, live], logging_config=None), [notes])


def ask(application: ObservedApp, path: str, **headers: str) -> httpx.Response:
    """Send a request."""

    async def script() -> httpx.Response:
        transport = httpx.ASGITransport(application, raise_app_exceptions=False)  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get(path, headers=headers)

    return asyncio.run(script())


def test_a_request_has_one_name_for_its_client_its_log_and_whoever_counts(
    application: ObservedApp, notes: Notes
) -> None:
    answer = ask(application, "/games/abc?secret=1")
    name = answer.headers[HEADER.decode()]
    assert answer.json() == {"request": name, "game": "abc"}
    (seen,) = notes.seen
    assert (seen.id, seen.kind, seen.method, seen.route) == (name, "http", "GET", "/games/{game_id}")
    assert (seen.status, seen.game) == (200, "abc")
    assert "secret" not in repr(seen)


@pytest.mark.parametrize(
    ("given", "is_kept"), [("from-a-proxy-1", True), ("short", False), ("has blanks in it", False)]
)
def test_the_name_that_a_proxy_gives_is_kept_if_it_is_one(given: str, is_kept: bool, application: ObservedApp) -> None:
    answer = ask(application, "/games/abc", **{HEADER.decode(): given})
    assert (answer.headers[HEADER.decode()] == given) == is_kept


def test_what_leads_nowhere_and_what_fails_is_seen_without_its_path(application: ObservedApp, notes: Notes) -> None:
    assert ask(application, "/invite/somebody").status_code == 404
    assert ask(application, "/games/fault").status_code == 500
    assert [(seen.route, seen.status) for seen in notes.seen] == [("unknown", 404), ("/games/{game_id}", 500)]
    assert "somebody" not in repr(notes.seen)


def test_a_socket_is_open_until_it_is_closed(application: ObservedApp, notes: Notes) -> None:
    scope: Any = {"type": "websocket", "path": "/games/abc/live", "raw_path": b"/games/abc/live", "root_path": ""}
    scope |= {"headers": [], "query_string": b"", "subprotocols": [], "client": ("192.0.2.7", 1), "scheme": "ws"}

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        """Send nobody anything."""

    asyncio.run(application(scope, receive, send))
    assert notes.sockets == ["+/games/{game_id}/live", "-/games/{game_id}/live"]
    assert (notes.seen[0].kind, notes.seen[0].status, notes.seen[0].game) == ("websocket", 0, "abc")
    assert notes.seen[0].address == "192.0.2.7"


def test_a_task_says_which_game_it_is_about_and_others_do_not() -> None:
    async def work() -> dict[str, str]:
        about_game("abc")
        return log_context()

    async def script() -> tuple[dict[str, str], dict[str, str]]:
        return await asyncio.create_task(work()), log_context()

    assert asyncio.run(script()) == ({"game": "abc"}, {})


def lines_of(caplog: pytest.LogCaptureFixture) -> list[Any]:
    formatter = json_log.JsonFormatter()
    return [json.loads(formatter.format(record)) for record in caplog.records]


@pytest.mark.parametrize("has_addresses", [False, True])
def test_a_line_of_json_has_all_but_secrets(has_addresses: bool, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    log = json_log.RequestLog(has_addresses=has_addresses)
    log.ended(SeenRequest("r" * 8, "http", "POST", "/api/games", 201, 0.0123, "abc", "at 192.0.2.7"))
    log.ended(SeenRequest("s" * 8, "websocket", "GET", "/live", 0, 1.0, None, "192.0.2.7"))
    first, second = lines_of(caplog)
    assert (first["message"], first["level"], first["request"], first["game"]) == ("request", "info", "r" * 8, "abc")
    assert (first["method"], first["route"], first["status"], first["ms"]) == ("POST", "/api/games", 201, 12.3)
    assert first["time"].endswith("+00:00")
    assert [line.get("address") for line in (first, second)] == ["192.0.2.7" if has_addresses else None] * 2
    assert (second["message"], "status" in second) == ("socket", False)


def test_a_fault_is_one_line_with_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    error = RuntimeError("no\nway")
    _log.error("it failed: %s", "so", exc_info=error)
    text = json_log.JsonFormatter().format(caplog.records[0])
    assert "\n" not in text
    line = json.loads(text)
    assert line["message"] == "it failed: so"
    assert "RuntimeError: no\nway" in line["exception"]
    assert requests.NO_STATUS == 0
