"""Puzzles over HTTP: the list keeps its secrets, answers are judged within limits, and bad requests change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.puzzles import AnswerJudge, Puzzle, puzzle_of_the_day, shipped_puzzles
from motu.server import puzzles_api
from motu.server.puzzle_book import BEGINNINGS
from motu.server.puzzles_api import MAX_LINE
from motu.server.server_settings import ServerSettings
from server.applications import make_application

HERE = "http://127.0.0.1:8000"
PUZZLES = shipped_puzzles()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as opened:
        yield opened


def first(spec: str) -> Puzzle:
    return next(puzzle for puzzle in PUZZLES.values() if spec in puzzle.spec)


def attempt(client: TestClient[Any], puzzle: Puzzle, *moves: str) -> Any:
    answer = client.post(f"/api/puzzles/{puzzle.id}/tries", json={"moves": moves})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_list_has_all_but_positions_and_solutions(client: TestClient[Any]) -> None:
    found = client.get("/api/puzzles").json()
    assert [each["id"] for each in found] == list(PUZZLES)
    assert all(set(each) == {"id", "game", "difficulty", "rating", "themes"} for each in found)
    assert all(tuple(each["themes"]) == PUZZLES[each["id"]].themes for each in found)
    assert all(each["rating"] == BEGINNINGS[each["difficulty"]] for each in found)


def test_a_puzzle_is_told_without_its_solution(client: TestClient[Any]) -> None:
    puzzle = first("rhombus,size=5,islands=4")
    told = client.get(f"/api/puzzles/{puzzle.id}").json()
    assert set(told) == {"id", "game", "spec", "moves", "goal", "difficulty", "turns"}
    assert (told["spec"], tuple(told["moves"])) == (puzzle.spec, puzzle.moves)
    assert client.get("/api/puzzles/nope").json()["slug"] == "puzzle/unknown"


def test_the_day_has_a_puzzle_of_the_list(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    day = date(2026, 12, 31)
    monkeypatch.setattr(puzzles_api, "today", lambda: day)
    found = client.get("/api/puzzles/today").json()
    assert found["day"] == "2026-12-31"
    assert found["puzzle"]["id"] == puzzle_of_the_day(day, PUZZLES.values()).id
    assert found["puzzle"] in client.get("/api/puzzles").json()


def test_a_day_lasts_from_midnight_to_midnight_in_utc() -> None:
    before, told, after = datetime.now(UTC).date(), puzzles_api.today(), datetime.now(UTC).date()
    assert before <= told <= after


@pytest.mark.parametrize("is_right", [True, False])
def test_who_works_the_answer_out_himself_is_told_the_verdict_alone(
    is_right: bool, client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(*_: object) -> None:
        raise AssertionError("a solver was asked")

    monkeypatch.setattr(AnswerJudge, "_truth", nobody)
    puzzle = first("square,size=7")
    client.get("/api/puzzles/progress")  # so that the guest is known
    right = set(puzzle.solution)
    move = puzzle.solution[0] if is_right else next(m for m in puzzle.position().legal_moves() if m not in right)
    asked = {"moves": [move], "replies": False}
    verdict = client.post(f"/api/puzzles/{puzzle.id}/tries", json=asked).json()
    assert (verdict["is_right"], verdict["is_over"], verdict["replies"]) == (is_right, False, [])
    assert verdict["counted"] is not None
    assert client.post(f"/api/puzzles/{puzzle.id}/tries", json=asked).json()["counted"] is None


@pytest.mark.parametrize("spec", ["rhombus,size=5,islands=4", "square,size=7", "hexagon", "atomorph(size=5"])
def test_a_puzzle_is_played_to_the_win(spec: str, client: TestClient[Any]) -> None:
    puzzle = first(spec)
    moves, is_over = list(puzzle.solution), False
    while not is_over:
        verdict = attempt(client, puzzle, *moves)
        assert verdict["is_right"]
        is_over = verdict["is_over"]
        if not is_over:
            moves += verdict["replies"]
            moves.append(client.post(f"/api/puzzles/{puzzle.id}/solution", json={"moves": moves}).json()["move"])
    [position] = client.post("/api/positions", json={"spec": puzzle.spec, "moves": [*puzzle.moves, *moves]}).json()
    assert position["result"]["winner"] == puzzle.position().current_player()


def test_a_wrong_move_is_refuted(client: TestClient[Any]) -> None:
    puzzle = first("rhombus,size=7")
    wrong = next(move for move in puzzle.hint() if move not in puzzle.solution)
    verdict = attempt(client, puzzle, wrong)
    assert (verdict["is_right"], verdict["is_over"]) == (False, False)
    [reply] = verdict["replies"]
    answer = client.post(f"/api/puzzles/{puzzle.id}/solution", json={"moves": [wrong, reply]})
    assert (answer.status_code, answer.json()["slug"]) == (400, "puzzle/moves")


def test_equities_are_told_when_the_best_move_is_found(client: TestClient[Any]) -> None:
    puzzle = first("atmalof")
    [right] = puzzle.solution
    wrong = next(move for move in puzzle.equities if move != right)
    assert [each["move"] for each in attempt(client, puzzle, wrong.upper())["equities"]] == [wrong]
    told = attempt(client, puzzle, right)["equities"]
    assert told[0]["move"] == right
    assert {each["move"]: (each["lower"], each["upper"]) for each in told} == puzzle.equities
    solution = client.post(f"/api/puzzles/{puzzle.id}/solution", json={}).json()
    assert solution == {"move": right, "equities": told, "counted": None}


@pytest.mark.parametrize(
    ("path", "body", "status", "slug"),
    [
        ("nope/tries", {"moves": ["a1"]}, 404, "puzzle/unknown"),
        ("nope/solution", {}, 404, "puzzle/unknown"),
        ("nope/hint", {}, 404, "puzzle/unknown"),
        ("{id}/tries", {}, 400, "puzzle/moves"),
        ("{id}/tries", {"moves": ["zz"]}, 400, "move/invalid"),
        ("{id}/tries", {"moves": ["{taken}"]}, 400, "move/illegal"),
        ("{id}/tries", {"moves": ["{right}", "{right}"]}, 400, "puzzle/moves"),
        ("{id}/solution", {"moves": ["{right}"]}, 400, "puzzle/moves"),
        ("{id}/tries", {"moves": ["a1"] * (MAX_LINE + 1)}, 400, "http/400"),
        ("{id}/tries", {"moves": ["a" * 33]}, 400, "http/400"),
        ("{id}/tries", {"move": "a1"}, 400, "http/400"),
        ("{id}/tries", [], 400, "http/400"),
    ],
)
def test_bad_requests_are_refused(path: str, body: Any, status: int, slug: str, client: TestClient[Any]) -> None:
    puzzle = first("rhombus,size=5,islands=4")
    known = {"{taken}": puzzle.moves[0], "{right}": puzzle.solution[0]}
    if isinstance(body, dict) and "moves" in body:
        body = {"moves": [known.get(move, move) for move in body["moves"]]}
    answer = client.post(f"/api/puzzles/{path.replace('{id}', puzzle.id)}", json=body)
    assert (answer.status_code, answer.json()["slug"]) == (status, slug), answer.text


def test_the_page_is_served(client: TestClient[Any]) -> None:
    for path in ("/puzzles", "/puzzles/atoll", "/puzzles/atoll/atoll-2aaa36"):
        assert "text/html" in client.get(path).headers["content-type"]
