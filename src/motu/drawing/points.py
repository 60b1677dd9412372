"""The ground of Atomorph: a wooden grid whose edges carry their colours.

Floor: drawing. Invariant: one group a point, in the order of the board's cells.
"""

from motu.drawing.chains import EDGE_OUT, chain_lines
from motu.drawing.coordinates import coordinates_of
from motu.drawing.geometry import Box
from motu.drawing.pen import Pen
from motu.drawing.picture import Picture
from motu.drawing.scene import Scene
from motu.drawing.stones import (
    STONE,
    cell_group,
    draw_cell_stones,
    draw_gold_rings,
    draw_heat,
    draw_heat_texts,
    draw_links,
    draw_marks,
    draw_stone,
    place_of,
)

_BAR_HALF = 0.075
_WOOD = 0.9
_LABEL = 0.34
_LABEL_OUT = 0.36
"""Distance of the coordinates from the wood."""


def draw_points(scene: Scene, pen: Pen, *, coordinates: bool) -> Picture:
    """Return the layers of a board of points and the box around them."""
    field = Box.around((x, y) for x, y in scene.board.centres.tolist())
    wood = field.grown(_WOOD)
    layers = [
        pen.rectangle(wood, 0.2, pen.paint("wood", kind="wood")),
        _draw_edges(scene, pen, field),
        _draw_grid(scene, pen, field),
        _draw_cells(scene, pen),
        _draw_chain(scene, pen),
        draw_marks(scene, pen),
        draw_heat_texts(scene, pen),
    ]
    box = wood
    if coordinates:
        box = wood.joined(Box(wood.left - 0.6, wood.top, wood.right, wood.bottom + 0.6))
        layers.append(_draw_coordinates(scene, pen, wood))
    if scene.waiting is not None:
        layers.append(_draw_waiting(scene, pen, wood))
        box = box.joined(Box(wood.left, wood.top, wood.right + 1.3, wood.bottom))
    return Picture(tuple(layers), box)


def _draw_edges(scene: Scene, pen: Pen, field: Box) -> str:
    """The four coloured bars, in the order of the board's islands: top, right, bottom, left."""
    out, half, end = EDGE_OUT, _BAR_HALF, 0.42
    across = (field.left - end, field.right + end)
    down = (field.top - end, field.bottom + end)
    bars = (
        Box(across[0], field.top - out - half, across[1], field.top - out + half),
        Box(field.right + out - half, down[0], field.right + out + half, down[1]),
        Box(across[0], field.bottom + out - half, across[1], field.bottom + out + half),
        Box(field.left - out - half, down[0], field.left - out + half, down[1]),
    )
    parts = []
    for island, bar in zip(scene.board.islands, bars, strict=True):
        colour = scene.colour_names[island.colour]
        shape = pen.rectangle(bar, half, pen.paint(colour, "stone-line", 0.03, kind=f"edge motu-{colour}"))
        parts.append(pen.group("island", shape, island=str(island.index), colour=colour))
    return pen.group("reef", *parts)


def _draw_grid(scene: Scene, pen: Pen, field: Box) -> str:
    columns = [field.left + index for index in range(scene.board.width)]
    rows = [field.top + index for index in range(scene.board.height)]
    lines = [[(x, field.top), (x, field.bottom)] for x in columns] + [[(field.left, y), (field.right, y)] for y in rows]
    return pen.path(lines, {**pen.paint("none", "wood-line", 0.03, kind="grid"), "stroke-linecap": "square"})


def _draw_cells(scene: Scene, pen: Pen) -> str:
    """The points; an unpainted square in each takes the pointer on pages."""
    shape = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
    target = {**pen.hook("point"), "fill": "none", "pointer-events": "all"}
    groups = []
    for cell in range(scene.board.num_cells):
        content = (pen.line(shape, target, closed=True) if pen.hooks else "") + draw_heat(scene, pen, cell, shape)
        groups.append(cell_group(scene, pen, cell, content + draw_cell_stones(scene, pen, cell)))
    return pen.group("cells", *groups)


def _draw_chain(scene: Scene, pen: Pen) -> str:
    """The winning chain, with its line running out to the edges that it joins."""
    if not scene.chain:
        return ""
    rings = draw_gold_rings(pen, [place_of(scene, cell) for cell in scene.chain], STONE)
    return pen.group("chain", rings, draw_links(pen, chain_lines(scene)))


def _draw_coordinates(scene: Scene, pen: Pen, wood: Box) -> str:
    texts = []
    for label in coordinates_of(scene.board):
        x, y = label.place
        place = (x, wood.bottom + _LABEL_OUT) if label.is_column else (wood.left - _LABEL_OUT, y)
        texts.append(pen.text(label.text, place, _LABEL, {}))
    return pen.group("coordinates", *texts, attributes=pen.paint("muted", kind="coordinates"))


def _draw_waiting(scene: Scene, pen: Pen, wood: Box) -> str:
    """The stone beside the board that its owner has to put back, with an arrow towards the board."""
    colour = scene.colour_names[scene.waiting or 0]
    x, y = wood.right + 0.72, (wood.top + wood.bottom) / 2
    tray = pen.rectangle(
        Box(x - 0.55, y - 1.05, x + 0.55, y + 0.6), 0.2, pen.paint("none", "coral", 0.045, kind="tray")
    )
    arrow = pen.path(
        [[(x + 0.25, y - 0.7), (x - 0.25, y - 0.7)], [(x - 0.07, y - 0.88), (x - 0.25, y - 0.7), (x - 0.07, y - 0.52)]],
        {**pen.paint("none", "coral", 0.07), "stroke-linecap": "round", "stroke-linejoin": "round"},
    )
    stone = draw_stone(pen, colour, (x, y))
    return pen.group("waiting", tray, arrow, stone, colour=colour)
