"""motu analyze: tables, JSON lines, pictures, and where games come from."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from math import sqrt
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from cli.running import refusal, run_well
from motu import load_game
from motu.cli.tables import bounds_texts
from motu.eval.nets.choice import CHOICE

HEX = "hex(size=3,swap=false)"


def lines_of(*arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run_well("analyze", *arguments, "--json").splitlines()]


def rows_of(text: str) -> list[list[str]]:
    """The cells of a table's rows, below its rule."""
    below = text.partition("\u2500\n")[2].partition("\n\n")[0]
    return [re.split(r" {2,}", line.strip()) for line in below.splitlines()]


def test_a_table_lists_moves_best_first() -> None:
    text = run_well("analyze", "hex", "c2", "swap", "--visits", "500", "--top", "5", "--evaluator", "resistance")
    assert "after 2 plies: white to move" in text
    rows = rows_of(text)
    assert len(rows) == 5
    visits = [int(row[1].replace(",", "")) for row in rows]
    wins = [float(row[2].split()[0]) / 100 for row in rows]
    assert visits[1:] == sorted(visits[1:], reverse=True)
    seen = [at for at in range(5) if visits[at] * 10 >= max(visits)]
    assert max(seen, key=lambda at: wins[at] - 0.4 / sqrt(visits[at] + 1)) == 0
    assert all(re.fullmatch(r"\d+\.\d %", row[2]) for row in rows)
    assert all(row[-1].split()[0] == row[0] for row in rows)


def test_a_proved_position_is_told_as_such() -> None:
    text = run_well("analyze", HEX, "b2")
    assert "0.0 % (loss, proved)" in text
    assert all(row[4].startswith("loss") for row in rows_of(text))
    assert len(rows_of(text)) == 8


def test_the_end_of_a_game_has_no_moves() -> None:
    text = run_well("analyze", "hex(size=2,swap=false)", "a1 b1 a2")
    assert text.endswith("after 3 plies: black has won\n")
    [line] = lines_of("hex(size=2,swap=false)", "a1 b1 a2")
    assert (line["rootInfo"]["winner"], line["moveInfos"]) == ("black", [])


def test_announcements_show_every_face() -> None:
    rows = rows_of(run_well("analyze", "atmalof", "r1=1 r1=2", "--visits", "1500", "--top", "0"))
    first = next(row for row in rows if row[0] == "r1")
    assert re.fullmatch(r"1,2: [+-]\d\.\d\d 3: \S+ 4: \S+ 5: \S+ 6: \S+", first[-1])


def test_luck_of_a_roll_weighs_nothing() -> None:
    text = run_well("analyze", "atmalof", "r1=1 r1=2 r1", "--visits", "1500")
    rows = rows_of(text)
    assert [row[0] for row in rows] == ["1,2", "3", "4", "5", "6"]
    assert [row[1] for row in rows] == ["2 of 6", *["1 of 6"] * 4]
    weights = [int(row[1][0]) for row in rows]
    assert sum(weight * float(row[4]) for weight, row in zip(weights, rows, strict=True)) == pytest.approx(0, abs=0.01)


def test_json_is_a_line_and_repeats_itself() -> None:
    arguments = ("atomorph", "g7", "--visits", "400", "--evaluator", "flips", "--seed", "3")  # which draws
    [line] = lines_of(*arguments)
    assert [line] == lines_of(*arguments)
    assert [line] != lines_of(*arguments[:-1], "4")
    assert (line["spec"], line["moves"]) == (load_game("atomorph").spec, ["g7"])
    assert (line["ply"], line["isDuringSearch"]) == (1, False)
    assert line["rootInfo"]["visits"] == 400
    assert len(line["moveInfos"]) == 10


def test_partial_results_come_before_the_last_one() -> None:
    lines = lines_of("nauru", "--seconds", "0.4", "--every", "0.05")
    assert [line["isDuringSearch"] for line in lines] == [True] * (len(lines) - 1) + [False]
    assert len(lines) > 1
    visits = [line["rootInfo"]["visits"] for line in lines]
    assert visits == sorted(visits)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file of two games."""
    path = tmp_path / "games.jsonl"
    records = [
        load_game("hex(size=4)").new_initial_state().play_all(["b2", "c3", "b3"]).record(),
        load_game("junior").new_initial_state().play_all(["r4=6", "c2=1"]).record(),
    ]
    path.write_text("".join(f"{json.dumps(record.to_json())}\n" for record in records), "utf-8")
    return path


def test_a_game_from_a_file_at_any_ply(games: Path) -> None:
    [line] = lines_of(f"{games}:1", "--ply", "2", "--visits", "50")
    assert (line["moves"], line["rootInfo"]["currentPlayer"]) == (["b2", "c3"], "black")
    [line] = lines_of(f"{games}:2", "--visits", "50")
    assert line["spec"] == load_game("junior").spec


def test_a_game_from_stdin(games: Path) -> None:
    first = games.read_text("utf-8").splitlines()[0]
    assert "after 3 plies: white to move" in run_well("analyze", "-", "--visits", "50", stdin=first + "\n")


def test_what_a_net_says_by_itself_is_told() -> None:
    said = "the net atoll-medium by itself: "
    assert said in run_well("analyze", "hex(size=9)", "e5", "--visits", "20")
    assert said in run_well("analyze", "hex(size=9,swap=false)", "--visits", "20")


def test_a_net_says_nothing_of_a_first_move_that_a_swap_may_follow() -> None:
    text = run_well("analyze", "hex(size=9)", "--visits", "20")
    assert "the net atoll-medium has no opinion of a move that a swap may follow" in text
    assert "by itself" not in text


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_a_picture_is_drawn_beside_the_table(theme: str, tmp_path: Path) -> None:
    path = tmp_path / "heat.svg"
    text = run_well("analyze", HEX, "b2", "--svg", str(path), "--theme", theme, "--size", "300")
    assert "white to move" in text
    root = ET.parse(path).getroot()
    assert root.get("width") == "300"
    assert run_well("analyze", HEX, "b2", "--svg", "-", "--theme", theme, "--size", "300") == path.read_text("utf-8")


def test_more_threads_find_the_same_win() -> None:
    assert "(win, proved)" in run_well("analyze", HEX, "--threads", "2")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tea",), "unknown game 'tea'"),
        (("nowhere.jsonl",), "there is no file 'nowhere.jsonl'"),
        (("hex", "z99"), "cannot read the move 'z99'"),
        (("hex", "--ply", "3"), "there is no ply 3"),
        (("hex", "--every", "1"), "--every S is for --json"),
        (("hex", "--json", "--every", "0"), "--every S is for --json"),
        (("hex", "--seconds", "-1"), "--seconds is a number of seconds above 0"),
        (("hex", "--seconds", "nan"), "--seconds is a number of seconds above 0"),
        (("hex", "--theme", "dark"), "--theme and --size are for pictures"),
        (("hex", "--json", "--svg", "-"), "both write to stdout"),
        ((HEX, "b2", "--svg", "/nowhere/at/all.svg"), "cannot write '/nowhere/at/all.svg'"),
        ((HEX, "b2", "--svg", "x.svg", "--theme", "pink"), "there is no theme 'pink'"),
        (("-",), "there is nothing in it: it is empty"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    assert message in refusal("analyze", *arguments, stdin="")


def test_moves_beside_a_record_are_refused(games: Path) -> None:
    assert "leave out MOVES beside FILE" in refusal("analyze", f"{games}:1", "a1")
    assert "holds 2 records" in refusal("analyze", str(games))
    assert "2 records" in refusal("analyze", "-", stdin=games.read_text("utf-8"))
    assert "not UTF-8" in refusal("analyze", "-", stdin=b"\xff\xfe\x00")


def test_a_solved_position_of_atmalof_is_told_by_intervals() -> None:
    spec = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)"
    solved = json.loads(run_well("solve", spec, "--json"))
    text = run_well("analyze", spec, "--visits", "20", "--top", "0")
    assert " to ".join(bounds_texts(solved["lower"], solved["upper"])) in text
    assert "no better" not in text
    worse = min(solved["actions"], key=lambda each: each["upper"])
    [row] = [line for line in text.splitlines() if line.startswith(f"{worse['move']} ")]
    assert " to ".join(bounds_texts(worse["lower"], worse["upper"])) in row
    least, most = map(float, re.findall(r"([+-]0\.\d{4}) to ([+-]0\.\d{4})", row)[0])
    assert least <= worse["lower"]
    assert worse["upper"] <= most
    infos = json.loads(run_well("analyze", spec, "--visits", "20", "--top", "0", "--json"))["moveInfos"]
    assert len(infos) == 6


def test_a_solved_position_of_hex_has_its_proved_moves_marked(tmp_path: Path) -> None:
    spec = "hex(size=5,swap=false)"
    solved = json.loads(run_well("solve", spec, "a1", "--json"))
    infos = json.loads(run_well("analyze", spec, "a1", "--visits", "20", "--top", "0", "--json"))["moveInfos"]
    told = {info["move"]: info["proof"] for info in infos}
    truth = {each["move"]: "win" if each["lower"] == 1 else "loss" for each in solved["actions"]}
    assert told.items() <= truth.items()
    assert {move for move, proof in told.items() if proof == "win"} >= {solved["line"][0]}
    assert len(told) > 10
    picture = tmp_path / "heat.svg"
    run_well("analyze", spec, "a1", "--visits", "20", "--svg", str(picture))
    texts = ["".join(each.itertext()).strip() for each in ET.fromstring(picture.read_text(encoding="utf-8")).iter()]
    assert texts.count("win") >= 1
    assert texts.count("loss") >= 1


@pytest.mark.parametrize(
    ("game", "evaluator", "told"),
    [
        ("hex", "nope", "there are auto, rollout, resistance, uniform, net and net:FILE"),
        ("hex", "", "there are auto, rollout, resistance, uniform, net and net:FILE"),
        ("atmalof", "resistance", "there are auto, rollout, uniform, lines, net, net:FILE and lines:FILE"),
        ("hex", "net:", "'' names no file of a net"),
        ("hex", "net:/", "'/' names no file of a net"),
        ("atmalof", "lines:", "cannot read the weights ''"),
    ],
)
def test_an_evaluator_that_there_is_not_is_answered_with_those_that_there_are(
    game: str, evaluator: str, told: str
) -> None:
    message = refusal("analyze", game, "--visits", "3", "--evaluator", evaluator)
    assert told in message
    assert "callable" not in message


def test_json_says_what_the_position_was_analysed_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOICE, "onnxruntime")
    tiny = Path(shutil.copy(Path(__file__).parents[1] / "nets" / "tiny.onnx", tmp_path))
    [line] = lines_of("hex(size=4)", "b2", "--visits", "5", "--evaluator", f"net:{tiny}", "--threads", "2")
    engine = line["engine"]
    assert (engine["evaluator"], engine["net"], engine["precision"]) == ("net", "tiny", "float32")
    assert engine["file"] == hashlib.sha256(tiny.read_bytes()).hexdigest()[:16]
    assert engine["runtime"].startswith("onnxruntime ")
    assert (engine["visits"], engine["threads"], engine["seed"]) == (5, 2, 0)
    *partial, _ = lines_of("hex(size=9)", "--seconds", "1", "--every", "0.1", "--evaluator", "uniform")
    assert partial
    assert not any("engine" in each for each in partial)


@pytest.mark.parametrize("command", [("analyze", "hex(size=3)"), ("review", "hex(size=3)", "b2")])
def test_a_seed_that_is_too_large_is_refused(command: tuple[str, ...]) -> None:
    assert "'--seed'" in refusal(*command, "--visits", "5", "--seed", str(2**63))
    run_well(*command, "--visits", "5", "--seed", str(2**63 - 1))
