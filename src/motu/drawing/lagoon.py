"""The ground of Atoll and Hex: a lagoon of hexagons inside a reef of islands, and the sea round it.

Floor: drawing. Invariant: an island is one shape; land is flat and matt, so that nobody takes it for a stone.
"""

import itertools
from collections.abc import Collection, Sequence

from motu.boards import Board
from motu.drawing.curves import blended, softened
from motu.drawing.emblems import draw_emblem, emblem_of
from motu.drawing.geometry import Box, Point, distance, shortened
from motu.drawing.pen import Pen, element, path_through
from motu.drawing.picture import Picture
from motu.drawing.reef import ReefStone, in_order, reef_of
from motu.drawing.shades import LAGOON, lagoon_shade

_DEEP = (("sea1", 10.6), ("sea2", 8.2), ("sea3", 6.1), ("sea4", 4.3))
"""Widths of the depth lines along the reef, from the open sea inward, in cells."""
_SHORE = (("reef", 3.1), ("foam", 1.96), ("sand-line", 1.85), ("sand", 1.78))
_LAND = (("-island", 1.27, (0.0, 0.0)), ("-island2", 0.95, (-0.02, -0.04)), ("-island3", 0.58, (-0.04, -0.07)))
"""The body of an island and its contours: role, width, how far it is moved towards the light."""
_OUTLINE = 1.34
_RIM = 1.62
"""The gold round an island that a chain joins."""
_STRIP = 0.14
_LEAST_STRIP = 0.1
"""Sand between two islands, at their ends and wherever an acute corner brings them near each other."""
_NEAR = 4
"""Steps of two islands' lines from where they meet, within which they could touch."""
_EMBLEM_OUT = 0.1
_NUMBER_OUT = 0.2
"""How far signs and numbers are moved towards the sea; numbers can be two digits wide."""
_CELL = 0.89
"""A cell's tile, as a share of the cell."""

COLOURS = ("black", "white")
"""The colours of islands, by number."""

_ROUND = {"stroke-linecap": "round", "stroke-linejoin": "round"}


def draw_lagoon(board: Board, pen: Pen, *, sea: bool = True, rimmed: Collection[int] = ()) -> Picture:
    """Return the ground of a board of hexagons and the box around its islands.

    Args:
        board: A board of hexagons.
        pen: Writes it; its prefix is that of all ids.
        sea: Whether the depth lines are drawn, which run far beyond the box.
        rimmed: Islands with a gold rim.
    """
    corners = [(x, y) for polygon in board.polygons.tolist() for x, y in polygon]
    box = Box.around(corners)
    reef = reef_of(board)
    layers = []
    if reef:
        box = box.joined(Box.around((stone.place for stone in reef), 1.0))
        layers += [_draw_water(pen, reef, sea=sea), _draw_islands(board, pen, reef, rimmed)]
    layers.append(_draw_cells(board, pen, box))
    if reef:
        layers.append(_draw_emblems(board, pen, reef))
    return Picture(tuple(layers), box)


def _draw_water(pen: Pen, reef: tuple[ReefStone, ...], *, sea: bool) -> str:
    """Steps of depth and the beach, each a stroke along the course of the reef."""
    ring = [stone.place for stone in reef]
    courses = element(
        "defs",
        {},
        pen.curve(softened(ring, 5), {"id": pen.name("deep")}, closed=True),
        pen.curve(softened(ring, 2), {"id": pen.name("course")}, closed=True),
    )
    strokes = [pen.use("deep", pen.paint(role, role, width)) for role, width in _DEEP] if sea else []
    strokes += [pen.use("course", pen.paint(role, role, width)) for role, width in _SHORE]
    return courses + pen.group("sea", *strokes, attributes={"stroke-linejoin": "round"})


def _draw_islands(board: Board, pen: Pen, reef: tuple[ReefStone, ...], rimmed: Collection[int]) -> str:
    shapes, groups = [], []
    lines = island_lines(board)
    girth = girth_of(lines)
    for index, places in lines.items():
        name = f"island{index}"
        shapes.append(pen.curve(places, {"id": pen.name(name)}))
        groups.append(_draw_island(board, pen, index, name, girth, is_rimmed=index in rimmed))
    layer = pen.group("islands", *groups, attributes={"fill": "none", **_ROUND})
    return element("defs", {}, *shapes) + layer if reef else ""


def _draw_island(board: Board, pen: Pen, index: int, name: str, girth: float, *, is_rimmed: bool) -> str:
    """One island: its rim where a chain has joined it, its shadow, its outline, and the steps of its land."""
    colour = COLOURS[board.islands[index].colour]
    gold = pen.paint(None, "gold", _RIM - _OUTLINE + girth * _OUTLINE, kind="rim")
    parts = [pen.use(name, {**gold, **({} if is_rimmed else {"opacity": "0"})}) if is_rimmed or pen.hooks else ""]
    parts.append(pen.use(name, {**pen.paint(None, "contact", 1.3 * girth), "opacity": "0.22"}, (0.06, 0.12)))
    parts.append(pen.use(name, pen.paint(None, f"{colour}-island-line", girth * _OUTLINE)))
    for role, width, shift in _LAND:
        land = girth * _OUTLINE - (_OUTLINE - width) * (1.0 if role == "-island" else girth)
        parts.append(pen.use(name, pen.paint(None, f"{colour}{role}", land), shift))
    return pen.group("island", *parts, island=str(index), colour=colour)


def island_lines(board: Board) -> dict[int, list[Point]]:
    """Return the line along which each island lies, clockwise; where two meet, a strip of sand stays open."""
    reef = reef_of(board)
    soft = softened([stone.place for stone in reef], 2)
    places = dict(zip(reef, blended([stone.place for stone in reef], soft, 0.4), strict=True))
    lines = {}
    for island in board.islands:
        own = in_order([stone for stone in reef if stone.islands == (island.index,)])
        if own:
            lines[island.index] = _fitted([places[stone] for stone in own], _ends(reef, places, own))
    return lines


def _ends(reef: tuple[ReefStone, ...], places: dict[ReefStone, Point], own: list[ReefStone]) -> tuple[Point, Point]:
    """The nearest places of the islands before and after an island's own."""
    here = {stone: number for number, stone in enumerate(reef)}
    before, after = here[own[0]] - 1, (here[own[-1]] + 1) % len(reef)
    if len(reef[before].islands) > 1:
        before -= 1
    if len(reef[after].islands) > 1:
        after = (after + 1) % len(reef)
    return places[reef[before]], places[reef[after]]


def _fitted(line: list[Point], others: tuple[Point, Point]) -> list[Point]:
    """An island's line, longer or shorter at both ends, so that the strip of sand beside it is as wide everywhere."""
    first, last = others
    return _fitted_end(_fitted_end(line, last)[::-1], first)[::-1]


def _fitted_end(line: list[Point], other: Point) -> list[Point]:
    """The line with its end moved: half of what lies between it and the next island, but for the caps and the sand."""
    reach = (distance(line[-1], other) - _OUTLINE - _STRIP) / 2
    if reach >= 0:
        return [*line, shortened(line[-1], other, reach, 0.0)[0]]
    if len(line) == 1:
        return line
    return [*line[:-1], shortened(line[-2], line[-1], 0.0, min(-reach, 0.9 * distance(line[-2], line[-1])))[1]]


def girth_of(lines: dict[int, list[Point]]) -> float:
    """Return how wide islands are as a share of their usual width: less where they would touch for want of room."""
    around = sorted(lines)
    gaps = [clearance(lines[one], lines[other]) for one, other in zip(around, around[1:] + around[:1], strict=True)]
    return min(1.0, 1.0 + (min(gaps) - _LEAST_STRIP) / _OUTLINE) if len(around) > 1 else 1.0


def clearance(one: Sequence[Point], other: Sequence[Point]) -> float:
    """Return how wide the strip is between an island and the next one clockwise; below 0 they touch."""
    ends, beginnings = _filled(one[-_NEAR:]), _filled(other[:_NEAR])
    return min(distance(end, begin) for end in ends for begin in beginnings) - _OUTLINE


def _filled(line: Sequence[Point]) -> list[Point]:
    """The line with more places on it, close enough for measuring."""
    count = 8
    parts = [
        (start[0] + (end[0] - start[0]) * step / count, start[1] + (end[1] - start[1]) * step / count)
        for start, end in itertools.pairwise(line)
        for step in range(count)
    ]
    return [*parts, line[-1]]


def _draw_cells(board: Board, pen: Pen, box: Box) -> str:
    """The cells as one path, painted three times: a beach under them, their lines, and the water."""
    outlines = []
    for polygon, (x, y) in zip(board.polygons.tolist(), board.centres.tolist(), strict=True):
        tile = [(x + _CELL * (u - x), y + _CELL * (v - y)) for u, v in polygon]
        outlines.append(path_through(tile, closed=True))
    shape = element("path", {"id": pen.name("cells"), "d": "".join(outlines), "stroke-linejoin": "round"})
    middle = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    shade = lagoon_shade(pen, middle, max(box.width, box.height) / 2)
    water = {**pen.shaded(LAGOON), "stroke": str(pen.shaded(LAGOON)["fill"]), "stroke-width": "3.4"}
    return element("defs", {}, shade, shape) + pen.group(
        "lagoon",
        pen.use("cells", pen.paint("sand", "sand", 0.34)),
        pen.use("cells", pen.paint("cell-line", "cell-line", 0.17)),
        pen.use("cells", water),
    )


def _draw_emblems(board: Board, pen: Pen, reef: tuple[ReefStone, ...]) -> str:
    ring = [stone.place for stone in reef]
    centre = (sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring))
    signs = []
    lines = island_lines(board)
    girth = girth_of(lines)
    for index, line in lines.items():
        colour = COLOURS[board.islands[index].colour]
        at = _moved_out(_middle(line), centre, _EMBLEM_OUT if emblem_of(board, index) else _NUMBER_OUT)
        signs.append(draw_emblem(pen, board, index, at, f"{colour}-island-mark", girth))
    return pen.group("emblems", *signs)


def _middle(line: list[Point]) -> Point:
    """The place half way along a line."""
    lengths = [distance(one, other) for one, other in itertools.pairwise(line)]
    left = sum(lengths) / 2
    for (start, end), length in zip(itertools.pairwise(line), lengths, strict=True):
        if left <= length:
            share = left / length if length else 0.0
            return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        left -= length
    return line[0]


def _moved_out(place: Point, centre: Point, by: float) -> Point:
    length = max(distance(place, centre), 1e-9)
    return (place[0] + (place[0] - centre[0]) * by / length, place[1] + (place[1] - centre[1]) * by / length)
