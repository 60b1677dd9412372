"""A card of fixed size with boards on it, as previews of links show them.

Floor: drawing. There are no letters in it: what makes a picture of it may have no fonts, and who sees it no lens.
"""

from __future__ import annotations

from collections.abc import Sequence

from motu.boards import Board
from motu.drawing.pen import element
from motu.drawing.position import Position
from motu.drawing.svg import draw_svg
from motu.drawing.themes import LIGHT_COLOURS

CARD = (1200, 630)
"""Width and height in pixels."""

_MARGIN = 26


def draw_card(subjects: Sequence[Position | Board]) -> str:
    """Draw a position or a board with its sea or table all round, or several side by side.

    Args:
        subjects: At least one.
    """
    width, height = CARD
    is_alone = len(subjects) == 1
    room = (width - _MARGIN * (len(subjects) + 1)) / len(subjects)
    placed = [_placed(subject, index, room, is_alone=is_alone) for index, subject in enumerate(subjects)]
    size: dict[str, str | float | None] = {"width": width, "height": height}
    card = element("rect", {**size, "fill": LIGHT_COLOURS[_ground(subjects[0]) if is_alone else "sea0"]})
    frame = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {height}", **size}
    return element("svg", frame, card, *placed) + "\n"


def _ground(subject: Position | Board) -> str:
    board = subject if isinstance(subject, Board) else subject.game.board
    return "table" if board.kind == "points" else "sea2"


def _placed(subject: Position | Board, index: int, room: float, *, is_alone: bool) -> str:
    """A board in its place in the row; where it is alone, its sea goes on to the edges."""
    drawn = draw_svg(subject, coordinates=False, background=not is_alone, hooks=False, prefix=f"card{index}-")
    if is_alone:
        drawn = drawn.replace("<svg ", '<svg overflow="visible" ', 1)
    place: dict[str, str | float | None] = {
        "x": _MARGIN + index * (room + _MARGIN),
        "y": _MARGIN,
        "width": room,
        "height": CARD[1] - 2 * _MARGIN,
        "overflow": "visible" if is_alone else None,
    }
    return element("svg", place, drawn)
