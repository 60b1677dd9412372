"""The reef: where the islands' stones lie round a board of hexagons.

Every lattice place just off the board carries a stone of the island whose rim cells it touches. At a junction cell the
places it touches are shared out in clockwise order, half to the island that ends there and half to the one that begins;
where their number is odd, the middle place belongs to neither and is left to both. On the published board of 11 columns
that gives the rule sheet's 36 island stones: islands of 5 along the top and bottom, of 4 along the sides.

Floor: drawing. Invariant: the stones stand in clockwise order, each next to the one before.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from motu.boards import Board
from motu.drawing.geometry import Point, distance

KEPT_BOARDS = 64
"""Geometry is worked out once for so many boards; a board never changes."""


@dataclass(frozen=True, slots=True)
class ReefStone:
    """One stone of the reef."""

    place: Point
    """Its centre, in cells, off the board."""
    islands: tuple[int, ...]
    """The island it belongs to; two where it lies between them."""
    cells: tuple[int, ...]
    """The rim cells that it touches, clockwise."""


@dataclass(frozen=True, slots=True)
class _Side:
    """A side of a rim cell that looks off the board."""

    cell: int
    beyond: Point
    """Centre of the lattice place on its other side."""


@lru_cache(maxsize=KEPT_BOARDS)
def reef_of(board: Board) -> tuple[ReefStone, ...]:
    """Return the island stones of a board of hexagons, clockwise from island 0; () where there are no islands."""
    if board.kind != "hexagons" or not board.islands:
        return ()
    places: dict[tuple[int, int], _ShorePlace] = {}
    for side, islands in _share_out(board, _runs_from_first_island(board, _outline(board))):
        place = places.setdefault(_key(side.beyond), _ShorePlace(side.beyond))
        place.islands.update(islands)
        if side.cell not in place.cells:
            place.cells.append(side.cell)
    last = len(board.islands) - 1
    return tuple(ReefStone(place.centre, place.owners(last), tuple(place.cells)) for place in places.values())


def in_order(stones: list[ReefStone]) -> list[ReefStone]:
    """Return an island's stones as a walk: when the list was cut in the middle of the island, its end comes first."""
    for index, (stone, following) in enumerate(pairwise(stones)):
        if distance(stone.place, following.place) > 1.5:
            return stones[index + 1 :] + stones[: index + 1]
    return stones


@dataclass(slots=True)
class _ShorePlace:
    """A lattice place off the board while the shore is being shared out."""

    centre: Point
    cells: list[int] = field(default_factory=list)
    islands: set[int] = field(default_factory=set)

    def owners(self, last: int) -> tuple[int, ...]:
        """Its islands clockwise: round the corner of the numbers the last comes before the first."""
        return (last, 0) if self.islands == {0, last} else tuple(sorted(self.islands))


def _outline(board: Board) -> list[_Side]:
    """The sides of the board's rim cells that look off the board, as one clockwise walk."""
    taken = {_key((x, y)) for x, y in board.centres.tolist()}
    by_corner: dict[tuple[int, int], tuple[_Side, Point]] = {}
    for cell, corners in enumerate(board.polygons.tolist()):
        x, y = board.centres[cell].tolist()
        for here, there in zip(corners, corners[1:] + corners[:1], strict=True):
            beyond = (here[0] + there[0] - x, here[1] + there[1] - y)
            if _key(beyond) not in taken:
                by_corner[_key(tuple(here))] = (_Side(cell, beyond), tuple(there))
    corner = first = next(iter(by_corner))
    walk: list[_Side] = []
    while not walk or corner != first:
        side, there = by_corner[corner]
        walk.append(side)
        corner = _key(there)
    return walk


def _runs_from_first_island(board: Board, walk: list[_Side]) -> list[list[_Side]]:
    """The walk cut into one run a rim cell, in the order of `board.rim`."""
    runs: list[list[_Side]] = []
    for side in walk:
        if runs and runs[-1][0].cell == side.cell:
            runs[-1].append(side)
        else:
            runs.append([side])
    if len(runs) > 1 and runs[0][0].cell == runs[-1][0].cell:
        runs[0] = runs.pop() + runs[0]
    cells = [run[0].cell for run in runs]
    start = cells.index(board.rim[0])
    return runs[start:] + runs[:start]


def _share_out(board: Board, runs: list[list[_Side]]) -> Iterator[tuple[_Side, tuple[int, ...]]]:
    """Yield every side with the island that what lies beyond it falls to, or with two in the middle of a junction."""
    position = 0
    for index, island in enumerate(board.islands):
        before = (index - 1) % len(board.islands)
        junction = runs[position]
        for number, side in enumerate(junction):
            twice = 2 * number + 1
            yield side, (before, index) if twice == len(junction) else (before,) if twice < len(junction) else (index,)
        inner = len(island.cells) - 2
        for run in runs[position + 1 : position + 1 + inner]:
            for side in run:
                yield side, (index,)
        position += inner + 1


def _key(point: Point) -> tuple[int, int]:
    """A point on a grid fine enough to tell places apart and coarse enough to forgive rounding."""
    return (round(point[0] * 1000), round(point[1] * 1000))
