"""What a measure is, and what most of them are made of: one row of figures for each case (floor: lab)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from motu.games.specs import brief_spec
from motu.lab.intervals import Measured, blocks_of
from motu.lab.plan import Grid, GridCase
from motu.lab.studied import StudiedGame
from motu.lab.tables import FigureColumn, FigureRow, StudyTable

Trials = Sequence[StudiedGame]
"""The games of a case in the order of the schedule."""
Played = Mapping[str, Trials]
"""By the keys of cases."""
Figures = Callable[[GridCase, Trials], Mapping[str, Measured]]

BOOTSTRAP = (
    "Intervals: 95 %, by a bootstrap of 2,000 draws of games, or of pairs of games where dice or openings join them."
)
WILSON = (
    "Intervals: 95 %, by Wilson's score method where all games are independent; by a bootstrap of pairs where dice or"
    " openings join the two games of a pair."
)


@dataclass(frozen=True, slots=True)
class StudyMeasure:
    """A question that a grid may ask."""

    name: str
    title: str
    about: str
    """What the figures mean; the method of their intervals."""
    answer: Callable[[StudyMeasure, Grid, Played], StudyTable]
    columns: tuple[FigureColumn, ...]

    def table(self, grid: Grid, played: Played) -> StudyTable:
        """Return what the games of a grid say."""
        return self.answer(self, grid, played)


def by_case(figures: Figures) -> Callable[[StudyMeasure, Grid, Played], StudyTable]:
    """Return a measure's way to answer where each case is a row of its own."""

    def answer(measure: StudyMeasure, grid: Grid, played: Played) -> StudyTable:
        rows = tuple(
            FigureRow(labels_of(each), figures(each, trials))
            for each in grid.cases
            if (trials := trials_of(each, played))
        )
        return table_of(measure, grid, rows)

    return answer


def table_of(measure: StudyMeasure, grid: Grid, rows: Iterable[FigureRow]) -> StudyTable:
    """Return a measure's table of a grid."""
    return StudyTable(grid.file.name, measure.name, measure.title, measure.about, measure.columns, tuple(rows))


def trials_of(case: GridCase, played: Played) -> list[StudiedGame]:
    """Return the games of a case that a grid has asked for: the first ones, however many there are."""
    return [each for each in played.get(case.case.key, ()) if case.case.is_within(each.slot, case.games)]


def labels_of(case: GridCase) -> dict[str, str | int | bool]:
    """Return what tells a case from the others of its grid."""
    told = dict(case.varied) or {"game": brief_spec(case.case.game.rules)}
    return {**told, "players": " – ".join(case.players)}


def blocks(case: GridCase, values: Iterable[tuple[StudiedGame, float | None]]) -> list[list[float]]:
    """Return values of games, those of a pair together where they depend on each other."""
    is_paired = case.case.is_paired
    known = ((trial, value) for trial, value in values if value is not None)
    return blocks_of((trial.slot.pair if is_paired else trial.slot, value) for trial, value in known)
