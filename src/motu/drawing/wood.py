"""The ground of Atomorph: a wooden board in a frame whose sides are ebony above and below and shell left and right.

Floor: drawing. Invariant: the grain is the same every time a board is drawn.
"""

from dataclasses import replace
from random import Random

from motu.boards import Board
from motu.drawing.coordinates import Coordinate, coordinates_of
from motu.drawing.geometry import Box, Point
from motu.drawing.lagoon import COLOURS
from motu.drawing.pen import Pen, curve_through, element
from motu.drawing.picture import Picture
from motu.drawing.shades import WOOD, wood_shade

FIELD = 0.62
"""How far the wood reaches beyond the outer points, in cells."""
FRAME = 0.96
"""How far the coloured sides reach."""
EDGE_OUT = (FIELD + FRAME) / 2
"""The middle of a side."""

LABEL_OUT = 0.36
"""Distance of the names of columns and rows from the wood."""

_WOOD = 1.08
_GROOVE = 0.035
_STAR = 0.085
_GRAINS_A_CELL = 3.2


def draw_wood(board: Board, pen: Pen) -> Picture:
    """Return the ground of a board of points and the box around its frame."""
    points = Box.around((x, y) for x, y in board.centres.tolist())
    field, frame, box = points.grown(FIELD), points.grown(FRAME), points.grown(_WOOD)
    under = Box(box.left + 0.04, box.top + 0.1, box.right + 0.1, box.bottom + 0.14)
    layers = (
        element("defs", {}, wood_shade(pen)),
        pen.rectangle(under, 0.3, {**pen.paint("contact", kind="shadow"), "opacity": "0.3"}),
        pen.rectangle(box, 0.26, pen.paint("wood-edge", kind="frame")),
        pen.rectangle(field, 0.0, {**pen.hook("wood"), **pen.shaded(WOOD)}),
        _draw_grain(pen, field),
        _draw_sides(board, pen, field, frame),
        _draw_grid(board, pen, points, field),
    )
    return Picture(layers, box)


def beside(board: Board, wood: Box) -> tuple[Coordinate, ...]:
    """Return the names of columns and rows, moved out of the wood: below it and to the left."""
    return tuple(
        replace(label, place=(label.place[0], wood.bottom + LABEL_OUT))
        if label.is_column
        else replace(label, place=(wood.left - LABEL_OUT, label.place[1]))
        for label in coordinates_of(board)
    )


def _draw_grain(pen: Pen, field: Box) -> str:
    """Fine dark strokes along the wood, all in one path."""
    dice = Random(7)
    strokes = []
    for _ in range(round(_GRAINS_A_CELL * field.height)):
        y = dice.uniform(field.top + 0.08, field.bottom - 0.08)
        left = max(field.left, field.left + dice.uniform(-3.0, 0.6 * field.width))
        right = min(field.right, left + dice.uniform(0.25, 1.3) * field.width)
        sway = min(dice.uniform(-0.2, 0.2), field.bottom - y, key=abs)
        line: list[Point] = [(left, y), ((left + right) / 2, y + sway / 2), (right, y + sway / 4)]
        strokes.append(curve_through(line))
    return element("path", {**pen.paint("none", "grain", 0.03, kind="grain"), "opacity": "0.2", "d": "".join(strokes)})


def _draw_sides(board: Board, pen: Pen, field: Box, frame: Box) -> str:
    """The four sides, mitred, since a corner belongs to both; in the order of the islands: top, right, bottom, left."""
    outer = [(frame.left, frame.top), (frame.right, frame.top), (frame.right, frame.bottom), (frame.left, frame.bottom)]
    inner = [(field.left, field.top), (field.right, field.top), (field.right, field.bottom), (field.left, field.bottom)]
    parts = []
    for index, island in enumerate(board.islands):
        after = (index + 1) % 4
        colour = COLOURS[island.colour]
        shape = [outer[index], outer[after], inner[after], inner[index]]
        side = pen.line(shape, pen.paint(f"{colour}-side", kind=f"edge motu-{colour}"), closed=True)
        parts.append(pen.group("island", side, island=str(island.index), colour=colour))
    rim = pen.rectangle(field, 0.0, {**pen.paint("none", "groove", 0.045), "stroke-opacity": "0.55"})
    return pen.group("sides", *parts, rim)


def _draw_grid(board: Board, pen: Pen, points: Box, field: Box) -> str:
    columns = sorted({x for x, _ in board.centres.tolist()})
    rows = sorted({y for _, y in board.centres.tolist()})
    lines = [[(x, field.top), (x, field.bottom)] for x in columns]
    lines += [[(field.left, y), (field.right, y)] for y in rows]
    light = pen.path(lines, {**pen.paint("none", "groove-light", _GROOVE), "transform": "translate(.9,1)"})
    dark = pen.path(lines, pen.paint("none", "groove", _GROOVE, kind="grid"))
    stars = [pen.circle(at, _STAR, pen.paint("groove")) for at in _stars(points)]
    return pen.group("light", light, attributes={"opacity": "0.55"}) + dark + pen.group("stars", *stars)


def _stars(points: Box) -> list[Point]:
    """The points that help the eye to count: on larger boards four from the corners, and the middle."""
    across, down = round(points.width), round(points.height)
    if min(across, down) < 6:
        return []
    off = 3 if min(across, down) >= 10 else 2
    places: list[Point] = [
        (x, y) for x in (points.left + off, points.right - off) for y in (points.top + off, points.bottom - off)
    ]
    if across % 2 == 0 and down % 2 == 0:
        places.append(((points.left + points.right) / 2, (points.top + points.bottom) / 2))
    return places
