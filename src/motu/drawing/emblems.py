"""The signs that are carved into islands: two islands that face each other carry the same one.

Floor: drawing. Only boards of four and of eight islands have signs; on others the islands carry their numbers, since
there 'opposite' is not all of the rule.
"""

from motu.boards import Board
from motu.drawing.geometry import Point
from motu.drawing.pen import SCALE, Pen, element, move_to

EMBLEMS = ("sun", "fish", "shell", "star")
"""Clockwise from island 0, and again from the island that faces it."""

_SIZE = 0.8
_NUMBER = 0.36
_STROKE = 0.055

# Round the origin, in shares of the sign's size.
_SHAPES = {
    "sun": "M.13 0A.13 .13 0 1 1-.13 0A.13 .13 0 1 1 .13 0M0-.2V-.31M0 .2V.31M.2 0H.31M-.2 0H-.31"
    "M.14-.14L.22-.22M-.14-.14L-.22-.22M.14 .14L.22 .22M-.14 .14L-.22 .22",
    "fish": "M-.31 0C-.2-.2 .04-.19 .14 0C.04 .19-.2 .2-.31 0ZM.14 0L.31-.15V.15ZM-.18-.03V-.02",
    "shell": "M0 .25L-.28-.03A.28 .26 0 0 1 .28-.03ZM0 .25L-.13-.23M0 .25V-.27M0 .25L.13-.23",
    "star": "M0-.31L.08-.11L.3-.1L.13 .05L.19 .26L0 .14L-.19 .26L-.13 .05L-.3-.1L-.08-.11Z",
}


def emblem_of(board: Board, island: int) -> str:
    """Return the name of an island's sign, or '' where islands carry their numbers."""
    count = len(board.islands)
    return EMBLEMS[island % (count // 2)] if count in {4, 8} else ""


def draw_emblem(pen: Pen, board: Board, island: int, at: Point, role: str, scale: float = 1.0) -> str:
    """Return an island's sign, or its number, round a place; `scale` makes it smaller on a narrow island."""
    name = emblem_of(board, island)
    if not name:
        return pen.text(str(island), at, _NUMBER * scale, pen.paint(role, kind="emblem"), bold=True)
    size = round(_SIZE * SCALE * scale, 2)
    scaled = {"transform": f"{move_to(at)} scale({size:g})"}
    paint = {**pen.paint("none", role, _STROKE / SCALE, kind="emblem"), **scaled}
    return element("path", {**paint, "stroke-linecap": "round", "stroke-linejoin": "round", "d": _SHAPES[name]})
