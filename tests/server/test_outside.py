"""What a guest can make the server touch of the machine it runs on: nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.engines import COMMAND
from motu.server.server_settings import ServerSettings
from server.applications import make_application
from server.mutants import LAGOON

HERE = "http://127.0.0.1:8000"
SECRET = "token-of-the-operator"
PERSONS: list[Any] = [{}, {}]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path / "data", "1", engines=1)), base_url=HERE) as opened:
        yield opened


@pytest.fixture(params=["text", "board"])
def file(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A file that is nobody's business; in the second case one that even makes a board."""
    path = tmp_path / "secret.json"
    path.write_text(f"{SECRET}: 1" if request.param == "text" else json.dumps({**LAGOON, "name": SECRET}))
    return path


def refused(answer: Any) -> None:
    told = json.dumps(answer)
    assert SECRET not in told
    assert answer["slug"].startswith("record/"), told
    assert "must come along" in answer["error"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/games", {"seats": PERSONS}),
        ("/api/positions", {"moves": ["b2"]}),
        ("/api/positions", {"moves": ["b2"], "all": True}),
        ("/api/records/write", {"format": "svg", "moves": ["b2"]}),
        ("/api/records/write", {"format": "jsonl", "nodes": [["b2", 0]]}),
    ],
)
def test_no_body_names_a_file(path: str, body: Any, file: Path, client: TestClient[Any]) -> None:
    refused(client.post(path, json={"spec": f'atoll(file="{file}")', **body}).json())


def test_no_address_names_a_file(file: Path, client: TestClient[Any]) -> None:
    refused(client.get("/api/boards", params={"spec": f'atoll(file="{file}")'}).json())


def test_no_record_names_a_file(file: Path, client: TestClient[Any]) -> None:
    record = {
        "motu": 1,
        "spec": f'atoll(file="{file}")',
        "rules_version": 1,
        "players": [{"name": "", "kind": "human"}] * 2,
        "moves": [],
        "result": {"winner": None, "reason": "unfinished"},
    }
    refused(client.post("/api/records/read", json={"text": json.dumps(record)}).json())


@pytest.mark.parametrize("kind", ["analyse", "review"])
def test_no_message_names_a_file(kind: str, file: Path, client: TestClient[Any]) -> None:
    with client.websocket_connect("/api/analysis") as socket:
        socket.send_text(json.dumps({"type": kind, "id": 1, "spec": f'atoll(file="{file}")', "moves": ["b2"]}))
        refused(json.loads(socket.receive_text()))


def test_the_board_that_came_along_is_analysed(client: TestClient[Any]) -> None:
    asked = {"type": "analyse", "id": 1, "spec": "atoll(file=/etc/passwd)", "board": LAGOON, "visits": 5}
    with client.websocket_connect("/api/analysis") as socket:
        socket.send_text(json.dumps(asked))
        assert json.loads(socket.receive_text())["found"]["moveInfos"]


def test_the_engines_may_read_no_board_files() -> None:
    assert "--board-files" not in COMMAND
