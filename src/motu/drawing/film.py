"""A game as a film: the ground, which stands still, and what is seen on it from position to position.

Floor: drawing. A film is text; `motu.drawing.gif` makes an animated picture of it. There are no letters in that one:
which fonts a machine has must not decide what it shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from motu.boards import Board
from motu.drawing.geometry import Box
from motu.drawing.hexagons import draw_on_hexagons
from motu.drawing.pen import Pen
from motu.drawing.picture import Picture
from motu.drawing.points import draw_on_points
from motu.drawing.position import Position
from motu.drawing.scene import Scene, scene_of
from motu.drawing.squares import draw_on_squares
from motu.drawing.svg import DRAWN_GROUNDS, checked_size, framed
from motu.drawing.themes import find_theme
from motu.errors import DrawingError

FILM_SIZE = 480
"""Width of an animated picture, in pixels, where nobody asks for another one."""
MOVE_MS = 800
"""How long a position is seen."""
LAST_MS = 3000
"""How long the last one is."""
MAX_FRAMES = 1000
"""Most positions of a film."""
MAX_FILM_PIXELS = 400_000_000
"""Most pixels of all its frames together."""
MAX_FILM_CHARACTERS = 60_000_000
"""Most characters of all its frames together."""

_MARGIN = 0.3
_DRAWN_THINGS: dict[str, Callable[[Scene, Pen], list[str]]] = {
    "hexagons": draw_on_hexagons,
    "points": draw_on_points,
    "squares": draw_on_squares,
}
_HEIGHT = re.compile(r' height="(\d+)"')


@dataclass(frozen=True, slots=True)
class Frame:
    """A position of a film."""

    ground: int
    """Which of the film's grounds it stands on."""
    things: str
    """SVG of what stands there, of the same size and without a ground; "" where the ground is all."""
    shown_ms: int


@dataclass(frozen=True, slots=True)
class Film:
    """What an animated picture is made of."""

    width: int
    """In pixels, as all its pictures."""
    height: int
    grounds: tuple[str, ...]
    """SVG, each a whole picture."""
    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class _Shot:
    """A position, drawn but without its frame."""

    layers: Sequence[str]
    box: Box | None = None
    """Round all that is drawn, where the ground is in it."""


def film_of(
    positions: Iterable[Position],
    *,
    theme: str = "light",
    size: int = FILM_SIZE,
    check: Callable[[], None] = lambda: None,
) -> Film:
    """Return the film of some positions.

    Args:
        positions: At least one, all of one game; each is looked at before the next is asked for.
        theme: `light` or `dark`.
        size: Width in pixels.
        check: Called before each position; raises what ends the work.

    Raises:
        DrawingError: "drawing/film" for too many positions, or too large ones, and for none; "drawing/theme",
            "drawing/size".
    """
    if find_theme(theme).at_night is not None:
        raise DrawingError(
            f"an animated picture is light or dark, not {theme}",
            slug="drawing/theme",
            text=theme,
            legal=("light", "dark"),
        )
    checked_size(size)
    pen, shots, board = Pen(find_theme(theme), "film-", hooks=False), list[_Shot](), None
    num_characters = 0
    for position in positions:
        check()
        board = position.game.board
        shots.append(_shot(scene_of(position), pen))
        num_characters += sum(map(len, shots[-1].layers))
        _check_length(len(shots), num_characters)
    if board is None:
        raise DrawingError("a film needs at least one position", slug="drawing/film")
    return _cut(board, shots, pen, size)


def _check_length(num_frames: int, num_characters: int) -> None:
    if num_frames > MAX_FRAMES:
        raise DrawingError(
            f"an animated picture shows at most {MAX_FRAMES:,} positions, and this game has more", slug="drawing/film"
        )
    if num_characters > MAX_FILM_CHARACTERS:
        raise DrawingError(
            f"an animated picture of so long a game on so large a board takes too much memory; its first"
            f" {num_frames - 1:,} positions are what can be had",
            slug="drawing/film",
        )


def _shot(scene: Scene, pen: Pen) -> _Shot:
    """Draw a position; with its ground where that looks otherwise than under the others."""
    if scene.chain or scene.waiting is not None:
        picture = _picture(scene, pen)
        return _Shot(picture.layers, picture.box)
    return _Shot(_DRAWN_THINGS[scene.board.kind](scene, pen))


def _picture(scene: Scene, pen: Pen) -> Picture:
    # Names of columns and rows would be letters; the headers of lines, which an announcement lights up, are there.
    return DRAWN_GROUNDS[scene.board.kind](scene, pen, coordinates=scene.board.kind == "squares")


def _cut(board: Board, shots: Sequence[_Shot], pen: Pen, size: int) -> Film:
    """Put all shots into frames of one size."""
    empty = _picture(scene_of(board), pen)
    box = empty.box
    for shot in shots:
        box = box.joined(shot.box) if shot.box else box
    box = box.grown(_MARGIN)
    around = pen.rectangle(box, 0.0, pen.paint("table" if board.kind == "points" else "sea2"))

    def svg(layers: Sequence[str]) -> str:
        return framed(pen, box, "", "", layers, size=size, background=False)

    grounds = [svg((around, *empty.layers))]
    height = int(_HEIGHT.findall(grounds[0])[0])
    if len(shots) * size * height > MAX_FILM_PIXELS:
        raise DrawingError(
            f"{len(shots):,} pictures of {size}×{height} pixels are too much for one animated picture; at most"
            f" {MAX_FILM_PIXELS:,} pixels are drawn: make it narrower, or the game shorter",
            slug="drawing/film",
        )
    frames = []
    for index, shot in enumerate(shots, start=1):
        shown_ms = LAST_MS if index == len(shots) else MOVE_MS
        if shot.box is None:
            frames.append(Frame(0, svg(shot.layers), shown_ms))
        else:
            frames.append(Frame(len(grounds), "", shown_ms))
            grounds.append(svg((around, *shot.layers)))
    return Film(size, height, tuple(grounds), tuple(frames))
