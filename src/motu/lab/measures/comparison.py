"""What a variant changes: every case of a grid against its first one (floor: lab)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from motu.lab.intervals import Blocks, Measured, difference
from motu.lab.measures.course import deepest, lead_changes
from motu.lab.measures.measure import Played, StudyMeasure, blocks, labels_of, table_of, trials_of
from motu.lab.plan import Grid, GridCase
from motu.lab.studied import StudiedGame
from motu.lab.tables import FigureColumn, FigureRow, StudyTable

_QUANTITIES: Mapping[str, Callable[[StudiedGame], float | None]] = {
    "score": lambda trial: trial.score,
    "plies": lambda trial: float(trial.plies) if trial.is_finished else None,
    "choices": lambda trial: sum(trial.choices) / len(trial.choices) if trial.choices else None,
    "drawn": lambda trial: float(trial.winner is None) if trial.is_finished else None,
    "changes": lead_changes,
    "behind": deepest,
}


def _compare(measure: StudyMeasure, grid: Grid, played: Played) -> StudyTable:
    bases = dict[tuple[str, ...], GridCase]()
    rows = []
    for each in grid.cases:
        base = bases.setdefault(each.players, each)
        if base is not each:
            rows.append(FigureRow(labels_of(each), _differences(base, each, played)))
    return table_of(measure, grid, rows)


def _differences(base: GridCase, other: GridCase, played: Played) -> dict[str, Measured]:
    found = {key: difference(_blocks(base, key, played), _blocks(other, key, played)) for key in _QUANTITIES}
    return {key: each for key, each in found.items() if each.value is not None and (each.value or each.high)}


def _blocks(case: GridCase, key: str, played: Played) -> Blocks:
    return blocks(case, ((each, _QUANTITIES[key](each)) for each in trials_of(case, played)))


COMPARE = StudyMeasure(
    "compare",
    "What a variant changes",
    "Every game against the first one of the grid with the same players: how much more or less there is of each"
    " quantity; percentages are in points. Where an interval does not hold 0 the variant makes a difference. Intervals:"
    " 95 %, by a bootstrap of 2,000 draws of both sides.",
    _compare,
    (
        FigureColumn("score", "first player, points", "points"),
        FigureColumn("plies", "turns", "signed", is_plotted=True),
        FigureColumn("choices", "legal actions", "signed"),
        FigureColumn("drawn", "drawn, points", "points"),
        FigureColumn("changes", "changes of the lead", "signed"),
        FigureColumn("behind", "behind by, points", "points"),
    ),
)
