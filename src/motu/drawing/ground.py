"""What the browser app draws a board with: the ground of one, its stones and its lips, in colours by reference.

Floor: drawing. Invariant: the app paints no ground of its own, so pages and pictures cannot drift apart.
"""

from dataclasses import dataclass

from motu.boards import Board
from motu.drawing.beach import draw_beach
from motu.drawing.coordinates import CLEARANCE, REEF_CLEARANCE, Coordinate, coordinates_of
from motu.drawing.geometry import Box
from motu.drawing.lagoon import draw_lagoon
from motu.drawing.pen import Pen, element
from motu.drawing.picture import Picture
from motu.drawing.shades import stone_shades
from motu.drawing.squares import HEADERS_OUT
from motu.drawing.stones import draw_lip, draw_stone, stone_radius
from motu.drawing.themes import PAGE
from motu.drawing.wood import beside, draw_wood

PREFIX = "ground-"
"""What all ids begin with; a page puts another in its place for every board that it shows."""

_LABEL_ROOM = 0.32
_DIE_ROOM = 0.9
"""A die comes to rest at the end of the line that it was rolled for."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A board for a page; markup in units of `motu.drawing.pen.SCALE` a cell."""

    markup: str
    """The shades and all layers below the stones."""
    stones: tuple[str, str]
    """A stone of each colour, round the origin."""
    lips: tuple[str, str]
    """What looks out from under a weak stone, by its own colour, round the origin; '' where no stone is ever weak."""
    labels: tuple[Coordinate, ...]
    """The names of columns and rows; none on squares, where the headers are controls."""
    box: Box
    """What is to be seen, in cells."""
    bare_box: Box
    """The same without names of columns and rows."""


def ground_of(board: Board, colour_names: tuple[str, str], *, has_flips: bool) -> Ground:
    """Return a board for a page."""
    pen = Pen(PAGE, PREFIX)
    picture = _draw(board, pen)
    first, second = colour_names
    labels = () if board.kind == "squares" else _labels(board, picture.box)
    radius = stone_radius(board.kind)
    return Ground(
        element("defs", {}, stone_shades(pen, colour_names)) + "".join(picture.layers),
        (draw_stone(pen, first, radius=radius), draw_stone(pen, second, radius=radius)),
        (draw_lip(pen, second, 0.0, "lip"), draw_lip(pen, first, 0.0, "lip")) if has_flips else ("", ""),
        labels,
        _box(board, picture.box, labels),
        _bare_box(board, picture.box),
    )


def _draw(board: Board, pen: Pen) -> Picture:
    if board.kind == "hexagons":
        return draw_lagoon(board, pen)
    return draw_wood(board, pen) if board.kind == "points" else draw_beach(board, pen)


def _labels(board: Board, ground: Box) -> tuple[Coordinate, ...]:
    if board.kind == "points":
        return beside(board, ground)
    return coordinates_of(board, REEF_CLEARANCE if board.islands else CLEARANCE)


def _box(board: Board, ground: Box, labels: tuple[Coordinate, ...]) -> Box:
    if board.kind == "squares":
        return _bare_box(board, ground)
    return ground.joined(Box.around((label.place for label in labels), _LABEL_ROOM)) if labels else ground


def _bare_box(board: Board, ground: Box) -> Box:
    if board.kind != "squares":
        return ground
    corner = min(board.centres[:, 0]), min(board.centres[:, 1])
    left, top = (float(at) - HEADERS_OUT for at in corner)
    return Box(left, top, ground.right + _DIE_ROOM, ground.bottom + _DIE_ROOM)
