"""The answers of a study: tables of figures with intervals, the same for pages, documents, programs (floor: lab)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from motu.arena.report import elo_text
from motu.lab.intervals import Measured

FigureKind = Literal["share", "points", "number", "whole", "signed", "elo", "value"]
"""How a figure is written: 53.1 %, a difference of shares +1.2, and 12.3, 1,200, +1.2, +35, +0.21."""

HUNDREDTHS = frozenset[FigureKind]({"share", "points"})
"""Kinds that are written in hundredths."""


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """What stands in one column."""

    key: str
    title: str
    kind: FigureKind = "number"
    is_plotted: bool = False
    """Whether the report draws it."""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """What is said of one case."""

    labels: Mapping[str, str | int | bool]
    """What tells it from the others."""
    figures: Mapping[str, Measured]
    """By the columns' keys."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board with a figure on each cell."""

    spec: str
    title: str
    description: str
    """The same in words."""
    heat: Mapping[int, float]
    """By cell, from 0 to 1."""
    texts: Mapping[int, str]
    circles: tuple[str, ...] = ()
    """Names of cells that are marked."""


@dataclass(frozen=True, slots=True)
class StudyTable:
    """What a measure says of a grid."""

    grid: str
    measure: str
    title: str
    about: str
    """What the figures mean, and by which method the intervals were made."""
    columns: tuple[FigureColumn, ...]
    rows: tuple[FigureRow, ...]
    pictures: tuple[BoardPicture, ...] = ()

    @property
    def label_keys(self) -> list[str]:
        """What tells rows from each other, in the order of their appearance; all there is of a single row."""
        keys = list(dict.fromkeys(key for row in self.rows for key in row.labels))
        return [key for key in keys if len({row.labels.get(key) for row in self.rows}) > 1] or keys

    @property
    def everywhere(self) -> str:
        """What is the same in all rows, in a sentence."""
        keys = self.label_keys
        same = [(key, each) for key, each in self.rows[0].labels.items() if key not in keys]
        told = ", ".join(f"{key.replace('_', ' ')} {label_text(each)}" for key, each in same)
        return f"The same in all rows: {told}." if told else ""

    @property
    def shown(self) -> list[FigureColumn]:
        """The columns that say anything."""
        return [each for each in self.columns if any(row.figures.get(each.key) for row in self.rows)]

    def texts(self) -> list[list[str]]:
        """Return the table as texts, its head first."""
        keys, shown = self.label_keys, self.shown
        head = [*(key.replace("_", " ") for key in keys), *(each.title for each in shown)]
        body = [
            [
                *(label_text(row.labels.get(key, "")) for key in keys),
                *(figure_text(row.figures.get(each.key), each.kind) for each in shown),
            ]
            for row in self.rows
        ]
        return [head, *body]

    def to_json(self) -> dict[str, Any]:
        """Return the same as JSON data, with all digits."""
        return {
            "grid": self.grid,
            "measure": self.measure,
            "rows": [
                {
                    "case": dict(row.labels),
                    "figures": {
                        key: {
                            "value": _rounded(each.value),
                            "low": _rounded(each.low),
                            "high": _rounded(each.high),
                            "method": each.method,
                            "count": each.count,
                        }
                        for key, each in row.figures.items()
                    },
                }
                for row in self.rows
            ],
        }


def label_text(label: str | int | bool) -> str:
    """Return a label for people."""
    if isinstance(label, bool):
        return "yes" if label else "no"
    return str(label)


def figure_text(figure: Measured | None, kind: FigureKind) -> str:
    """Return a figure with its interval for people; nothing where there is none."""
    if figure is None or figure.value is None:
        return ""
    value = number_text(figure.value, kind)
    if figure.low is None or figure.high is None:
        return value
    low, high = (number_text(each, kind).removesuffix(" %") for each in (figure.low, figure.high))
    return f"{value} [{low}, {high}]"


def number_text(value: float, kind: FigureKind) -> str:
    """Return a number for people."""
    match kind:
        case "share":
            return f"{_nearest(100 * value, 1):.1f} %"
        case "whole":
            return f"{value:,.0f}"
        case "points":
            return f"{_nearest(100 * value, 1):+.1f}"
        case "signed":
            return f"{_nearest(value, 1):+.1f}"
        case "elo":
            return elo_text(value)
        case "value":
            return f"{_nearest(value, 2):+.2f}"
        case _:
            return f"{value:,.1f}" if abs(value) >= 10 else f"{value:.2f}"


def _nearest(value: float, digits: int) -> float:
    """Return a number with so many digits, in which nothing has no sign."""
    return round(value, digits) + 0.0


def _rounded(value: float | None) -> float | None:
    """Return a figure for JSON, which knows no infinity."""
    return None if value is None or not math.isfinite(value) else round(value, 6) + 0.0
