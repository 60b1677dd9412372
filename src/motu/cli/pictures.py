"""Pictures that commands write (floor: cli)."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from motu.cli.application import BadInputError
from motu.cli.files import write_file
from motu.cli.output import remark, write_document
from motu.numbers import counted

if TYPE_CHECKING:
    from motu.drawing.film import Film

GIF_SECONDS = 600.0
"""What drawing an animated picture may take of a processor."""


def write_picture(picture: str, name: str) -> None:
    """Write an SVG to a file and say so, or to stdout for `-`.

    Raises:
        BadInputError: When the file cannot be written.
    """
    if name == "-":
        write_document(picture)
        return
    write_file(Path(name), picture.encode())
    remark(f"written: {name}")


def write_animation(film: Film, name: str) -> None:
    """Write a film as GIF to a file and say so.

    Raises:
        BadInputError: When the file cannot be written, or the picture cannot be drawn.
        DrawingError: "drawing/film" when it is too large.
    """
    from motu.drawing.gif import draw_gif_apart

    if name == "-":
        raise BadInputError("--gif writes no text: give it the name of a file")
    try:
        data = draw_gif_apart(film, seconds=GIF_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        raise BadInputError(f"the animated picture could not be drawn: {error}") from error
    write_file(Path(name), data)
    remark(f"written: {name}, {counted(len(film.frames), 'position')}")
