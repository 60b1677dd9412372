"""motu match and motu ladder: what they write, what they refuse, and Ctrl-C."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest

from arena.playing import text_of
from cli.running import PATIENCE_S, refusal, run_json, run_well, start, terminal

SMALL = ("--game", "hex(size=3)", "--games", "8")


def test_a_match_tells_score_elo_and_how_sure_that_is() -> None:
    text = run_well("match", "uct:100", "random", *SMALL)
    assert text.startswith("uct:100  against  random\n")
    assert "8 of 8 games" in text
    assert "score " in text
    assert "Elo " in text
    assert "SPRT" not in text


def test_a_match_on_a_board_from_a_file(tmp_path: Path) -> None:
    board = tmp_path / "lagoon.json"
    board.write_text('{"cells": ["a1", "a2", "b1", "b2", "b3", "c2", "c3"], "junctions": ["a2", "c3", "c2", "a1"]}')
    text = run_well("match", "uct:10", "random", "--game", f"atoll(file={board})", "--games", "4")
    assert "4 of 4 games" in text
    assert "off the board" not in text


def test_a_match_as_json() -> None:
    data = run_json("match", "uct:100", "random", *SMALL, "--sprt", "0", "50")
    assert "swap=false" in data["spec"]
    assert data["players"] == ["uct:100", "random"]
    assert data["games"] == data["wins"] + data["draws"] + data["losses"] == 8
    assert sum(data["pairs"]) == 4
    assert data["score"] == (data["wins"] + data["draws"] / 2) / 8
    assert data["score_95"][0] < data["score"] <= data["score_95"][1] <= 1
    assert data["elo"] is None or data["elo"] > 0
    assert data["sprt"]["bounds"] == [-2.9444, 2.9444]
    assert data["sprt"]["accepted"] in (None, "H1")
    assert data["openings"] == "all"
    assert data["forfeits"] == [0, 0]


def test_a_test_tells_what_it_accepts() -> None:
    text = run_well("match", "uct:300", "random", "--game", "hex(size=4)", "--games", "200", "--sprt", "0", "100")
    assert "H1 accepted (+100 Elo)" in text


def test_games_lost_off_the_board_are_told_with_the_reason() -> None:
    text = run_well("match", "random", text_of("crash:1", name="shaky"), "--game", "hex(size=3)", "--games", "2")
    assert "lost off the board by shaky: 2" in text
    assert "game 1a: " in text
    assert "out of cheese" in text


def test_a_ladder_tells_ratings_in_order() -> None:
    players = ("random", "uct:10", "uct:300")
    text = run_well("ladder", *players, *SMALL, "--jobs", "2")
    assert "24 of 24 games" in text
    assert "to begin is worth" in text
    data = run_json("ladder", *players, *SMALL, "--neighbours")
    assert data["played"] == data["wanted"] == 16
    elos = [row["elo"] for row in data["ladder"]]
    assert elos == sorted(elos, reverse=True)
    assert sum(elos) == pytest.approx(0, abs=0.2)
    assert {row["player"] for row in data["ladder"]} == set(players)
    assert data["ladder"][-1]["player"] == "random"
    assert [match["players"] for match in data["matches"]] == [["random", "uct:10"], ["uct:10", "uct:300"]]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("match", "random", "tea"), "unknown player 'tea'"),
        (("match", "random", "random", "--game", "tea"), "unknown game 'tea'"),
        (("match", "random", "random", "--openings", "tea"), "openings are all, none, random:K or a file"),
        (("match", "random", "random", "--sprt", "5", "5"), "a lower Elo difference"),
        (("match", "random", "random", "--sprt", "0", "5", "--alpha", "2"), "alpha"),
        (("match", "random", "random", "--games", "0"), "--games"),
        (("match", "random", "random", "--jobs", "0"), "--jobs"),
        (("match", "random"), "B"),
        (("match", "random", "gtp:no-such-program"), "cannot start 'no-such-program'"),
        (("ladder", "random"), "at least two players"),
        (("ladder",), "PLAYER"),
    ],
)
def test_what_makes_no_match_is_refused(arguments: tuple[str, ...], said: str) -> None:
    assert said in refusal(*arguments)


def test_ctrl_c_ends_all_at_once_and_says_how_to_go_on(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    process = start("match", "uct:20000", "uct:60s", "--game", "hex(size=9)", "--jobs", "2", "--out", str(out))
    deadline = time.monotonic() + PATIENCE_S
    while not out.exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    time.sleep(1.0)
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE_S)
    assert time.monotonic() - begin < 20
    assert process.returncode == 130
    assert output == ""
    assert errors == f"stopped after 0 of 100 games; the same command goes on with them, they are in {out}\n"


def test_a_long_match_shows_a_bar_on_a_terminal() -> None:
    with terminal("match", "uct:0.7s", "random", "--game", "hex(size=3)", "--games", "2") as screen:
        screen.wait_for("playing")
        screen.wait_for("2 of 2 games")
        assert screen.wait_for_end() == 0


def test_json_is_one_object_on_stdout_even_where_programs_talk(tmp_path: Path) -> None:
    process = start("match", "random", text_of("chatty"), *SMALL, "--json")
    output, errors = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, errors) == (0, "")
    assert json.loads(output)["games"] == 8
