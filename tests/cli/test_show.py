"""`motu show`."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

import motu
from cli.running import refusal, run, run_json, run_well, terminal
from motu.drawing import draw_svg, draw_text

HEX = "hex(size=5)"
TRIO = ("hex(size=3)", "atomorph(size=3)", "atmalof")


def position(spec: str, *moves: str) -> motu.State:
    return motu.load_game(spec).new_initial_state().play_all(moves)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A file of three games."""
    path = tmp_path / "games.jsonl"
    for moves in (["c3"], ["c3", "swap", "b4"], ["a1", "b2", "c3", "d4"]):
        position(HEX, *moves).record().save(path, append=True)
    return path


# --- text ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", motu.PRESETS)
def test_an_empty_board_of_every_preset(spec: str) -> None:
    assert run_well("show", spec) == f"{position(spec)}\n"


def test_moves_are_played_one_by_one_or_in_one_text() -> None:
    expected = f"{position(HEX, 'c3', 'swap', 'b4')}\n"
    assert run_well("show", HEX, "c3", "swap", "b4") == expected
    assert run_well("show", HEX, "C3, swap", "B4") == expected


def test_ascii_board() -> None:
    state = position(HEX, "c3")
    assert run_well("show", HEX, "c3", "--ascii") == draw_text(state, ascii_only=True) + "\n"


def test_board_without_coordinates() -> None:
    assert run_well("show", HEX, "--no-coordinates") == draw_text(position(HEX), coordinates=False) + "\n"


def test_no_colours_in_a_pipe() -> None:
    assert "\x1b" not in run_well("show", HEX, "c3")


def test_colours_on_a_terminal_but_never_against_no_color() -> None:
    with terminal("show", HEX, "c3") as coloured:
        assert coloured.wait_for_end() == 0
    assert "\x1b[" in coloured.screen
    with terminal("show", HEX, "c3", extra={"NO_COLOR": "1"}) as plain:
        assert plain.wait_for_end() == 0
    assert plain.screen.replace("\r\n", "\n") == f"{position(HEX, 'c3')}\n"


def test_ascii_where_the_terminal_knows_nothing_else() -> None:
    with terminal("show", HEX, "c3", extra={"NO_COLOR": "1", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}) as old:
        assert old.wait_for_end() == 0
    assert old.screen.replace("\r\n", "\n") == draw_text(position(HEX, "c3"), ascii_only=True) + "\n"


# --- pictures --------------------------------------------------------------------------------------------------------


def test_picture_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    result = run("show", HEX, "c3", "--svg", str(path), "--theme", "dark", "--size", "300")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"written: {path}\n")
    assert path.read_text("utf-8") == draw_svg(position(HEX, "c3"), theme="dark", size=300)


def test_picture_to_stdout_is_xml() -> None:
    picture = run_well("show", "atmalof", "r4=6", "--svg", "-", "--no-coordinates")
    assert ET.fromstring(picture).tag.endswith("svg")
    assert picture == draw_svg(position("atmalof", "r4=6"), coordinates=False)


def test_picture_and_json_together(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert json.loads(run_well("show", HEX, "c3", "--svg", str(path), "--json"))["ply"] == 1
    assert path.exists()


# --- for programs ----------------------------------------------------------------------------------------------------


def test_json_of_a_swapped_game() -> None:
    state = position(HEX, "c3", "swap")
    data = run_json("show", HEX, "c3", "swap")
    assert data["spec"] == state.game.spec
    assert (data["moves"], data["ply"], data["last"], data["swapped"]) == (["c3", "swap"], 2, "swap", True)
    assert (data["to_move"], data["person"], data["rolls"], data["outcome"]) == ("white", 0, False, None)
    assert data["stones"] == {"black": ["c3"], "white": []}
    assert data["legal"] == state.legal_moves()
    assert int(data["hash"], 16) == state.hash()


def test_json_of_a_finished_game() -> None:
    data = run_json("show", "hex(size=3)", "b2", "a1", "b1", "a2", "b3")
    assert data["outcome"] == {"winner": 0, "colour": "black", "reason": "connected"}
    assert sorted(data["winning_cells"]) == ["b1", "b2", "b3"]
    assert (data["to_move"], data["person"], data["legal"]) == (None, None, [])


def test_json_of_atomorph_has_weak_and_contested_stones() -> None:
    moves = ("a1", "b1", "d4", "a2")
    state = position("atomorph(size=4)", *moves)
    data = run_json("show", "atomorph(size=4)", *moves)
    assert data["weak"] == ["a1"]
    assert data["contested"] == [state.game.board.names[cell] for cell in state.contested()]
    assert (data["ban"], data["to_return"]) == (False, False)


def test_json_of_atmalof_between_announcement_and_roll() -> None:
    data = run_json("show", "atmalof", "r4=6", "c2")
    assert (data["announced"], data["rolls"], data["to_move"], data["person"]) == ("c2", True, "blue", 1)
    assert data["pieces"] == [1, 0]
    assert data["legal"] == ["=1", "=2", "=3", "=4", "=5", "=6"]


def test_json_has_what_the_document_says() -> None:
    table = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8").partition("## motu show")[2]
    rows = [line.split("|")[1] for line in table.partition("## motu play")[0].splitlines() if line.startswith("| `")]
    told = {key.strip(" `") for row in rows for key in row.split(",")}
    assert {key for spec in TRIO for key in run_json("show", spec)} == told


# --- records and plies -----------------------------------------------------------------------------------------------


def test_a_record_by_its_number(records: Path) -> None:
    assert run_well("show", f"{records}:2") == f"{position(HEX, 'c3', 'swap', 'b4')}\n"


def test_the_only_record_needs_no_number(tmp_path: Path) -> None:
    path = tmp_path / "one.sgf"
    run_well("convert", "https://hexworld.org/board/#5c1,c3b2", str(path))
    assert run_well("show", str(path)) == f"{position('hex(size=5)', 'c3', 'b2')}\n"


def test_a_file_whose_name_ends_like_a_number(tmp_path: Path) -> None:
    path = tmp_path / "game:7"
    position(HEX, "c3").record().save(path)
    assert run_json("show", str(path))["moves"] == ["c3"]


def test_a_ply(records: Path) -> None:
    assert run_json("show", f"{records}:3", "--ply", "2")["moves"] == ["a1", "b2"]
    assert run_json("show", HEX, "a1", "b2", "--ply", "0")["moves"] == []


def test_a_ply_begins_before_an_announcement_and_before_a_stone_is_put_back() -> None:
    assert run_json("show", "atmalof", "r4=6", "c2", "--ply", "1")["moves"] == ["r4=6"]
    moves = ["a1", "b1", "d4", "a2", "d3", "xa1", "@c3"]
    shown = run_json("show", "atomorph(size=4,return_stone=true)", *moves, "--ply", "6")
    assert (shown["moves"], shown["to_return"]) == (moves[:6], True)


# --- refusals --------------------------------------------------------------------------------------------------------


def test_how_a_board_looks_is_written_for_other_pages(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    assert run_well("show", "hex(size=3x4)", "--drawing", str(file)) == ""
    written = json.loads(file.read_text("utf-8"))
    assert written["view"]["names"] == list(motu.load_game("hex(size=3x4)").board.names)
    assert written["view"]["ground"].startswith("<")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["foo"], "unknown game 'foo'"),
        (["hex(size=5"], "')' at the end expected"),
        ([], "name a game"),
        ([HEX, "z9"], "cannot read the move 'z9'"),
        ([HEX, "c3", "c3"], "c3 is occupied"),
        ([HEX, "\udcff"], "cannot read the move '?'"),
        ([HEX, "--theme", "dark"], "--svg FILE"),
        ([HEX, "--size", "300"], "--svg FILE"),
        ([HEX, "--svg", "-", "--theme", "pink"], "light, dark, auto"),
        ([HEX, "--svg", "-", "--size", "1"], "16 to 20000"),
        ([HEX, "--svg", "-", "--json"], "both write to stdout"),
        ([HEX, "--svg", "no/such/folder/board.svg"], "cannot write 'no/such/folder/board.svg'"),
        ([HEX, "--drawing", "no/such/folder/board.json"], "cannot write 'no/such/folder/board.json'"),
        ([HEX, "c3", "--ply", "2"], "1 ply long"),
        ([HEX, "--ply", "-1"], "--ply"),
        ([HEX, "--ply", "x"], "--ply"),
        (["nothing.jsonl"], "there is no file 'nothing.jsonl'"),
        (["--colour"], "--colour"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: list[str], told: str) -> None:
    assert told in refusal("show", *arguments)


@pytest.mark.parametrize(
    ("number", "told"), [("", "say which one"), (":4", "records 1 to 3"), (":0", "records 1 to 3")]
)
def test_a_number_must_name_a_record(records: Path, number: str, told: str) -> None:
    assert told in refusal("show", f"{records}{number}")


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("buy bread\n")
    assert "formats" in refusal("show", str(path))
    (tmp_path / "empty.jsonl").write_text("\n")
    refusal("show", str(tmp_path / "empty.jsonl"))


def test_a_file_of_another_format_needs_no_option(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;FF[4]GM[11]SZ[3];B[b2])", "utf-8")
    assert run_json("show", str(file))["moves"] == ["b2"]
    assert "leave out MOVES" in refusal("show", str(file), "a1")


# --- films ------------------------------------------------------------------------------------------------------------


def films(path: Path) -> tuple[int, tuple[int, int]]:
    """Return how many pictures there are in a GIF, and how large it is."""
    with Image.open(path) as image:
        return image.n_frames, image.size  # type: ignore[attr-defined]


def test_a_game_becomes_an_animated_picture(tmp_path: Path, records: Path) -> None:
    path = tmp_path / "game.gif"
    result = run("show", HEX, "c3", "b2", "--gif", str(path), "--size", "120", "--theme", "dark")
    assert (result.exit_code, result.stdout) == (0, "")
    assert f"written: {path}, 3 positions" in result.stderr
    assert films(path) == (3, (120, films(path)[1][1]))
    run_well("show", f"{records}:3", "--ply", "2", "--gif", str(path), "--size", "100")
    assert films(path)[0] == 3


def test_animated_pictures_that_cannot_be_are_refused(tmp_path: Path) -> None:
    assert "give it the name of a file" in refusal("show", HEX, "--gif", "-")
    path = str(tmp_path / "game.gif")
    assert "light or dark, not auto" in refusal("show", HEX, "--gif", path, "--theme", "auto")
    assert "cannot write" in refusal("show", HEX, "--gif", str(tmp_path / "nowhere" / "game.gif"), "--size", "50")
