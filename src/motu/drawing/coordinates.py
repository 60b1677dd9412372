"""Where the names of columns and rows stand: beyond the first cell of their line, clear of cells and island stones.

Floor: drawing. Invariant: no label comes nearer to a stone than `CLEARANCE`.
"""

import math
from dataclasses import dataclass, replace

from motu.boards import Board
from motu.drawing.pen import Point
from motu.drawing.reef import ReefStone, distance

CLEARANCE = 0.78
"""Distance that a label keeps from the centre of every cell and island stone, in cells."""

_STEP = 0.02
_FARTHEST = 60.0


@dataclass(frozen=True, slots=True)
class Coordinate:
    """The name of one column or row, and where it stands."""

    text: str
    place: Point
    is_column: bool
    index: int
    """Number of the column or row, from 0."""
    first: Point
    """Centre of the first cell of the line."""


def coordinates_of(board: Board, reef: tuple[ReefStone, ...]) -> tuple[Coordinate, ...]:
    """Return the names of all columns and rows of a board of hexagons or points, columns first."""
    obstacles = [stone.place for stone in reef] + _centres(board)
    columns = _line_up([_beyond_line(board, index, obstacles, is_column=True) for index in range(board.width)])
    rows = [_beyond_line(board, index, obstacles, is_column=False) for index in range(board.height)]
    return tuple(label for label in [*columns, *rows] if label is not None)


def _centres(board: Board) -> list[Point]:
    return [(x, y) for x, y in board.centres.tolist()]


def _beyond_line(board: Board, index: int, obstacles: list[Point], *, is_column: bool) -> Coordinate | None:
    """The label of one line: as near to its first cell as the obstacles allow; None for a line without cells."""
    line, along = (0, 1) if is_column else (1, 0)
    cells = [cell for cell in range(board.num_cells) if board.coordinates[cell][line] == index]
    if not cells:
        return None
    first = min(cells, key=lambda cell: board.coordinates[cell][along])
    x, y = board.centres[first].tolist()
    dx, dy = _outward(board, first, _backward(board, is_column=is_column))
    name = board.names[first]
    text = name.rstrip("0123456789") if is_column else name.lstrip("abcdefghijklmnopqrstuvwxyz")
    reach = CLEARANCE
    while reach < _FARTHEST:
        place = (x + dx * reach, y + dy * reach)
        if all(distance(place, other) >= CLEARANCE - _STEP for other in obstacles):
            break
        reach += _STEP
    return Coordinate(text, place, is_column, index, (x, y))


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

    Straight to the left or up where nothing of the board lies there, since the eye reads across; else along the line itself.
    """
    x, y = board.centres[cell].tolist()
    straight = (math.copysign(1.0, backward[0]), 0.0) if abs(backward[0]) > abs(backward[1]) else (0.0, math.copysign(1.0, backward[1]))
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
    """Whether a column's label stands half a cell higher than those beside it, and they are not part of a slope."""
    here = heights[index]
    around = [heights[other] for other in (index - 2, index - 1, index + 1, index + 2) if 0 <= other < len(heights)]
    beside = [heights[other] for other in (index - 1, index + 1) if 0 <= other < len(heights)]
    if here is None or None in around:
        return False
    is_inner = all(abs(height - here - 0.5) < 0.1 for height in beside if height is not None)
    farther = max(height for height in around if height is not None)
    return is_inner and farther - here < 0.6
