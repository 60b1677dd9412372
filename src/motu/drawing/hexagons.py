"""The ground of Atoll and Hex: water cells with a reef of island stones round them.

Floor: drawing. Invariant: one group a cell, in the order of the board's cells.
"""

from motu.drawing.chains import chain_lines, joined_islands
from motu.drawing.coordinates import Coordinate, coordinates_of
from motu.drawing.geometry import Box, Point, distance
from motu.drawing.pen import Pen
from motu.drawing.picture import Picture
from motu.drawing.reef import ReefStone, in_order, reef_of
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

_BAND = 0.62
_LABEL = 0.36
_FAR = 2.2
"""A label farther than this from its line gets a hairline to it, in cells."""


def draw_hexagons(scene: Scene, pen: Pen, *, coordinates: bool) -> Picture:
    """Return the layers of a board of hexagons and the box around them."""
    board = scene.board
    reef = reef_of(board)
    corners = [(x, y) for polygon in board.polygons.tolist() for x, y in polygon]
    box = Box.around(corners)
    if reef:
        box = box.joined(Box.around((stone.place for stone in reef), STONE + 0.03))
    layers = [_draw_reef(scene, pen, reef), _draw_cells(scene, pen), _draw_chain(scene, pen)]
    layers += [draw_marks(scene, pen), draw_heat_texts(scene, pen)]
    if coordinates:
        labels = coordinates_of(board)
        texts = [pen.text(label.text, label.place, _LABEL, {}) for label in labels]
        layers.append(pen.group("coordinates", *texts, attributes=pen.paint("muted", kind="coordinates")))
        layers.insert(0, _draw_leaders(pen, labels))
        box = box.joined(Box.around((label.place for label in labels), _LABEL * 0.6))
    return Picture(tuple(layers), box)


def _draw_cells(scene: Scene, pen: Pen) -> str:
    """The cells, each moved to its place, so that its content is drawn round the origin."""
    groups = []
    for cell, polygon in enumerate(scene.board.polygons.tolist()):
        x, y = place_of(scene, cell)
        shape = [(corner[0] - x, corner[1] - y) for corner in polygon]
        content = pen.line(shape, pen.hook("hexagon"), closed=True) + draw_heat(scene, pen, cell, shape)
        groups.append(cell_group(scene, pen, cell, content + draw_cell_stones(scene, pen, cell)))
    return pen.group("cells", *groups, attributes=pen.paint("water", "water-line", 0.035, kind="cells"))


def _draw_leaders(pen: Pen, labels: tuple[Coordinate, ...]) -> str:
    """Hairlines from the labels that had to move far out to the lines they name."""
    lines = []
    for label in labels:
        length = distance(label.place, label.first)
        if length > _FAR and not label.is_column:
            share = 0.3 / length
            x, y = label.place
            lines.append([(x + (label.first[0] - x) * share, y + (label.first[1] - y) * share), label.first])
    return (
        pen.path(lines, {**pen.paint("none", "muted", 0.025, kind="leaders"), "stroke-opacity": 0.6}) if lines else ""
    )


def _draw_reef(scene: Scene, pen: Pen, reef: tuple[ReefStone, ...]) -> str:
    """The reef: for each island a shore under its stones, and smaller two-coloured stones where nobody's place is."""
    islands = scene.board.islands
    names = scene.colour_names
    parts = []
    for island in islands:
        stones = [stone for stone in reef if stone.islands == (island.index,)]
        if not stones:
            continue
        colour = names[island.colour]
        discs = [draw_stone(pen, colour, stone.place, plain=True) for stone in in_order(stones)]
        shore = _draw_shore(pen, [stone.place for stone in in_order(stones)], colour)
        parts.append(pen.group("island", shore, *discs, island=str(island.index), colour=colour))
    for before, stone, after in zip(reef[-1:] + reef[:-1], reef, reef[1:] + reef[:1], strict=True):
        if len(stone.islands) > 1:
            colours = [names[islands[index].colour] for index in stone.islands]
            parts.append(_draw_between(pen, stone, before, after, (colours[0], colours[-1])))
    return pen.group("reef", *parts)


def _draw_shore(pen: Pen, places: list[Point], colour: str) -> str:
    if len(places) < 2:
        return ""
    caps = {"stroke-linecap": "round", "stroke-linejoin": "round"}
    edge = pen.line(places, {**pen.paint("none", "shore-line", _BAND + 0.06), **caps})
    return edge + pen.line(places, {**pen.paint("none", f"{colour}-shore", _BAND, kind="shore"), **caps})


def _draw_between(pen: Pen, stone: ReefStone, before: ReefStone, after: ReefStone, colours: tuple[str, str]) -> str:
    """A stone between two islands: half in the one colour, half in the other, where the colours differ."""
    islands = " ".join(map(str, stone.islands))
    if colours[0] == colours[1]:
        return pen.group("between", draw_stone(pen, colours[0], stone.place, plain=True), islands=islands)
    dx, dy = after.place[0] - before.place[0], after.place[1] - before.place[1]
    length = max(distance(before.place, after.place), 1e-9)
    # Walking clockwise the board lies on the right hand: the half behind belongs to the island that ends here.
    inward = (-dy / length, dx / length)
    outward = (dy / length, -dx / length)
    radius = STONE * 0.62
    behind = pen.half_disc(stone.place, radius, inward, pen.paint(colours[0]))
    ahead = pen.half_disc(stone.place, radius, outward, pen.paint(colours[1]))
    ring = pen.circle(stone.place, radius, pen.paint("none", "stone-line", 0.045))
    return pen.group("between", behind, ahead, ring, islands=islands)


def _draw_chain(scene: Scene, pen: Pen) -> str:
    """The winning chain: gold round its stones and round the islands it joins, and a line through all of it."""
    if not scene.chain:
        return ""
    places = [place_of(scene, cell) for cell in scene.chain]
    for _, stones in joined_islands(scene):
        places += [stone.place for stone in stones if len(stone.islands) == 1]
    return pen.group("chain", draw_gold_rings(pen, places), draw_links(pen, chain_lines(scene)))
