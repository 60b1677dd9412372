"""Marks that people draw: their texts, what is none, their one order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import motu
from motu.boards.marks import (
    MARK_COLOURS,
    MAX_MARKS,
    SHAPES,
    DrawnMark,
    arranged,
    checked_mark,
    checked_marks,
    read_mark,
)
from motu.errors import BoardError

BOARD = motu.load_game("hex(size=5)").board
cells = st.sampled_from(BOARD.names)
colours = st.sampled_from(MARK_COLOURS)
labels = st.text(st.characters(codec="utf-8"), min_size=1, max_size=4).filter(
    lambda text: text.isprintable() and " " not in text
)
marks = (
    st.builds(lambda kind, cell, colour: DrawnMark(kind, (cell,), colour), st.sampled_from(SHAPES), cells, colours)
    | st.builds(lambda cell, colour, text: DrawnMark("label", (cell,), colour, text), cells, colours, labels)
    | st.builds(
        lambda pair, colour: DrawnMark("arrow", tuple(pair), colour),
        st.lists(cells, min_size=2, max_size=2, unique=True),
        colours,
    )
)


@given(marks)
def test_every_mark_has_one_text(mark: DrawnMark) -> None:
    assert read_mark(str(mark)) == mark
    assert checked_mark(f"  {str(mark).replace(' ', '   ')} ", BOARD) == mark


@given(st.lists(marks, max_size=12), st.randoms())
def test_their_order_does_not_depend_on_when_they_were_drawn(drawn: list[DrawnMark], dice: object) -> None:
    once = arranged(drawn, BOARD)
    assert checked_marks(once, BOARD) == once
    assert checked_marks(once[::-1], BOARD) == once
    assert len({read_mark(text).place for text in once}) == len(once)


def test_the_last_of_a_place_counts() -> None:
    texts = [
        "circle a1",
        "triangle a1 red",
        "arrow a1 b1",
        "arrow a1 b1 blue",
        "arrow b1 a1",
        "label a1 X",
        "label a1 Y",
    ]
    assert checked_marks(texts, BOARD) == ("triangle a1 red", "label a1 Y", "arrow a1 b1 blue", "arrow b1 a1")


def test_the_first_colour_goes_without_saying() -> None:
    assert str(read_mark("CIRCLE a1 green".lower())) == "circle a1"
    assert read_mark("circle A1").cells == ("a1",)
    assert read_mark("label a1 red") == DrawnMark("label", ("a1",), text="red")


@pytest.mark.parametrize(
    "text",
    [
        *("", "circle", "arrow a1", "arrow a1 a1", "label a1", "label a1 longer", "circle a1 pink", "spiral a1"),
        *("circle a1 red blue", "circle a1 X", "label a1 A red blue", "circle " + "a" * 100),
    ],
)
def test_what_is_no_mark_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BoardError, match="is no mark: one is like 'circle c3'") as caught:
        read_mark(text)
    assert caught.value.slug == "board/mark"


def test_cells_are_those_of_the_board() -> None:
    with pytest.raises(BoardError, match="no cell 'z9'") as caught:
        checked_marks(["circle a1", "arrow a1 z9"], BOARD)
    assert caught.value.slug == "board/cell"


def test_there_is_a_bound() -> None:
    with pytest.raises(BoardError, match="201 marks on a position; at most 200"):
        checked_marks(["circle a1"] * (MAX_MARKS + 1), BOARD)
