"""Boards of points (Atomorph) and of squares (Atmalof) (floor: boards)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motu import _core
from motu.boards.board import Board, Island

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ORTHOGONAL = ((0, -1), (1, 0), (0, 1), (-1, 0))
_ALL_EIGHT = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
_CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))


def point_board(size: int) -> Board:
    """Return Atomorph's board: size x size points, a1 at the lower left.

    The edges are its islands: 0 top, 1 right, 2 bottom, 3 left.
    """
    import numpy as np

    coordinates = _row_by_row(size, size)
    centres = np.array([(column, size - 1 - row) for column, row in coordinates], dtype=np.float64)
    last = size - 1
    edges = (
        tuple(last * size + column for column in range(size)),
        tuple(row * size + last for row in reversed(range(size))),
        tuple(reversed(range(size))),
        tuple(row * size for row in range(size)),
    )
    return Board(
        kind="points",
        names=tuple(f"{_core.column_letters(column)}{row + 1}" for column, row in coordinates),
        coordinates=coordinates,
        centres=centres,
        polygons=_squares(centres),
        # Seen on the screen, where rows grow upward, clockwise means the opposite order of row steps.
        neighbours=_neighbours(size, size, tuple((dx, -dy) for dx, dy in _ORTHOGONAL)),
        rim=tuple(cell for edge in edges for cell in edge[:-1]),
        islands=tuple(Island(index, index % 2, edge) for index, edge in enumerate(edges)),
    )


def square_board(rows: int, columns: int, extra_rows: int, extra_columns: int) -> Board:
    """Return Atmalof's board: (rows + extra_rows) x (columns + extra_columns) squares, r1c1 at the upper left."""
    import numpy as np

    height, width = rows + extra_rows, columns + extra_columns
    coordinates = _row_by_row(width, height)
    centres = np.array(coordinates, dtype=np.float64)
    return Board(
        kind="squares",
        names=tuple(f"r{row + 1}c{column + 1}" for column, row in coordinates),
        coordinates=coordinates,
        centres=centres,
        polygons=_squares(centres),
        neighbours=_neighbours(width, height, _ALL_EIGHT),
        rows_count_down=True,
        drop_rows=rows,
        drop_columns=columns,
    )


def _row_by_row(width: int, height: int) -> tuple[tuple[int, int], ...]:
    return tuple((column, row) for row in range(height) for column in range(width))


def _squares(centres: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    return np.asarray(centres[:, None, :] + np.array(_CORNERS)[None, :, :], dtype=np.float64)


def _neighbours(width: int, height: int, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(
            (row + dy) * width + column + dx for dx, dy in steps if 0 <= column + dx < width and 0 <= row + dy < height
        )
        for column, row in _row_by_row(width, height)
    )
