"""A page with the curves of a training: plain HTML and SVG, no script, one file (floor: train)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from html import escape

from motu.eval.nets import NetInfo
from motu.train.records import Generation

Points = list[tuple[float, float]]
Curves = dict[str, Points]
"""A name -> (minutes of training, value)."""

_WIDTH, _HEIGHT = 560, 240
_LEFT, _BOTTOM, _MARGIN = 60, 30, 12
_COLOURS = ("#1b6ca8", "#c4502b", "#3a7d44", "#7a4fa3", "#a8851b", "#555555")

_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff; }}
main {{ display: flex; flex-wrap: wrap; gap: 1.5rem; }}
figure {{ margin: 0; max-width: 560px; }} figcaption {{ font-weight: 600; }}
table {{ border-collapse: collapse; }} td, th {{ padding: .2rem .8rem .2rem 0; text-align: left; }}
text {{ font-size: 12px; fill: #444; }}
</style></head><body>
"""


def html(info: NetInfo, history: Sequence[Generation]) -> str:
    """Return the page.

    Args:
        info: Of the net as it is now.
        history: All generations, the oldest first.
    """
    parts = [_HEAD.format(title=escape(f"Training of {info.name}")), f"<h1>Training of {escape(info.name)}</h1>"]
    parts.append(_facts(info, history))
    parts.append("<main>")
    parts += [_figure(title, curves) for title, curves in _figures(history) if any(curves.values())]
    parts.append("</main></body></html>\n")
    return "\n".join(parts)


def _facts(info: NetInfo, history: Sequence[Generation]) -> str:
    totals = info.totals
    rows = {
        "Net": f"{info.blocks} blocks of {info.channels} channels",
        "Boards": ", ".join(totals.boards),
        "Generations": f"{history[-1].number if history else 0}",
        "Games of self-play": f"{totals.games:,}",
        "Evaluations": f"{totals.evaluations:,}",
        "Steps": f"{totals.steps:,}",
        "Hours": f"{history[-1].seconds / 3600 if history else 0:.1f}",
        "Last generation": history[-1].date if history else "none",
    }
    body = "".join(f"<tr><th>{escape(key)}</th><td>{escape(value)}</td></tr>" for key, value in rows.items())
    return f"<table>{body}</table>"


def _figures(history: Sequence[Generation]) -> list[tuple[str, Curves]]:
    losses = sorted({name for each in history for name in each.losses})
    opponents = sorted({name for each in history for name in each.matches})
    solved = sorted({spec for each in history for spec in each.solved})

    def shares(part: str, whole: str) -> Curves:
        return {spec: _curve(history, partial(_percent, spec, part, whole)) for spec in solved}

    return [
        ("Loss", {name: _curve(history, partial(_loss, name)) for name in losses}),
        ("Elo against fixed opponents", {name: _curve(history, partial(_elo, name)) for name in opponents}),
        ("Who wins, openings: right %", shares("openings_right", "openings")),
        ("Who wins, later positions: right %", shares("positions_right", "positions")),
        ("First choice wins, %", shares("moves_right", "winning")),
        ("Games of self-play", {"games": _curve(history, lambda each: float(each.games))}),
        ("Evaluations a second", {"evaluations": _curve(history, lambda each: each.evaluations_per_second)}),
        ("Plies of a game", {"plies": _curve(history, lambda each: each.mean_plies)}),
    ]


def _curve(history: Sequence[Generation], value: Callable[[Generation], float | None]) -> Points:
    points = ((each.seconds / 60, value(each)) for each in history)
    return [(minutes, found) for minutes, found in points if found is not None]


def _loss(name: str, generation: Generation) -> float | None:
    return generation.losses.get(name)


def _elo(opponent: str, generation: Generation) -> float | None:
    match = generation.matches.get(opponent)
    return None if match is None else match["elo"]


def _percent(spec: str, part: str, whole: str, generation: Generation) -> float | None:
    right = generation.solved.get(spec)
    return None if right is None else 100 * right[part] / max(right[whole], 1)


def _figure(title: str, curves: Curves) -> str:
    points = [point for curve in curves.values() for point in curve]
    right = max(point[0] for point in points) or 1.0
    low, high = min(point[1] for point in points), max(point[1] for point in points)
    if high - low < 1e-9:
        low, high = low - 1, high + 1

    def place(point: tuple[float, float]) -> str:
        x = _LEFT + (_WIDTH - _LEFT - _MARGIN) * point[0] / right
        y = _MARGIN + (_HEIGHT - _BOTTOM - _MARGIN) * (high - point[1]) / (high - low)
        return f"{x:.1f},{y:.1f}"

    lines = [
        f'<polyline fill="none" stroke="{_COLOURS[index % len(_COLOURS)]}" stroke-width="1.5"'
        f' points="{" ".join(map(place, curve))}"/>'
        for index, curve in enumerate(curves.values())
    ]
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}"'
        f' height="{_HEIGHT}" role="img" aria-label="{escape(title, quote=True)}">'
        f"{_axes(low, high, right)}{''.join(lines)}</svg>{_legend(curves)}</figure>"
    )


def _axes(low: float, high: float, right: float) -> str:
    bottom = _HEIGHT - _BOTTOM
    return (
        f'<path d="M{_LEFT} {_MARGIN}V{bottom}H{_WIDTH - _MARGIN}" fill="none" stroke="#999"/>'
        f'<text x="{_LEFT - 6}" y="{_MARGIN + 8}" text-anchor="end">{high:.4g}</text>'
        f'<text x="{_LEFT - 6}" y="{bottom}" text-anchor="end">{low:.4g}</text>'
        f'<text x="{_LEFT}" y="{_HEIGHT - 10}">0</text>'
        f'<text x="{_WIDTH - _MARGIN}" y="{_HEIGHT - 10}" text-anchor="end">{right:.4g} minutes</text>'
    )


def _legend(curves: Curves) -> str:
    names = (
        f'<span style="color:{_COLOURS[index % len(_COLOURS)]}">■</span> {escape(name)} {curve[-1][1]:.4g}'
        for index, (name, curve) in enumerate(curves.items())
        if curve
    )
    return f"<p>{' &nbsp; '.join(names)}</p>"
