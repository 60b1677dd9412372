"""The analysis engine asked for a player's move, from a position set up by hand, on a custom board."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from cli.running import run_well
from motu import load_game
from motu.engine.analysis_engine import AnalysisEngine
from motu.engine.position_search import search_position
from motu.search.manifest import player_json

SETUP = {"stones": {"black": ["b1", "b2"], "white": ["a2", "c2"]}, "to_move": "black"}
LAGOON = {"cells": ["a1", "a2", "b1", "b2", "b3", "c2", "c3"], "junctions": ["a2", "c3", "c2", "a1"]}


def ask(**query: Any) -> list[dict[str, Any]]:
    lines: list[str] = []
    engine = AnalysisEngine(search_position, lines.append, version="1")
    engine.serve(io.BytesIO(json.dumps({"id": "q", "maxVisits": 50, **query}).encode() + b"\n"))
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("player", ["random", "uct:50", "mcts:50", "level:1", "level:4"])
@pytest.mark.parametrize("spec", ["hex(size=4)", "atomorph(size=4)", "atmalof"])
def test_a_player_chooses_a_legal_move_and_a_seed_repeats_it(spec: str, player: str) -> None:
    (answer,) = ask(spec=spec, player=player, seed=3)
    assert answer["move"] in load_game(spec).new_initial_state().legal_moves()
    assert answer["isDuringSearch"] is False
    assert ask(spec=spec, player=player, seed=3) == [answer]


def test_a_player_chooses_at_every_turn_that_is_asked_for() -> None:
    answers = ask(spec="hex(size=3)", moves=["a1", "b2"], analyzeTurns=[0, 1, 2], player="level:1")
    assert {answer["turnNumber"] for answer in answers} == {0, 1, 2}
    assert all("move" in answer for answer in answers)


def test_a_setup_is_where_the_moves_start() -> None:
    (answer,) = ask(spec="hex(size=3)", setup=SETUP, player="mcts:50")
    assert answer["move"] in {"a3", "b3"}
    (answer,) = ask(spec="hex(size=3)", setup=SETUP, moves=["a3"])
    assert (answer["turnNumber"], answer["rootInfo"]["winner"]) == (1, "black")


def test_a_custom_board_comes_with_the_query() -> None:
    (answer,) = ask(spec="atoll(file=lagoon.json)", board=LAGOON, moves=["b2"])
    assert {info["move"] for info in answer["moveInfos"]} <= {"swap", "a1", "a2", "b1", "b3", "c2", "c3"}
    (answer,) = ask(spec="atoll(file=lagoon.json)", board=LAGOON, player="random", seed=1)
    assert answer["move"] in LAGOON["cells"]


def test_a_query_names_no_file_of_this_machine_unless_it_may(tmp_path: Path) -> None:
    board = tmp_path / "lagoon.json"
    board.write_text(json.dumps(LAGOON))
    (answer,) = ask(spec=f"atoll(file={board})", player="random")
    assert (answer["field"], answer["slug"]) == ("spec", "board/file")
    board.write_text("secret: 1")
    (answer,) = ask(spec=f"atoll(file={board})", player="random")
    assert "secret" not in json.dumps(answer)
    board.write_text(json.dumps(LAGOON))
    for options, wanted in (([], "error"), (["--board-files"], "move")):
        query = json.dumps({"id": "q", "spec": f"atoll(file={board})", "player": "random"})
        assert wanted in json.loads(run_well("engine", "--json", *options, stdin=query + "\n"))


@pytest.mark.parametrize(
    ("query", "field", "slug"),
    [
        ({"player": "grandmaster"}, "player", "engine/unknown-player"),
        ({"player": 7}, "player", "engine/request"),
        ({"player": ""}, "player", "engine/request"),
        ({"setup": 5}, "setup", "record/"),
        ({"setup": {}}, "setup", "record/"),
        ({"setup": {**SETUP, "to_move": "red"}}, "setup", "record/"),
        ({"setup": {**SETUP, "stones": {"black": ["a1"], "white": ["a1"]}}}, "setup", "record/setup"),
        ({"board": LAGOON}, "spec", "record/"),
        ({"board": 5}, "board", "engine/request"),
        ({"board": {}, "spec": "atoll(file=x)"}, "spec", ""),
        ({"setup": SETUP, "moves": ["b1"]}, "moves", "move/illegal"),
    ],
)
def test_starts_that_are_refused(query: dict[str, Any], field: str, slug: str) -> None:
    (answer,) = ask(**{"spec": "hex(size=3)", **query})
    assert (answer["field"], answer["slug"].startswith(slug)) == (field, True), answer


def test_a_move_says_what_it_was_made_with_when_asked() -> None:
    (answer,) = ask(spec="hex(size=3)", player="mcts:20,solved=off", seed=1, includeEngine=True)
    game = load_game("hex(size=3)")
    assert answer["engine"] == json.loads(json.dumps(player_json("mcts:20,solved=off", game)))
    (answer,) = ask(spec="hex(size=3)", player="mcts:20", seed=1)
    assert "engine" not in answer
    (answer,) = ask(spec="hex(size=3)", player="mcts:20", includeEngine=1)
    assert (answer["field"], answer["slug"]) == ("includeEngine", "engine/request")


@pytest.mark.parametrize("word", ["net:", "lines:", "NET:"])
def test_a_player_names_no_file_of_this_machine_unless_it_may(word: str, tmp_path: Path) -> None:
    (answer,) = ask(spec="hex(size=3)", player=f"mcts:20, evaluator={word}{tmp_path}/none")
    assert (answer["field"], answer["slug"]) == ("player", "engine/net-file")
    assert "--net-files" in answer["error"]


def test_nets_of_this_machine_play_where_they_may() -> None:
    tiny = Path(__file__).parents[1] / "nets" / "tiny.onnx"
    query = json.dumps({"id": "q", "spec": "hex(size=3)", "player": f"mcts:20,evaluator=net:{tiny}"})
    for options, wanted in (([], "error"), (["--net-files"], "move")):
        assert wanted in json.loads(run_well("engine", "--json", *options, stdin=query + "\n"))
