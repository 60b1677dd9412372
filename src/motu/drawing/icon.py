"""The sign of motu, as programs show it that keep pages beside their own: an atoll, and a chain across its lagoon.

Floor: drawing. It is made of few large shapes, so that it can be told from others at 16 pixels.
"""

from __future__ import annotations

import math
from typing import Literal

from motu.drawing.geometry import Point
from motu.drawing.pen import element, number
from motu.drawing.themes import LIGHT_COLOURS

IconShape = Literal["round", "square", "maskable"]
"""With round corners; to the edges, for devices that cut corners themselves; that, and drawn within the circle that
they cut out at most."""

_SIZE = 32.0
_CORNER = 10.0
_MIDDLE: Point = (16.0, 16.0)
_SAFE = 0.78
"""How large the atoll is drawn where four fifths of the width are all that is sure to be seen."""
_REEF = 10.0
_WIDTH = 5.0
_HALF = math.radians(20)
"""Half the angle that an island takes, its round ends left out."""
_ISLANDS = ("white-light", "black", "white-light", "black")
"""From the lower right clockwise."""


def draw_icon(shape: IconShape = "round") -> str:
    """Draw the sign as SVG."""
    colours = LIGHT_COLOURS
    corner = _CORNER if shape == "round" else None
    sea = element("rect", {"width": _SIZE, "height": _SIZE, "rx": corner, "fill": colours["sea3"]})
    scale = f"translate(16 16) scale({_SAFE}) translate(-16 -16)" if shape == "maskable" else None
    lagoon = element("circle", {**_middle(7.8), "fill": colours["shallow"]})
    islands = [
        element("path", {"d": _island(index), "stroke": colours[colour]}) for index, colour in enumerate(_ISLANDS)
    ]
    chain = element("path", {"d": "M22.7 9.3 9.3 22.7", "stroke": colours["gold"], "stroke-width": 2.8})
    stone = element(
        "circle", {**_middle(3.5), "fill": colours["coral"], "stroke": colours["white-light"], "stroke-width": 1.1}
    )
    lines: dict[str, str | float | None] = {"fill": "none", "stroke-linecap": "round", "stroke-width": _WIDTH}
    atoll = element("g", {"transform": scale}, lagoon, element("g", lines, *islands, chain), stone)
    return element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 32 32"}, sea, atoll) + "\n"


def _middle(radius: float) -> dict[str, str | float | None]:
    return {"cx": _MIDDLE[0], "cy": _MIDDLE[1], "r": radius}


def _island(index: int) -> str:
    """Return the arc of an island; island 0 lies at the lower right."""
    towards = math.radians(45 + 90 * index)
    start, end = (_on_reef(towards + turn) for turn in (-_HALF, _HALF))
    return f"M{start}A{number(_REEF)} {number(_REEF)} 0 0 1 {end}"


def _on_reef(angle: float) -> str:
    x, y = (number(16 + _REEF * turn) for turn in (math.cos(angle), math.sin(angle)))
    return f"{x} {y}"
