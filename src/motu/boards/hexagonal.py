"""Boards of hexagons from the native core (floor: boards)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from motu import _core
from motu.boards.board import Board, Island

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_HALF_HEIGHT = math.sqrt(3) / 2


def hexagonal_board(native: _core.HexBoard) -> Board:
    """Describe a native board: names, geometry, islands.

    Boards whose rows are counted downward (`rhombus`) have pointed tops, all others flat ones.
    """
    flat_topped = not native.rows_count_down
    centres = _centres(native, flat_topped)
    return Board(
        kind="hexagons",
        names=tuple(native.cell_name(cell) for cell in range(native.num_cells)),
        coordinates=tuple((column, row) for column, row in native.coordinates()),
        centres=centres,
        polygons=centres[:, None, :] + _corners(flat_topped)[None, :, :],
        neighbours=tuple(
            tuple(cell for cell in native.neighbours(cell) if cell >= 0) for cell in range(native.num_cells)
        ),
        rim=tuple(native.rim),
        islands=tuple(
            Island(index, native.island_colour(index), tuple(native.island_cells(index)))
            for index in range(native.num_islands)
        ),
        flat_topped=flat_topped,
        rows_count_down=native.rows_count_down,
    )


def _centres(native: _core.HexBoard, flat_topped: bool) -> NDArray[np.float64]:
    """[N, 2] with neighbouring centres 1 apart, the top left of the bounding box of centres at (0, 0)."""
    import numpy as np

    q, r = np.asarray(native.axial_coordinates(), dtype=np.float64).T
    if flat_topped:
        centres = np.stack([q * _HALF_HEIGHT, r + q / 2], axis=1)
    else:
        centres = np.stack([q + r / 2, r * _HALF_HEIGHT], axis=1)
    return np.asarray(centres - centres.min(axis=0), dtype=np.float64)


def _corners(flat_topped: bool) -> NDArray[np.float64]:
    """[6, 2] corners of a hexagon round (0, 0), clockwise on the screen."""
    import numpy as np

    radius = 1 / math.sqrt(3)
    turn = 0.0 if flat_topped else math.pi / 6
    angles = np.arange(6) * math.pi / 3 + turn
    return np.asarray(np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius, dtype=np.float64)
