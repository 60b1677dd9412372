"""The ground of Atmalof: tiles, the ones no roll can reach dashed, with the line headers one announces with.

Floor: drawing. Invariant: one group a square, in the order of the board's cells.
"""

from motu.drawing.chains import chain_lines
from motu.drawing.geometry import Box, Point, shortened
from motu.drawing.pen import Pen
from motu.drawing.picture import Picture
from motu.drawing.scene import LineMark, Scene
from motu.drawing.stones import (
    PIECE,
    TILE_CORNER,
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

_TILE = 0.46
"""Half the width of a tile, in cells."""
_HEADER = 0.31
_HEADER_OUT = 0.98
_LABEL = 0.34
_TEXT = 0.25
_TEXT_ROOM = 0.72
"""What the texts of announcements take beside the rows' headers."""


def draw_squares(scene: Scene, pen: Pen, *, coordinates: bool) -> Picture:
    """Return the layers of a board of squares and the box around them."""
    field = Box.around((x, y) for x, y in scene.board.centres.tolist())
    box = field.grown(0.5)
    layers = [
        _draw_cells(scene, pen),
        _draw_trail(scene, pen),
        _draw_chain(scene, pen),
        draw_marks(scene, pen),
        draw_heat_texts(scene, pen),
        draw_arrows(scene, pen),
    ]
    if coordinates:
        layers.insert(0, _draw_headers(scene, pen, field))
        box = box.joined(
            Box(field.left - _HEADER_OUT - _HEADER, field.top - _HEADER_OUT - _HEADER, box.right, box.bottom)
        )
        if scene.line_marks:
            box = box.joined(Box(box.left - _TEXT_ROOM, box.top - _LABEL, box.right, box.bottom))
    return Picture(tuple(layers), box)


def _draw_cells(scene: Scene, pen: Pen) -> str:
    board = scene.board
    tile = Box(-_TILE, -_TILE, _TILE, _TILE)
    reachable = pen.paint("water", kind="tile")
    beyond = {
        **pen.paint("none", "water-line", 0.035, kind="tile motu-beyond"),
        "stroke-dasharray": "4 3",
        "pointer-events": "all",
    }
    shape: list[Point] = [(-_TILE, -_TILE), (_TILE, -_TILE), (_TILE, _TILE), (-_TILE, _TILE)]
    groups = []
    for cell, (column, row) in enumerate(board.coordinates):
        in_reach = column < board.drop_columns and row < board.drop_rows
        content = pen.rectangle(tile, TILE_CORNER, reachable if in_reach else beyond) + draw_heat(
            scene, pen, cell, shape
        )
        if cell in scene.landing:
            content += pen.rectangle(tile.grown(-0.02), TILE_CORNER, pen.paint("none", "gold", 0.07, kind="landing"))
        groups.append(cell_group(scene, pen, cell, content + draw_cell_stones(scene, pen, cell)))
    return pen.group("cells", *groups)


def _draw_headers(scene: Scene, pen: Pen, field: Box) -> str:
    """The numbers of the lines; the announced one is filled."""
    columns = [(f"c{index + 1}", (field.left + index, field.top - _HEADER_OUT)) for index in range(scene.board.width)]
    rows = [(f"r{index + 1}", (field.left - _HEADER_OUT, field.top + index)) for index in range(scene.board.height)]
    parts = []
    marks = {mark.line: mark for mark in scene.line_marks}
    for name, (x, y) in columns + rows:
        chosen = name == scene.announced
        paint = pen.paint("sea", kind="chosen") if chosen else pen.paint("card", "card-line", 0.035)
        frame = Box(x - _HEADER, y - _HEADER, x + _HEADER, y + _HEADER)
        button = pen.rectangle(frame, TILE_CORNER, paint)
        if name in marks:
            button += _draw_line_mark(pen, marks[name], frame, is_chosen=name == scene.chosen)
        ink = pen.paint("on-sea" if chosen else "muted")
        text = pen.text(name[1:], (x, y), _LABEL, ink, bold=chosen)
        identity = {"id": f"{pen.prefix}line-{name}"} if pen.hooks else {}
        parts.append(pen.group("header", button, text, attributes=identity, line=name))
    return pen.group("coordinates", *parts)


def _draw_line_mark(pen: Pen, mark: LineMark, frame: Box, *, is_chosen: bool) -> str:
    """The tint of a header and the text outside it."""
    tint = pen.rectangle(frame, TILE_CORNER, {**pen.paint("heat", kind="heat"), "fill-opacity": 0.9 * mark.share})
    ring = pen.rectangle(frame, TILE_CORNER, pen.paint("none", "sea", 0.075, kind="chosen")) if is_chosen else ""
    ink = pen.paint("ink", kind="label")
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
