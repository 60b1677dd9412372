"""What a browser's own engine is told of a game, and the files that it fetches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.eval.lines import line_files
from motu.eval.nets import has_net
from motu.eval.nets.installed import FOLDER
from motu.games import PRESETS, load_game
from motu.search.levels import load_levels
from motu.server.pages import load_site
from motu.server.server_settings import ServerSettings
from server.applications import make_application

HERE = "http://127.0.0.1:8000"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as opened:
        yield opened


def told(client: TestClient[Any], **line: Any) -> dict[str, Any]:
    answer = client.post("/api/device", json=line)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_game_is_told_by_its_spec(client: TestClient[Any]) -> None:
    found = told(client, spec="hex(size=5)", moves=["b2"])
    assert found["game"] == "atoll(board=rhombus,size=5,islands=4,swap=true)"
    assert found["board"] is None
    assert found["setup"] is None
    assert found["colours"] == ["black", "white"]
    assert (found["evaluator"], found["c_puct"], found["advise_visits"]) == ("resistance", 0.6, 16)
    assert found["weights"] is None


def test_a_position_that_was_set_up_is_told_in_numbers(client: TestClient[Any]) -> None:
    setup = {"stones": {"black": ["b1"], "white": ["a2"]}, "to_move": "white"}
    assert told(client, spec="hex(size=2)", setup=setup)["setup"] == "1 0 2 0 1 2"


def test_a_custom_board_is_told_by_names(client: TestClient[Any]) -> None:
    cells = [f"{column}{row}" for column in "abc" for row in "123"]
    board = {"cells": cells, "junctions": ["a1", "a3", "c3", "c1"], "first": "white"}
    found = told(client, spec='atoll(file="own.json",swap=false)', board=board)
    assert found["game"] == "atoll(file=own.json,swap=false)"
    assert found["board"] == f"1 9 {' '.join(cells)} 4 a1 a3 c3 c1"


@pytest.mark.parametrize("spec", PRESETS)
def test_the_server_is_better_where_it_has_a_net_for_the_board(client: TestClient[Any], spec: str) -> None:
    assert told(client, spec=spec)["is_best"] != has_net(load_game(spec))


def test_nets_for_the_board_are_named_by_preference_and_can_be_fetched(client: TestClient[Any]) -> None:
    hex11 = told(client, spec="hex")["nets"]
    assert [net["file"] for net in hex11] == ["engine/nets/atoll-medium.onnx", "engine/nets/atoll-small.onnx"]
    assert hex11[0] == {"file": "engine/nets/atoll-medium.onnx", "rate": 0, "c_puct": 1.0, "advise_visits": 16}
    assert [net["file"] for net in told(client, spec="atomorph")["nets"]] == ["engine/nets/atomorph-small.onnx"]
    assert told(client, spec="hex(size=4)")["nets"] == []
    assert told(client, spec="atmalof")["nets"] == []
    for net in hex11:
        answer = client.get(f"{load_site().static}/{net['file']}", headers={"accept-encoding": "gzip"})
        assert answer.content == (FOLDER / net["file"].rpartition("/")[2]).read_bytes()
        assert "immutable" in answer.headers["cache-control"]
        assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    "name", ["atoll-medium.int8.onnx", "nets.toml", "net.py", "../nets/atoll-small.onnx", "none.onnx", ""]
)
def test_nothing_but_nets_is_fetched_from_there(client: TestClient[Any], name: str) -> None:
    assert client.get(f"{load_site().static}/engine/nets/{name.replace('../', '%2e%2e/')}").status_code == 404


def test_what_is_no_game_is_refused(client: TestClient[Any]) -> None:
    for line, slug in (
        ({"spec": "chess"}, "record/spec"),
        ({"spec": "atoll(file=own.json)"}, "record/board"),
        ({"spec": "hex", "tea": True}, "http/400"),
        ({}, "http/400"),
    ):
        answer = client.post("/api/device", json=line)
        assert (answer.status_code, answer.json()["slug"]) == (400, slug)


def test_weights_for_its_rules_are_among_the_files_of_the_pages(client: TestClient[Any]) -> None:
    own, general = (told(client, spec=spec)["weights"] for spec in ("atmalof", "atmalof(line=4)"))
    assert own != general == "engine/lines/general.lines"
    for name in (own, general):
        answer = client.get(f"{load_site().static}/{name}")
        assert answer.content == line_files()[name.removeprefix("engine/lines/")]
        assert "immutable" in answer.headers["cache-control"]


def test_the_levels_are_among_the_files_of_the_pages(client: TestClient[Any]) -> None:
    told = client.get(f"{load_site().static}/engine/levels.json").json()
    assert told == {game: [asdict(level) for level in levels] for game, levels in load_levels().items()}
    assert client.get(f"{load_site().static}/engine/lines.json").json() == sorted(line_files())


def test_the_engine_travels_as_webassembly_packed_and_is_kept(client: TestClient[Any]) -> None:
    answer = client.get(f"{load_site().static}/engine/motu.wasm", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-type"] == "application/wasm"
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.content.startswith(b"\0asm")


def test_pages_may_run_it_but_no_script_that_is_not_ours(client: TestClient[Any]) -> None:
    policy = client.get("/study").headers["content-security-policy"]
    [scripts] = [part for part in policy.split("; ") if part.startswith("script-src")]
    assert scripts.endswith("'wasm-unsafe-eval'")
    assert "'unsafe-eval'" not in policy
    assert "'unsafe-inline'" not in policy
