"""What wins at once in a game: told for both sides, and only what is certain."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.games import load_game
from motu.server.server_settings import ServerSettings
from motu.server.threats import threats_of
from server.applications import make_application

HERE = "http://127.0.0.1:8000"
ATOLL = ["d4", "d2", "e6", "c4", "c2", "c3", "d3", "d5", "e5", "e7", "f7", "f8"]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as opened:
        yield opened


def test_a_game_tells_what_wins_and_what_threatens(client: TestClient[Any]) -> None:
    wanted = {"spec": "gan", "seats": [{}, {}], "opening": ATOLL}
    game = client.post("/api/games", json=wanted).json()
    path = f"/api/games/{game['id']}"
    assert client.get(f"{path}/threats").json() == {"wins": ["g8"], "threats": []}
    client.post(f"{path}/moves", json={"move": "a1", "seq": 1})
    assert client.get(f"{path}/threats").json() == {"wins": [], "threats": ["g8"]}
    assert client.get(path).json()["position"]["ply"] == len(ATOLL) + 1
    assert client.get("/api/games/none/threats").status_code == 404


def test_a_flip_threatens_as_well() -> None:
    moves = "e4 c6 e5 f7 d5 f2 c4 d3 e7 e1 c2 g1 c3 e6 c1 d6 g7 g6 b6 b7 c5 c7 a7 a6 xc6 xe7 a1"
    state = load_game("atomorph(size=7)").new_initial_state().play_all(moves.split())
    assert threats_of(state).threats == ("xb7",)


def test_a_line_of_pieces_threatens_by_a_step_and_not_by_luck() -> None:
    game = load_game("atmalof")
    stones = dict.fromkeys(["r3c3", "r4c4", "r5c5", "r6c6", "r6c7"], 0) | {"r2c2": 1}
    assert threats_of(game.new_state(stones, 0)).wins == ("r6c7-r7c7",)
    assert threats_of(game.new_state(stones, 1)).threats == ("r6c7-r7c7",)
    gap = dict.fromkeys(["r4c2", "r4c3", "r4c5", "r4c6"], 0) | {"r1c1": 1}
    assert threats_of(game.new_state(gap, 0)).wins == ()


def test_nothing_is_told_while_a_die_rolls_or_when_all_is_over() -> None:
    rolling = load_game("atmalof").new_initial_state().play_all(["r4"])
    over = load_game("gan").new_initial_state().play_all([*ATOLL, "g8"])
    assert [(found.wins, found.threats) for found in map(threats_of, (rolling, over))] == [((), ()), ((), ())]
