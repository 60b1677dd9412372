"""motu solve: the verdict, JSON, the map of openings, tables, replays, and what is refused."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from cli.running import refusal, run, run_json, run_well
from solve.lying_table import make_lie

SMALL = ("--memory", "8")
TINY = Path(__file__).parents[1] / "nets" / "tiny.onnx"


def test_who_wins_and_with_what() -> None:
    text = run_well("solve", "hex(size=3,swap=false)", *SMALL)
    assert "black wins with the move" in text
    assert "wins (5): " in text
    [wins] = [line for line in text.splitlines() if line.startswith("wins")]
    assert set(wins.split(": ")[1].split()) == {"c1", "a2", "b2", "c2", "a3"}
    assert "Best play: " in text


def test_the_loser_is_told() -> None:
    text = run_well("solve", "hex(size=3,swap=false)", "b2", *SMALL)
    assert "black wins, whatever is played" in text
    assert "wins (" not in text


def test_json_says_the_same() -> None:
    found = run_json("solve", "hex(size=3,swap=false)", *SMALL)
    assert found["spec"] == "atoll(board=rhombus,size=3,islands=4,swap=false)"
    assert (found["lower"], found["upper"], found["exact"], found["person"]) == (1, 1, True, 0)
    assert {each["move"] for each in found["actions"] if each["lower"] == 1} == {"c1", "a2", "b2", "c2", "a3"}
    assert len(found["actions"]) == 9
    assert found["line"]
    assert found["nodes"] >= 1


def test_the_pie_rule_is_heeded() -> None:
    text = run_well("solve", "hex(size=3)", *SMALL)
    assert "before the first move: black to move\nthe second player wins, whatever is played; " in text
    assert "Pie rule" in text
    assert "wins (1): swap" in run_well("solve", "hex(size=3)", "b2", *SMALL)


@pytest.mark.parametrize(
    ("game", "moves", "told"),
    [
        ("hex(size=3)", "", "before the first move: black to move\nthe second player wins, whatever is played; "),
        ("hex(size=3)", "b2", "after 1 ply: white to move\nthe second player wins with the move; "),
        ("hex(size=3)", "b2 swap", "after 2 plies: white to move\nblack wins, whatever is played; "),
        ("hex(size=3,swap=false)", "a1", "after 1 ply: white to move\nwhite wins with the move; 1 position, "),
        ("atomorph(size=3)", "", "before the first move: black to move\nthe second player wins, whatever is played; "),
    ],
)
def test_the_winner_is_named_by_a_colour_only_when_nobody_can_swap_it(game: str, moves: str, told: str) -> None:
    assert told in run_well("solve", game, *moves.split(), "--quick", "--no-keep", *SMALL)


def test_quick_tells_one_move() -> None:
    found = run_json("solve", "hex(size=3,swap=false)", "--quick", *SMALL)
    assert len(found["actions"]) == 1


def test_limits_leave_it_open() -> None:
    text = run_well("solve", "hex(size=8,swap=false)", "--nodes", "10", *SMALL)
    assert "\nopen; " in text
    assert "proof number" in text


def test_a_replay_says_how_much_it_walked() -> None:
    text = run_well("solve", "hex(size=3,swap=false)", "--check", *SMALL)
    assert "checked: black wins on all lines walked, every reply; " in text
    found = run_json("solve", "hex(size=3,swap=false)", "--check", "--positions", "5", *SMALL)
    assert found["check"]["is_complete"] is False
    assert "random games" in found["check"]["text"]


def test_a_map_is_replayed_as_well() -> None:
    text = run_well("solve", "hex(size=3)", "--openings", "--check", *SMALL)
    assert "checked: after each of 9 openings the winner wins on all lines walked, every reply; " in text
    found = run_json("solve", "hex(size=4)", "--openings", "--check", "--positions", "100", *SMALL)
    assert found["check"]["holds"] is True
    assert found["check"]["is_complete"] is False


@pytest.mark.parametrize("what", [(), ("--openings",)])
def test_a_replay_finds_a_lie_out(what: tuple[str, ...], tmp_path: Path) -> None:
    table = tmp_path / "table"
    run_well("solve", "hex(size=4,swap=false)", "--table", str(table), *SMALL)
    run_well("solve", "hex(size=4,swap=false)", "--openings", "--table", str(table), *SMALL)
    assert make_lie(table) > 0
    result = run("solve", "hex(size=4,swap=false)", *what, "--check", "--table", str(table), *SMALL)
    assert result.exit_code == 1
    assert "WRONG: " in result.stdout


def test_the_map_of_openings(tmp_path: Path) -> None:
    picture = tmp_path / "map.svg"
    text = run_well("solve", "hex(size=4)", "--openings", "--svg", str(picture), "--theme", "dark", *SMALL)
    assert "4 of 16 openings win if nobody swaps" in text
    assert "swap (they win): d1 c2 b3 a4" in text
    root = ET.fromstring(picture.read_text(encoding="utf-8"))
    texts = ["".join(each.itertext()).strip() for each in root.iter() if each.tag.endswith("text")]
    assert texts.count("+") == 4
    assert texts.count("\u2212") == 12
    found = run_json("solve", "hex(size=4)", "--openings", *SMALL)
    assert found["wins"] == 4
    assert [each["move"] for each in found["openings"] if each["wins"]] == ["d1", "c2", "b3", "a4"]


def test_a_table_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    table = tmp_path / "hex.solved"
    first = run_json("solve", "hex(size=5,swap=false)", "--table", str(table), *SMALL)
    assert table.stat().st_size > 1000
    second = run_json("solve", "hex(size=5,swap=false)", "--table", str(table), *SMALL)
    assert second["nodes"] < first["nodes"]
    winning = [sorted(each["move"] for each in found["actions"] if each["lower"] == 1) for found in (first, second)]
    assert winning[0] == winning[1]
    assert "it is about" in refusal("solve", "hex(size=4)", "--table", str(table), *SMALL)
    table.write_bytes(b"x" * 100)
    assert "no table" in refusal("solve", "hex(size=5)", "--table", str(table), *SMALL)


def test_a_net_says_what_is_tried_first() -> None:
    board = ("solve", "hex(size=5,swap=false)", "a5", "--quick", "--no-keep", *SMALL)
    plain, ordered = run_json(*board), run_json(*board, "--net", str(TINY))
    assert plain["upper"] == ordered["upper"]
    assert plain["nodes"] != ordered["nodes"]


def test_what_makes_no_sense_is_refused() -> None:
    hex3 = "hex(size=3)"
    assert "leave out MOVES" in refusal("solve", hex3, "b2", "--openings")
    assert "--svg FILE draws the map of --openings" in refusal("solve", hex3, "--svg", "x.svg")
    assert "--theme and --size" in refusal("solve", hex3, "--theme", "dark")
    assert "--seconds" in refusal("solve", hex3, "--seconds", "0")
    assert "--positions N is for --check" in refusal("solve", hex3, "--positions", "3")
    assert "both write to stdout" in refusal("solve", hex3, "--openings", "--svg", "-", "--json")
    assert "one megabyte a thread" in refusal("solve", hex3, "--memory", "1", "--threads", "4")
    assert "here is nothing" in refusal("solve", "hex(size=8,swap=false)", "--nodes", "5", "--check", *SMALL)
    assert "neither a file nor one that is installed" in refusal("solve", hex3, "--net", "nonsense")
    assert "is for atoll, not for atomorph" in refusal("solve", "atomorph(size=3)", "--net", "atoll-small")
    assert "--net is for Atoll, Hex and Atomorph" in refusal("solve", "junior", "--net", "atoll-small")
    assert "the game is over" in refusal("solve", "hex(size=2,swap=false)", "b1", "a1", "a2")


SMALL_ATMALOF = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)"
FOUR_PIECES = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=4)"


@pytest.fixture
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.mark.usefixtures("_data")
def test_atomorph_is_solved_as_well() -> None:
    text = run_well("solve", "atomorph(size=3,swap=false)", "--check", *SMALL)
    assert "black wins with the move" in text
    assert "wins (5): " in text
    assert "checked: the winner's strategy wins on all lines walked: every reply" in text
    assert "swap (they win): b1 a2 b2 c2 b3" in run_well("solve", "atomorph(size=3)", "--openings", *SMALL)


@pytest.mark.usefixtures("_data")
@pytest.mark.parametrize("size", [3, 5])  # from a table of all positions, by a search
def test_work_on_atomorph_is_gone_on_with(size: int, tmp_path: Path) -> None:
    table = tmp_path / "flips.solved"
    board = ("solve", f"atomorph(size={size},swap=false)", "--quick", "--table", str(table), *SMALL)
    run_well(*board, "--nodes", "50000")
    first = run_json(*board)
    assert first["lower"] == 1
    assert run_json(*board)["nodes"] == 0
    assert "table" in refusal("solve", "atomorph(size=6)", "--table", str(table), *SMALL)
    assert table.exists()


@pytest.mark.usefixtures("_data")
def test_atmalof_is_solved_with_intervals(tmp_path: Path) -> None:
    table = tmp_path / "three.table"
    text = run_well("solve", SMALL_ATMALOF, "--check", "--positions", "500", "--table", str(table), *SMALL)
    assert "worth +0.5351 to +0.5352 to red" in text
    assert "checked: 500 positions of the table agree with their successors" in text
    found = run_json("solve", SMALL_ATMALOF, "r2", "--table", str(table), *SMALL)
    assert {each["move"] for each in found["actions"]} == {"=1", "=2", "=3"}
    assert all(each["lower"] <= each["upper"] for each in found["actions"])
    assert "not solved one by one" in refusal("solve", SMALL_ATMALOF, "--openings")


@pytest.mark.usefixtures("_data")
@pytest.mark.parametrize(
    ("moves", "person", "told"),
    [
        ("r2=1 c2", 1, "blue rolls for c2\nworth -0.2767 to -0.2766 to blue; "),
        ("r2=1", 1, "blue to move\nworth -0.2767 to -0.2766 to blue; "),
        ("r2", 0, "red rolls for r2\nworth +0.3690 to +0.3691 to red; "),
        ("r1=3 c2=3 r1=1 r1=1 r2", 0, "red rolls for r2\nred wins, whatever is rolled; "),
        ("c2=3 c1=2 r2=1 r2=2 c2", 0, "red rolls for c2\nblue wins, whatever is rolled; "),
        ("r1=3 c1=1 r1c3-r1c2 r2=2 c2=2 c3", 1, "blue rolls for c3\nblue wins, whatever is rolled; "),
        ("c2=2 c2=2 c1=2 c2", 1, "blue rolls for c2\nred wins, whatever is rolled; "),
    ],
)
def test_a_roll_is_somebodys(moves: str, person: int, told: str) -> None:
    asked = ("solve", FOUR_PIECES, *moves.split(), *SMALL)
    assert told in run_well(*asked)
    assert run_json(*asked)["person"] == person
