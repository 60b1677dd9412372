"""Points and boxes, in cells: 1 is the distance between neighbouring cells.

Floor: drawing.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from motu.boards import Board

Point = tuple[float, float]
"""x to the right, y downward."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in cells."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, points: Iterable[Point], margin: float = 0.0) -> "Box":
        """Return the smallest box around some points (at least one), grown by `margin` on every side."""
        corners = list(points)
        xs = [x for x, _ in corners]
        ys = [y for _, y in corners]
        return cls(min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)

    def joined(self, other: "Box") -> "Box":
        """Return the smallest box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def grown(self, margin: float) -> "Box":
        """Return the box with `margin` more on every side."""
        return Box(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    @property
    def width(self) -> float:
        """Width in cells."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Height in cells."""
        return self.bottom - self.top


def distance(one: Point, other: Point) -> float:
    """Return the distance of two points."""
    return math.hypot(one[0] - other[0], one[1] - other[1])


def shortened(start: Point, end: Point, at_start: float, at_end: float) -> tuple[Point, Point]:
    """Return a line without a piece at its start and at its end."""
    (x0, y0), (x1, y1) = start, end
    length = distance(start, end)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    return (x0 + dx * at_start, y0 + dy * at_start), (x1 - dx * at_end, y1 - dy * at_end)


BEYOND = 0.17
"""How far the squares that no roll can reach are moved out, in cells."""


@lru_cache(maxsize=8)  # every cell of a picture asks for its place
def places_of(board: Board) -> tuple[Point, ...]:
    """Return where the cells of a board are drawn: at their centres, but for those beyond the die."""
    places: tuple[Point, ...] = tuple((x, y) for x, y in board.centres.tolist())
    if board.kind != "squares":
        return places
    return tuple(
        (x + BEYOND * (column >= board.drop_columns), y + BEYOND * (row >= board.drop_rows))
        for (x, y), (column, row) in zip(places, board.coordinates, strict=True)
    )
