"""The pie rule's map: what each first move is worth by search, and which ones the second player takes (floor: lab)."""

from __future__ import annotations

import math
from statistics import fmean, stdev

from motu.games import Game
from motu.games.specs import brief_spec
from motu.lab.intervals import Measured
from motu.lab.measures.measure import Played, StudyMeasure, Trials, labels_of, table_of, trials_of
from motu.lab.plan import SWAP_MAP, Grid, GridCase
from motu.lab.tables import BoardPicture, FigureColumn, FigureRow, StudyTable

_NOTHING = (None, None)
_Z95 = 1.96


def _map(measure: StudyMeasure, grid: Grid, played: Played) -> StudyTable:
    rows, pictures = [], []
    for each in grid.cases:
        values = _values(trials_of(each, played))
        if values:
            rows.append(_row(each, values))
            pictures.append(_picture(each, values))
    table = table_of(measure, grid, rows)
    return StudyTable(table.grid, table.measure, table.title, table.about, table.columns, table.rows, tuple(pictures))


def _values(trials: Trials) -> dict[str, list[float]]:
    """Return the first player's expectations after each opening, one a search."""
    found = dict[str, list[float]]()
    for each in trials:
        if each.values:
            found.setdefault(each.moves[0], []).append(each.values[0][1])
    return found


def _row(case: GridCase, values: dict[str, list[float]]) -> FigureRow:
    game = case.case.game
    means = {move: fmean(each) for move, each in values.items()}
    images = {move: len(_images(game, move)) for move in means}
    cells = sum(images.values())
    taken = sum(images[move] for move, value in means.items() if value > 0)
    fairest = min(means, key=lambda move: (abs(means[move]), move))
    best = min(means, key=lambda move: (-means[move], move))
    figures = {
        "taken": Measured(taken / cells, count=cells),
        "fair": Measured(means[fairest], *_around(values[fairest]), count=len(values[fairest])),
        "best": Measured(means[best], *_around(values[best]), count=len(values[best])),
        "cells": Measured(float(cells), count=cells),
    }
    if any(_around(each) != _NOTHING for each in values.values()):
        open_cells = sum(images[move] for move, each in values.items() if _is_open(each))
        figures["open"] = Measured(float(open_cells), count=cells)
    return FigureRow(labels_of(case) | {"fairest": fairest, "strongest": best}, figures)


def _around(values: list[float]) -> tuple[float | None, float | None]:
    """Return the interval of a mean of searches by the normal distribution.

    Nothing for a single one, nor for searches that are all alike: with a net and one thread there is no chance in them,
    so they would be alike however wrong they are.
    """
    if len(values) < 2 or min(values) == max(values):
        return _NOTHING
    half = _Z95 * stdev(values) / math.sqrt(len(values))
    return fmean(values) - half, fmean(values) + half


def _is_open(values: list[float]) -> bool:
    low, high = _around(values)
    return low is not None and high is not None and low <= 0 <= high


def _images(game: Game, move: str) -> set[int]:
    """Return the cells that are as good as one."""
    state = game.new_initial_state()
    before = state.stones()
    state.play(move)
    cell = next(cell for cell, stone in enumerate(state.stones()) if stone != before[cell])
    return {each.cells[cell] for each in game.symmetries if not each.swaps_colours} | {cell}


def _picture(case: GridCase, values: dict[str, list[float]]) -> BoardPicture:
    game = case.case.game
    chances = {
        cell: (fmean(each) + 1) / 2 for move, each in sorted(values.items()) for cell in sorted(_images(game, move))
    }
    taken = sorted(cell for cell, chance in chances.items() if chance > 0.5)
    spec = brief_spec(game.rules)
    names = game.board.names
    return BoardPicture(
        case.case.schedule.settings.game.spec,
        f"{spec}, {case.players[0]}: the first player's chances by the first move, in %",
        f"Circled, and to be taken by the pie rule: {', '.join(names[cell] for cell in taken) or 'none'}. "
        + ", ".join(f"{names[cell]} {100 * chance:.0f}" for cell, chance in sorted(chances.items())),
        chances,
        {cell: f"{100 * chance:.0f}" for cell, chance in chances.items()},
        tuple(names[cell] for cell in taken),
    )


SWAP_MAP_MEASURE = StudyMeasure(
    SWAP_MAP,
    "The pie rule's map",
    "Each first move (one of those that are images of each other) is searched as often as the grid says; its value is"
    " what the first player has to expect in [−1, 1] if nobody swaps. Moves above 0 should be taken over. “Open” are"
    " cells whose interval holds 0: the border lies among them. Intervals: 95 %, by the normal distribution of the"
    " searches' mean; they tell how steady the search is, not whether it is right, and there are none where each"
    " opening is searched once or all its searches are alike.",
    _map,
    (
        FigureColumn("taken", "cells to be taken", "share"),
        FigureColumn("fair", "value of the fairest", "value"),
        FigureColumn("best", "value of the strongest", "value"),
        FigureColumn("open", "open", "whole"),
        FigureColumn("cells", "cells searched", "whole"),
    ),
)
