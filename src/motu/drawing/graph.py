"""The course of a game as a picture: who was winning when, and what changed it.

Above, a curve between the two sides: the chances of the first one, with a triangle where somebody gave something away.
Below, where there were dice, a bar for the luck of every roll, pointing to whom it served.

Floor: drawing. Invariant: nothing is told by colour alone: mistakes are triangles, luck is bars, sides are named.
"""

from dataclasses import dataclass

from motu.drawing.geometry import Box, Point
from motu.drawing.pen import Pen
from motu.drawing.svg import checked_prefix, checked_size, framed
from motu.drawing.themes import find_theme
from motu.errors import DrawingError

_WIDTH = 18.0
_HEIGHT = 6.0
_LUCK_HEIGHT = 2.2
_GAP = 0.9
_MARGIN = 0.45
_LEFT = 1.5
"""Room for the percentages."""
_TEXT = 0.36
_LEAST_LABEL_GAP = 1.3
"""Texts of mistakes keep so much apart, in cells."""
_TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


@dataclass(frozen=True, slots=True)
class CurveMark:
    """Something between two points of the curve."""

    index: int
    """Which point it leads to, 1 and up."""
    size: float
    """How much the first side won by it, from -1 to 1; what it lost is negative."""
    text: str = ""
    """What is written beside it."""


@dataclass(frozen=True, slots=True)
class Course:
    """What a graph shows."""

    title: str
    description: str
    """The same in words, for those who don't see the picture."""
    side_names: tuple[str, str]
    """Who wins at the top, and who at the bottom."""
    shares: tuple[float, ...]
    """The first side's chances, from 0 to 1: at the beginning and after every event."""
    plies: tuple[int, ...]
    """Turns taken at each of these points."""
    mistakes: tuple[CurveMark, ...] = ()
    """The ones to be marked."""
    luck: tuple[CurveMark, ...] = ()
    """Every roll's."""


def draw_graph(course: Course, *, theme: str = "light", size: int | None = None, prefix: str = "motu-") -> str:
    """Draw the course of a game as SVG.

    Args:
        course: What is to be seen.
        theme: `light`, `dark` or `auto`.
        size: Width in pixels; None lets the picture fill the room that it is given.
        prefix: What all ids begin with.

    Raises:
        DrawingError: `drawing/…` when an option is not understood, `drawing/graph` for shares that are none.
    """
    _check(course)
    pen = Pen(find_theme(theme), checked_prefix(prefix))
    frame = Box(0.0, 0.0, _WIDTH, _HEIGHT)
    layers = [_draw_frame(course, pen, frame), _draw_curve(course, pen, frame), _draw_mistakes(course, pen, frame)]
    bottom = frame.bottom
    if course.luck:
        strip = Box(0.0, frame.bottom + _GAP, _WIDTH, frame.bottom + _GAP + _LUCK_HEIGHT)
        layers.append(_draw_luck(course, pen, strip))
        bottom = strip.bottom
    layers.append(_draw_plies(course, pen, bottom))
    box = Box(frame.left - _LEFT, frame.top - 0.35, frame.right + 0.2, bottom + 0.75).grown(_MARGIN)
    return framed(pen, box, course.title, course.description, layers, size=checked_size(size))


def _check(course: Course) -> None:
    count = len(course.shares)
    if count == 0 or count != len(course.plies) or not all(0 <= share <= 1 for share in course.shares):
        message = f"a graph needs shares from 0 to 1 with as many plies, not {count} with {len(course.plies)}"
        raise DrawingError(message, slug="drawing/graph")
    if not all(1 <= event.index < count for event in (*course.mistakes, *course.luck)):
        raise DrawingError(f"an event leads to one of the points 1 to {count - 1}", slug="drawing/graph")


def _place(course: Course, frame: Box, index: int) -> Point:
    across = frame.width * index / max(1, len(course.shares) - 1)
    return frame.left + across, frame.bottom - frame.height * course.shares[index]


def _draw_frame(course: Course, pen: Pen, frame: Box) -> str:
    """The two sides' halves with their names, and the lines of even and won."""
    parts = [pen.rectangle(frame, 0.12, pen.paint("paper2", "line", 0.03, kind="plot"))]
    for share in (0, 25, 50, 75, 100):
        y = frame.bottom - frame.height * share / 100
        width = 0.04 if share == 50 else 0.018
        if 0 < share < 100:
            parts.append(pen.line([(frame.left, y), (frame.right, y)], pen.paint("none", "line", width)))
        ink = pen.paint("muted", kind="scale")
        parts.append(pen.text(f"{share} %", (frame.left - 0.2, y), _TEXT, ink, anchor="end"))
    first, second = course.side_names
    side = pen.paint("muted", kind="side")
    parts.append(pen.text(f"{first} wins", (frame.left + 0.2, frame.top + 0.3), _TEXT, side, anchor="start"))
    parts.append(pen.text(f"{second} wins", (frame.left + 0.2, frame.bottom - 0.3), _TEXT, side, anchor="start"))
    return pen.group("frame", *parts)


def _draw_curve(course: Course, pen: Pen, frame: Box) -> str:
    points = [_place(course, frame, index) for index in range(len(course.shares))]
    area = [(points[0][0], frame.bottom), *points, (points[-1][0], frame.bottom)]
    tint = pen.line(area, {**pen.paint("act", kind="area"), "fill-opacity": 0.14}, closed=True)
    line = pen.line(points, {**pen.paint("none", "act", 0.075, kind="curve"), "stroke-linejoin": "round"})
    end = pen.circle(points[-1], 0.13, pen.paint("act", kind="end"))
    return pen.group("course", tint, line, end)


def _draw_mistakes(course: Course, pen: Pen, frame: Box) -> str:
    """Triangles that point the way the curve went, with texts as far as there is room, the gravest first."""
    parts, taken = [], list[Point]()
    for event in sorted(course.mistakes, key=lambda each: -abs(each.size)):
        x, y = _place(course, frame, event.index)
        down = 1.0 if event.size < 0 else -1.0
        corners = [(x - 0.17, y - 0.14 * down), (x + 0.17, y - 0.14 * down), (x, y + 0.17 * down)]
        shape = pen.line(corners, pen.paint("coral", "paper", 0.03, kind="mistake"), closed=True)
        place = (min(max(x, 0.7), _WIDTH - 0.7), y + 0.42 * down)
        if not frame.top + 0.1 < place[1] < frame.bottom - 0.1:
            place = (place[0], y - 0.42 * down)
        text = ""
        if event.text and all(abs(place[0] - other[0]) > _LEAST_LABEL_GAP for other in taken):
            taken.append(place)
            text = pen.text(event.text, place, _TEXT * 0.9, pen.paint("ink", kind="label"), bold=True)
        parts.append(pen.group("event", shape, text, point=str(event.index)))
    return pen.group("mistakes", *parts)


def _draw_luck(course: Course, pen: Pen, strip: Box) -> str:
    """A bar for every roll: up when it served the first side."""
    middle = (strip.top + strip.bottom) / 2
    most = max(0.05, *(abs(event.size) for event in course.luck))
    step = strip.width / max(1, len(course.shares) - 1)
    half = min(0.14, 0.42 * step)
    bars = [pen.rectangle(strip, 0.12, pen.paint("none", "line", 0.03, kind="plot"))]
    bars.append(pen.line([(strip.left, middle), (strip.right, middle)], pen.paint("none", "line", 0.03)))
    for event in course.luck:
        x = strip.left + step * event.index
        height = 0.92 * strip.height / 2 * event.size / most
        top, bottom = sorted((middle - height, middle))
        bar = pen.rectangle(Box(x - half, top, x + half, bottom), 0.0, pen.paint("gold", kind="luck"))
        bars.append(pen.group("event", bar, point=str(event.index)))
    ink = pen.paint("muted", kind="scale")
    bars.append(pen.text("luck", (strip.left - 0.2, middle), _TEXT, ink, anchor="end"))
    names = zip(course.side_names, (strip.top + 0.28, strip.bottom - 0.28), strict=True)
    bars += [pen.text(f"for {name}", (strip.left + 0.2, y), _TEXT * 0.85, ink, anchor="start") for name, y in names]
    return pen.group("luck-strip", *bars)


def _draw_plies(course: Course, pen: Pen, bottom: float) -> str:
    """Numbers of turns along the lower edge, as many as can be read."""
    last = course.plies[-1]
    step = next((tick for tick in _TICKS if last <= 14 * tick), _TICKS[-1])
    count, texts, seen = max(1, len(course.plies) - 1), [], -1
    for index, ply in enumerate(course.plies):
        if ply % step == 0 and ply != seen:
            place = (_WIDTH * index / count, bottom + 0.42)
            texts.append(pen.text(str(ply), place, _TEXT, pen.paint("muted", kind="scale")))
            seen = ply
    return pen.group("plies", *texts)
