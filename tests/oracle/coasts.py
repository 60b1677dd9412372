"""Boards of no family: islands of land with ragged coasts, grown at random, with junctions anywhere."""

from __future__ import annotations

from random import Random

from oracle.atoll import ROWS_UP, Board, Cell, cell_name, rim_walk


def beside(cell: Cell) -> list[Cell]:
    """List the six places beside a cell."""
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in ROWS_UP]


def is_sound(cells: frozenset[Cell]) -> bool:
    """Tell whether cells have one coast, which passes no cell twice."""
    try:
        rim_walk(cells, ROWS_UP)
    except ValueError:
        return False
    return True


def grow(random: Random, size: int) -> frozenset[Cell]:
    """Grow a sound piece of land from three cells, a cell at a time."""
    land = frozenset({(0, 0), (0, 1), (1, 1)})
    while len(land) < size:
        shore = sorted({place for cell in land for place in beside(cell)} - land)
        wider = land | {random.choice(shore)}
        if is_sound(wider):
            land = wider
    return land


def shifted(land: frozenset[Cell]) -> frozenset[Cell]:
    """Shift land so that its leftmost column is 0 and its lowest row is 1."""
    left, low = min(x for x, _ in land), min(y for _, y in land)
    return frozenset((x - left, y - low + 1) for x, y in land)


def ragged_board(seed: int, size: int, islands: int) -> Board:
    """Make a board of any shape; the islands are as long or short as it happens."""
    random = Random(seed)
    cells = shifted(grow(random, size))
    rim = rim_walk(cells, ROWS_UP)
    if len(rim) < islands:
        raise ValueError("the rim is too short for so many islands")
    start = random.randrange(len(rim))
    rim = rim[start:] + rim[:start]
    cuts = sorted(random.sample(range(len(rim)), islands))
    return Board(cells, tuple(rim[cut] for cut in cuts), random.choice(("black", "white")))


def board_data(board: Board) -> dict[str, object]:
    """Write a board as a board file has it."""
    return {
        "cells": [cell_name(cell) for cell in sorted(board.cells)],
        "junctions": [cell_name(cell) for cell in board.junctions],
        "first": board.first_colour,
    }
