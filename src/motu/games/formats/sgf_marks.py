"""What people say of moves and draw on boards, in SGF's own properties (floor: games).

| ours | SGF |
|---|---|
| `!!` `!` `!?` `?!` `?` `??` | `TE[2]` `TE[1]` `IT[]` `DO[]` `BM[1]` `BM[2]` |
| circle, triangle, square, cross | `CR` `TR` `SQ` `MA` |
| label, arrow | `LB[c3:A]` `AR[a1:b2]` |
| their colours, of which SGF knows nothing | `MOTUINK[circle c3 red]` beside them |

What is written otherwise there is passed over: marks are no part of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from motu.boards import Board
from motu.boards.marks import MARK_COLOURS, MAX_MARKS, DrawnMark, arranged, is_label, read_mark
from motu.errors import BoardError
from motu.games.formats.sgf_syntax import Node, escape, simple_text_value, split_composed

_GLYPHS = {
    ("TE", "2"): "!!",
    ("TE", "1"): "!",
    ("IT", ""): "!?",
    ("DO", ""): "?!",
    ("BM", "1"): "?",
    ("BM", "2"): "??",
}
_SHAPES = {"CR": "circle", "TR": "triangle", "SQ": "square", "MA": "cross"}
_NAMES = {kind: name for name, kind in (*_SHAPES.items(), ("LB", "label"), ("AR", "arrow"))}
_INK = "MOTUINK"

REMARK_PROPERTIES = frozenset({"BM", "DO", "IT", "TE", _INK, *_NAMES.values()})
"""What this module reads and writes."""

Properties = list[tuple[str, tuple[str, ...]]]


def read_glyph(node: Node) -> str:
    """Return what a node says of its move, "" where it says nothing."""
    for name, values in node.properties:
        value = "" if name in {"IT", "DO"} else ":".join(values).strip() or "1"
        if glyph := _GLYPHS.get((name, value)):
            return glyph
    return ""


def write_glyph(glyph: object) -> Properties:
    """Return the property of a glyph, nothing for what is none."""
    return [(name, (value,)) for (name, value), own in _GLYPHS.items() if own == glyph]


def read_marks(node: Node, board: Board, cell_of: Callable[[str], str]) -> tuple[str, ...]:
    """Return what is drawn beside a node, in canonical texts.

    Args:
        node: A node.
        board: The board; marks on cells that it hasn't got are passed over.
        cell_of: Returns what we call a cell, by its name in the file.
    """
    inks = {ink.place: ink for ink in _inks(node, cell_of)}
    found = []
    for mark in _plain_marks(node, cell_of):
        ink = inks.get(mark.place)
        is_same = ink is not None and replace(ink, colour=mark.colour) == mark
        found.append(ink if ink is not None and is_same else mark)
    return arranged([mark for mark in found if _is_on(board, mark)][:MAX_MARKS], board)


def _plain_marks(node: Node, cell_of: Callable[[str], str]) -> Iterator[DrawnMark]:
    for name, values in node.properties:
        for raw in values:
            if name in _SHAPES:
                yield DrawnMark(_SHAPES[name], (_cell(raw, cell_of),))
            elif name in {"LB", "AR"} and len(parts := split_composed(raw)) == 2:
                first, second = _cell(parts[0], cell_of), simple_text_value(parts[1])
                if name == "AR":
                    yield DrawnMark("arrow", (first, _cell(parts[1], cell_of)))
                elif is_label(second.strip()):
                    yield DrawnMark("label", (first,), text=second.strip())


def _inks(node: Node, cell_of: Callable[[str], str]) -> Iterator[DrawnMark]:
    for raw in node.values(_INK):
        try:
            ink = read_mark(simple_text_value(raw))
        except BoardError:
            continue
        yield replace(ink, cells=tuple(map(cell_of, ink.cells)))


def _cell(raw: str, cell_of: Callable[[str], str]) -> str:
    return cell_of(simple_text_value(raw).strip().lower())


def _is_on(board: Board, mark: DrawnMark) -> bool:
    return len(set(mark.cells)) == len(mark.cells) and all(cell in board.names for cell in mark.cells)


def write_marks(texts: object, cell_of: Callable[[str], str] = str) -> Properties:
    """Return the properties of marks; what is none is left out.

    Args:
        texts: What a record has, whether right or not.
        cell_of: Returns what the file calls a cell.
    """
    marks = [
        replace(mark, cells=tuple(map(cell_of, mark.cells)))
        for mark in _written(texts if isinstance(texts, list | tuple) else ())
    ]
    found: dict[str, tuple[str, ...]] = {}
    for mark in {mark.place: mark for mark in marks}.values():
        name = _NAMES[mark.kind]
        found[name] = (*found.get(name, ()), _value(mark))
    inks = tuple(escape(str(mark)) for mark in marks if mark.colour != MARK_COLOURS[0])
    return [*found.items(), *([(_INK, inks)] if inks else [])]


def _written(texts: Sequence[object]) -> Iterator[DrawnMark]:
    for text in texts:
        try:
            yield read_mark(str(text))
        except BoardError:
            continue


def _value(mark: DrawnMark) -> str:
    return ":".join(escape(part, composed=True) for part in (*mark.cells, mark.text) if part)
