"""Positions on squares: the beach with its pieces and the headers of lines, which one announces with.

Floor: drawing. Invariant: one group a square, in the order of the board's cells.
"""

from motu.drawing.beach import TILE, TILE_CORNER, draw_beach, is_in_reach
from motu.drawing.chains import chain_lines
from motu.drawing.geometry import Box, Point, places_of, shortened
from motu.drawing.pen import Pen, element
from motu.drawing.picture import Picture
from motu.drawing.scene import LineMark, Scene
from motu.drawing.shades import stone_shades
from motu.drawing.stones import (
    PIECE,
    cell_group,
    draw_arrows,
    draw_cell_stones,
    draw_gold_rings,
    draw_heat,
    draw_heat_texts,
    draw_links,
    draw_marks,
    place_of,
)

_HEADER = Box(-0.42, -0.38, 0.42, 0.38)
"""A header round its middle."""
_HEADER_CORNER = 0.17
_HEADER_OUT = 1.32
HEADERS_OUT = _HEADER_OUT + 0.48
"""How far the headers of lines reach beyond the outer squares' centres, in cells."""
_LABEL = 0.34
_TEXT = 0.25
_TEXT_ROOM = 0.72
"""What the texts of announcements take beside the rows' headers."""


def draw_squares(scene: Scene, pen: Pen, *, coordinates: bool) -> Picture:
    """Return the layers of a board of squares and the box around them."""
    field = Box.around(places_of(scene.board))
    ground = draw_beach(scene.board, pen)
    box = ground.box
    shades, *things = draw_on_squares(scene, pen, coordinates=coordinates)
    layers = [shades, *ground.layers, *things]
    if coordinates:
        box = box.joined(Box(field.left - HEADERS_OUT, field.top - HEADERS_OUT, box.right, box.bottom))
        if scene.line_marks:
            box = box.joined(Box(box.left - _TEXT_ROOM, box.top - _LABEL, box.right, box.bottom))
    return Picture(tuple(layers), box)


def draw_on_squares(scene: Scene, pen: Pen, *, coordinates: bool = True) -> list[str]:
    """Return the layers of what stands on the beach, and beside it the headers of lines if asked for.

    The first are the shades that it is painted with.
    """
    layers = [
        element("defs", {}, stone_shades(pen, scene.colour_names)),
        _draw_cells(scene, pen),
        _draw_trail(scene, pen),
        _draw_chain(scene, pen),
        draw_marks(scene, pen),
        draw_heat_texts(scene, pen),
        draw_arrows(scene, pen),
    ]
    if coordinates:
        layers.append(_draw_headers(scene, pen, Box.around(places_of(scene.board))))
    return layers


def _draw_cells(scene: Scene, pen: Pen) -> str:
    """The squares; an unpainted one in each takes the pointer on pages."""
    tile = Box(-TILE, -TILE, TILE, TILE)
    shape: list[Point] = [(-TILE, -TILE), (TILE, -TILE), (TILE, TILE), (-TILE, TILE)]
    groups = []
    for cell, at in enumerate(scene.board.coordinates):
        beyond = "" if is_in_reach(scene.board, at) else " motu-beyond"
        target = {**pen.hook(f"tile{beyond}"), "fill": "none", "pointer-events": "all"}
        content = (pen.rectangle(tile, TILE_CORNER, target) if pen.hooks else "") + draw_heat(scene, pen, cell, shape)
        if cell in scene.landing:
            paint = pen.paint("none", "gold-deep", 0.045, kind="landing")
            content += pen.rectangle(tile.grown(-0.03), TILE_CORNER, paint)
        groups.append(cell_group(scene, pen, cell, content + draw_cell_stones(scene, pen, cell)))
    return pen.group("cells", *groups)


def _draw_headers(scene: Scene, pen: Pen, field: Box) -> str:
    """The numbers of the lines; the announced one is gold, those beyond the die are dashed."""
    board, places = scene.board, places_of(scene.board)
    at = {where: places[cell] for cell, where in enumerate(board.coordinates)}
    lines = [(f"c{column + 1}", (at[column, 0][0], field.top - _HEADER_OUT)) for column in range(board.width)]
    lines += [(f"r{row + 1}", (field.left - _HEADER_OUT, at[0, row][1])) for row in range(board.height)]
    marks = {mark.line: mark for mark in scene.line_marks}
    parts = []
    for name, (x, y) in lines:
        frame = Box(x + _HEADER.left, y + _HEADER.top, x + _HEADER.right, y + _HEADER.bottom)
        parts.append(_draw_header(scene, pen, name, frame, marks.get(name)))
    return pen.group("coordinates", *parts)


def _draw_header(scene: Scene, pen: Pen, name: str, frame: Box, mark: LineMark | None) -> str:
    board, is_announced = scene.board, name == scene.announced
    is_beyond = int(name[1:]) > (board.drop_rows if name[0] == "r" else board.drop_columns)
    paint = pen.paint("paper", "sea4", 0.03)
    ink = "act"
    if is_announced:
        paint, ink = pen.paint("gold", "gold-deep", 0.045, kind="chosen"), "gold-case"
    elif is_beyond:
        paint, ink = {**pen.paint("none", "foam", 0.03), "stroke-dasharray": "3.2 2.8"}, "on-sea"
    button = pen.rectangle(frame, _HEADER_CORNER, paint)
    if mark:
        button += _draw_line_mark(pen, mark, frame, is_chosen=name == scene.chosen)
    middle = ((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2)
    text = pen.text(name[1:], middle, _LABEL, pen.paint(ink), bold=True)
    identity = {"id": f"{pen.prefix}line-{name}"} if pen.hooks else {}
    return pen.group("header", button, text, attributes=identity, line=name)


def _draw_line_mark(pen: Pen, mark: LineMark, frame: Box, *, is_chosen: bool) -> str:
    """The tint of a header and the text outside it."""
    tint = pen.rectangle(frame, _HEADER_CORNER, {**pen.paint("heat", kind="heat"), "fill-opacity": 0.9 * mark.share})
    ring = pen.rectangle(frame, _HEADER_CORNER, pen.paint("none", "gold", 0.075, kind="chosen")) if is_chosen else ""
    ink = pen.paint("on-sea", kind="label")
    if mark.line[0] == "c":
        place = ((frame.left + frame.right) / 2, frame.top - 0.2)
        return tint + ring + pen.text(mark.text, place, _TEXT, ink, bold=is_chosen)
    place = (frame.left - 0.12, (frame.top + frame.bottom) / 2)
    return tint + ring + pen.text(mark.text, place, _TEXT, ink, bold=is_chosen, anchor="end")


def _draw_trail(scene: Scene, pen: Pen) -> str:
    """Where the last moved piece came from: a coral ring on the empty square and a line to the piece."""
    if scene.trail is None:
        return ""
    start, end = (place_of(scene, cell) for cell in scene.trail)
    ring = pen.circle(start, 0.12, pen.paint("none", "coral", 0.045))
    line = pen.line(shortened(start, end, 0.12, 0.44), pen.paint("none", "coral", 0.045))
    return pen.group("trail", ring, line)


def _draw_chain(scene: Scene, pen: Pen) -> str:
    """The winning line."""
    if not scene.chain:
        return ""
    rings = draw_gold_rings(pen, [place_of(scene, cell) for cell in scene.chain], PIECE)
    return pen.group("chain", draw_links(pen, chain_lines(scene), caps="butt"), rings)
