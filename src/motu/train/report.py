"""A page with the curves of a training: plain HTML and SVG, no script, one file (floor: train)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from html import escape

from motu.eval.nets import NetInfo
from motu.train.curves import STYLE, Curves, Points, figure
from motu.train.records import Generation

_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>{title}</title>
<style>
{style}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 1.5rem auto; padding: 0 1rem;
  color: var(--text); background: var(--back); }}
h1 {{ font-size: 1.6rem; line-height: 1.2; }}
main {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 2rem;
  margin-top: 2rem; }}
table {{ border-collapse: collapse; }}
td, th {{ padding: .2rem 1rem .2rem 0; text-align: left; vertical-align: top; }}
td {{ overflow-wrap: anywhere; }}
th {{ font-weight: 600; white-space: nowrap; }}
@media (max-width: 40rem) {{ th {{ white-space: normal; }} }}
</style></head><body>
"""


def html(info: NetInfo, history: Sequence[Generation]) -> str:
    """Return the page.

    Args:
        info: Of the net as it is now.
        history: All generations, the oldest first.
    """
    parts = [
        _HEAD.format(title=escape(f"Training of {info.name}"), style=STYLE),
        f"<h1>Training of {escape(info.name)}</h1>",
    ]
    parts.append(_facts(info, history))
    parts.append("<main>")
    parts += [figure(title, curves) for title, curves in _figures(history) if any(curves.values())]
    parts.append("</main></body></html>\n")
    return "\n".join(parts)


def _facts(info: NetInfo, history: Sequence[Generation]) -> str:
    totals = info.totals
    rows = {
        "Net": f"{info.blocks} blocks of {info.channels} channels",
        "Boards": ", ".join(map(_short, totals.boards)),
        "Generations": f"{history[-1].number if history else 0}",
        "Games of self-play": f"{totals.games:,}",
        "Evaluations": f"{totals.evaluations:,}",
        "Steps": f"{totals.steps:,}",
        "Hours": f"{history[-1].seconds / 3600 if history else 0:.1f}",
        "Last generation": history[-1].date[:16].replace("T", " ") + " UTC" if history else "none",
    }
    body = "".join(f"<tr><th>{escape(key)}</th><td>{escape(value)}</td></tr>" for key, value in rows.items())
    return f"<table>{body}</table>"


def _short(spec: str) -> str:
    """Return a spec as far as boards differ: nets are trained without the pie rule."""
    return spec.replace(",swap=false", "").replace("board=", "")


def _figures(history: Sequence[Generation]) -> list[tuple[str, Curves]]:
    losses = sorted({name for each in history for name in each.losses})
    opponents = sorted({name for each in history for name in each.matches})
    solved = sorted({spec for each in history for spec in each.solved})

    def shares(part: str, whole: str) -> Curves:
        return {_short(spec): _curve(history, partial(_percent, spec, part, whole)) for spec in solved}

    return [
        ("Loss", {name: _curve(history, partial(_loss, name)) for name in losses}),
        ("Score against fixed opponents, %", {name: _curve(history, partial(_score, name)) for name in opponents}),
        ("Elo against fixed opponents", {name: _curve(history, partial(_elo, name)) for name in opponents}),
        ("Who wins, openings: right %", shares("openings_right", "openings")),
        ("Who wins, later positions: right %", shares("positions_right", "positions")),
        ("First choice wins, %", shares("moves_right", "winning")),
        ("Equities: mean error", {_short(spec): _curve(history, partial(_error, spec)) for spec in solved}),
        ("First choice is best, %", shares("choices_right", "choices")),
        ("Games of self-play", {"games": _curve(history, lambda each: float(each.games))}),
        ("Evaluations a second", {"evaluations": _curve(history, lambda each: each.evaluations_per_second)}),
        ("Plies of a game", {"plies": _curve(history, lambda each: each.mean_plies)}),
    ]


def _curve(history: Sequence[Generation], value: Callable[[Generation], float | None]) -> Points:
    points = ((each.seconds / 60, value(each)) for each in history)
    return [(minutes, found) for minutes, found in points if found is not None and math.isfinite(found)]


def _loss(name: str, generation: Generation) -> float | None:
    return generation.losses.get(name)


def _score(opponent: str, generation: Generation) -> float | None:
    match = generation.matches.get(opponent)
    return None if match is None else 100 * match["score"]


def _elo(opponent: str, generation: Generation) -> float | None:
    match = generation.matches.get(opponent)
    return None if match is None else match["elo"]


def _percent(spec: str, part: str, whole: str, generation: Generation) -> float | None:
    right = generation.solved.get(spec)
    return None if right is None or part not in right else 100 * right[part] / max(right[whole], 1)


def _error(spec: str, generation: Generation) -> float | None:
    return generation.solved.get(spec, {}).get("mean_error")
