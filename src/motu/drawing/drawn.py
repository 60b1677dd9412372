"""What people have drawn on a position: shapes, labels and arrows in a few colours.

Floor: drawing. Invariant: every line has a case of another lightness, so that it is seen on any ground and any stone.
"""

import math

from motu.boards.marks import DrawnMark
from motu.drawing.geometry import Box, Point, distance
from motu.drawing.pen import Attributes, Pen, move_to
from motu.drawing.scene import Scene
from motu.drawing.stones import place_of

_LINE = 0.07
_CASE = 0.135
_CIRCLE = 0.33
_TRIANGLE = 0.36
_SQUARE = 0.26
_CROSS = 0.2
_LABEL = 0.5
_SHAFT = 0.1
_SHAFT_CASE = 0.16
_START = 0.18
"""An arrow begins so far from the middle of its cell."""
_HEAD = 0.34
_HEAD_HALF = 0.19

_ROUND = {"stroke-linecap": "round", "stroke-linejoin": "round"}


def draw_drawn(scene: Scene, pen: Pen) -> str:
    """Return everything that was drawn, the arrows above the rest."""
    return pen.group("drawn", *(_draw_mark(scene, pen, mark) for mark in scene.drawn))


def _draw_mark(scene: Scene, pen: Pen, mark: DrawnMark) -> str:
    places = [place_of(scene, scene.board.index(cell)) for cell in mark.cells]
    if mark.kind == "arrow":
        return pen.group("drawn-arrow", _draw_arrow(pen, places[0], places[1], mark.colour))
    attributes = {"transform": move_to(places[0])}
    return pen.group(f"drawn-{mark.kind}", _draw_on_cell(pen, mark), attributes=attributes)


def _draw_on_cell(pen: Pen, mark: DrawnMark) -> str:
    role, case = f"ink-{mark.colour}", f"ink-{mark.colour}-case"
    if mark.kind == "label":
        size = _LABEL * (1.0, 0.9, 0.72, 0.6)[len(mark.text) - 1]
        halo = pen.text(mark.text, (0.0, 0.0), size, {**pen.paint(case, case, 0.12), **_ROUND}, bold=True)
        return halo + pen.text(mark.text, (0.0, 0.0), size, pen.paint(role), bold=True)
    paints = [{**pen.paint("none", case, _CASE), **_ROUND}, {**pen.paint("none", role, _LINE), **_ROUND}]
    return "".join(_draw_shape(pen, mark.kind, paint) for paint in paints)


def _draw_shape(pen: Pen, kind: str, paint: Attributes) -> str:
    if kind == "circle":
        return pen.circle((0.0, 0.0), _CIRCLE, paint)
    if kind == "square":
        return pen.rectangle(Box(-_SQUARE, -_SQUARE, _SQUARE, _SQUARE), 0.0, paint)
    if kind == "triangle":
        turns = (math.radians(90 + 120 * corner) for corner in range(3))
        return pen.line(
            [(_TRIANGLE * math.cos(turn), -_TRIANGLE * math.sin(turn)) for turn in turns], paint, closed=True
        )
    return pen.path([[(-_CROSS, -_CROSS), (_CROSS, _CROSS)], [(-_CROSS, _CROSS), (_CROSS, -_CROSS)]], paint)


def _draw_arrow(pen: Pen, start: Point, end: Point, colour: str) -> str:
    """A shaft from beside the middle of a cell, and a head whose tip is in the middle of another one."""
    length = distance(start, end)
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tail = (start[0] + _START * dx, start[1] + _START * dy)
    neck = (end[0] - _HEAD * dx, end[1] - _HEAD * dy)
    wings = [(neck[0] + side * _HEAD_HALF * dy, neck[1] - side * _HEAD_HALF * dx) for side in (1.0, -1.0)]
    role, case = f"ink-{colour}", f"ink-{colour}-case"
    shaft = [tail, (neck[0] + 0.05 * dx, neck[1] + 0.05 * dy)]
    return (
        pen.line(shaft, {**pen.paint("none", case, _SHAFT_CASE), **_ROUND})
        + pen.line([end, *wings], {**pen.paint(case, case, _SHAFT_CASE - _SHAFT), **_ROUND}, closed=True)
        + pen.line(shaft, {**pen.paint("none", role, _SHAFT), **_ROUND})
        + pen.line([end, *wings], pen.paint(role), closed=True)
    )
