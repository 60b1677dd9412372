"""A board as data: cells, neighbours, geometry, islands (floor: boards). One class for every game and shape.

Nothing here knows a rule; whoever draws a board or walks over it with the arrow keys needs no more than this.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from motu.errors import BoardError
from motu.numbers import shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BoardKind = Literal["hexagons", "points", "squares"]


@dataclass(frozen=True, slots=True)
class Island:
    """A stretch of the rim that belongs to one colour."""

    index: int
    """0..n-1, clockwise."""
    colour: int
    """0 for the first player's colour (black), 1 for the other."""
    cells: tuple[int, ...]
    """Its rim cells clockwise, the two junction cells included."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Cells with names, places, neighbours and islands. Boards compare by identity."""

    kind: BoardKind
    """What a cell is: a hexagon to fill, a point where lines cross, or a square."""
    names: tuple[str, ...]
    """The name of each cell, lower case."""
    coordinates: tuple[tuple[int, int], ...]
    """0-based (column, row) of each cell, counted as its name counts."""
    centres: NDArray[np.float64]
    """[N, 2]; x to the right, y downward; neighbouring hexagons and orthogonally neighbouring squares are 1 apart."""
    polygons: NDArray[np.float64]
    """[N, 6 or 4, 2] corners of each cell, clockwise, in the units of `centres`."""
    neighbours: tuple[tuple[int, ...], ...]
    """The neighbouring cells of each cell, clockwise; on `squares` all eight, on `points` the orthogonal four."""
    rim: tuple[int, ...] = ()
    """The rim cells clockwise from where island 0 begins; empty on `squares`."""
    islands: tuple[Island, ...] = ()
    """The islands clockwise; on `points` the four edges; empty on `squares`."""
    flat_topped: bool = False
    """Hexagons only: columns stand upright. A rhombus has pointed tops and lying rows."""
    rows_count_down: bool = False
    """Whether row 1 is at the top of the picture."""
    drop_rows: int = 0
    """Squares only: the rows of the basic rectangle, which a die can name."""
    drop_columns: int = 0
    """Squares only: the columns of the basic rectangle."""
    _indices: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Index the names and make the arrays read-only."""
        self.centres.setflags(write=False)
        self.polygons.setflags(write=False)
        object.__setattr__(self, "_indices", {name: cell for cell, name in enumerate(self.names)})

    @property
    def num_cells(self) -> int:
        """How many cells there are."""
        return len(self.names)

    @property
    def width(self) -> int:
        """Columns, as names count them."""
        return 1 + max(column for column, _ in self.coordinates)

    @property
    def height(self) -> int:
        """Rows, as names count them."""
        return 1 + max(row for _, row in self.coordinates)

    @property
    def junctions(self) -> tuple[int, ...]:
        """The cell where each island begins, and the one before it ends."""
        return tuple(island.cells[0] for island in self.islands)

    def index(self, name: str) -> int:
        """Return the cell with this name, read case-blind.

        Raises:
            BoardError: "board/cell" when no cell has the name.
        """
        read: object = name
        cell = self._indices.get(read.strip().lower()) if isinstance(read, str) else None
        if cell is None:
            first, last = self.names[0], self.names[-1]
            raise BoardError(
                f"no cell {shown(read)} on this board: its {self.num_cells} cells run from {first} to {last}",
                slug="board/cell",
                text=str(read),
            )
        return cell
