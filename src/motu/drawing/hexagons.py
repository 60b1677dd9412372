"""Positions on hexagons: the lagoon with its stones.

Floor: drawing. Invariant: one group a cell, in the order of the board's cells.
"""

from motu.drawing.chains import chain_lines, joined_islands
from motu.drawing.coordinates import CLEARANCE, REEF_CLEARANCE, Coordinate, coordinates_of
from motu.drawing.geometry import Box, distance
from motu.drawing.lagoon import draw_lagoon
from motu.drawing.pen import Pen, element
from motu.drawing.picture import Picture
from motu.drawing.scene import Scene
from motu.drawing.shades import stone_shades
from motu.drawing.stones import (
    cell_group,
    draw_cell_stones,
    draw_gold_rings,
    draw_heat,
    draw_heat_texts,
    draw_links,
    draw_marks,
    place_of,
)

_LABEL = 0.36
_FAR = 3.7
"""A label farther than this from its line gets a hairline to it, in cells."""


def draw_hexagons(scene: Scene, pen: Pen, *, coordinates: bool) -> Picture:
    """Return the layers of a board of hexagons and the box around them."""
    board = scene.board
    joined = [index for index, _ in joined_islands(scene)] if scene.chain else []
    ground = draw_lagoon(board, pen, rimmed=joined)
    shades, *things = draw_on_hexagons(scene, pen)
    layers = [shades, *ground.layers, *things]
    if not coordinates:
        return Picture(tuple(layers), ground.box)
    labels = coordinates_of(board, REEF_CLEARANCE if board.islands else CLEARANCE)
    texts = [pen.text(label.text, label.place, _LABEL, {}) for label in labels]
    ink = pen.paint("lagoon-ink" if board.islands else "on-sea", kind="coordinates")
    layers += [_draw_leaders(pen, labels), pen.group("coordinates", *texts, attributes=ink)]
    return Picture(tuple(layers), ground.box.joined(Box.around((label.place for label in labels), _LABEL * 0.8)))


def draw_on_hexagons(scene: Scene, pen: Pen) -> list[str]:
    """Return the layers of what stands on the ground; the first are the shades that it is painted with."""
    shades = element("defs", {}, stone_shades(pen, scene.colour_names))
    cells, chain = _draw_cells(scene, pen), _draw_chain(scene, pen)
    return [shades, cells, chain, draw_marks(scene, pen), draw_heat_texts(scene, pen)]


def _draw_cells(scene: Scene, pen: Pen) -> str:
    """The cells, each moved to its place, so that its content is drawn round the origin."""
    groups = []
    for cell, polygon in enumerate(scene.board.polygons.tolist()):
        x, y = place_of(scene, cell)
        shape = [(corner[0] - x, corner[1] - y) for corner in polygon]
        target = {**pen.hook("hexagon"), "fill": "none", "pointer-events": "all"}
        content = (pen.line(shape, target, closed=True) if pen.hooks else "") + draw_heat(scene, pen, cell, shape)
        groups.append(cell_group(scene, pen, cell, content + draw_cell_stones(scene, pen, cell)))
    return pen.group("cells", *groups)


def _draw_leaders(pen: Pen, labels: tuple[Coordinate, ...]) -> str:
    """Hairlines from the labels that had to move far out to the lines they name."""
    lines = []
    for label in labels:
        length = distance(label.place, label.first)
        if length > _FAR and not label.is_column:
            share = 0.3 / length
            x, y = label.place
            lines.append([(x + (label.first[0] - x) * share, y + (label.first[1] - y) * share), label.first])
    return pen.path(lines, {**pen.paint("none", "lagoon-ink", 0.02, kind="leaders"), "opacity": "0.5"}) if lines else ""


def _draw_chain(scene: Scene, pen: Pen) -> str:
    """The winning chain: gold round its stones, and a line through all of it and the islands that it joins."""
    if not scene.chain:
        return ""
    rings = draw_gold_rings(pen, [place_of(scene, cell) for cell in scene.chain])
    return pen.group("chain", rings, draw_links(pen, chain_lines(scene)))
