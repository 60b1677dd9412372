"""The frame of a picture: from a position to one SVG text.

A picture is plain SVG with presentation attributes: it needs no script, no style sheet and nothing from elsewhere, and may be
put into a page many times when every copy gets a `prefix` of its own. Every painted shape also carries classes
(`motu-fill-water`, `motu-stone`, …), which a page's own style sheet overrides presentation attributes by.

Floor: drawing. Invariant: equal arguments give equal text; the text is well-formed XML.
"""

import re
from collections.abc import Mapping, Sequence

from motu.boards import Board
from motu.drawing.hexagons import draw_hexagons
from motu.drawing.pen import FONT, SCALE, Pen, clean, element, number
from motu.drawing.picture import Picture
from motu.drawing.position import Position
from motu.drawing.points import draw_points
from motu.drawing.scene import CellKey, Scene, scene_of
from motu.drawing.squares import draw_squares
from motu.drawing.themes import find_theme, night_rules
from motu.errors import DrawingError
from motu.drawing.position import Position

DRAWN_GROUNDS = {"hexagons": draw_hexagons, "points": draw_points, "squares": draw_squares}

_MARGIN = 0.3
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
    background: bool = True,
    animated: bool = False,
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
        background: Whether the picture stands on a card of its own.
        animated: Whether the last turn's stones fade in, where the reader has nothing against motion.
        prefix: What all ids in the picture begin with.

    Returns:
        One `<svg>` element. Each cell is a group with `data-cell="h4"` and the id `<prefix>cell-h4`.

    Raises:
        DrawingError: `drawing/…` when an option is not understood.
    """
    scene = scene_of(subject, heat=heat, marks=marks, ghosts=ghosts, weak=weak, title=title)
    return draw_scene(
        scene, theme=theme, coordinates=coordinates, size=size, background=background, animated=animated, prefix=prefix
    )


def draw_scene(
    scene: Scene,
    *,
    theme: str = "light",
    coordinates: bool | None = None,
    size: int | None = None,
    background: bool = True,
    animated: bool = False,
    prefix: str = "motu-",
) -> str:
    """Draw a scene as SVG; the arguments are those of `draw_svg`.

    Raises:
        DrawingError: `drawing/…` when an option is not understood.
    """
    pen = Pen(find_theme(theme), _checked_prefix(prefix))
    picture = _draw_ground(scene, pen, coordinates=coordinates, size=_checked_size(size))
    box = picture.box.grown(_MARGIN)
    card = pen.rectangle(box, 0.35, pen.paint("card", kind="card")) if background else ""
    attributes = frame_attributes(pen, box.left, box.top, box.width, box.height)
    if size is not None:
        attributes |= {"width": str(size), "height": str(max(1, round(size * box.height / box.width)))}
    heading = element("title", {"id": f"{prefix}title"}, clean(scene.title))
    description = element("desc", {"id": f"{prefix}description"}, clean(scene.description))
    return element("svg", attributes, heading, description, _style(pen, animated=animated), card, *picture.layers) + "\n"


def frame_attributes(pen: Pen, left: float, top: float, width: float, height: float) -> dict[str, str | float | None]:
    """Return the attributes of the outermost element; the box is in cells."""
    prefix = pen.prefix
    return {
        "xmlns": "http://www.w3.org/2000/svg",
        "id": f"{prefix}board",
        "class": "motu-board",
        "viewBox": " ".join(number(length * SCALE) for length in (left, top, width, height)),
        "role": "img",
        "aria-labelledby": f"{prefix}title {prefix}description",
        "font-family": FONT,
    }


def _draw_ground(scene: Scene, pen: Pen, *, coordinates: bool | None, size: int | None) -> Picture:
    draw = DRAWN_GROUNDS[scene.board.kind]
    picture = draw(scene, pen, coordinates=coordinates is not False)
    if coordinates is None and size is not None and size / picture.box.grown(_MARGIN).width < _SMALLEST_CELL:
        return draw(scene, pen, coordinates=False)
    return picture


def _style(pen: Pen, *, animated: bool) -> str:
    scope = f"{pen.prefix}board"
    rules = night_rules(pen.theme, scope)
    if animated:
        rules += (
            f"@keyframes {pen.prefix}appear{{from{{opacity:0}}}}"
            "@media (prefers-reduced-motion:no-preference){"
            f"#{scope} .motu-just .motu-stone{{animation:{pen.prefix}appear 180ms ease-out}}}}"
        )
    return element("style", {}, clean(rules)) if rules else ""


def _checked_prefix(prefix: str) -> str:
    if not _PREFIX.fullmatch(prefix):
        message = f"the prefix {prefix!r} must be letters, digits, - and _, with a letter first"
        raise DrawingError(message, slug="drawing/prefix", text=str(prefix))
    return prefix


def _checked_size(size: int | None) -> int | None:
    if size is not None and (isinstance(size, bool) or not isinstance(size, int) or size not in _SIZES):
        message = f"a picture is {_SIZES[0]} to {_SIZES[-1]} pixels wide, not {size!r}"
        raise DrawingError(message, slug="drawing/size", text=str(size))
    return size
