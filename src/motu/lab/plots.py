"""Figures with intervals as SVG by Matplotlib: it writes SVG itself, and its colours become those of the page.

Floor: lab (extra: lab). Invariant: equal tables give equal text; series differ by shape as well as by colour.
"""

from __future__ import annotations

import functools
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Any

from motu.errors import StudyError
from motu.extras import explain
from motu.lab.intervals import Measured
from motu.lab.tables import HUNDREDTHS, FigureColumn, FigureRow, StudyTable, figure_text, label_text

COLOURS = {
    "#1b6ca8": "--c0",
    "#b8431c": "--c1",
    "#2f7a3b": "--c2",
    "#7a4fa3": "--c3",
    "#8a6a00": "--c4",
    "#0b7a75": "--c5",
    "#222222": "--text",
    "#595959": "--quiet",
    "#dddddd": "--rule",
}
"""What Matplotlib paints with, and the custom property that takes its place; the first six are the series'."""

NIGHT = {
    "--c0": "#6cb2ec",
    "--c1": "#f08a64",
    "--c2": "#7cc98a",
    "--c3": "#c39be6",
    "--c4": "#d9b84a",
    "--c5": "#5fc9c2",
    "--text": "#e6e6e6",
    "--quiet": "#a5a8ad",
    "--rule": "#34383d",
}
"""The same in the dark."""

_SERIES = list(COLOURS)[:6]
_SHAPES = "osD^vP"
_MOST_SERIES = 6
_LEAST_PLACES = 3
_MOST_PLACES = 24
_STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "motu",
    "font.size": 11,
    "text.color": "#222222",
    "axes.edgecolor": "#595959",
    "axes.labelcolor": "#222222",
    "xtick.color": "#595959",
    "ytick.color": "#595959",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "legend.frameon": False,
}


@dataclass(frozen=True, slots=True)
class PlottedFigure:
    """Where a figure stands in a plot."""

    series: str
    x: float
    label: str
    figure: Measured


def style_sheet() -> str:
    """Return the custom properties for light and dark screens."""
    day = "".join(f"{name}:{colour};" for colour, name in COLOURS.items())
    night = "".join(f"{name}:{colour};" for name, colour in NIGHT.items())
    return f":root{{{day}}}@media (prefers-color-scheme:dark){{:root{{{night}}}}}"


def plot(table: StudyTable, column: FigureColumn, prefix: str, *, alone: bool = False) -> str:
    """Return a column's figures as SVG, nothing where there is nothing to be seen or too much.

    Args:
        table: What it belongs to.
        column: What is drawn.
        prefix: What all ids begin with.
        alone: Whether the picture is a file of its own, and needs its own style sheet.

    Raises:
        StudyError: "study/matplotlib" without Matplotlib.
    """
    numeric, key, places = _places(table, column)
    names = list(dict.fromkeys(each.series for each in places))
    if len(places) < _LEAST_PLACES or len(names) > _MOST_SERIES or len({each.x for each in places}) > _MOST_PLACES:
        return ""
    drawn = _draw(places, names, column, "" if not numeric else key.replace("_", " "))
    spoken = f"{table.title}: {column.title}. " + "; ".join(
        f"{', '.join(filter(None, (each.series, each.label)))}: {figure_text(each.figure, column.kind)}"
        for each in places
    )
    return _as_part(drawn, prefix, spoken, alone=alone)


def _places(table: StudyTable, column: FigureColumn) -> tuple[bool, str, list[PlottedFigure]]:
    """Return whether the places along the axis are numbers, of which label, and the figures."""
    rows = [row for row in table.rows if _has(row, column)]
    varying = [key for key in table.label_keys if len({row.labels.get(key) for row in rows}) > 1]
    number = next((key for key in varying if all(_is_number(row.labels.get(key)) for row in rows)), "")
    along = number or next(iter(varying), "")
    order = list(dict.fromkeys(row.labels.get(along, "") for row in rows))
    found = []
    for row in rows:
        rest = [key for key in varying if key != along and key not in ("fairest", "strongest")]
        series = ", ".join(_named(key, row.labels.get(key, "")) for key in rest)
        label = row.labels.get(along, "")
        x = float(label) if number else float(order.index(label))
        found.append(PlottedFigure(series, x, label_text(label), row.figures[column.key]))
    return bool(number), along, found


def _named(key: str, label: str | int | bool) -> str:
    """Return a label that can stand by itself."""
    return label_text(label) if isinstance(label, str) else f"{key.replace('_', ' ')} {label_text(label)}"


def _has(row: FigureRow, column: FigureColumn) -> bool:
    figure = row.figures.get(column.key)
    return figure is not None and figure.value is not None and abs(figure.value) != float("inf")


def _is_number(label: object) -> bool:
    return isinstance(label, int) and not isinstance(label, bool)


def _draw(places: Sequence[PlottedFigure], names: Sequence[str], column: FigureColumn, axis: str) -> str:
    try:
        import matplotlib as mpl  # noqa: PLC0415 - comes with an extra
        from matplotlib.backends.backend_svg import FigureCanvasSVG  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ModuleNotFoundError as error:
        message = explain(error, "a report") or str(error)
        raise StudyError(message, slug="study/matplotlib") from error
    with mpl.rc_context(_STYLE):
        figure: Any = Figure(figsize=(7.2, 3.4), layout="constrained")
        FigureCanvasSVG(figure)
        axes: Any = figure.subplots()
        factor = 100.0 if column.kind in HUNDREDTHS else 1.0
        step = _step([each.x for each in places])
        for number, name in enumerate(names):
            shift = 0.12 * step * (number - (len(names) - 1) / 2)
            _draw_series(axes, [each for each in places if each.series == name], number, shift, factor)
        _label(axes, places, column, axis)
        if any(names):
            axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), handletextpad=0.3)
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return out.getvalue()


def _draw_series(axes: Any, places: Sequence[PlottedFigure], number: int, shift: float, factor: float) -> None:
    points = [(each.x + shift, each.figure) for each in places]
    values = [factor * (figure.value or 0.0) for _, figure in points]
    ends = [(factor * _end(figure.low, figure.value), factor * _end(figure.high, figure.value)) for _, figure in points]
    errors = (
        [max(0.0, value - low) for value, (low, _) in zip(values, ends, strict=True)],
        [max(0.0, high - value) for value, (_, high) in zip(values, ends, strict=True)],
    )
    colour = _SERIES[number]
    axes.errorbar(
        [x for x, _ in points],
        values,
        yerr=errors,
        fmt=_SHAPES[number],
        color=colour,
        capsize=3,
        markersize=6,
        label=places[0].series or None,
    )


def _end(end: float | None, value: float | None) -> float:
    """Return an interval's end; the value itself where the end is none, or infinite."""
    return end if end is not None and abs(end) != float("inf") else value or 0.0


def _label(axes: Any, places: Sequence[PlottedFigure], column: FigureColumn, axis: str) -> None:
    ticks = sorted({each.x: each.label for each in places}.items())
    names = _shortened([label for _, label in ticks])
    is_crowded = sum(map(len, names)) > 70
    axes.set_xticks([x for x, _ in ticks], names, rotation=30 if is_crowded else 0)
    if is_crowded:
        for label in axes.get_xticklabels():
            label.set_horizontalalignment("right")
    axes.set_ylabel(f"{column.title}, %" if column.kind == "share" else column.title)
    if axis:
        axes.set_xlabel(axis)
    axes.margins(x=0.08)
    even = {"share": 50.0, "points": 0.0, "elo": 0.0, "signed": 0.0, "value": 0.0}.get(column.kind)
    low, high = axes.get_ylim()
    if even is not None and low < even < high:
        axes.axhline(even, color="#595959", linewidth=0.9, linestyle=(0, (4, 3)))


def _shortened(labels: Sequence[str]) -> list[str]:
    """Return labels without the options of players that all of them have."""
    players = [player for label in labels for player in label.split(" – ")]
    options = [option for option in _OPTION.findall(players[0]) if all(option in player for player in players)]
    return [functools.reduce(lambda text, option: text.replace(option, ""), options, label) for label in labels]


def _step(places: Sequence[float]) -> float:
    """Return the least distance between two places."""
    known = sorted(set(places))
    return min((other - one for one, other in pairwise(known)), default=1.0)


_OPTION = re.compile(r",[a-z_]+=[^, ]+")
_FONT = re.compile(r"font-family: [^;\"]*")
_SIZE = re.compile(r'width="[\d.]+pt" height="[\d.]+pt" ')
_LEFT_OUT = re.compile(r"\s*(<metadata>.*?</metadata>|<style.*?</style>)", re.DOTALL)


def _as_part(svg: str, prefix: str, spoken: str, *, alone: bool) -> str:
    """Return Matplotlib's file as a part of a page, or as a file that knows day and night."""
    text = _LEFT_OUT.sub("", svg[svg.index("<svg") :])
    for colour, name in COLOURS.items():
        text = text.replace(colour, f"var({name})")
    text = _FONT.sub("font-family: system-ui, sans-serif", _SIZE.sub("", text, count=1))
    text = re.sub(r'\bid="', f'id="{prefix}-', text).replace("url(#", f"url(#{prefix}-")
    text = text.replace('href="#', f'href="#{prefix}-')
    head, body = text.split(">", 1)
    style = f"<style>{style_sheet()}</style>" if alone else ""
    title = f"<title>{escape(spoken)}</title>"
    return f'{head} role="img" aria-label="{escape(spoken, quote=True)}">{title}{style}{body}'.strip()
