"""The things that stand on every ground: stones and pieces, marks, heat, the winning chain.

Floor: drawing. Invariant: nothing is told by colour alone; every mark has a shape of its own.
"""

import math

from motu.drawing.pen import SCALE, Box, Pen, Point, element, move_to
from motu.drawing.scene import EMPTY, Scene

STONE = 0.42
"""Radius of a stone, in cells."""

_RING = 0.06
PIECE = 0.34
"""Radius of a piece, in cells."""


def draw_stone(pen: Pen, colour: str, at: Point = (0.0, 0.0), radius: float = STONE, *, plain: bool = False) -> str:
    """Return a stone or a piece.

    Played white stones carry a fine inner ring, Atmalof's pieces a bar: lying on red ones, upright on blue ones.
    """
    if colour in {"red", "blue"}:
        return _draw_piece(pen, colour, at, radius * PIECE / STONE)
    disc = pen.circle(at, radius, pen.paint(colour, "stone-line", 0.045, kind=f"stone motu-{colour}"))
    if colour == "white" and not plain:
        disc += pen.circle(at, radius * 0.72, {**pen.paint("none", "stone-line", 0.022, kind="rim"), "opacity": 0.55})
    return disc


def _draw_piece(pen: Pen, colour: str, at: Point, radius: float) -> str:
    disc = pen.circle(at, radius, pen.paint(colour, kind=f"stone motu-{colour}"))
    long, thin = radius * 0.5, radius * 0.13
    dx, dy = (long, thin) if colour == "red" else (thin, long)
    box = Box(at[0] - dx, at[1] - dy, at[0] + dx, at[1] + dy)
    return disc + pen.rectangle(box, thin, pen.paint("on-piece", kind="bar"))


def cell_group(scene: Scene, pen: Pen, cell: int, content: str) -> str:
    """Return the group of one cell, which pages find by its id or its `data-cell`."""
    name = scene.board.names[cell]
    attributes = {
        "class": "motu-cell" + (" motu-just" if cell in scene.last else ""),
        "id": f"{pen.prefix}cell-{name}",
        "data-cell": name,
        "transform": move_to(place_of(scene, cell)),
    }
    return element("g", attributes, content)


def draw_cell_stones(scene: Scene, pen: Pen, cell: int) -> str:
    """Return what stands on a cell, the cell's centre being the origin."""
    found = ""
    if scene.stones[cell] != EMPTY:
        found = draw_stone(pen, scene.colour_names[scene.stones[cell]], plain=cell in scene.weak)
    for where, colour in scene.ghosts:
        if where == cell:
            ghost = draw_stone(pen, scene.colour_names[colour])
            found += pen.group("ghost", ghost, attributes={"opacity": 0.45})
    return found


def draw_heat(scene: Scene, pen: Pen, cell: int, shape: list[Point]) -> str:
    """Return the heat of a cell: a tint of its shape, given round the origin; nothing where there is none."""
    values = dict(scene.heat)
    if not values.get(cell):
        return ""
    paint = {**pen.paint("heat", kind="heat"), "fill-opacity": 0.12 + 0.78 * values[cell]}
    return pen.line(shape, paint, closed=True)


def draw_heat_texts(scene: Scene, pen: Pen) -> str:
    """Return the heat of every cell in per cent, so that it can be read without telling tints apart."""
    texts = []
    for cell, value in scene.heat:
        role = _ink_on(scene, cell)
        texts.append(pen.text(str(round(100 * value)), place_of(scene, cell), 0.3, pen.paint(role, kind="share")))
    return pen.group("heat-texts", *texts)


def draw_marks(scene: Scene, pen: Pen) -> str:
    """Return all marks, above everything else: weak and contested stones, the last turn, labels."""
    marks = []
    for cell in range(scene.board.num_cells):
        found = _draw_weak(scene, pen, cell) + _draw_last(scene, pen, cell) + _draw_label(scene, pen, cell)
        if found:
            marks.append(pen.group("mark", found, attributes={"transform": move_to(place_of(scene, cell))}))
    return pen.group("marks", *marks)


def place_of(scene: Scene, cell: int) -> Point:
    """Return the centre of a cell."""
    x, y = scene.board.centres[cell].tolist()
    return (x, y)


def _draw_weak(scene: Scene, pen: Pen, cell: int) -> str:
    if cell not in scene.weak:
        return ""
    radii = (0.35, 0.245) if cell in scene.contested else (0.35,)
    kind = "contested" if cell in scene.contested else "weak"
    return "".join(_dashed_ring(pen, radius, kind) for radius in radii)


def _dashed_ring(pen: Pen, radius: float, kind: str) -> str:
    """A ring of dashes whose number is whole, so that no dash is cut where the ring closes."""
    dashes = 8
    period = 2 * math.pi * radius / dashes * SCALE
    dash = f"{0.62 * period:.2f} {0.38 * period:.2f}"
    return pen.circle((0.0, 0.0), radius, {**pen.paint("none", "coral", 0.055, kind=kind), "stroke-dasharray": dash})


def _draw_last(scene: Scene, pen: Pen, cell: int) -> str:
    if cell not in scene.last:
        return ""
    if scene.missed:
        return _draw_missed(pen)
    # A piece carries its bar in the middle: there the ring runs round it, with a gap, for coral on red is hard to tell.
    around = scene.board.kind == "squares"
    return pen.circle((0.0, 0.0), 0.415 if around else 0.17, pen.paint("none", "coral", _RING, kind="last"))


def _draw_missed(pen: Pen) -> str:
    """A frame with a small cross in its corner; it leaves the piece that was in the way as it is."""
    x, y, arm = 0.35, -0.35, 0.07
    cross = [[(x - arm, y - arm), (x + arm, y + arm)], [(x - arm, y + arm), (x + arm, y - arm)]]
    frame = pen.rectangle(Box(-0.43, -0.43, 0.43, 0.43), 0.1, pen.paint("none", "coral", _RING, kind="missed"))
    chip = pen.circle((x, y), 0.14, pen.paint("card", "coral", 0.04))
    return frame + chip + pen.path(cross, {**pen.paint("none", "coral", 0.05), "stroke-linecap": "round"})


def _draw_label(scene: Scene, pen: Pen, cell: int) -> str:
    text = dict(scene.labels).get(cell)
    if text is None:
        return ""
    size = 0.44 if len(text) == 1 else 0.36 if len(text) == 2 else 0.25
    return pen.text(text, (0.0, 0.0), size, pen.paint(_ink_on(scene, cell), kind="label"), bold=True)


def _ink_on(scene: Scene, cell: int) -> str:
    """The role a text on a cell is written in."""
    if scene.stones[cell] == EMPTY:
        return "ink"
    colour = scene.colour_names[scene.stones[cell]]
    return {"black": "on-black", "white": "on-white"}.get(colour, "on-piece")


def draw_links(pen: Pen, links: list[tuple[Point, Point]]) -> str:
    """Return the winning line itself, gold in a dark case: pieces of it between the centres of neighbouring stones."""
    if not links:
        return ""
    round_caps = {"stroke-linecap": "round"}
    case = pen.path(links, {**pen.paint("none", "gold-case", 0.19, kind="case"), **round_caps})
    return case + pen.path(links, {**pen.paint("none", "gold", 0.115, kind="link"), **round_caps})


def draw_gold_rings(pen: Pen, places: list[Point], radius: float = STONE) -> str:
    """Return gold outlines round stones."""
    return "".join(pen.circle(at, radius, pen.paint("none", "gold", 0.085, kind="won")) for at in places)


def chain_links(scene: Scene, inset: float = 0.0) -> list[tuple[Point, Point]]:
    """Return the lines between neighbouring cells of the winning chain, each once, shortened by `inset` at both ends."""
    members = set(scene.chain)
    pairs = sorted({(min(a, b), max(a, b)) for a in members for b in scene.board.neighbours[a] if b in members})
    return [shortened(place_of(scene, a), place_of(scene, b), inset, inset) for a, b in pairs]


def shortened(start: Point, end: Point, at_start: float, at_end: float) -> tuple[Point, Point]:
    """Return a line without a piece at its start and at its end."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    return (x0 + dx * at_start, y0 + dy * at_start), (x1 - dx * at_end, y1 - dy * at_end)
