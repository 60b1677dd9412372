"""A small XML writer that thinks in cells: numbers, colours by role, and the shapes a board is made of.

Floor: drawing. Invariant: equal arguments give equal text; every text and every attribute is escaped here and nowhere
else.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from motu.drawing.curves import bends
from motu.drawing.geometry import Box, Point
from motu.drawing.themes import Theme
from motu.errors import DrawingError

SCALE = 40.0
"""Picture units in the distance between neighbouring cells."""

FONT = "ui-sans-serif,system-ui,'Segoe UI','Noto Sans','DejaVu Sans',sans-serif"

Attributes = Mapping[str, "str | float | None"]

# XML 1.0 has no way to write these characters, escaped or not.
_UNPRINTABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """Return a finite number with at most two decimals and no trailing zeros.

    Raises:
        DrawingError: `drawing/number` for NaN and the infinities.
    """
    if not math.isfinite(value):
        raise DrawingError(f"{value} cannot be drawn", slug="drawing/number", text=str(value))
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clean(text: str) -> str:
    """Return `text` escaped for XML; characters that XML cannot hold become a question mark."""
    printable = _UNPRINTABLE.sub("?", text)
    return printable.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def element(tag: str, attributes: Attributes, *children: str) -> str:
    """Return one element; attributes that are None are left out, children are taken as they are (already XML)."""
    parts = [f"<{tag}"]
    for name, value in attributes.items():
        if value is None:
            continue
        text = value if isinstance(value, str) else number(value)
        parts.append(f' {name}="{clean(text)}"')
    body = "".join(children)
    parts.append(f">{body}</{tag}>" if body else "/>")
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes shapes in the colours of a theme. Lengths are in cells; colours are roles of the theme."""

    theme: Theme
    prefix: str
    """Every id of the picture begins with it, so that several pictures can stand on one page."""
    hooks: bool = True
    """Whether shapes carry ids, classes and data by which a page finds them."""

    def paint(
        self, fill: str | None = None, stroke: str | None = None, width: float = 0.0, kind: str | None = None
    ) -> dict[str, str | float | None]:
        """Return the attributes of a painted shape: presentation attributes, and the classes that a page can restyle.

        Args:
            fill: A role, "none", or None to inherit.
            stroke: A role, or None to inherit.
            width: Width of the stroke in cells.
            kind: What the shape is; becomes the class `motu-<kind>`.
        """
        classes = [f"motu-{kind}"] if kind and self.hooks else []
        if self.hooks or self.theme.at_night:
            classes += [f"motu-fill-{fill}"] if fill and fill != "none" else []
            classes += [f"motu-stroke-{stroke}"] if stroke else []
        colours = self.theme.colours
        return {
            "class": " ".join(classes) or None,
            "fill": colours[fill] if fill and fill != "none" else fill,
            "stroke": colours[stroke] if stroke else None,
            "stroke-width": width * SCALE if stroke else None,
        }

    def circle(self, at: Point, radius: float, paint: Attributes) -> str:
        """Return a circle."""
        place: dict[str, str | float | None] = {"cx": at[0] * SCALE, "cy": at[1] * SCALE}
        if at == (0.0, 0.0):
            place = {}
        return element("circle", {**paint, **place, "r": radius * SCALE})

    def rectangle(self, box: Box, radius: float, paint: Attributes) -> str:
        """Return a rectangle with rounded corners."""
        place = {"x": box.left * SCALE, "y": box.top * SCALE, "width": box.width * SCALE, "height": box.height * SCALE}
        return element("rect", {**paint, **place, "rx": radius * SCALE if radius else None})

    def line(self, points: Iterable[Point], paint: Attributes, *, closed: bool = False) -> str:
        """Return a path through some points."""
        return element("path", {**paint, "d": path_through(points, closed=closed)})

    def path(self, lines: Iterable[Iterable[Point]], paint: Attributes) -> str:
        """Return one path of several open lines."""
        return element("path", {**paint, "d": "".join(path_through(points) for points in lines)})

    def curve(self, points: Sequence[Point], paint: Attributes, *, closed: bool = False) -> str:
        """Return a smooth path through some points."""
        return element("path", {**paint, "d": curve_through(points, closed=closed)})

    def name(self, name: str) -> str:
        """Return the id of something that `use` or `shade` shows elsewhere in the picture."""
        return f"{self.prefix}{name}"

    def use(self, name: str, paint: Attributes, shift: Point = (0.0, 0.0)) -> str:
        """Return what has the id `name(name)` once more, painted and moved."""
        place: dict[str, str | float | None] = {"x": shift[0] * SCALE, "y": shift[1] * SCALE}
        if shift == (0.0, 0.0):
            place = {}
        return element("use", {"href": f"#{self.name(name)}", **paint, **place})

    def shaded(self, name: str) -> dict[str, str | float | None]:
        """Return the attributes of a shape that is filled with a shade of the picture (motu.drawing.shades)."""
        return {"fill": f"url(#{self.name(name)})"}

    def stop(self, offset: float, role: str, opacity: str | None = None) -> str:
        """Return one colour of a shade."""
        paint = {"class": f"motu-stop-{role}" if self.theme.at_night else None, "stop-color": self.theme.colours[role]}
        return element("stop", {"offset": offset, **paint, "stop-opacity": opacity})

    def text(
        self, text: str, at: Point, size: float, paint: Attributes, *, bold: bool = False, anchor: str = "middle"
    ) -> str:
        """Return a text centred on a point, or with its `start` or `end` there; `size` is its font size in cells."""
        # Digits and capitals are about 0.72 of the font size high; a fixed shift is understood by every renderer.
        place = {"x": at[0] * SCALE, "y": (at[1] + size * 0.355) * SCALE, "font-size": size * SCALE}
        weight = "600" if bold else None
        return element("text", {**paint, **place, "text-anchor": anchor, "font-weight": weight}, clean(text))

    def group(self, kind: str, *children: str, attributes: Attributes | None = None, **data: str) -> str:
        """Return a group of the class `motu-<kind>` with `data-…` attributes, or nothing when it would be empty."""
        if not any(children):
            return ""
        return element("g", {**self.hook(kind, **data), **(attributes or {})}, *children)

    def hook(self, kind: str, **data: str) -> dict[str, str | float | None]:
        """Return the class `motu-<kind>` and `data-…` attributes by which pages find a shape; nothing without hooks."""
        if not self.hooks:
            return {}
        return {"class": f"motu-{kind}", **{f"data-{name}": value for name, value in data.items()}}


def path_through(points: Iterable[Point], *, closed: bool = False) -> str:
    """Return path data through some points, in picture units."""
    steps = [f"{number(x * SCALE)},{number(y * SCALE)}" for x, y in points]
    return "M" + "L".join(steps) + ("Z" if closed else "")


def curve_through(points: Sequence[Point], *, closed: bool = False) -> str:
    """Return path data of a smooth line through some points, in picture units."""
    parts = [path_through(points[:1])]
    parts += [
        "C" + " ".join(f"{number(x * SCALE)},{number(y * SCALE)}" for x, y in curve)
        for curve in bends(points, closed=closed)
    ]
    if len(points) == 1:
        parts.append("h0")  # a round cap makes a dot of it
    return "".join(parts) + ("Z" if closed else "")


def move_to(at: Point) -> str:
    """Return the transform that moves a group's origin to a point."""
    return f"translate({number(at[0] * SCALE)},{number(at[1] * SCALE)})"
