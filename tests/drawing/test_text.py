"""The text boards: golden files for every kind of board, and what must hold on any position."""

import re

import pytest
from hypothesis import given, settings

import motu
from drawing.gallery import GALLERY, GOLDEN, PLAIN, golden_texts
from motu.drawing import draw_text
from positions import positions

TEXTS = golden_texts()


@pytest.mark.parametrize("name", TEXTS)
def test_golden_text(name: str) -> None:
    assert (GOLDEN / f"{name}.txt").read_text("utf-8") == TEXTS[name] + "\n"


def test_no_golden_text_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == TEXTS.keys()


def test_every_game_is_in_the_gallery() -> None:
    assert {make().game.name for make in GALLERY.values()} == {"atoll", "atomorph", "atmalof"}


@given(positions())
@settings(max_examples=60)
def test_str_is_the_text_board_with_one_sign_a_stone(state: motu.State) -> None:
    text = str(state)
    assert text == draw_text(state)
    board, legend = text.split("\n\n● " if "● black" in text else "\n\nR red")
    assert not re.search(r"[ \t]$", text, re.MULTILINE)
    stones = state.stones()
    for colour, signs in enumerate(("●◆", "○◇") if state.game.name != "atmalof" else ("R", "B")):
        assert sum(board.count(sign) for sign in signs) == stones.count(colour)
    assert board.count("·") + board.count("□") == stones.count(2)
    assert legend


@given(positions())
@settings(max_examples=40)
def test_ascii_board_is_ascii_and_has_the_same_shape(state: motu.State) -> None:
    text = draw_text(state, ascii_only=True)
    assert text.isascii()
    assert [len(line) for line in text.split("\n")] == [len(line) for line in draw_text(state).split("\n")]


@given(positions())
@settings(max_examples=40)
def test_markup_adds_only_styles(state: motu.State) -> None:
    styled = draw_text(state, styled=True)
    assert re.sub(r"\[/?[a-z ]*\]", "", styled) == draw_text(state)
    assert len(re.findall(r"\[[a-z][a-z ]*\]", styled)) == styled.count("[/]")


def test_drawing_changes_nothing() -> None:
    state = GALLERY["atmalof-missed"]()
    before = (state.hash(), state.history(), state.moves())
    draw_text(state)
    assert (state.hash(), state.history(), state.moves()) == before


def test_weak_stones_need_not_be_marked() -> None:
    state = GALLERY[PLAIN]()
    assert "!" in draw_text(state)
    assert "!" not in draw_text(state, weak=False)
    assert "weak" not in draw_text(state, weak=False)


def test_coordinates_need_not_be_shown() -> None:
    for name, make in GALLERY.items():
        board = draw_text(make(), coordinates=False).split("\n\n")[0]
        assert not re.search(r"[0-9a-z]", board), name


def test_a_bare_board_is_drawn_empty() -> None:
    board = motu.load_game("hex(size=4)").board
    text = draw_text(board)
    assert text.count("·") == 16
    assert "to move" not in text


def test_every_name_can_be_read_off() -> None:
    text = draw_text(motu.load_game("atoll(size=9)").board).split("\n\n")
    labels = re.findall(r"[a-z]+|\d+", " ".join(text[:-1]))
    assert sorted(labels) == sorted([*"abcdefghi", *map(str, range(1, 12))])
