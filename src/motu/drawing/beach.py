"""The ground of Atmalof: tiles on a beach; the rows and columns that no roll can reach lie out in the water.

Floor: drawing. Invariant: beyond the die, one sees it.
"""

from motu.boards import Board
from motu.drawing.geometry import Box, Point, places_of
from motu.drawing.pen import Pen
from motu.drawing.picture import Picture

TILE = 0.45
"""Half the width of a tile, in cells."""
TILE_CORNER = 0.1
PAD = 0.42
"""Half the width of a pad in the water."""

_SEA = ((2.6, "sea2", 2.2), (1.5, "sea3", 1.5))
"""Depth lines: how far they reach beyond the outer squares, their colour, their corners."""
_LAND = (("foam", 0.64, 0.48), ("sand-line", 0.59, 0.44), ("sand", 0.57, 0.43))


def draw_beach(board: Board, pen: Pen, *, sea: bool = True) -> Picture:
    """Return the ground of a board of squares and the box around it.

    Args:
        board: A board of squares.
        pen: Writes it.
        sea: Whether the depth lines are drawn, which run beyond the box.
    """
    places = places_of(board)
    near = [place for place, at in zip(places, board.coordinates, strict=True) if is_in_reach(board, at)]
    everything, land = Box.around(places), Box.around(near)
    shelf = everything.grown(0.78)
    lines = [pen.rectangle(everything.grown(out), corner, pen.paint(role)) for out, role, corner in _SEA] if sea else []
    parts = [pen.rectangle(shelf.grown(0.2), 0.85, pen.paint("sea4")), pen.rectangle(shelf, 0.7, pen.paint("reef"))]
    shadow = Box(land.left - 0.6, land.top - 0.53, land.right + 0.66, land.bottom + 0.73)
    parts.append(pen.rectangle(shadow, 0.5, {**pen.paint("contact"), "opacity": "0.18"}))
    parts += [pen.rectangle(land.grown(out), corner, pen.paint(role)) for role, out, corner in _LAND]
    layers = (
        pen.group("sea", *lines, *parts),
        _draw_tiles(pen, near),
        _draw_pads(pen, [place for place in places if place not in set(near)]),
    )
    return Picture(layers, shelf.grown(0.2))


def is_in_reach(board: Board, at: tuple[int, int]) -> bool:
    """Whether the die can name a square, given by column and row."""
    return at[0] < board.drop_columns and at[1] < board.drop_rows


def _draw_tiles(pen: Pen, places: list[Point]) -> str:
    under = [pen.rectangle(_square(x + 0.012, y + 0.035, TILE), TILE_CORNER, {}) for x, y in places]
    tiles = [pen.rectangle(_square(x, y, TILE), TILE_CORNER, {}) for x, y in places]
    shadow = {**pen.paint("tile-line"), "opacity": "0.6"}
    return pen.group("tile-shadows", *under, attributes=shadow) + pen.group(
        "tiles", *tiles, attributes=pen.paint("tile")
    )


def _draw_pads(pen: Pen, places: list[Point]) -> str:
    pads = [pen.rectangle(_square(x, y, PAD), 0.3, {}) for x, y in places]
    dashes = {"stroke-dasharray": "2.8 3", "stroke-linecap": "round"}
    water = pen.group("pads", *pads, attributes={**pen.paint("sea3"), "opacity": "0.24"})
    return water + pen.group("pad-lines", *pads, attributes={**pen.paint("none", "foam", 0.035), **dashes})


def _square(x: float, y: float, half: float) -> Box:
    return Box(x - half, y - half, x + half, y + half)
