"""Vacations and moves decided beforehand over HTTP: who sees and does what."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.server_settings import ServerSettings
from server.applications import make_application
from server.two_people import HERE, Visitor, does, game_of, seq_of

DAY_MS = 24 * 3_600_000
BANK = {"kind": "correspondence", "initial_ms": 3 * DAY_MS, "increment_ms": DAY_MS, "most_ms": 3 * DAY_MS}
PATIENCE_S = 30.0


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    settings = ServerSettings(tmp_path, "1", engines=1, engine_command=(sys.executable, "-c", ""))
    with TestClient(make_application(settings), base_url=HERE) as opened:
        yield opened


@pytest.fixture
def ann(client: TestClient[Any]) -> Visitor:
    return Visitor(client, "ann")


@pytest.fixture
def bob(client: TestClient[Any]) -> Visitor:
    return Visitor(client, "bob")


def test_a_vacation_is_ones_own(ann: Visitor, bob: Visitor) -> None:
    game = game_of(ann, bob, clock=BANK)
    before = ann.well("GET", "/api/vacation")
    assert (before["is_away"], before["left_ms"], before["is_automatic"]) == (False, 30 * DAY_MS, True)
    away = ann.well("POST", "/api/vacation", {"is_away": True})
    assert (away["is_away"], away["since_ms"] is not None) == (True, True)
    assert not bob.well("GET", "/api/vacation")["is_away"]
    told = bob.well("GET", f"/api/games/{game}")
    assert (told["clocks"]["running"], told["clocks"]["away"]) == (-1, [True, False])
    ann.well("POST", "/api/vacation", {"is_away": False, "is_automatic": False})
    assert bob.well("GET", f"/api/games/{game}")["clocks"]["running"] == 0
    assert not ann.well("GET", "/api/vacation")["is_automatic"]


def test_only_its_owner_sees_what_is_decided(ann: Visitor, bob: Visitor, client: TestClient[Any]) -> None:
    game = game_of(ann, bob, clock=BANK)
    does(ann, game, "moves", move="a1")
    branches = [{"move": "b2", "answers": ["c3"]}]
    decided = ann.well("PUT", f"/api/games/{game}/plan", {"branches": branches, "seq": seq_of(ann, game)})
    assert decided == {"branches": branches}
    assert ann.well("GET", f"/api/games/{game}/plan") == decided
    assert bob.well("GET", f"/api/games/{game}/plan") == {"branches": []}
    assert Visitor(client, "eve").refused("GET", f"/api/games/{game}/plan") == "server/not-yours"
    assert "c3" not in bob.ask("GET", f"/api/games/{game}/events").text
    does(bob, game, "moves", move="b2")
    deadline = time.monotonic() + PATIENCE_S
    while len(bob.well("GET", f"/api/games/{game}")["steps"]) < 3:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert bob.well("GET", f"/api/games/{game}")["steps"][2] == ["c3", 0]


def test_what_is_decided_is_bounded(ann: Visitor, bob: Visitor) -> None:
    game = game_of(ann, bob, clock=BANK)
    does(ann, game, "moves", move="a1")
    deep: list[Any] = []
    for _ in range(200):
        deep = [{"move": "b2", "answers": ["c3"], "branches": deep}]
    for branches in (deep, [{"move": "b2" * 20}], [{"move": "b2", "answers": ["a"] * 5}]):
        answer = ann.ask("PUT", f"/api/games/{game}/plan", {"branches": branches, "seq": seq_of(ann, game)})
        assert 400 <= answer.status_code < 500, answer.text


def test_lists_say_how_fast_a_game_is_and_whose_time_is_up_first(ann: Visitor, bob: Visitor) -> None:
    slow = {"kind": "correspondence", "initial_ms": 5 * DAY_MS}
    games = [game_of(ann, bob, clock=clock) for clock in (slow, None, BANK, slow | {"initial_ms": 4 * DAY_MS}, None)]
    listed = ann.well("GET", "/api/games")["games"]
    order = [games.index(each["id"]) for each in listed]
    assert order[:3] == [2, 3, 0]
    assert sorted(order[3:]) == [1, 4]
    assert [each["speed"] for each in listed] == ["correspondence"] * 3 + ["untimed"] * 2
    assert all((each["due_ms"] is None) == (each["speed"] == "untimed") for each in listed)


def test_a_record_says_what_the_clock_was(ann: Visitor, bob: Visitor) -> None:
    clock = {"kind": "byo-yomi", "initial_ms": 600_000, "increment_ms": 30_000, "periods": 5}
    game = game_of(ann, bob, clock=clock)
    does(ann, game, "moves", move="a1")
    sgf = ann.well("GET", f"/api/games/{game}/record?format=sgf")["text"]
    assert "TM[600]" in sgf
    assert "OT[5x30 byo-yomi]" in sgf
    line = ann.well("GET", f"/api/games/{game}/record")["text"]
    assert '"byo-yomi"' in line
    for text in (sgf, line):
        read = ann.well("POST", "/api/records/read", {"text": text})
        assert read["games"][0]["about"]["clock"] == clock
