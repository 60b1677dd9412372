"""motu blunders: files of games, the tables, JSON, what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cli.running import refusal, run, run_json, run_well
from motu import load_game
from motu.games.record import Record, write_lines

LOST = "c2 c3 a2 c1 a3 b1 b2 a1"
"""Black loses on 3x3, and could have won until b2."""
SPEC = "hex(size=3,swap=false)"
SHORT = ("--visits", "50", "--times", "20", "--threads", "1")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A lost game, and one that nobody has lost."""
    state = load_game(SPEC).new_initial_state()
    unfinished = Record.from_state(state)
    for move in LOST.split():
        state.play(move)
    path = tmp_path / "games.jsonl"
    path.write_text(write_lines([unfinished, Record.from_state(state, players=("Ana", "Ivo"))]))
    return path


def test_the_losing_move_is_named(games: Path) -> None:
    found = run_json("blunders", str(games), *SHORT)
    assert (found["games"], found["of"]) == (1, 1)
    [blunder] = found["blunders"]
    assert (blunder["game"], blunder["loser"], blunder["move"], blunder["better"]) == (2, "Ana", "b2", "a1")
    assert (blunder["before"], blunder["after"], blunder["error"]) == (1.0, -1.0, 2.0)
    assert sum(each["count"] for each in found["table"]) == 1


def test_the_table_says_the_same(games: Path) -> None:
    text = run_well("blunders", str(games), *SHORT)
    assert "Ana" in text
    assert "b2" in text
    assert "100.0 %" in text


def test_games_that_repeat_others_are_looked_at_once(games: Path, tmp_path: Path) -> None:
    both = [str(games), str(games)]
    result = run("blunders", *both, *SHORT)
    assert "left out: 1 game repeats another move by move" in result.stderr
    found = run_json("blunders", *both, *SHORT)
    assert (found["games"], found["of"], found["blunders"][0]["game"]) == (1, 1, 2)


def test_every_position_is_looked_at(games: Path) -> None:
    found = run_json("blunders", str(games), *SHORT, "--every")
    assert found["blunders"][0]["move"] == "b2"


@pytest.mark.parametrize("label", [{"opening": 7}, {"opening": 6}, {"opening": "7"}, "opening"])
def test_what_a_match_has_set_up_is_left_out(label: object, tmp_path: Path) -> None:
    state = load_game(SPEC).new_initial_state().play_all(LOST.split())
    path = tmp_path / "match.jsonl"
    path.write_text(write_lines([replace(Record.from_state(state), extra={"arena": label})]))
    found = run_json("blunders", str(path), *SHORT)
    assert [each["move"] for each in found["blunders"]] == ([] if label == {"opening": 7} else ["b2"])


def test_games_of_others_are_left_out(games: Path) -> None:
    assert "that 'Ivo' lost" in refusal("blunders", str(games), "--by", "Ivo")
    assert run_json("blunders", str(games), *SHORT, "--by", "Ana")["games"] == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--visits", "10", "--seconds", "1"), "give --visits or --seconds"),
        (("--times", "1"), "--times"),
        (("--evaluator", "nonsense", *SHORT), "nonsense"),
    ],
)
def test_what_makes_no_sense_is_refused(games: Path, options: tuple[str, ...], words: str) -> None:
    assert words in refusal("blunders", str(games), *options)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "nothing.jsonl" in refusal("blunders", str(tmp_path / "nothing.jsonl"))
