"""The opening explorer of a house: what was played in a position, where it has a collection."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from cli.running import refusal
from explorer.collecting import GAMES, HEX
from motu.explorer.collection import export
from motu.games import load_game
from motu.server.server_settings import ServerSettings
from server.applications import make_application

pytest.importorskip("duckdb")
HERE = "http://127.0.0.1:8000"


def opened(data: Path, collection: Path | None) -> TestClient[Any]:
    settings = ServerSettings(data, "1", engines=1, collection=collection)
    return TestClient(make_application(settings), base_url=HERE)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    export(GAMES, tmp_path / "collection")
    with opened(tmp_path, tmp_path / "collection") as found:
        yield found


def moves(client: TestClient[Any], *played: str, **more: Any) -> Any:
    return client.post("/api/collection/moves", json={"spec": "hex(size=3)", "moves": played, **more})


def test_a_house_says_which_games_it_has(client: TestClient[Any]) -> None:
    assert client.get("/api/collection").json() == {"games": [{"spec": load_game(HEX).spec, "games": 6}]}


def test_a_position_tells_what_was_played_in_it_and_its_images(client: TestClient[Any]) -> None:
    answer = moves(client, "c3")
    assert answer.status_code == 200
    assert [(each["move"], each["games"], each["last"]) for each in answer.json()["moves"]] == [
        ("b2", 2, "2026-02-02"),
        ("swap", 1, None),
    ]
    assert moves(client).json()["moves"][0]["images"] == ["a1", "c3"]


def test_what_is_no_position_is_refused(client: TestClient[Any]) -> None:
    assert moves(client, "z9").status_code == 422 or moves(client, "z9").status_code == 400
    assert moves(client, "a1", "a1").json()["slug"] == "move/illegal"
    assert moves(client, colour=1).status_code == 400


def test_a_house_without_a_collection_knows_nothing(tmp_path: Path) -> None:
    with opened(tmp_path, None) as client:
        assert client.get("/api/collection").json() == {"games": []}
        assert moves(client).json() == {"moves": []}


def test_a_rated_game_that_goes_on_is_not_helped(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    async def refuse(guest: str, line: Any) -> None:
        asked.append((guest, line.moves))

    monkeypatch.setattr(client.app.state.services.order.own_games, "refuse_help", refuse)
    moves(client, "a1")
    [(guest, played)] = asked
    assert guest
    assert played == ("a1",)


def test_a_folder_without_a_collection_is_refused_at_the_start(tmp_path: Path) -> None:
    told = refusal("serve", "--data", str(tmp_path / "data"), "--collection", str(tmp_path / "none"), "--no-browser")
    assert "holds no collection of games" in told
    assert not (tmp_path / "data").exists()
