"""The shades of a picture: what makes stones round, lets them rest on their ground, and tells deep water from shallow.

Floor: drawing. Invariant: one shade a colour and one shadow for all; a picture refers to nothing outside itself.
"""

from motu.drawing.geometry import Point
from motu.drawing.pen import SCALE, Pen, element

SHADOW = "shadow"
LAGOON = "lagoon"
WOOD = "wood"

_LIT = {"cx": "0.34", "cy": "0.28", "r": "0.82"}
"""Light comes from the upper left."""


def stone_shades(pen: Pen, colours: tuple[str, str]) -> str:
    """Return the shades of two colours of stones, each named as its colour, and their shadow."""
    shades = [
        element(
            "radialGradient",
            {"id": pen.name(colour), **_LIT},
            pen.stop(0.0, f"{colour}-light"),
            pen.stop(0.45, colour),
            pen.stop(1.0, f"{colour}-dark"),
        )
        for colour in colours
    ]
    under = [
        pen.stop(0.55, "contact", pen.theme.shadow),
        pen.stop(1.0, "contact", "0"),
    ]
    return "".join(shades) + element("radialGradient", {"id": pen.name(SHADOW)}, *under)


def lagoon_shade(pen: Pen, middle: Point, radius: float) -> str:
    """Return the water of a lagoon: deep in the middle, shallow towards the reef."""
    place: dict[str, str | float | None] = {"cx": middle[0] * SCALE, "cy": middle[1] * SCALE, "r": radius * SCALE}
    stops = (pen.stop(0.0, "lagoon"), pen.stop(1.0, "shallow"))
    return element("radialGradient", {"id": pen.name(LAGOON), "gradientUnits": "userSpaceOnUse", **place}, *stops)


def wood_shade(pen: Pen) -> str:
    """Return the wood of a board, lit from the upper left."""
    slope = {"x1": "0", "y1": "0", "x2": "1", "y2": "1"}
    return element("linearGradient", {"id": pen.name(WOOD), **slope}, pen.stop(0.0, "wood"), pen.stop(1.0, "wood-dark"))
