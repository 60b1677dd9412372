"""Curves as SVG: axes with round numbers, a line for each name, a legend (floor: train).

Colours and sizes of letters are the page's; see `STYLE`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape

Points = Sequence[tuple[float, float]]
Curves = Mapping[str, Points]
"""A name -> (minutes, value)."""

STYLE = """
:root { --back: #fff; --text: #222; --quiet: #595959; --rule: #ddd;
  --c0: #1b6ca8; --c1: #b8431c; --c2: #2f7a3b; --c3: #7a4fa3; --c4: #8a6a00; --c5: #0b7a75; }
@media (prefers-color-scheme: dark) { :root { --back: #16181b; --text: #e6e6e6; --quiet: #a5a8ad; --rule: #34383d;
  --c0: #6cb2ec; --c1: #f08a64; --c2: #7cc98a; --c3: #c39be6; --c4: #d9b84a; --c5: #5fc9c2; } }
figure { margin: 0; min-width: 0; }
figcaption { font-weight: 600; margin-bottom: .3rem; }
svg { display: block; width: 100%; height: auto; }
svg text { font-size: 13px; fill: var(--quiet); }
svg .rule { stroke: var(--rule); }
svg polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
@media (max-width: 40rem) { svg text { font-size: 20px; } svg polyline { stroke-width: 3; } }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .1rem 1rem; margin: .2rem 0 0; padding: 0; }
.legend li { overflow-wrap: anywhere; }
""" + "".join(
    f".k{index} {{ stroke: var(--c{index}); color: var(--c{index}); }}\ncircle.k{index} {{ fill: var(--c{index}); }}\n"
    for index in range(6)
)

_COLOURS = 6
_DASHES = ("", "7 4", "2 3")
"""The dashes of lines whose colours come again."""
_WIDTH, _HEIGHT = 560, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 66, 14, 12, 34
_TICKS = 4


def figure(title: str, curves: Curves) -> str:
    """Return a figure as HTML.

    Args:
        title: What it shows.
        curves: At least one point in all.
    """
    known = {name: curve for name, curve in curves.items() if curve}
    scale = _Scale(known)
    lines = "".join(_line(index, curve, scale) for index, curve in enumerate(known.values()))
    return (
        f"<figure><figcaption>{escape(title)}</figcaption>"
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(_spoken(title, known), quote=True)}">'
        f"{scale.axes()}{lines}</svg>{_legend(known)}</figure>"
    )


def number(value: float) -> str:
    """Return a number in few signs, such as 34k, 0.25 or 1.8M."""
    size = abs(value)
    for limit, sign in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if size >= limit:
            unit = 1e3 if sign == "k" else limit
            return f"{value / unit:.3g}{sign}"
    return f"{round(value):,}" if size >= 100 else f"{value:.3g}"


def ticks(low: float, high: float, count: int = _TICKS) -> list[float]:
    """Return round numbers, in steps of 1, 2 or 5 times a power of ten, that reach from `low` to `high` or beyond.

    Args:
        low: The smallest value.
        high: The largest, not below it.
        count: About so many steps.
    """
    if high - low < 1e-9 * max(1.0, abs(high)):
        low, high = low - 0.5, high + 0.5
    rough = (high - low) / count
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))
    first = math.floor(low / step + 1e-9)
    last = math.ceil(high / step - 1e-9)
    return [round(index * step, 12) for index in range(first, last + 1)]


class _Scale:
    """Where values lie in the picture."""

    def __init__(self, curves: Curves) -> None:
        points = [point for curve in curves.values() for point in curve]
        minutes = max(point[0] for point in points) or 1.0
        self._unit, self._per = ("hours", 60.0) if minutes > 180 else ("minutes", 1.0)
        self._right = minutes / self._per
        self._values = ticks(min(point[1] for point in points), max(point[1] for point in points))

    def x(self, minutes: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * minutes / self._per / self._right

    def y(self, value: float) -> float:
        low, high = self._values[0], self._values[-1]
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (high - value) / (high - low)

    def axes(self) -> str:
        return "".join((*self._levels(), *self._times()))

    def _levels(self) -> Iterator[str]:
        for value in self._values:
            y = self.y(value)
            yield f'<path class="rule" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>'
            yield f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{number(value)}</text>'

    def _times(self) -> Iterator[str]:
        shown = [time for time in ticks(0, self._right) if time <= self._right * (1 + 1e-9)]
        for time in shown[:-1]:
            yield self._time(time, "middle", number(time))
        yield self._time(shown[-1], "end", f"{number(shown[-1])} {self._unit}")

    def _time(self, time: float, anchor: str, text: str) -> str:
        x = self.x(time * self._per)
        return f'<text x="{x:.1f}" y="{_HEIGHT - 8}" text-anchor="{anchor}">{text}</text>'


def _line(index: int, curve: Points, scale: _Scale) -> str:
    places = [f"{scale.x(minutes):.1f},{scale.y(value):.1f}" for minutes, value in curve]
    x, y = places[-1].split(",")
    kind = f"k{index % _COLOURS}"
    dash = _DASHES[index // _COLOURS % len(_DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    line = f'<polyline class="{kind}" fill="none" points="{" ".join(places)}"{dashed}/>'
    return f'{line}<circle class="{kind}" cx="{x}" cy="{y}" r="3.5"/>'


def _legend(curves: Curves) -> str:
    names = "".join(
        f'<li><span class="k{index % _COLOURS}" aria-hidden="true">●</span>'
        f" {escape(name)} <b>{number(curve[-1][1])}</b></li>"
        for index, (name, curve) in enumerate(curves.items())
    )
    return f'<ul class="legend">{names}</ul>'


def _spoken(title: str, curves: Curves) -> str:
    told = (f"{name} from {number(curve[0][1])} to {number(curve[-1][1])}" for name, curve in curves.items())
    return f"{title}: {', '.join(told)}"
