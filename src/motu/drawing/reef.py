"""The reef: where the islands' stones lie round a board of hexagons.

Every lattice place just off the board carries a stone of the island whose rim cells it touches. At a junction cell the places it
touches are shared out in clockwise order, half to the island that ends there and half to the one that begins; where their
number is odd, the middle place belongs to neither and is left to both. On the published board of 11 columns that gives the rule
sheet's 36 island stones: islands of 5 along the top and bottom, of 4 along the sides.

Floor: drawing. Invariant: the stones stand in clockwise order, each next to the one before.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from motu.boards import Board
from motu.drawing.pen import Point


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


def reef_of(board: Board) -> tuple[ReefStone, ...]:
    """Return the island stones of a board of hexagons, clockwise from where island 0 begins; () where there are no islands."""
    if board.kind != "hexagons" or not board.islands:
        return ()
    runs = _runs_from_first_island(board, _outline(board))
    owners: dict[tuple[int, int], set[int]] = {}
    cells: dict[tuple[int, int], list[int]] = {}
    places: dict[tuple[int, int], Point] = {}
    for side, islands in _share_out(board, runs):
        key = _key(side.beyond)
        places.setdefault(key, side.beyond)
        owners.setdefault(key, set()).update(islands)
        touched = cells.setdefault(key, [])
        if side.cell not in touched:
            touched.append(side.cell)
    last = len(board.islands) - 1
    return tuple(
        ReefStone(place, _settle(owners[key], last) or _between(board, cells[key]), tuple(cells[key]))
        for key, place in places.items()
    )


def _settle(owners: set[int], last: int) -> tuple[int, ...]:
    """Clockwise order of the islands that claim a place: the last island comes before the first."""
    if owners == {0, last}:
        return (last, 0)
    return tuple(sorted(owners))


def _between(board: Board, cells: list[int]) -> tuple[int, ...]:
    """The two islands that meet at the junction cell of a place that nobody claims."""
    for index, island in enumerate(board.islands):
        if island.cells[0] in cells:
            return ((index - 1) % len(board.islands), index)
    return (0,)


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
    for start in range(len(runs)):
        if tuple(cells[start:] + cells[:start]) == tuple(board.rim):
            return runs[start:] + runs[:start]
    return runs


def _share_out(board: Board, runs: list[list[_Side]]) -> Iterator[tuple[_Side, tuple[int, ...]]]:
    """Yield every side with the islands that claim what lies beyond it: one, or none in the middle of a junction cell."""
    position = 0
    for index, island in enumerate(board.islands):
        before = (index - 1) % len(board.islands)
        junction = runs[position]
        for number, side in enumerate(junction):
            twice = 2 * number + 1
            yield side, () if twice == len(junction) else (before,) if twice < len(junction) else (index,)
        inner = len(island.cells) - 2
        for run in runs[position + 1 : position + 1 + inner]:
            for side in run:
                yield side, (index,)
        position += inner + 1


def _key(point: Point) -> tuple[int, int]:
    """A point on a grid fine enough to tell places apart and coarse enough to forgive rounding."""
    return (round(point[0] * 1000), round(point[1] * 1000))


def distance(one: Point, other: Point) -> float:
    """Return the distance of two points."""
    return math.hypot(one[0] - other[0], one[1] - other[1])
