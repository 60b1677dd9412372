"""Nobody keeps the games waiting with something large: what is too much is refused, the rest goes beside them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.games import record_json, record_parts
from motu.server import going
from motu.server import rooms as rooms_module
from motu.server.events import ServerError
from motu.server.positions import MAX_SHOWN
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from motu.server.slow_lane import MAX_WAITING, FairExecutor
from server.applications import make_application
from server.mutants import LAGOON

HERE = "http://127.0.0.1:8000"
PATIENCE_S = 60.0


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1")), base_url=HERE) as opened:
        yield opened


def slug(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.text
    return str(answer.json()["slug"])


@pytest.mark.parametrize(
    ("spec", "cells"),
    [("hex(size=27)", 729), ("hex(size=64)", 4096), ("atoll(size=27)", None), ("atoll(board=hexagon,size=27)", 2107)],
)
def test_large_boards_are_boards(spec: str, cells: int | None, client: TestClient[Any]) -> None:
    board = client.get("/api/boards", params={"spec": spec}).json()
    assert cells is None or len(board["names"]) == cells
    game = client.post("/api/games", json={"spec": spec, "seats": [{}, {}]}).json()
    answer = client.post(f"/api/games/{game['id']}/moves", json={"move": board["names"][0], "seq": 1})
    assert answer.status_code == 201
    assert answer.json()["position"]["stones"].count("0") == 1


@pytest.mark.parametrize(
    "spec",
    [
        "hex(size=65)",
        "hex(size=2x65)",
        "hex(size=999999999999)",
        "atoll(board=hexagon,size=64)",
        "atoll(board=triangle,size=1000)",
        "atomorph(size=26)",
        "atmalof(rows=33,cols=2)",
        "atmalof(rows=1000000,cols=1000000)",
    ],
)
def test_larger_ones_are_refused(spec: str, client: TestClient[Any]) -> None:
    assert slug(client.get("/api/boards", params={"spec": spec}), 400) == "record/spec"
    assert slug(client.post("/api/games", json={"spec": spec, "seats": [{}, {}]}), 400) == "record/spec"
    assert slug(client.post("/api/positions", json={"spec": spec}), 400) == "record/spec"


def test_custom_boards_have_the_same_limit(client: TestClient[Any]) -> None:
    columns = [first + second for first in "abc" for second in "abcdefghijklmnopqrstuvwxyz"]
    cells = [f"{column}{row}" for column in columns for row in range(1, 65)]
    board = {"cells": cells, "junctions": ["aa1", "ab1", "ab2", "aa2"]}
    assert len(cells) > 4096
    answer = client.post("/api/boards", json={"spec": "atoll(file=large.json)", "board": board})
    assert slug(answer, 400) == "record/board"


def test_too_many_positions_at_once_are_refused(client: TestClient[Any]) -> None:
    wanted = {"spec": "hex(size=64)", "moves": ["a1"] * (MAX_SHOWN // 4096 + 1), "all": True}
    assert slug(client.post("/api/positions", json=wanted), 400) == "server/too-much"
    assert slug(client.post("/api/positions", json={**wanted, "all": False}), 400) == "move/illegal"


def test_games_do_not_wait_for_the_slow_lane(client: TestClient[Any]) -> None:
    services: Services = client.app.state.services
    release, is_held = threading.Event(), threading.Event()

    def hold() -> bool:
        is_held.set()
        return release.wait(PATIENCE_S)

    game = client.post("/api/games", json={"spec": "hex(size=5)", "seats": [{}, {}]}).json()["id"]
    boards: list[int] = []
    asking = threading.Thread(target=lambda: boards.append(client.get("/api/boards?spec=hex").status_code))
    services.slow_lane._thread.submit(hold)
    assert is_held.wait(PATIENCE_S)
    asking.start()
    assert client.post(f"/api/games/{game}/moves", json={"move": "a1", "seq": 1}).status_code == 201
    assert client.post("/api/positions", json={"spec": "hex", "moves": ["a1"]}).status_code == 200
    assert boards == []
    release.set()
    asking.join(PATIENCE_S)
    assert boards == [200]


def test_what_cannot_wait_any_more_is_refused() -> None:
    release = threading.Event()

    async def script() -> None:
        lane = FairExecutor()
        askers = [f"guest {number}" for number in range(MAX_WAITING)]
        waiting = [asyncio.create_task(lane.run(lambda _: release.wait(PATIENCE_S), asker)) for asker in askers]
        await asyncio.sleep(0)
        with pytest.raises(ServerError) as caught:
            await lane.run(lambda _: 1, "guest")
        assert caught.value.slug == "server/busy"
        release.set()
        assert await asyncio.gather(*waiting) == [True] * MAX_WAITING
        assert await lane.run(lambda _: 1, "guest") == 1
        lane.close()

    asyncio.run(script())


def test_games_do_not_go_on_for_ever(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "MAX_EVENTS", 3)
    game = client.post("/api/games", json={"spec": "hex(size=5)", "seats": [{}, {}]}).json()["id"]
    for seq, move in enumerate(("a1", "b2"), 1):
        assert client.post(f"/api/games/{game}/moves", json={"move": move, "seq": seq}).status_code == 201
    for path, body in (("moves", {"move": "c3", "seq": 3}), ("take-back", {"keep": 0, "seq": 3})):
        assert slug(client.post(f"/api/games/{game}/{path}", json=body), 400) == "server/too-long"
    assert client.post(f"/api/games/{game}/resign", json={"person": 0, "seq": 3}).status_code == 201


HUGE: list[tuple[str, Any]] = [
    ("board", {"cells": ["a1"] * 800_000, "junctions": ["a1"]}),
    ("board", {"cells": ["a1"], "junctions": ["a1"] * 600_000}),
    ("board", {"cells": ["a1"], "junctions": ["a1"], "name": "x" * 4_000_000}),
    ("board", {"cells": ["a1"], "junctions": ["a1"], "name": {"x": ["y"] * 800_000}}),
    ("board", {"x" * 3_000_000: 1}),
    ("setup", {"stones": {"black": ["a1"] * 600_000, "white": []}, "to_move": "black"}),
    ("setup", {"stones": {"black": [], "white": []}, "to_move": ["a1"] * 600_000}),
    ("setup", {"stones": {"black": [], "white": []}, "to_move": "black", "more": ["a1"] * 600_000}),
    ("setup", {"stones": {"black": [], "white": []}, "to_move": "black", "more": "x" * 4_000_000}),
    ("setup", {"stones": "x" * 4_000_000, "to_move": "black"}),
]


@pytest.mark.parametrize(("field", "value"), HUGE, ids=range(len(HUGE)))
def test_what_is_too_much_is_counted_and_not_looked_at(
    field: str, value: Any, client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    look = record_json.check_text

    def listen(value: object, path: str) -> None:
        looked.append(1)
        look(value, path)

    for module in (record_json, record_parts):
        monkeypatch.setattr(module, "check_text", listen)
    spec = "atoll(file=x)" if field == "board" else "hex(size=5)"
    for path in ("games", "positions"):
        seats: dict[str, Any] = {"seats": [{}, {}]} if path == "games" else {}
        answer = client.post(f"/api/{path}", json={"spec": spec, field: value, **seats})
        assert answer.status_code == 400
        assert len(answer.text) < 2000
    assert len(looked) < 1000


def test_large_boards_begin_beside_the_games(client: TestClient[Any]) -> None:
    services: Services = client.app.state.services
    release, is_held = threading.Event(), threading.Event()

    def hold() -> bool:
        is_held.set()
        return release.wait(PATIENCE_S)

    begun: list[int] = []
    board = {"cells": LAGOON["cells"], "junctions": LAGOON["junctions"]}
    wanted = {"spec": "atoll(file=x)", "board": board, "seats": [{}, {}]}
    asking = threading.Thread(target=lambda: begun.append(client.post("/api/games", json=wanted).status_code))
    services.slow_lane._thread.submit(hold)
    assert is_held.wait(PATIENCE_S)
    asking.start()
    assert client.post("/api/games", json={"spec": "hex(size=5)", "seats": [{}, {}]}).status_code == 201
    assert begun == []
    release.set()
    asking.join(PATIENCE_S)
    assert begun == [201]


def test_a_refusal_is_a_sentence_however_much_was_sent(client: TestClient[Any]) -> None:
    board = {"cells": ["x" * 200_000], "junctions": ["a1"]}
    for body in ({"spec": "atoll(file=x)", "board": board}, {"spec": "hex", "setup": {"x" * 200_000: 1}}):
        answer = client.post("/api/positions", json=body)
        assert answer.status_code == 400
        assert len(answer.json()["error"]) <= 1000
        assert len(answer.content) < 3000


def test_a_guest_has_so_many_games_going(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(going, "MAX_GOING", 2)
    wanted = {"spec": "hex(size=5)", "seats": [{}, {}]}
    game, _ = (client.post("/api/games", json=wanted).json()["id"] for _ in range(2))
    assert slug(client.post("/api/games", json=wanted), 400) == "server/too-many"
    assert client.post(f"/api/games/{game}/resign", json={"person": 0, "seq": 1}).status_code == 201
    assert client.post("/api/games", json=wanted).status_code == 201
    assert slug(client.post("/api/games", json=wanted), 400) == "server/too-many"
    client.cookies.clear()
    assert client.post("/api/games", json=wanted).status_code == 201


def test_a_board_has_no_endless_name(client: TestClient[Any]) -> None:
    wanted: dict[str, Any] = {"spec": "atoll(file=x)", "seats": [{}, {}]}
    wanted["board"] = dict(LAGOON) | {"name": "x" * 201}
    assert slug(client.post("/api/games", json=wanted), 400) == "record/board"
    wanted["board"] = dict(LAGOON) | {"name": "x" * 200}
    assert client.post("/api/games", json=wanted).status_code == 201


def test_who_asks_for_too_much_at_once_hears_when_to_try_again(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.app.state.services.slow_lane._turns, "_most_each", 0)
    answer = client.get("/api/positions/picture.png", params={"spec": "hex"})
    assert slug(answer, 429) == "server/busy"
    assert answer.headers["retry-after"] == "2"
