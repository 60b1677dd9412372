"""Atoll, restated: ATOLL-BOARD to ATOLL-NODRAW and PIE."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, Self

from oracle.base import End, OracleState, column_letters, spread

Cell = tuple[int, int]
"""Column, counted from 0, and row, as named."""
Corner = tuple[int, int]
"""A corner point of hexagons: the sum of the three cells that meet there."""
Node = Cell | int
"""A cell or, by its number, an island."""

ROWS_UP: tuple[Cell, ...] = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""Steps to the six neighbours, clockwise on the screen, where rows are counted upward."""
ROWS_DOWN: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The same where rows are counted downward (`rhombus`)."""


def cell_name(cell: Cell) -> str:
    """Name a cell: column letters, then the row."""
    return f"{column_letters(cell[0])}{cell[1]}"


@dataclass(frozen=True)
class Board:
    """Cells, and the junction cells clockwise: island i runs from junction i to junction i + 1."""

    cells: frozenset[Cell]
    junctions: tuple[Cell, ...]
    first_colour: str = "black"
    """The colour of island 0."""
    steps: tuple[Cell, ...] = ROWS_UP

    def neighbours(self, cell: Cell) -> list[Cell]:
        """List the cells beside a cell."""
        return [beside for step in self.steps if (beside := (cell[0] + step[0], cell[1] + step[1])) in self.cells]

    @cached_property
    def rim(self) -> tuple[Cell, ...]:
        """The edge cells, clockwise, from junction 0 on."""
        walk = rim_walk(self.cells, self.steps)
        start = walk.index(self.junctions[0])
        return tuple(walk[start:] + walk[:start])

    @cached_property
    def islands(self) -> tuple[tuple[Cell, ...], ...]:
        """The rim cells of each island, both its junction cells included."""
        return tuple(stretch(self.rim, start, end) for start, end in rounds(self.junctions))

    def island_colour(self, island: int) -> str:
        """Return the colour of an island: they alternate."""
        other = "white" if self.first_colour == "black" else "black"
        return (self.first_colour, other)[island % 2]

    @cached_property
    def touched(self) -> dict[Cell, frozenset[int]]:
        """The islands that each cell touches."""
        return {
            cell: frozenset(index for index, island in enumerate(self.islands) if cell in island) for cell in self.cells
        }

    @cached_property
    def stretches(self) -> frozenset[frozenset[int]]:
        """For every stretch of rim, however short or long, the islands of either colour that it reaches."""
        found: set[frozenset[int]] = set()
        for start in range(len(self.rim)):
            reached: frozenset[int] = frozenset()
            for cell in self.rim[start:] + self.rim[:start]:
                reached |= self.touched[cell]
                found.add(reached)
        return frozenset(found)

    @cached_property
    def verdicts(self) -> dict[frozenset[int], bool]:
        """The answers already given by `wins`."""
        return {}

    def wins(self, group: frozenset[int]) -> bool:
        """Tell whether islands that are connected win: the rule of ATOLL-WIN, word for word.

        How short a stretch of rim is, is counted in islands.
        """
        if group not in self.verdicts:
            shortest = min(len(reached) for reached in self.stretches if group <= reached)
            self.verdicts[group] = shortest >= len(self.junctions) // 2 + 1
        return self.verdicts[group]

    def groups(self, colour: str, stones: Iterable[Cell]) -> list[frozenset[int]]:
        """Sort the islands of a colour into connected groups, given that colour's stones."""
        standing = frozenset(stones)

        def beside(node: Node) -> list[Node]:
            if isinstance(node, int):
                return [cell for cell in self.islands[node] if cell in standing]
            own = [island for island in self.touched[node] if self.island_colour(island) == colour]
            return [*own, *(cell for cell in self.neighbours(node) if cell in standing)]

        groups: list[frozenset[int]] = []
        for island in range(len(self.junctions)):
            if self.island_colour(island) == colour and not any(island in group for group in groups):
                met: set[Node] = spread(island, beside)
                groups.append(frozenset(node for node in met if isinstance(node, int)))
        return groups

    def has_won(self, colour: str, stones: Iterable[Cell]) -> bool:
        """Tell whether a colour's stones win for it."""
        return any(self.wins(group) for group in self.groups(colour, stones))


def rim_walk(cells: frozenset[Cell], steps: tuple[Cell, ...]) -> list[Cell]:
    """Walk once round the coast, keeping the land on the right hand, and list the cells passed.

    Every side of a hexagon with a cell on one hand and none on the other is a piece of coast; it leads from one corner
    point to another. The pieces are strung together from corner to corner.

    Raises:
        ValueError: If there are several coasts, or if the walk passes a cell twice.
    """
    coast: dict[Corner, tuple[Corner, Cell]] = {}
    for x, y in cells:
        around = [(x + dx, y + dy) for dx, dy in steps]
        for side in range(6):
            before, here, after = around[side - 1], around[side], around[(side + 1) % 6]
            if here not in cells:
                coast[x + before[0] + here[0], y + before[1] + here[1]] = (
                    (x + here[0] + after[0], y + here[1] + after[1]),
                    (x, y),
                )
    corner = start = min(coast)
    walk: list[Cell] = []
    for passed in range(len(coast)):
        if corner == start and passed > 0:
            raise ValueError("the board has more than one coast")
        corner, cell = coast[corner]
        if not walk or walk[-1] != cell:
            walk.append(cell)
    if len(walk) > 1 and walk[0] == walk[-1]:
        walk.pop()
    if len(set(walk)) != len(walk):
        raise ValueError("the coast passes a cell twice")
    return walk


def rounds(items: Sequence[Cell]) -> list[tuple[Cell, Cell]]:
    """Pair each item with the next one, and the last with the first."""
    return [(item, items[(index + 1) % len(items)]) for index, item in enumerate(items)]


def stretch(rim: Sequence[Cell], start: Cell, end: Cell) -> tuple[Cell, ...]:
    """List the rim cells clockwise from one to another, both included."""
    first = rim.index(start)
    turned = [*rim[first:], *rim[:first]]
    return tuple(turned[: turned.index(end) + 1])


def cut_sides(
    cells: frozenset[Cell], steps: tuple[Cell, ...], corners: Sequence[Cell], pieces: int
) -> tuple[Cell, ...]:
    """Cut every side, from corner cell to corner cell, into as many islands; return the junction cells.

    Raises:
        ValueError: If the number of islands is no multiple of 4, or a side is too short.
    """
    if pieces < 1 or len(corners) * pieces % 4 != 0:
        raise ValueError("the number of islands must be a multiple of 4")
    junctions: list[Cell] = []
    for start, end in rounds(corners):
        side = stretch(rim_walk(cells, steps), start, end)
        last = len(side) - 1
        if last < pieces:
            raise ValueError("a side is too short for its cuts")
        junctions += [side[(2 * j * last + pieces) // (2 * pieces)] for j in range(pieces)]
    return tuple(junctions)


def square(columns: int, islands: int = 8) -> Board:
    """Build the board of the published game; its number of columns is odd."""
    rows = {x: (x // 2 + 1, columns - 2) if x % 2 == 0 else ((x + 1) // 2, columns - 1) for x in range(columns)}
    cells = frozenset((x, low + up) for x, (low, height) in rows.items() for up in range(height))
    low, height = rows[columns - 1]
    right = columns - 1
    corners = ((0, columns - 2), (right, low + height - 1), (right, low), (0, 1))
    return Board(cells, cut_sides(cells, ROWS_UP, corners, sides_cut(islands, 4)), first_colour="white")


def rhombus(columns: int, rows: int, islands: int = 4) -> Board:
    """Build the board of Hex; with four islands it is Hex."""
    cells = frozenset((x, y) for x in range(columns) for y in range(1, rows + 1))
    corners = ((0, 1), (columns - 1, 1), (columns - 1, rows), (0, rows))
    return Board(cells, cut_sides(cells, ROWS_DOWN, corners, sides_cut(islands, 4)), steps=ROWS_DOWN)


def hexagon(side: int, islands: int = 12) -> Board:
    """Build a hexagonal board with so many cells a side."""
    width = 2 * side - 1
    cells = frozenset((x, y) for x in range(width) for y in range(1, width + 1) if abs(x - (y - 1)) < side)
    middle, last = side - 1, width - 1
    corners = ((0, side), (middle, width), (last, width), (last, side), (middle, 1), (0, 1))
    return Board(cells, cut_sides(cells, ROWS_UP, corners, sides_cut(islands, 6)))


def triangle(side: int, islands: int = 12) -> Board:
    """Build a triangular board: the axial cells 0 <= q <= r < side, column q and row r + 1."""
    cells = frozenset((q, r + 1) for r in range(side) for q in range(r + 1))
    corners = ((0, side), (side - 1, side), (0, 1))
    return Board(cells, cut_sides(cells, ROWS_UP, corners, sides_cut(islands, 3)))


def sides_cut(islands: int, sides: int) -> int:
    """Return into how many islands each side is cut.

    Raises:
        ValueError: If the islands cannot be shared out evenly.
    """
    if islands % sides != 0:
        raise ValueError(f"{islands} islands do not fit {sides} sides")
    return islands // sides


@dataclass(frozen=True)
class AtollState(OracleState):
    """A position of Atoll; it starts empty, with Black to move."""

    colours: ClassVar[tuple[str, str]] = ("black", "white")

    board: Board
    swap: bool = True
    placed: dict[Cell, str] = field(default_factory=dict)
    to_move: str = "black"
    turns: int = 0
    swapped: bool = False
    end: End | None = None

    @cached_property
    def stones(self) -> dict[str, str]:
        """The colour standing on each occupied cell, by the cell's name."""
        return {cell_name(cell): colour for cell, colour in self.placed.items()}

    @cached_property
    def vacant(self) -> dict[str, Cell]:
        """The empty cells by name."""
        return {cell_name(cell): cell for cell in self.board.cells if cell not in self.placed}

    def legal_moves(self) -> frozenset[str]:
        """List the empty cells, and `swap` on the second ply."""
        if self.end is not None:
            return frozenset()
        pie = {"swap"} if self.swap and self.turns == 1 else set()
        return frozenset(self.vacant) | pie

    def play(self, move: str) -> Self:
        """Return the position after a placement or the swap."""
        self.check_legal(move)
        if move == "swap":
            return replace(self, swapped=True, turns=self.turns + 1)
        placed = {**self.placed, self.vacant[move]: self.to_move}
        own = [cell for cell, colour in placed.items() if colour == self.to_move]
        end = End(self.to_move, "connection") if self.board.has_won(self.to_move, own) else None
        return replace(self, placed=placed, to_move=self.other(self.to_move), turns=self.turns + 1, end=end)
