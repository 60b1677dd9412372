"""Positions on points: the wooden board with its stones.

Floor: drawing. Invariant: one group a point, in the order of the board's cells.
"""

from motu.drawing.chains import chain_lines
from motu.drawing.geometry import Box
from motu.drawing.pen import Pen, element
from motu.drawing.picture import Picture
from motu.drawing.scene import Scene
from motu.drawing.shades import stone_shades
from motu.drawing.stones import (
    POINT_STONE,
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
from motu.drawing.wood import beside, draw_wood

_LABEL = 0.34


def draw_points(scene: Scene, pen: Pen, *, coordinates: bool) -> Picture:
    """Return the layers of a board of points and the box around them."""
    ground = draw_wood(scene.board, pen)
    wood = ground.box
    shades, *things = draw_on_points(scene, pen)
    layers = [shades, *ground.layers, *things]
    box = wood.grown(0.15)
    if coordinates:
        box = box.joined(Box(wood.left - 0.6, wood.top, wood.right, wood.bottom + 0.6))
        layers.append(_draw_coordinates(scene, pen, wood))
    if scene.waiting is not None:
        layers.append(_draw_waiting(scene, pen, wood))
        box = box.joined(Box(wood.left, wood.top, wood.right + 1.3, wood.bottom))
    return Picture(tuple(layers), box)


def draw_on_points(scene: Scene, pen: Pen) -> list[str]:
    """Return the layers of what stands on the board; the first are the shades that it is painted with."""
    shades = element("defs", {}, stone_shades(pen, scene.colour_names))
    cells, chain = _draw_cells(scene, pen), _draw_chain(scene, pen)
    return [shades, cells, chain, draw_marks(scene, pen), draw_heat_texts(scene, pen)]


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
    rings = draw_gold_rings(pen, [place_of(scene, cell) for cell in scene.chain], POINT_STONE)
    return pen.group("chain", rings, draw_links(pen, chain_lines(scene)))


def _draw_coordinates(scene: Scene, pen: Pen, wood: Box) -> str:
    texts = [pen.text(label.text, label.place, _LABEL, {}) for label in beside(scene.board, wood)]
    return pen.group("coordinates", *texts, attributes=pen.paint("on-table", kind="coordinates"))


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
    stone = draw_stone(pen, colour, (x, y), POINT_STONE)
    return pen.group("waiting", tray, arrow, stone, colour=colour)
