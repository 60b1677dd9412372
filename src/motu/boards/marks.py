"""What people draw on a board: circles, arrows and their like, on cells by their names (floor: boards).

A mark is one short text, the same in records, studies and pictures: `circle c3`, `arrow a1 b2 blue`, `label d4 A red`.
Invariant: `str(read_mark(text))` is the mark's one canonical text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motu.boards.board import Board
from motu.errors import BoardError

SHAPES = ("circle", "triangle", "square", "cross")
"""Marks round or on one cell; a cell has one of them."""
MARK_KINDS = (*SHAPES, "label", "arrow")
"""All kinds of marks: a label is written on a cell, an arrow leads from one cell to another."""
MARK_COLOURS = ("green", "red", "blue", "yellow")
"""Their colours; the first one goes without saying. The tints are those of Okabe and Ito's set, which people who are
colour-blind tell apart."""
GLYPHS = ("!!", "!", "!?", "?!", "?", "??")
"""What people say of a move, from the best to the worst."""

MAX_MARKS = 200
"""Most marks on one position."""
MAX_LABEL = 4
"""Most characters of a label."""
MAX_MARK = 80
"""Most characters of a mark's text; two cells and a colour take less."""


@dataclass(frozen=True, slots=True)
class DrawnMark:
    """A mark, as far as it can be understood without its board."""

    kind: str
    """One of MARK_KINDS."""
    cells: tuple[str, ...]
    """Names of cells in lower case: two of an arrow, one of all others."""
    colour: str = MARK_COLOURS[0]
    """One of MARK_COLOURS."""
    text: str = ""
    """What a label says: 1 to MAX_LABEL characters without blanks."""

    def __str__(self) -> str:
        """Return the canonical text."""
        colour = () if self.colour == MARK_COLOURS[0] else (self.colour,)
        return " ".join((self.kind, *self.cells, *((self.text,) if self.text else ()), *colour))

    @property
    def place(self) -> tuple[str, ...]:
        """What only one mark of a position can have: an arrow's way, a cell's label, a cell's shape."""
        return (self.kind if self.kind in {"label", "arrow"} else "shape", *self.cells)


def read_mark(text: str) -> DrawnMark:
    """Return what a text describes.

    Raises:
        BoardError: "board/mark".
    """
    kind, *words = (text if len(text) <= MAX_MARK else "").split() or [""]
    num_cells = 2 if kind == "arrow" else 1
    cells = tuple(word.lower() for word in words[:num_cells])
    rest = words[num_cells:]
    label = rest.pop(0) if kind == "label" and rest else ""
    colour = rest.pop(0) if rest else MARK_COLOURS[0]
    is_right = kind in MARK_KINDS and len(cells) == num_cells and len(set(cells)) == num_cells and not rest
    if not is_right or colour not in MARK_COLOURS or not is_label(label, is_wanted=kind == "label"):
        raise BoardError(
            f"{text[:MAX_MARK]!r} is no mark: one is like 'circle c3', 'label c3 A' or 'arrow a1 b2 blue', with"
            f" {', '.join(MARK_KINDS)} in {', '.join(MARK_COLOURS)}",
            slug="board/mark",
            text=text[:MAX_MARK],
            legal=MARK_KINDS,
        )
    return DrawnMark(kind, cells, colour, label)


def is_label(text: str, *, is_wanted: bool = True) -> bool:
    """Return whether a text can be a label, or is none where none is wanted."""
    return 1 <= len(text) <= MAX_LABEL and text.isprintable() and " " not in text if is_wanted else not text


def checked_mark(text: str, board: Board) -> DrawnMark:
    """Return what a text describes, on a board that has its cells.

    Raises:
        BoardError: "board/mark", "board/cell".
    """
    mark = read_mark(text)
    for cell in mark.cells:
        board.index(cell)
    return mark


def arranged(marks: Sequence[DrawnMark], board: Board) -> tuple[str, ...]:
    """Return the texts of marks in their one order, each place once: the last mark there is the one that counts.

    Args:
        marks: Marks on cells of the board.
        board: The board.
    """
    by_place = {mark.place: mark for mark in marks}
    return tuple(map(str, sorted(by_place.values(), key=lambda mark: _order(mark, board))))


def _order(mark: DrawnMark, board: Board) -> tuple[int, ...]:
    return (MARK_KINDS.index(mark.kind), *map(board.index, mark.cells))


def checked_marks(texts: Sequence[str], board: Board) -> tuple[str, ...]:
    """Return the canonical texts of a position's marks in their order.

    Raises:
        BoardError: "board/mark" for what is no mark and for more than MAX_MARKS, "board/cell".
    """
    if len(texts) > MAX_MARKS:
        raise BoardError(
            f"there are {len(texts):,} marks on a position; at most {MAX_MARKS} are kept", slug="board/mark"
        )
    return arranged([checked_mark(text, board) for text in texts], board)
