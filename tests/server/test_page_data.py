"""What a document names so that it is asked for at once, and how large answers travel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.server_settings import ServerSettings
from server.applications import make_application


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1")), base_url="http://127.0.0.1:8000") as opened:
        yield opened


def named(client: TestClient[Any], path: str) -> list[str]:
    answer = client.get(path)
    assert answer.status_code < 500
    found = re.findall(r'<link rel="preload" as="fetch" fetchpriority="low" crossorigin href="([^"]*)">', answer.text)
    return [unescape(each) for each in found]


def test_the_first_page_names_its_boards(client: TestClient[Any]) -> None:
    boards = named(client, "/")
    assert boards == [f"/api/boards?spec={name}" for name in ("gan", "atoll", "atomorph", "atmalof")]
    assert all(client.get(each).status_code == 200 for each in boards)


@pytest.mark.parametrize(
    ("path", "addresses"),
    [
        ("/puzzles", ["/api/puzzles"]),
        ("/study?spec=atoll(size%3Dgan)&moves=d2", ["/api/boards?spec=atoll(size%3Dgan)"]),
        ("/study", []),
        ("/learn/atoll", []),
        ("/learn/atoll?spec=gan", []),
        ("/play/nothing", []),
    ],
)
def test_a_page_names_what_it_is_sure_to_ask(client: TestClient[Any], path: str, addresses: list[str]) -> None:
    assert named(client, path) == addresses


def test_a_game_names_itself_and_its_board(client: TestClient[Any]) -> None:
    game = client.post("/api/games", json={"spec": "gan", "seats": [{"kind": "person"}] * 2}).json()
    addresses = named(client, f"/play/{game['id']}")
    assert addresses[0] == f"/api/games/{game['id']}"
    assert client.get(addresses[1]).json()["spec"] == game["created"]["spec"]
    assert addresses[1] == "/api/boards?spec=atoll(board%3Dsquare%2Csize%3D7%2Cislands%3D8%2Cswap%3Dtrue)"


@pytest.mark.parametrize("path", ["/api/games/{id}/board", "/api/boards?spec=gan", "/api/puzzles"])
def test_what_is_large_travels_packed_to_whom_it_suits(client: TestClient[Any], path: str) -> None:
    game = client.post("/api/games", json={"spec": "gan", "seats": [{"kind": "person"}] * 2}).json()
    path = path.format(id=game["id"])
    small = client.get(path, headers={"accept-encoding": "gzip"})
    plain = client.get(path, headers={"accept-encoding": "identity"})
    assert (small.headers["content-encoding"], small.headers["vary"]) == ("gzip", "accept-encoding")
    assert "content-encoding" not in plain.headers
    assert int(small.headers["content-length"]) < int(plain.headers["content-length"]) / 3
    assert small.json() == plain.json()
