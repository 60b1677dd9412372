"""motu review: the table's account, JSON, the graph."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from cli.running import refusal, run_json, run_well
from motu import load_game
from motu.search.manifest import build

DICE = "r4=6 c2=1 r3=3 r5=5 r4c6-r5c6 r5=5"
BLUNDER = ("hex(size=3,swap=false)", "c2 c3 a2 c1 a3 b1 b2 a1", "--visits", "20000")


def review(*arguments: str) -> Any:
    return run_json("review", *arguments)


def test_the_account_adds_up() -> None:
    found = review("junior", DICE, "--visits", "30")
    first, second = found["accounts"]
    explained = first["luck"] - second["luck"] + second["error"] - first["error"]
    assert abs(found["start"] + explained - found["end"]) < 1e-9
    assert [step["move"] for step in found["steps"] if step["kind"] == "roll"] == ["=6", "=1", "=3", "=5", "=5"]
    assert not found["is_over"]


def test_the_table_tells_the_same_account() -> None:
    text = run_well("review", "junior", DICE, "--visits", "30")
    words = re.search(r"start (\S+) \+ luck (\S+) \+ skill (\S+) = equity at the end (\S+):", text)
    assert words is not None
    start, luck, skill, end = map(float, words.groups())
    assert start + luck + skill == pytest.approx(end, abs=0.002)
    found = review("junior", DICE, "--visits", "30")
    assert start == pytest.approx(found["start"], abs=0.001)
    assert text.count("\n  ") >= 6


def test_a_blunder_is_marked_and_the_better_move_named() -> None:
    text = run_well("review", *BLUNDER)
    [line] = [line for line in text.splitlines() if "??" in line and "decisions" not in line]
    assert line.split() == ["7", "black", "b2", "0.0", "%", "100.0", "%", "??", "a1"]


def test_equal_seeds_review_equally_with_any_number_of_threads() -> None:
    one = review("junior", DICE, "--visits", "30", "--threads", "1")
    assert one == review("junior", DICE, "--visits", "30", "--threads", "3")
    drawn = review("atomorph(size=5)", "c3 b2 d4", "--visits", "30")
    assert drawn != review("atomorph(size=5)", "c3 b2 d4", "--visits", "30", "--seed", "1")


def test_a_recorded_game_is_reviewed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    load_game("hex(size=3)").new_initial_state().play_all(["b2", "swap"]).record().save(path)
    found = review(str(path), "--visits", "2000")
    assert [step["colour"] for step in found["steps"]] == ["black", "white"]
    assert found["steps"][1]["error"] == 0


def test_the_graph_marks_the_blunder(tmp_path: Path) -> None:
    path = tmp_path / "game.svg"
    run_well("review", *BLUNDER, "--svg", str(path), "--theme", "dark")
    root = ET.parse(path).getroot()
    classes = [part.get("class") or "" for part in root.iter()]
    assert sum("motu-mistake" in name.split() for name in classes) == 1
    assert "b2" in [part.text for part in root.iter()]
    assert run_well("review", *BLUNDER, "--svg", "-", "--theme", "dark") == path.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("hex",), "there is nothing to review"),
        (("hex", "a1", "--theme", "dark"), "--theme and --size are for pictures"),
        (("hex", "a1", "--json", "--svg", "-"), "both write to stdout"),
        (("tea", "a1"), "unknown game 'tea'"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    assert message in refusal("review", *arguments)


def test_json_is_for_every_reader() -> None:
    text = run_well("review", "hex(size=3)", "a1", "--visits", "10", "--json")
    assert text.isascii()
    assert set(json.loads(text)) == {"spec", "start", "end", "is_over", "accounts", "steps", "engine"}


def test_json_says_what_the_game_was_reviewed_with() -> None:
    game = ("hex(size=4)", "a1", "b2", "--visits", "10", "--seed", "3")
    engine = run_json("review", *game)["engine"]
    told = {"evaluator": "resistance", "tables": {}, "visits": 10, "seed": 3, "threads": 1, **asdict(build())}
    assert engine == told
    run_well("solve", "hex(size=4)")
    [(name, digits)] = run_json("review", *game)["engine"]["tables"].items()
    assert name.endswith(".proofs")
    assert len(digits) == 16


def test_a_sentence_calls_persons_who_have_swapped_by_their_turn() -> None:
    text = run_well("review", "hex(size=3)", "b2 swap c1", "--visits", "30")
    assert "\nchances of the first player after every turn\n" in text
    assert "equities of the first player, +1 won, -1 lost" in text
    assert "\nchances of black after every turn\n" in run_well("review", "hex(size=3)", "b2 c1", "--visits", "30")
