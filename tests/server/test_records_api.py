"""Games brought along and taken away over HTTP."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from litestar.testing import TestClient

from motu.games import formats, load_game
from motu.games.record import Record
from motu.server.server_settings import ServerSettings
from server.applications import make_application

HERE = "http://127.0.0.1:8000"
SETUP = {"stones": {"black": ["a1"], "white": ["b2"]}, "to_move": "white"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(
        make_application(ServerSettings(tmp_path, "1")), base_url=HERE, raise_server_exceptions=False
    ) as opened:
        yield opened


def ask(client: TestClient[Any], what: str, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/api/records/{what}", json=body)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize(
    ("text", "name", "spec", "moves"),
    [
        ("https://hexworld.org/board/#5c1,c3b2", "hexworld", "atoll(board=rhombus,size=5", ["c3", "b2"]),
        ("(;FF[4]GM[11]SZ[5];B[c3];W[b2])", "sgf", "atoll(board=rhombus,size=5", ["c3", "b2"]),
        ("a1,b2,c3", "abstractplay", "atoll(board=square,size=11", ["a1", "b2", "c3"]),
    ],
)
def test_what_others_write_is_read(client: TestClient[Any], text: str, name: str, spec: str, moves: list[str]) -> None:
    found = ask(client, "read", text=text)
    assert (found["format"], found["count"]) == (name, 1)
    [game] = found["games"]
    assert game["spec"].startswith(spec)
    assert len(game["moves"]) == len(moves)


def test_moves_alone_are_read_by_the_rules_that_come_with_them(client: TestClient[Any]) -> None:
    rules = {"spec": "atoll(board=rhombus,size=5)", "setup": SETUP}
    found = ask(client, "read", text="1. c3 d4", rules=rules)
    assert (found["format"], found["count"], found["unread"]) == ("moves", 1, 0)
    [game] = found["games"]
    assert game["moves"] == ["c3", "d4"]
    assert game["setup"]["stones"] == SETUP["stones"]
    refused = ask(client, "read", 400, text="c3 b2", rules=rules)
    assert "move 2, b2: " in refused["error"]
    assert "none of the formats" in ask(client, "read", 400, text="c3 d4")["error"]


@pytest.mark.parametrize("name", ["jsonl", "sgf", "fragment"])
@pytest.mark.parametrize(
    ("spec", "moves"),
    [("atoll", ["d4", "swap", "e5"]), ("atomorph(size=5)", ["c3", "b2"]), ("atmalof", ["r4=6", "c2=1", "r4c6-r5c6"])],
)
def test_a_line_goes_out_and_comes_back(client: TestClient[Any], name: str, spec: str, moves: list[str]) -> None:
    written = ask(client, "write", format=name, spec=spec, moves=moves)
    assert written["name"].endswith(formats.FORMATS[name].suffixes[0])
    [game] = ask(client, "read", text=written["text"])["games"]
    assert game["moves"] == moves
    assert game["spec"] == Record(spec=spec).spec


def test_a_set_up_position_goes_out_and_comes_back(client: TestClient[Any]) -> None:
    written = ask(client, "write", format="jsonl", spec="hex(size=5)", setup=SETUP, moves=["c3"])
    [game] = ask(client, "read", text=written["text"])["games"]
    assert (game["setup"], game["moves"]) == (SETUP, ["c3"])


NODES = [
    ["c3", 0, "centre", "!?", ["circle c3", "arrow c3 b2 red"]],
    ["b2", 1],
    ["d4", 1, "or so", "", ["label d4 A"]],
    ["a1", 3, "", "??"],
    ["e5", 0],
]


@pytest.mark.parametrize("name", ["jsonl", "sgf"])
def test_a_tree_goes_out_and_comes_back(client: TestClient[Any], name: str) -> None:
    start: dict[str, Any] = {"comment": "all", "marks": ["cross e5"]}
    written = ask(client, "write", format=name, spec="hex(size=5)", nodes=NODES, **start)
    [game] = ask(client, "read", text=written["text"])["games"]
    known = ("spec", "nodes", "comment", "marks", "about")
    again = ask(client, "write", format=name, **{key: game[key] for key in known})
    assert again["text"] == written["text"]
    assert game["nodes"][0] == NODES[0]
    assert game["marks"] == ["cross e5"]
    assert (game["moves"], game["comment"], len(game["nodes"])) == (["c3", "b2"], "all", 5)


def test_what_is_known_of_a_game_is_written_again(client: TestClient[Any]) -> None:
    text = "(;FF[4]GM[11]SZ[5]PB[Ana]PW[Ivo]EV[Cup]RE[W+Resign];B[c3];W[b2](;B[d4])(;B[a1]))"
    [game] = ask(client, "read", text=text)["games"]
    spec, about = game["spec"], game["about"]
    again = ask(client, "write", format="sgf", spec=spec, nodes=game["nodes"], about=about)["text"]
    assert all(part in again for part in ("PB[Ana]", "PW[Ivo]", "EV[Cup]", "RE[W+R]", "(;B[d4])", "(;B[a1])"))
    other = ask(client, "write", format="sgf", spec=spec, nodes=[["a1", 0]], about=about)["text"]
    assert "PB[Ana]" in other
    assert "RE[Void]" in other


def test_files_are_named_by_game_players_and_day(client: TestClient[Any]) -> None:
    about = {"players": [{"name": "Ana/Ĉu..", "kind": "human"}, {"name": "", "kind": "human"}], "started": "2026-01-31"}
    for kind, suffix in (("sgf", ".sgf"), ("jsonl", ".jsonl"), ("svg", ".svg")):
        written = ask(client, "write", format=kind, spec="hex(size=3)", moves=["a1"], about=about)
        assert written["name"] == f"atoll-Ana-Ĉu-x-2026-01-31{suffix}"


def test_a_game_played_here_says_who_played_and_when(client: TestClient[Any]) -> None:
    seats = [{"kind": "person", "name": "Ana"}, {"kind": "strongest", "seconds": 0.5}]
    game = client.post("/api/games", json={"spec": "hex(size=3)", "seats": seats}).json()
    day = datetime.fromtimestamp(game["created_ms"] / 1000, UTC).date().isoformat()
    told = client.get(f"/api/games/{game['id']}/record", params={"format": "sgf"}).json()
    for part in ("PB[Ana]", "PW[motu at full strength, 0.5 s]", f"DT[{day}]"):
        assert part in told["text"]
    assert told["name"] == f"atoll-Ana-motu-at-full-strength-0-5-s-{day}.sgf"
    record = json.loads(client.get(f"/api/games/{game['id']}/record").json()["text"])
    assert record["started"].startswith(day)


def test_of_another_line_the_times_and_the_dice_are_not_known(client: TestClient[Any]) -> None:
    start = load_game("atmalof").new_initial_state()
    dice = {"commitment": "ab", "seeds": ["x"], "secret": "cd"}
    record = Record.from_state(start.play_all(["r4=6", "c2=1"]), times=(1500, 2500))
    text = formats.write(replace(record, extra={"dice": dice}), "jsonl")
    [game] = ask(client, "read", text=text)["games"]
    about = game["about"]
    assert (about["times"], about["dice"]) == ([1500, 2500], dice)
    same = ask(client, "write", format="jsonl", spec="atmalof", nodes=[["r4=6", 0], ["c2=1", 1]], about=about)
    assert [ask(client, "read", text=same["text"])["games"][0]["about"][key] for key in ("times", "dice")] == [
        [1500, 2500],
        dice,
    ]
    other = ask(client, "write", format="jsonl", spec="atmalof", nodes=[["r4=6", 0]], about=about)
    assert not {"times", "dice"} & set(ask(client, "read", text=other["text"])["games"][0]["about"])


def test_rolls_may_come_by_themselves(client: TestClient[Any]) -> None:
    written = ask(client, "write", format="sgf", spec="atmalof", moves=["r4", "=6", "c2"])
    assert ";B[r4=6];W[c2]" in written["text"]
    nodes = [["r4", 0], ["=6", 1], ["=5", 1]]
    assert "(;B[r4=6])(;B[r4=5])" in ask(client, "write", format="sgf", spec="atmalof", nodes=nodes)["text"]


def test_players_and_results_are_told(client: TestClient[Any]) -> None:
    text = "(;FF[4]GM[11]SZ[5]PB[Ana]PW[Ivo]RE[W+Resign];B[c3];W[b2])"
    [game] = ask(client, "read", text=text)["games"]
    assert (game["title"], game["winner"], game["reason"]) == ("Ana – Ivo", 1, "resign")
    [game] = ask(client, "read", text="(;FF[4]GM[11]SZ[5]PW[Ivo];B[c3])")["games"]
    assert (game["title"], game.get("winner"), game.get("reason", "")) == ("? – Ivo", None, "")


def test_many_games_are_counted_and_the_first_handed_out(client: TestClient[Any]) -> None:
    found = ask(client, "read", text="(;FF[4]GM[11]SZ[3];B[a1])" * 103)
    assert (found["count"], len(found["games"])) == (103, 100)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures_are_drawn(client: TestClient[Any], theme: str) -> None:
    moves = ["b1", "a1", "b2", "a2", "b3"]
    picture = ask(client, "write", format="svg", spec="hex(size=3,swap=false)", moves=moves, theme=theme)
    root = ET.fromstring(picture["text"])
    assert root.tag.endswith("svg")
    assert re.fullmatch(r"atoll-\d{4}-\d\d-\d\d\.svg", picture["name"])
    body: dict[str, Any] = {"format": "svg", "spec": "hex(size=3,swap=false)", "moves": moves, "theme": theme}
    drawn = ask(client, "write", **body, marks=["circle b1", "arrow a1 b2 red"])
    assert len(drawn["text"]) > len(picture["text"])
    assert ask(client, "write", 400, **body, marks=["circle z9"])["slug"] == "board/cell"


def test_a_line_with_marks_alone_is_handed_out_with_its_nodes(client: TestClient[Any]) -> None:
    [game] = ask(client, "read", text="(;GM[11]SZ[3];B[b2]TE[1];W[a1])")["games"]
    assert game["nodes"] == [["b2", 0, "", "!", []], ["a1", 1, "", "", []]]


@pytest.mark.parametrize(
    ("what", "body", "slug"),
    [
        ("read", {"text": "hello there"}, "record/format"),
        ("read", {"text": ""}, "record/format"),
        ("read", {"text": "(;FF[4]GM[11]SZ[5];B[z99])"}, "record/move"),
        ("read", {"text": "m1.AAAA"}, None),
        ("write", {"format": "hexworld", "spec": "atomorph"}, "record/not-carried"),
        ("write", {"format": "sgf", "spec": "hex(size=3)", "moves": ["a1", "a1"]}, "record/move"),
        ("write", {"format": "sgf", "spec": "nothing"}, None),
        ("write", {"format": "sgf", "spec": "hex(size=3)", "nodes": [["a1", 0], ["a1", 1]]}, "record/move"),
        ("write", {"format": "sgf", "spec": "hex(size=3)", "nodes": [["a1", 7]]}, "record/field"),
        ("write", {"format": "hexworld", "spec": "hex(size=3)", "nodes": [["a1", 0]]}, "record/format"),
        ("write", {"format": "sgf", "spec": "hex(size=3)", "nodes": [["a1", 0, 5]]}, None),
        ("write", {"format": "sgf", "spec": "hex(size=3)", "nodes": [["a1", 0, "", "great"]]}, None),
        (
            "write",
            {"format": "sgf", "spec": "hex(size=3)", "nodes": [["a1", 0, "", "", ["circle z9"]]]},
            "record/field",
        ),
        ("write", {"format": "sgf", "spec": "hex(size=3)", "nodes": [["a1", 0]], "marks": ["x"]}, "record/field"),
        ("write", {"format": "sgf", "spec": "hex(size=3)", "nodes": [["a1", 0]], "about": {"players": 5}}, None),
        ("read", {"text": "(;FF[4]GM[11]SZ[5];B[c3](;W[b2])(;W[c3]))"}, "record/move"),
        ("write", {"format": "doc", "spec": "atoll"}, None),
        ("read", {"text": "a1", "more": 1}, None),
    ],
)
def test_refusals_say_what_was_wrong(
    client: TestClient[Any], what: str, body: dict[str, Any], slug: str | None
) -> None:
    refused = ask(client, what, 400, **body)
    assert refused["error"]
    if slug is not None:
        assert refused["slug"] == slug
