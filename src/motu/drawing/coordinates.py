"""Where the names of columns and rows stand: beyond the first cell of their line, clear of cells and island stones.

Floor: drawing. Invariant: no label comes nearer to a cell or to the reef than it is told.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from motu.boards import Board
from motu.drawing.geometry import Point
from motu.drawing.reef import KEPT_BOARDS, reef_of

CLEARANCE = 0.78
"""Distance that a label keeps from the centre of every cell and place of the reef in texts, in cells."""
REEF_CLEARANCE = 1.26
"""The same in pictures of boards with islands, where labels stand on the reef flat."""

_TOLERANCE = 1e-6
_IN_THE_WAY = 0.5
"""A label that would come so near to the centre of a cell has the board in its way."""


@dataclass(frozen=True, slots=True)
class Coordinate:
    """The name of one column or row, and where it stands."""

    text: str
    place: Point
    is_column: bool
    index: int
    """Number of the column or row, from 0."""
    first: Point
    """Centre of the cell at the end of the line where the label stands."""


@lru_cache(maxsize=KEPT_BOARDS)
def coordinates_of(board: Board, clearance: float = CLEARANCE) -> tuple[Coordinate, ...]:
    """Return the names of all columns and rows of a board of hexagons or points, columns first.

    Args:
        board: Any board but one of squares.
        clearance: How far a label stays from every cell and place of the reef, in cells.
    """
    columns = _line_up(_beyond_lines(board, clearance, is_column=True))
    rows = _beyond_lines(board, clearance, is_column=False)
    return tuple(label for label in [*columns, *rows] if label is not None)


def _beyond_lines(board: Board, clearance: float, *, is_column: bool) -> list[Coordinate | None]:
    """One label a line; None for a line without cells, and for one that is walled in by cells at both ends."""
    line, along = (0, 1) if is_column else (1, 0)
    lines: list[list[int]] = [[] for _ in range(board.width if is_column else board.height)]
    for cell in sorted(range(board.num_cells), key=lambda cell: board.coordinates[cell][along]):
        lines[board.coordinates[cell][line]].append(cell)
    backward = _backward(board, is_column=is_column)
    return [_beyond_line(board, cells, backward, clearance, is_column=is_column) if cells else None for cells in lines]


def _beyond_line(
    board: Board, cells: list[int], backward: Point, clearance: float, *, is_column: bool
) -> Coordinate | None:
    """The label of a line of cells: beyond its first cell, or beyond its last where cells are in the way."""
    for cell, way in ((cells[0], backward), (cells[-1], (-backward[0], -backward[1]))):
        place = _first_clear_place(board, cell, _outward(board, cell, way), clearance)
        if place is not None:
            name = board.names[cell]
            text = name.rstrip("0123456789") if is_column else name.lstrip("abcdefghijklmnopqrstuvwxyz")
            return Coordinate(text, place, is_column, board.coordinates[cell][not is_column], _centre(board, cell))
    return None


def _first_clear_place(board: Board, cell: int, way: Point, clearance: float) -> Point | None:
    """The place nearest to a cell, in a direction, that is clear of everything; None when cells stand in the way."""
    start = _centre(board, cell)
    reach = clearance
    obstacles = [stone.place for stone in reef_of(board)] + board.centres.tolist()
    stretches = sorted(_blocked(start, way, obstacles, clearance))
    for begin, end in stretches:
        if begin < reach - _TOLERANCE:
            reach = max(reach, end)
    others = (_centre(board, other) for other in range(board.num_cells) if other != cell)
    if any(aside < _IN_THE_WAY and 0.0 < ahead < reach for ahead, aside in (_seen(start, way, at) for at in others)):
        return None
    return (start[0] + way[0] * reach, start[1] + way[1] * reach)


def _blocked(
    start: Point, way: Point, obstacles: Iterable[Sequence[float]], clearance: float
) -> Iterator[tuple[float, float]]:
    """Yield the stretches of a ray, by distances from its start, on which a label would come too near something."""
    for obstacle in obstacles:
        ahead, aside = _seen(start, way, obstacle)
        if aside < clearance:
            half = math.sqrt(clearance**2 - aside**2)
            yield ahead - half, ahead + half


def _seen(start: Point, way: Point, other: Sequence[float]) -> Point:
    """How far ahead of a ray's start something lies, and how far aside."""
    dx, dy = other[0] - start[0], other[1] - start[1]
    return dx * way[0] + dy * way[1], abs(dx * way[1] - dy * way[0])


def _centre(board: Board, cell: int) -> Point:
    x, y = board.centres[cell].tolist()
    return (x, y)


def _backward(board: Board, *, is_column: bool) -> Point:
    """The unit step on the screen from a cell to the one before it in its column, or in its row."""
    here = {at: cell for cell, at in enumerate(board.coordinates)}
    for (column, row), cell in here.items():
        before = here.get((column, row - 1) if is_column else (column - 1, row))
        if before is not None:
            x, y = board.centres[before].tolist()
            x0, y0 = board.centres[cell].tolist()
            return (x - x0, y - y0)
    return (0.0, -1.0) if is_column else (-1.0, 0.0)


def _outward(board: Board, cell: int, backward: Point) -> Point:
    """The way from a line's first cell to its label.

    Straight to the left or up where nothing of the board lies there, since the eye reads across; else along the line.
    """
    x, y = board.centres[cell].tolist()
    straight = (
        (math.copysign(1.0, backward[0]), 0.0)
        if abs(backward[0]) > abs(backward[1])
        else (0.0, math.copysign(1.0, backward[1]))
    )
    for other in board.neighbours[cell]:
        x1, y1 = board.centres[other].tolist()
        if (x1 - x) * straight[0] + (y1 - y) * straight[1] > 0.3:
            return backward
    return straight


def _line_up(labels: list[Coordinate | None]) -> list[Coordinate | None]:
    """Bring the column names of a jagged edge on one line: those that stand farther in move out to their neighbours."""
    heights = [label.place[1] if label else None for label in labels]
    lined: list[Coordinate | None] = []
    for index, label in enumerate(labels):
        near = [heights[other] for other in (index - 1, index + 1) if 0 <= other < len(labels)]
        if label and near and None not in near and _is_jag(heights, index):
            level = max(height for height in near if height is not None)
            lined.append(replace(label, place=(label.place[0], level)))
        else:
            lined.append(label)
    return lined


def _is_jag(heights: list[float | None], index: int) -> bool:
    """Whether a column's label stands about half a cell higher than those beside it, which are no part of a slope."""
    here = heights[index]
    around = [heights[other] for other in (index - 2, index - 1, index + 1, index + 2) if 0 <= other < len(heights)]
    beside = [heights[other] for other in (index - 1, index + 1) if 0 <= other < len(heights)]
    if here is None or None in around:  # a custom board may have no cells in a column
        return False
    is_inner = all(0.1 < height - here < 0.7 for height in beside if height is not None)
    farther = max(height for height in around if height is not None)
    return is_inner and farther - here < 0.75
