"""The frame of a picture: from a position to one SVG text.

A picture is plain SVG with presentation attributes: it needs no script, no style sheet and nothing from elsewhere, and
may be put into a page many times when every copy gets a `prefix` of its own. Every painted shape also carries classes
(`motu-fill-water`, `motu-stone`, …), by which a page's own style sheet can override presentation attributes.

Floor: drawing. Invariant: equal arguments give equal text; the text is well-formed XML.
"""

import re
from collections.abc import Mapping, Sequence

from motu.boards import Board
from motu.drawing.drawn import draw_drawn
from motu.drawing.geometry import Box
from motu.drawing.hexagons import draw_hexagons
from motu.drawing.pen import FONT, SCALE, Pen, clean, element, number
from motu.drawing.picture import Picture
from motu.drawing.points import draw_points
from motu.drawing.position import Position
from motu.drawing.scene import CellKey, Scene, scene_of
from motu.drawing.squares import draw_squares
from motu.drawing.themes import find_theme, night_rules
from motu.errors import DrawingError

DRAWN_GROUNDS = {"hexagons": draw_hexagons, "points": draw_points, "squares": draw_squares}

_MARGIN = 0.3
_ROW_HEIGHT = 10.0
_ROW_GAP = 0.6
_CAPTION = 0.5
_CAPTION_SIZE = 0.36
_CAPTION_ROOM = 0.62
_GLYPH = 0.55
"""Width of a letter on average, as a share of the font size."""
_SMALLEST_CELL = 20
"""Pixels between neighbouring cells below which `coordinates=None` leaves the coordinates out."""
_PREFIX = re.compile(r"[a-zA-Z][a-zA-Z0-9_-]{0,63}")
_SIZES = range(16, 20_001)


def draw_svg(  # noqa: PLR0913 - the one door to all pictures: each thing that can be asked of one is named here
    subject: Position | Board,
    *,
    theme: str = "light",
    coordinates: bool | None = None,
    size: int | None = None,
    heat: Mapping[CellKey, float] | Sequence[float] | None = None,
    marks: Mapping[CellKey, str] | None = None,
    ghosts: Mapping[CellKey, str | int] | None = None,
    weak: bool = True,
    title: str | None = None,
    drawn: Sequence[str] = (),
    background: bool = True,
    animated: bool = False,
    hooks: bool = True,
    prefix: str = "motu-",
) -> str:
    """Draw a position, or an empty board, as SVG.

    Args:
        subject: A state of any game, or a board.
        theme: `light`, `dark`, or `auto`, which follows the reader's preference.
        coordinates: Whether columns and rows are named; None names them where the picture is large enough to read them.
        size: Width in pixels; None lets the picture fill the room that it is given.
        heat: A share from 0 to 1 for some cells, or one for each cell.
        marks: Texts of up to four characters to be written on cells.
        ghosts: Stones that are only thought of: cell to colour.
        weak: Whether weak and contested stones are marked (Atomorph).
        title: The picture's title; None makes one from the position.
        drawn: What somebody has drawn, such as `circle c3` and `arrow a1 b2 blue` (motu.boards.marks).
        background: Whether the picture stands on a card of its own.
        animated: Whether the last turn's stones fade in, where the reader has nothing against motion (needs `hooks`).
        hooks: Whether cells and shapes carry ids, classes and data for pages; the text is a third shorter without.
        prefix: What all ids in the picture begin with.

    Returns:
        One `<svg>` element. With hooks, each cell is a group with `data-cell="h4"` and the id `<prefix>cell-h4`.

    Raises:
        DrawingError: `drawing/…` when an option is not understood.
        BoardError: `board/mark` or `board/cell` for what is drawn.
    """
    scene = scene_of(subject, heat=heat, marks=marks, ghosts=ghosts, weak=weak, title=title, drawn=drawn)
    return draw_scene(
        scene,
        theme=theme,
        coordinates=coordinates,
        size=size,
        background=background,
        animated=animated,
        hooks=hooks,
        prefix=prefix,
    )


def draw_scene(
    scene: Scene,
    *,
    theme: str = "light",
    coordinates: bool | None = None,
    size: int | None = None,
    background: bool = True,
    animated: bool = False,
    hooks: bool = True,
    prefix: str = "motu-",
) -> str:
    """Draw a scene as SVG; the arguments are those of `draw_svg`.

    Raises:
        DrawingError: `drawing/…` when an option is not understood.
    """
    pen = Pen(find_theme(theme), checked_prefix(prefix), hooks)
    picture = _draw_ground(scene, pen, coordinates=coordinates, size=checked_size(size))
    box, layers = picture.box.grown(_MARGIN), picture.layers
    whole = box.joined(Box(box.left, box.top, box.right, box.bottom + (_CAPTION_ROOM if scene.caption else 0.0)))
    if background:
        layers = _on_ground(pen, whole, layers, scene.board.kind)
    if scene.caption:
        layers = (*layers, _draw_caption(pen, scene.caption, box))
    return framed(pen, whole, scene.title, scene.description, layers, size=size, background=False, animated=animated)


def _on_ground(pen: Pen, box: Box, layers: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """The layers on a card of what lies round such a board, cut off at its edge: the sea, or a table."""
    role = "table" if kind == "points" else "sea2"
    clip = element("clipPath", {"id": pen.name("card")}, pen.rectangle(box, 0.35, {}))
    card = pen.rectangle(box, 0.0, pen.paint(role, kind="card"))
    return (
        element("defs", {}, clip),
        element("g", {"clip-path": f"url(#{pen.name('card')})"}, card, *layers),
    )


def _draw_caption(pen: Pen, caption: str, box: Box) -> str:
    """One line under the board, as large as its width allows."""
    size = min(_CAPTION_SIZE, 0.96 * box.width / (_GLYPH * len(caption)))
    place = ((box.left + box.right) / 2, box.bottom + 0.3 * _CAPTION_ROOM)
    return pen.text(caption, place, size, pen.paint("on-sea", kind="caption"))


def draw_row(
    scenes: Sequence[Scene],
    *,
    captions: Sequence[str] = (),
    title: str = "",
    theme: str = "light",
    coordinates: bool = False,
    prefix: str = "motu-",
) -> str:
    """Draw several boards side by side, equally high, each with a caption under it.

    It is a picture to look at: pages cannot find its cells.

    Args:
        scenes: What the boards show, from left to right.
        captions: A text for each board, or nothing.
        title: The title of the whole picture; the boards' own titles, joined, when empty.
        theme: As in `draw_svg`.
        coordinates: Whether columns and rows are named.
        prefix: What all ids begin with.

    Raises:
        DrawingError: `drawing/…` when an option is not understood, there is no scene, or captions are missing.
    """
    if not scenes or len(captions) not in {0, len(scenes)}:
        message = f"{len(scenes)} boards with {len(captions)} captions; there must be one for each, or none"
        raise DrawingError(message, slug="drawing/row")
    pen = Pen(find_theme(theme), checked_prefix(prefix), hooks=False)
    layers = []
    left = _ROW_GAP
    for index, scene in enumerate(scenes):
        own = Pen(pen.theme, f"{pen.prefix}{index}-", hooks=False)
        picture = _draw_ground(scene, own, coordinates=coordinates, size=None)
        width = _ROW_HEIGHT * picture.box.width / picture.box.height
        picture = Picture(_on_ground(own, picture.box, picture.layers, scene.board.kind), picture.box)
        layers.append(_nested(picture, left, width))
        if captions:
            place = (left + width / 2, _ROW_GAP + _ROW_HEIGHT + _ROW_GAP)
            layers.append(pen.text(captions[index], place, _CAPTION, pen.paint("ink", kind="caption")))
        left += width + _ROW_GAP
    frame = Box(0, 0, left, _ROW_HEIGHT + (3 if captions else 2) * _ROW_GAP)
    heading = title or "; ".join(scene.title for scene in scenes)
    return framed(pen, frame, heading, " ".join(scene.description for scene in scenes), layers)


def _nested(picture: Picture, left: float, width: float) -> str:
    """A picture scaled into its place in a row."""
    attributes: dict[str, str | float | None] = {
        "x": left * SCALE,
        "y": _ROW_GAP * SCALE,
        "width": width * SCALE,
        "height": _ROW_HEIGHT * SCALE,
        "viewBox": _view_box(picture.box),
    }
    return element("svg", attributes, *picture.layers)


def framed(
    pen: Pen,
    box: Box,
    title: str,
    description: str,
    layers: Sequence[str],
    *,
    size: int | None = None,
    background: bool = True,
    animated: bool = False,
) -> str:
    """Return the outermost element round some layers; the arguments are those of `draw_svg`, `box` in cells."""
    prefix = pen.prefix
    attributes: dict[str, str | float | None] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "id": f"{prefix}board",
        "class": "motu-board",
        "viewBox": _view_box(box),
        "role": "img",
        "aria-labelledby": f"{prefix}title {prefix}description",
        "font-family": FONT,
    }
    if size is not None:
        attributes |= {"width": str(size), "height": str(max(1, round(size * box.height / box.width)))}
    card = pen.rectangle(box, 0.35, pen.paint("paper", kind="card")) if background else ""
    content = [
        element("title", {"id": f"{prefix}title"}, clean(title)),
        element("desc", {"id": f"{prefix}description"}, clean(description)),
        _style(pen, card + "".join(layers), animated=animated),
        card,
    ]
    return element("svg", attributes, *content, *layers) + "\n"


def _view_box(box: Box) -> str:
    return " ".join(number(length * SCALE) for length in (box.left, box.top, box.width, box.height))


def _draw_ground(scene: Scene, pen: Pen, *, coordinates: bool | None, size: int | None) -> Picture:
    draw = DRAWN_GROUNDS[scene.board.kind]
    picture = draw(scene, pen, coordinates=coordinates is not False)
    if coordinates is None and size is not None and size / picture.box.grown(_MARGIN).width < _SMALLEST_CELL:
        picture = draw(scene, pen, coordinates=False)
    return Picture((*picture.layers, draw_drawn(scene, pen)), picture.box) if scene.drawn else picture


def _style(pen: Pen, picture: str, *, animated: bool) -> str:
    scope = f"{pen.prefix}board"
    rules = night_rules(pen.theme, scope, picture)
    if animated:
        rules += (
            f"@keyframes {pen.prefix}appear{{from{{opacity:0}}}}"
            "@media (prefers-reduced-motion:no-preference){"
            f"#{scope} .motu-just .motu-stone{{animation:{pen.prefix}appear 180ms ease-out}}}}"
        )
    return element("style", {}, clean(rules)) if rules else ""


def checked_prefix(prefix: str) -> str:
    """Return what ids begin with.

    Raises:
        DrawingError: `drawing/prefix`.
    """
    if not _PREFIX.fullmatch(prefix):
        message = f"the prefix {prefix!r} must be letters, digits, - and _, with a letter first"
        raise DrawingError(message, slug="drawing/prefix", text=str(prefix))
    return prefix


def checked_size(size: int | None) -> int | None:
    """Return a picture's width in pixels.

    Raises:
        DrawingError: `drawing/size`.
    """
    if size is not None and (isinstance(size, bool) or size not in _SIZES):
        message = f"a picture is {_SIZES[0]} to {_SIZES[-1]} pixels wide, not {size!r}"
        raise DrawingError(message, slug="drawing/size", text=str(size))
    return size
