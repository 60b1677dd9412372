"""The things that stand on every ground: stones and pieces, marks, heat, the winning chain.

Floor: drawing. Invariant: nothing is told by colour alone; every mark has a shape of its own.
"""

import math

from motu.drawing.geometry import Box, Point, places_of, shortened
from motu.drawing.pen import SCALE, Pen, element, move_to, number
from motu.drawing.scene import EMPTY, Arrow, Scene
from motu.drawing.shades import SHADOW

STONE = 0.405
"""Radius of a stone in a hexagon, in cells."""
POINT_STONE = 0.44
"""Radius of a stone on a point."""
PIECE = 0.4
"""Radius of a sun, and half the width of a wave."""
TILE_CORNER = 0.1
"""Radius of a tile's corners, in cells."""

_LINE = 0.03
_RING = 0.075
_WAVE_HALF = 0.375
_WAVE_CORNER = 0.13
_LIP = math.radians(76)
"""Half the angle that a lip takes up."""


def stone_radius(kind: str) -> float:
    """Return the radius of stones on a kind of board, in cells."""
    return {"hexagons": STONE, "points": POINT_STONE}.get(kind, PIECE)


def draw_stone(pen: Pen, colour: str, at: Point = (0.0, 0.0), radius: float = STONE) -> str:
    """Return a stone or a piece with its shadow: the red ones are suns and round, the blue ones waves and square."""
    if colour in {"red", "blue"}:
        return _draw_piece(pen, colour, at)
    paint = {**pen.paint(None, f"{colour}-line", _LINE, kind=f"stone motu-{colour}"), **pen.shaded(colour)}
    return _draw_shadow(pen, at, radius) + pen.circle(at, radius, paint)


def _draw_shadow(pen: Pen, at: Point, radius: float) -> str:
    grown = radius / STONE
    return pen.circle((at[0] + 0.035 * grown, at[1] + 0.1 * grown), 0.465 * grown, pen.shaded(SHADOW))


def _draw_piece(pen: Pen, colour: str, at: Point) -> str:
    shadow = _draw_shadow(pen, at, PIECE)
    paint = {**pen.paint(None, f"{colour}-line", 0.02, kind=f"stone motu-{colour}"), **pen.shaded(colour)}
    white = {"stroke-linecap": "round", "fill": "none"}
    x, y = at
    if colour == "red":
        rays = [
            [(x + 0.19 * dx, y + 0.19 * dy), (x + 0.28 * dx, y + 0.28 * dy)]
            for dx, dy in ((math.cos(turn * math.pi / 4), math.sin(turn * math.pi / 4)) for turn in range(8))
        ]
        sign = pen.circle(at, 0.12, pen.paint("on-piece", kind="sign"))
        return (
            shadow
            + pen.circle(at, PIECE, paint)
            + sign
            + pen.path(rays, {**white, **pen.paint("none", "on-piece", 0.05)})
        )
    box = Box(x - _WAVE_HALF, y - _WAVE_HALF, x + _WAVE_HALF, y + _WAVE_HALF)
    waves = [
        pen.curve([(x + dx, y + dy + rise) for dx, rise in _WAVE], {**white, **pen.paint("none", "on-piece", 0.055)})
        for dy in (-0.1, 0.1)
    ]
    return shadow + pen.rectangle(box, _WAVE_CORNER, paint) + "".join(waves)


_WAVE = ((-0.23, 0.03), (-0.12, -0.045), (0.0, 0.03), (0.12, -0.045), (0.23, 0.03))
"""One wave: across, and how far down."""


def cell_group(scene: Scene, pen: Pen, cell: int, content: str) -> str:
    """Return the group of one cell, which pages find by its id or its `data-cell`."""
    name = scene.board.names[cell]
    just = " motu-just" if cell in scene.last else ""
    identity = {"id": f"{pen.prefix}cell-{name}"} if pen.hooks else {}
    place = {"transform": move_to(place_of(scene, cell))}
    return element("g", {**pen.hook(f"cell{just}", cell=name), **identity, **place}, content) if content else ""


def draw_cell_stones(scene: Scene, pen: Pen, cell: int) -> str:
    """Return what stands on a cell, the cell's centre being the origin."""
    found = ""
    if scene.stones[cell] != EMPTY:
        found = draw_stone(pen, scene.colour_names[scene.stones[cell]], radius=stone_radius(scene.board.kind))
        if scene.chain and cell not in scene.chain:
            found = (
                pen.group("dimmed", found, attributes={"opacity": 0.6})
                if pen.hooks
                else f'<g opacity="0.6">{found}</g>'
            )
    for where, colour in scene.ghosts:
        if where == cell:
            ghost = draw_stone(pen, scene.colour_names[colour], radius=stone_radius(scene.board.kind))
            found += pen.group("ghost", ghost, attributes={"opacity": 0.45})
    return found


def draw_heat(scene: Scene, pen: Pen, cell: int, shape: list[Point]) -> str:
    """Return the heat of a cell: a tint of its shape, given round the origin; nothing where there is none.

    On points it is a disc that hides the crossing, since its number stands there.
    """
    values = dict(scene.heat)
    if cell not in values:
        return ""
    paint = {**pen.paint("heat", kind="heat"), "fill-opacity": 0.12 + 0.78 * values[cell] if values[cell] else 0.0}
    if scene.board.kind == "points":
        return pen.circle((0.0, 0.0), STONE, pen.paint("wood")) + pen.circle((0.0, 0.0), STONE, paint)
    if scene.board.kind == "squares":
        return pen.rectangle(Box.around(shape), TILE_CORNER, paint)
    return pen.line(shape, paint, closed=True)


def draw_heat_texts(scene: Scene, pen: Pen) -> str:
    """Return the heat of every cell in per cent, so that it can be read without telling tints apart.

    A cell with a label keeps that alone.
    """
    texts = []
    labelled = dict(scene.labels)
    for cell, value in scene.heat:
        if cell in labelled:
            continue
        text, (x, y) = str(round(100 * value)), place_of(scene, cell)
        if scene.board.kind == "squares" and scene.stones[cell] != EMPTY:
            texts.append(_draw_badge(pen, text, (x, y), kind="share"))
        else:
            texts.append(pen.text(text, (x, y), 0.3, pen.paint(_ink_on(scene, cell), kind="share")))
    return pen.group("heat-texts", *texts)


def draw_marks(scene: Scene, pen: Pen) -> str:
    """Return all marks, above everything else: weak and contested stones, the last turn, labels."""
    marks = []
    for cell in range(scene.board.num_cells):
        found = _draw_weak(scene, pen, cell) + _draw_last(scene, pen, cell) + _draw_chosen(scene, pen, cell)
        found += _draw_label(scene, pen, cell)
        if found:
            marks.append(pen.group("mark", found, attributes={"transform": move_to(place_of(scene, cell))}))
    return pen.group("marks", *marks)


def place_of(scene: Scene, cell: int) -> Point:
    """Return the centre of a cell."""
    return places_of(scene.board)[cell]


def _draw_weak(scene: Scene, pen: Pen, cell: int) -> str:
    """The other colour looks out from under a weak stone at the lower right; on both sides where it is contested."""
    if cell not in scene.weak:
        return ""
    other = scene.colour_names[1 - scene.stones[cell]]
    is_contested = cell in scene.contested
    sides = (0.0, 180.0) if is_contested else (0.0,)
    return "".join(draw_lip(pen, other, turn, kind="contested" if is_contested else "weak") for turn in sides)


def draw_lip(pen: Pen, colour: str, turn: float, kind: str) -> str:
    """Return a crescent of a colour inside the edge of a stone on a point; `turn` in degrees from the lower right."""
    middle = math.radians(45 + turn)
    r = POINT_STONE - 0.01
    ends = [(r * math.cos(middle + angle), r * math.sin(middle + angle)) for angle in (-_LIP, _LIP)]
    (x0, y0), (x1, y1) = [(number(x * SCALE), number(y * SCALE)) for x, y in ends]
    outer, inner = number(r * SCALE), number(1.42 * r * SCALE)
    path = f"M{x0},{y0}A{outer},{outer} 0 0 1 {x1},{y1}A{inner},{inner} 0 0 0 {x0},{y0}Z"
    return element("path", {**pen.paint(colour, f"{colour}-line", 0.02, kind=kind), "d": path})


def _draw_last(scene: Scene, pen: Pen, cell: int) -> str:
    if cell not in scene.last:
        return ""
    if scene.missed:
        return _draw_missed(pen)
    if scene.board.kind == "squares":
        frame = Box(-0.46, -0.46, 0.46, 0.46)
        return pen.rectangle(frame, 0.14, pen.paint("none", "last", 0.055, kind="last"))
    radius = stone_radius(scene.board.kind) + 0.045
    ring = pen.circle((0.0, 0.0), radius, pen.paint("none", "last", _RING, kind="last"))
    if cell in dict(scene.labels) or cell in dict(scene.heat):
        return ring
    return ring + pen.circle((0.0, 0.0), 0.1, pen.paint("last", "on-piece", 0.03, kind="dot"))


def _draw_chosen(scene: Scene, pen: Pen, cell: int) -> str:
    """A ring round the cell that is singled out; a frame on tiles, where pieces have rings of their own."""
    if scene.board.names[cell] != scene.chosen:
        return ""
    paint = pen.paint("none", "act", 0.075, kind="chosen")
    if scene.board.kind == "squares":
        return pen.rectangle(Box(-0.44, -0.44, 0.44, 0.44), TILE_CORNER, paint)
    return pen.circle((0.0, 0.0), STONE - 0.02, paint)


def draw_arrows(scene: Scene, pen: Pen) -> str:
    """Return the moves of pieces that are thought of, each with its text on the cell that it leads to."""
    labelled: dict[int, str] = {arrow.end: arrow.text for arrow in scene.arrows}
    texts = [
        pen.text(text, place_of(scene, cell), 0.23, pen.paint("ink", kind="label"), bold=True)
        for cell, text in labelled.items()
    ]
    return pen.group("arrows", *(_draw_arrow(scene, pen, arrow) for arrow in scene.arrows), *texts)


def _draw_arrow(scene: Scene, pen: Pen, arrow: Arrow) -> str:
    """A line from the piece and a head before the cell's text; the one that is singled out in the colour of actions."""
    start, end = shortened(place_of(scene, arrow.start), place_of(scene, arrow.end), PIECE + 0.05, 0.36)
    names = scene.board.names
    is_chosen = f"{names[arrow.start]}-{names[arrow.end]}" == scene.chosen
    width, head = 0.05 + 0.07 * arrow.share, 0.1 + 0.06 * arrow.share
    role = "act" if is_chosen else "muted"
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    neck = (end[0] - dx * head, end[1] - dy * head)
    wings = [
        (neck[0] - dy * head * 0.8, neck[1] + dx * head * 0.8),
        (neck[0] + dy * head * 0.8, neck[1] - dx * head * 0.8),
    ]
    shaft = pen.line([start, neck], pen.paint("none", role, width))
    tip = pen.line([end, *wings], pen.paint(role), closed=True)
    return pen.group("arrow", shaft, tip, attributes={"opacity": 1.0 if is_chosen else 0.4 + 0.6 * arrow.share})


def _draw_missed(pen: Pen) -> str:
    """A frame with a small cross in its corner; it leaves the piece that was in the way as it is."""
    x, y, arm = 0.35, -0.35, 0.07
    cross = [[(x - arm, y - arm), (x + arm, y + arm)], [(x - arm, y + arm), (x + arm, y - arm)]]
    frame = pen.rectangle(Box(-0.43, -0.43, 0.43, 0.43), 0.1, pen.paint("none", "coral", 0.06, kind="missed"))
    chip = pen.circle((x, y), 0.14, pen.paint("paper", "coral", 0.04))
    return frame + chip + pen.path(cross, {**pen.paint("none", "coral", 0.05), "stroke-linecap": "round"})


def _draw_label(scene: Scene, pen: Pen, cell: int) -> str:
    """The text on a cell: on a piece as a badge beside its bar, on a patch where it would stand on lines."""
    text = dict(scene.labels).get(cell)
    if text is None:
        return ""
    if scene.board.kind == "squares" and scene.stones[cell] != EMPTY:
        return _draw_badge(pen, text)
    size = (0.44, 0.36, 0.28, 0.24)[len(text) - 1]
    patch = ""
    if cell in scene.chain:
        patch = pen.circle((0.0, 0.0), 0.27, pen.paint(scene.colour_names[scene.stones[cell]]))
    elif scene.board.kind == "points" and scene.stones[cell] == EMPTY:
        patch = pen.circle((0.0, 0.0), 0.3, pen.paint("wood"))
    return patch + pen.text(text, (0.0, 0.0), size, pen.paint(_ink_on(scene, cell), kind="label"), bold=True)


def _draw_badge(pen: Pen, text: str, centre: Point = (0.0, 0.0), kind: str = "label") -> str:
    """A text on a small disc at the upper right of a piece, a longer one on a plate that begins further left."""
    size, half = ((0.27, 0.185), (0.2, 0.185), (0.18, 0.22), (0.18, 0.28))[len(text) - 1]
    at = (centre[0] + 0.455 - half, centre[1] - 0.27)
    paint = pen.paint("paper", "line", 0.025)
    if half > 0.185:
        disc = pen.rectangle(Box(at[0] - half, at[1] - 0.15, at[0] + half, at[1] + 0.15), 0.15, paint)
    else:
        disc = pen.circle(at, half, paint)
    return disc + pen.text(text, at, size, pen.paint("ink", kind=kind), bold=True)


def _ink_on(scene: Scene, cell: int) -> str:
    """The role a text on a cell is written in."""
    if scene.stones[cell] == EMPTY:
        return "lagoon-ink" if scene.board.kind == "hexagons" else "ink"
    colour = scene.colour_names[scene.stones[cell]]
    return {"black": "on-black", "white": "on-white"}.get(colour, "on-piece")


def draw_links(pen: Pen, links: list[tuple[Point, Point]], caps: str = "round") -> str:
    """Return the winning line itself, gold in a dark case: pieces of it between the centres of neighbouring stones."""
    if not links:
        return ""
    ends = {"stroke-linecap": caps}
    case = pen.path(links, {**pen.paint("none", "gold-case", 0.22, kind="case"), **ends})
    return case + pen.path(links, {**pen.paint("none", "gold", 0.14, kind="link"), **ends})


def draw_gold_rings(pen: Pen, places: list[Point], radius: float = STONE) -> str:
    """Return gold outlines round stones."""
    return "".join(pen.circle(at, radius, pen.paint("none", "gold", 0.07, kind="won")) for at in places)
