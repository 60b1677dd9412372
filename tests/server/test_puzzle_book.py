"""What people have solved: the first answer counts, help counts as a miss, and streaks end as they should."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.puzzles import Maker, Puzzle, shipped_puzzles
from motu.server import puzzle_book
from motu.server.puzzle_book import DAY_MS, Streak
from motu.server.server_settings import ServerSettings
from server.applications import make_application

HERE = "http://127.0.0.1:8000"
CHOSEN = [puzzle for puzzle in shipped_puzzles().values() if "rhombus,size=5,islands=4" in puzzle.spec]
BEGIN = {"rating": 1500, "deviation": 350}


@pytest.fixture
def client(tmp_path: Path, database: sa.URL) -> Iterator[TestClient[Any]]:
    with TestClient(
        make_application(ServerSettings(tmp_path, "1", engines=1, database=database)), base_url=HERE
    ) as opened:
        opened.get("/")  # for the cookie
        yield opened


def ask(client: TestClient[Any], puzzle: Puzzle, what: str, *moves: str) -> Any:
    answer = client.post(f"/api/puzzles/{puzzle.id}/{what}", json={"moves": moves})
    assert answer.status_code == 200, answer.text
    return answer.json()["counted"]


def wrong(puzzle: Puzzle) -> str:
    return next(move for move in puzzle.hint() if move not in puzzle.solution)


def progress(client: TestClient[Any]) -> Any:
    return client.get("/api/puzzles/progress").json()


def rating_of(client: TestClient[Any], puzzle: Puzzle) -> int:
    return next(int(each["rating"]) for each in client.get("/api/puzzles").json() if each["id"] == puzzle.id)


def test_nobody_has_done_anything_before_they_come(client: TestClient[Any]) -> None:
    told = progress(client)
    assert set(told["ratings"]) == {"atoll", "atomorph", "atmalof"}
    assert told["ratings"]["atoll"] == BEGIN
    assert (told["solved"], told["missed"]) == ([], [])
    assert told["streak"] == {"days": 0, "most_days": 0, "row": 0, "longest_row": 0}


def test_a_puzzle_solved_raises_the_person_and_lowers_the_puzzle(client: TestClient[Any]) -> None:
    puzzle = CHOSEN[0]
    hard = rating_of(client, puzzle)
    counted = ask(client, puzzle, "tries", *puzzle.solution)
    assert counted["before"] == BEGIN
    assert counted["after"]["rating"] > 1500
    assert counted["after"]["deviation"] < 350
    assert counted["streak"] == {"days": 1, "most_days": 1, "row": 1, "longest_row": 1}
    assert rating_of(client, puzzle) < hard
    told = progress(client)
    assert told["ratings"]["atoll"] == counted["after"]
    assert told["ratings"]["atmalof"] == BEGIN
    assert (told["solved"], told["missed"]) == ([puzzle.id], [])


@pytest.mark.parametrize("what", ["tries", "solution", "hint"])
def test_a_wrong_answer_and_help_lower_the_person_and_raise_the_puzzle(what: str, client: TestClient[Any]) -> None:
    puzzle = CHOSEN[0]
    hard = rating_of(client, puzzle)
    counted = ask(client, puzzle, what, *([wrong(puzzle)] if what == "tries" else []))
    assert counted["after"]["rating"] < 1500
    assert counted["streak"]["row"] == 0
    assert rating_of(client, puzzle) > hard
    assert progress(client)["missed"] == [puzzle.id]


def test_the_first_answer_counts_and_no_other(client: TestClient[Any]) -> None:
    puzzle = CHOSEN[0]
    assert ask(client, puzzle, "tries", wrong(puzzle)) is not None
    before = progress(client)
    assert ask(client, puzzle, "tries", *puzzle.solution) is None
    assert ask(client, puzzle, "hint") is None
    assert ask(client, puzzle, "solution") is None
    assert progress(client) == before


def test_the_first_move_of_a_line_is_what_counts(client: TestClient[Any]) -> None:
    """Nobody finds out more by asking about a later move first."""
    right, other = CHOSEN[0], CHOSEN[1]
    verdict = client.post(f"/api/puzzles/{right.id}/tries", json={"moves": right.solution}).json()
    assert verdict["counted"]["streak"]["row"] == 1
    [reply] = client.post(f"/api/puzzles/{other.id}/tries", json={"moves": [wrong(other)]}).json()["replies"]
    client.cookies.clear()
    client.get("/")
    position = other.position().play_all([wrong(other), reply])
    line = [wrong(other), reply, position.legal_moves()[0]]
    assert ask(client, other, "tries", *line)["streak"]["row"] == 0
    assert progress(client)["missed"] == [other.id]


def test_bad_answers_do_not_count(client: TestClient[Any]) -> None:
    puzzle = CHOSEN[0]
    assert client.post(f"/api/puzzles/{puzzle.id}/tries", json={"moves": ["zz"]}).status_code == 400
    assert client.post(f"/api/puzzles/{puzzle.id}/tries", json={"moves": [puzzle.moves[0]]}).status_code == 400
    assert progress(client)["missed"] == []


def test_guests_have_progress_of_their_own_and_strangers_none(client: TestClient[Any]) -> None:
    puzzle = CHOSEN[0]
    ask(client, puzzle, "tries", *puzzle.solution)
    client.cookies.clear()
    assert ask(client, puzzle, "tries", *puzzle.solution) is None  # nobody has shown a cookie yet
    assert progress(client)["solved"] == []
    assert ask(client, puzzle, "tries", *puzzle.solution)["streak"]["row"] == 1


def test_progress_outlives_the_server(tmp_path: Path, database: sa.URL) -> None:
    puzzle = CHOSEN[0]
    settings = ServerSettings(tmp_path, "1", engines=1, database=database)
    with TestClient(make_application(settings), base_url=HERE) as first:
        first.get("/")
        ask(first, puzzle, "tries", *puzzle.solution)
        cookie, before = first.cookies["motu_guest"], progress(first)
    with TestClient(make_application(settings), base_url=HERE, cookies={"motu_guest": cookie}) as second:
        assert progress(second) == before
        assert ask(second, puzzle, "solution") is None


def test_days_are_counted_one_after_another(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    days = []
    for day, puzzle in zip([100, 100, 101, 103], CHOSEN, strict=False):
        monkeypatch.setattr(puzzle_book, "now_ms", lambda day=day: day * DAY_MS + 5)
        days.append(ask(client, puzzle, "tries", *puzzle.solution)["streak"]["days"])
    assert days == [1, 1, 2, 1]
    assert progress(client)["streak"] == {"days": 1, "most_days": 2, "row": 4, "longest_row": 4}
    monkeypatch.setattr(puzzle_book, "now_ms", lambda: 105 * DAY_MS)
    assert progress(client)["streak"]["days"] == 0


def test_a_miss_ends_the_row_and_not_the_days() -> None:
    streak = Streak().after(7, is_solved=True).after(7, is_solved=True).after(8, is_solved=False)
    assert (streak.days, streak.row, streak.longest_row) == (1, 0, 2)
    assert streak.after(8, is_solved=True).days == 2


# --- puzzles from one's own games


def missed(client: TestClient[Any], puzzle: Puzzle, played: str) -> Any:
    body = {"spec": puzzle.spec, "moves": puzzle.moves, "played": played}
    answer = client.post("/api/puzzles/own", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()["puzzle"]


def own(client: TestClient[Any]) -> list[str]:
    return [each["id"] for each in client.get("/api/puzzles/own").json()]


def unknown() -> Puzzle:
    """Return a puzzle that does not come with motu."""
    game = CHOSEN[0].position().game
    for seed in range(100):
        made = next((each.puzzle for each in Maker(game.spec, seed).make(1) if each.puzzle is not None), None)
        if made is not None and made.id not in shipped_puzzles():
            return made
    raise AssertionError("no new puzzle")


def test_a_win_that_was_missed_is_kept_as_ones_own_puzzle(client: TestClient[Any]) -> None:
    puzzle = unknown()
    found = missed(client, puzzle, wrong(puzzle))
    assert (found["id"], found["themes"]) == (puzzle.id, list(puzzle.themes))
    assert own(client) == [puzzle.id]
    told = client.get(f"/api/puzzles/{puzzle.id}").json()
    assert (told["spec"], tuple(told["moves"])) == (puzzle.spec, puzzle.moves)
    verdict = client.post(f"/api/puzzles/{puzzle.id}/tries", json={"moves": puzzle.solution}).json()
    assert (verdict["is_right"], verdict["counted"]) == (True, None)  # nobody is rated by their own puzzles
    assert client.post(f"/api/puzzles/{puzzle.id}/solution", json={}).json()["move"] == puzzle.solution[0]
    assert puzzle.solution[0] in client.post(f"/api/puzzles/{puzzle.id}/hint", json={}).json()["moves"]
    client.cookies.clear()
    client.get("/")
    assert own(client) == []
    assert client.get(f"/api/puzzles/{puzzle.id}").status_code == 404


def test_a_stranger_has_nothing_kept(client: TestClient[Any]) -> None:
    client.cookies.clear()
    assert missed(client, CHOSEN[0], wrong(CHOSEN[0])) is not None
    assert own(client) == []


def test_a_move_that_missed_nothing_makes_no_puzzle(client: TestClient[Any]) -> None:
    puzzle = CHOSEN[0]
    assert missed(client, puzzle, puzzle.solution[0]) is None
    assert own(client) == []


def test_the_latest_are_kept_and_each_once(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_book, "MAX_OWN", 2)
    for at, puzzle in enumerate([CHOSEN[0], CHOSEN[1], CHOSEN[0], CHOSEN[2]]):
        monkeypatch.setattr(puzzle_book, "now_ms", lambda at=at: at)
        missed(client, puzzle, wrong(puzzle))
    assert own(client) == [CHOSEN[2].id, CHOSEN[0].id]


@pytest.mark.parametrize(
    ("change", "slug"),
    [
        ({"played": "zz"}, "move/invalid"),
        ({"played": CHOSEN[0].moves[0]}, "move/illegal"),
        ({"spec": "chess"}, "spec/"),
        ({"spec": "atmalof", "moves": [], "played": "r1"}, "puzzle/own"),
        ({"spec": "atomorph(size=13)", "moves": [], "played": "a1"}, "solve/size"),
        ({"setup": {"stones": {}, "to_move": 0}}, "puzzle/own"),
        ({"moves": ["a1"] * 501}, "http/400"),
        ({"played": "a" * 33}, "http/400"),
        ({"more": 1}, "http/400"),
    ],
)
def test_what_cannot_be_a_puzzle_is_refused(change: dict[str, Any], slug: str, client: TestClient[Any]) -> None:
    puzzle = CHOSEN[0]
    body = {"spec": puzzle.spec, "moves": puzzle.moves, "played": wrong(puzzle)} | change
    answer = client.post("/api/puzzles/own", json=body)
    assert answer.status_code == 400, answer.text
    assert answer.json()["slug"].startswith(slug) or slug == "spec/", answer.text
    assert own(client) == []
