"""Custom boards: both file forms, and every way of getting one wrong."""

import json
import os
import re
from pathlib import Path

import pytest

import motu
from motu.boards import CustomBoard, load_custom_board, parse_custom_board
from motu.errors import BoardError

HEXAGON = CustomBoard(
    cells=tuple("a1 a2 a3 b1 b2 b3 b4 c1 c2 c3 c4 c5 d2 d3 d4 d5 e3 e4 e5".split()),  # noqa: SIM905  (one row a column)
    junctions=("a3", "c5", "e5", "c1"),
)
DOCUMENT = Path(__file__).parents[2] / "docs" / "boards.md"


def documented(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("language", ["json", "text"])
def test_documented_examples_are_the_same_board(language: str) -> None:
    board = parse_custom_board(documented(language))
    assert set(board.cells) == set(HEXAGON.cells)
    assert board.junctions == HEXAGON.junctions
    assert board.first == "black"


def test_json_round_trips() -> None:
    board = CustomBoard(HEXAGON.cells, HEXAGON.junctions, "white", "three")
    assert parse_custom_board(json.dumps(board.to_json())) == board


def test_a_custom_board_like_a_built_in_one_plays_alike() -> None:
    square = motu.load_game("atoll(size=7)").board
    names = [square.names[cell] for cell in square.junctions]
    copy = motu.load_game(motu.AtollRules(custom=CustomBoard(square.names, tuple(names), "white"))).board
    assert copy.names == square.names
    assert copy.neighbours == square.neighbours
    assert copy.islands == square.islands
    assert copy.rim == square.rim


def test_a_file_named_in_a_spec_is_read(tmp_path: Path) -> None:
    path = tmp_path / "my board, (old).json"
    path.write_text(json.dumps(HEXAGON.to_json()), encoding="utf-8")
    spec = str(motu.AtollRules(file=str(path)))
    game = motu.load_game(spec, load_custom_board)
    assert game.board.num_cells == 19
    assert motu.load_game(game.spec, load_custom_board).spec == game.spec


def test_a_spec_alone_makes_nobody_read_a_file(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(HEXAGON.to_json()), encoding="utf-8")
    for rules in (str(motu.AtollRules(file=str(path))), motu.AtollRules(file=str(path))):
        with pytest.raises(BoardError) as caught:
            motu.load_game(rules)
        assert caught.value.slug == "board/file"
        assert "must come along" in caught.value.message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_pipes_and_devices_are_no_board_files(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), Path("/dev/null"), tmp_path):
        with pytest.raises(BoardError, match="no regular file"):
            load_custom_board(path)


def test_of_a_large_file_no_more_is_read_than_shows_that_it_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "endless.json"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # a hole: it takes no room, but nobody could read it all
    with pytest.raises(BoardError, match="larger than a megabyte"):
        load_custom_board(path)


def test_the_marked_junction_begins_island_0() -> None:
    drawing = documented("text").replace("@", "*")
    turned = drawing[: drawing.rindex("*")] + "@" + drawing[drawing.rindex("*") + 1 :]
    assert parse_custom_board(turned).junctions == ("c1", "a3", "c5", "e5")


def with_cells(*names: str, junctions: tuple[str, ...] = HEXAGON.junctions) -> CustomBoard:
    return CustomBoard(names, junctions)


WITHOUT_MIDDLE = tuple(name for name in HEXAGON.cells if name != "c3")


@pytest.mark.parametrize(
    ("board", "slug", "cell"),
    [
        (with_cells(*WITHOUT_MIDDLE), "board/hole", "c3"),
        (with_cells(*HEXAGON.cells, "h9"), "board/disconnected", "h9"),
        (with_cells(*HEXAGON.cells, "c3"), "board/duplicate", "c3"),
        (with_cells(*HEXAGON.cells, "f5", "g5"), "board/pinched", "f5"),
        (with_cells(*HEXAGON.cells, "3c"), "board/cell", "3c"),
        (with_cells(*HEXAGON.cells, "c900"), "board/size", "c900"),
        (CustomBoard(HEXAGON.cells, ("a3", "c5", "c3", "c1")), "board/junction", "c3"),
        (CustomBoard(HEXAGON.cells, ("a3", "e5", "c5", "c1")), "board/junction", "c5"),
        (CustomBoard(HEXAGON.cells, ("a3", "a3", "c5", "c1")), "board/junction", "a3"),
        (CustomBoard(HEXAGON.cells, ("a3", "c5", "e5", "z9")), "board/junction", "z9"),
        (CustomBoard(HEXAGON.cells, ("a3", "c5", "e5")), "board/islands", ""),
        (CustomBoard(("b2", "b3", "c3", "c4"), ("b3", "c4", "c3", "b2")), "board/origin", ""),
    ],
)
def test_what_is_no_board_is_refused_with_the_cell(board: CustomBoard, slug: str, cell: str) -> None:
    with pytest.raises(BoardError) as caught:
        motu.load_game(motu.AtollRules(custom=board))
    assert caught.value.slug == slug
    assert caught.value.text == cell
    assert cell in caught.value.message


@pytest.mark.parametrize(
    ("text", "slug", "told"),
    [
        ("", "board/drawing", "no cells"),
        ("{", "board/json", "not valid JSON"),
        ('{"cells": ["a1"]}', "board/json", "junctions"),
        ('{"cells": "a1", "junctions": ["a1"]}', "board/json", "cells"),
        ('{"cells": [1], "junctions": ["a1"]}', "board/json", "1"),
        ('{"cells": ["a1"], "junctions": ["a1"], "first": "red"}', "board/json", "red"),
        ('{"cells": ["a1"], "junctions": ["a1"], "holes": []}', "board/json", "holes"),
        ("{" * 100_000, "board/json", "not valid JSON"),
        (". x .", "board/drawing", "'x'"),
        ("\t.", "board/drawing", "line 1, column 1: a tab means nothing in a drawing"),
        (". \x07", "board/drawing", "'\\x07'"),
        (". .\n.", "board/drawing", "between the places"),
        ("second: black\n.", "board/drawing", "first: black"),
    ],
)
def test_what_is_no_file_is_refused_with_the_reason(text: str, slug: str, told: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse_custom_board(text)
    assert caught.value.slug == slug
    assert told in caught.value.message


def test_a_missing_or_binary_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="cannot read the board file"):
        load_custom_board(tmp_path / "none.json")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    with pytest.raises(BoardError, match="not UTF-8"):
        load_custom_board(tmp_path / "picture.png")
