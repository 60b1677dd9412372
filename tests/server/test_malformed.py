"""Whatever comes in: no fault of the server, no word about its inside, and what is refused has changed nothing."""

from __future__ import annotations

import contextlib
import itertools
import json
import socket
import sqlite3
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from motu.server.server_settings import ServerSettings
from server.applications import make_application
from server.mutants import TYPES, Mutator, messages, templates
from server.processes import server

HERE = "http://127.0.0.1:8000"
GAME = {"spec": "hex(size=5)", "seats": [{"kind": "person"}, {"kind": "person"}]}
PATIENT_ENGINE = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if "spec" in request:
        print(json.dumps({"id": request["id"], "isDuringSearch": False, "moveInfos": []}), flush=True)
"""
"""Answers everything at once, so that requests that turn out to be good cost no search."""
INSIDE = ("Traceback", "site-packages", 'File "', "sqlalchemy", "msgspec.")
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE")


def settings(data: Path) -> ServerSettings:
    return ServerSettings(data, "1", engines=1, engine_command=(sys.executable, "-c", PATIENT_ENGINE))


ITS_OWN = ("flagged", "called_off", "paused")
"""What a server does by itself, because time passes."""


def kept(data: Path) -> set[tuple[Any, ...]]:
    """Return all events on the disk that somebody has asked for."""
    with sqlite3.connect(f"file:{data / 'motu.db'}?mode=ro", uri=True) as connection:
        found = set(connection.execute("select game_id, seq, what from game_event"))
    connection.close()
    return {event for event in found if json.loads(event[2])["type"] not in ITS_OWN}


def begin(client: TestClient[Any]) -> str:
    game = str(client.post("/api/games", json=GAME).json()["id"])
    for seq, move in enumerate(("c3", "b2"), 1):
        client.post(f"/api/games/{game}/moves", json={"move": move, "seq": seq})
    return game


def is_harmless(text: str) -> bool:
    return not any(word in text for word in INSIDE)


def count_events(path: str, answer: Any) -> int:
    """How many events a request that was carried out has made."""
    if path.partition("?")[0].rstrip("/") == "/api/games":
        return 1
    if path.startswith(
        ("/api/studies", "/api/challenges", "/api/blocks", "/api/vacation", "/api/pairing", "/api/tournaments")
    ):  # nobody accepts his own
        return 0
    return sum(event["what"]["type"] not in ITS_OWN for event in answer["events"])


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.slow)])
def test_requests_that_are_nearly_right(count: int, tmp_path: Path) -> None:
    mutator, made, refused = Mutator(count), 0, 0
    with TestClient(make_application(settings(tmp_path)), base_url=HERE) as client:
        game = begin(client)
        before = kept(tmp_path)
        for _ in range(count):
            method, path, body = mutator.random.choice(templates(game))
            method = method if mutator.random.random() < 0.9 else mutator.random.choice(METHODS)
            path = mutator.path(path)
            data = b"" if body is None else mutator.body(body)
            kind = "application/json" if mutator.random.random() < 0.9 else mutator.random.choice(TYPES)
            answer = client.request(method, path, content=data, headers={"content-type": kind})
            assert answer.status_code < 500, (method, path, data, answer.text)
            assert is_harmless(answer.text) or path.startswith("/static"), (method, path, data, answer.text)
            if answer.status_code >= 400 and method != "HEAD":
                assert set(answer.json()) == {"slug", "error", "text", "legal"}
                refused += 1
            elif answer.status_code == 201:
                made += count_events(path, answer.json())
        after = kept(tmp_path)
    assert before <= after
    assert len(after) - len(before) == made
    assert refused > count // 2


@pytest.mark.parametrize("count", [100, pytest.param(10_000, marks=pytest.mark.slow)])
def test_messages_that_are_nearly_right(count: int, tmp_path: Path) -> None:
    mutator = Mutator(count)
    with TestClient(make_application(settings(tmp_path)), base_url=HERE) as client:
        game = begin(client)
        before = kept(tmp_path)
        with (
            client.websocket_connect("/api/analysis") as asking,
            client.websocket_connect(f"/api/games/{game}/live") as looking,
        ):
            assert json.loads(looking.receive_text())["type"] == "snapshot"
            for _ in range(count):
                text = mutator.body(mutator.random.choice(messages())).decode("utf-8", "replace")
                looking.send_text(text)
                asking.send_text(text)
                asking.send_text('{"type":"marker"}')
                while "marker" not in (said := asking.receive_text()):
                    assert is_harmless(said), (text, said)
                    assert set(json.loads(said)) in (
                        {"slug", "error", "text", "legal"},
                        {"type", "id", "is_final", "found"},
                    )
                assert is_harmless(said), (text, said)
            client.post(f"/api/games/{game}/resign", json={"person": 0, "seq": 3})
            assert json.loads(looking.receive_text())["result"]["reason"] == "resign"
        after = kept(tmp_path)
    assert before <= after
    assert len(after) == len(before) + 1


REQUEST = (
    b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 20\r\n"
    b"Connection: close\r\n\r\n" + json.dumps({"spec": "hex", "a": 1}).encode()
)
UPGRADE = (
    b"GET /api/analysis HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
ANSWER_S = 2.0
FRAMES = (b"\x81\x85\x00\x00\x00\x00hello", b"\x82\x84\x01\x02\x03\x04\x00\xff\x00\xff", b"\x88\x80\x00\x00\x00\x00")


def exchange(address: tuple[str, int], data: bytes) -> bytes:
    """Send bytes and nothing more; return what comes until the server has had enough, or waits for more."""
    with socket.create_connection(address, ANSWER_S) as connection:
        answer = b""
        with contextlib.suppress(ConnectionError, TimeoutError):
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while data := connection.recv(65536):
                answer += data
        return answer


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.slow)])
def test_bytes_that_are_no_http(count: int, tmp_path: Path) -> None:
    mutator = Mutator(count)
    with server(tmp_path) as running:
        place = urlsplit(running.url)
        assert place.hostname is not None
        assert place.port is not None
        for _ in range(count):
            good = mutator.random.choice((REQUEST, UPGRADE, *(UPGRADE + frame for frame in FRAMES)))
            data = mutator.bytes(good)
            answer = exchange((place.hostname, place.port), data)
            assert not answer.startswith(b"HTTP/1.1 5"), (data, answer)
            assert is_harmless(answer.decode("latin-1")), (data, answer)
        guest = running.guest()
        assert guest.well("GET", "/api/health")["status"] == "ok"
        assert "Traceback" not in running.kill()
    assert kept(tmp_path) == set()


STRANGE: tuple[str | bytes, ...] = (b"\x00\xff", b"{}", "x" * 70_000, b"", "")


def test_frames_that_are_no_messages(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        guest = running.guest()
        game = guest.well("POST", "/api/games", GAME)["id"]
        base = running.url.replace("http", "ws", 1)
        for message, path in itertools.product(STRANGE, ("api/analysis", f"api/games/{game}/live")):
            with connect(base + path) as spoken, contextlib.suppress(TimeoutError, ConnectionClosed):
                spoken.send(message)
                while True:
                    assert is_harmless(str(spoken.recv(0.3)))
        assert guest.well("GET", f"/api/games/{game}")["seq"] == 1
        assert running.kill() == ""
