"""Animated pictures: a film, drawn frame by frame and written as GIF in a process of its own.

Floor: drawing. The other process runs `gif_maker.py`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from motu.drawing.film import Film
from motu.errors import DrawingError

FILM_SECONDS = 20.0
"""What drawing a film may take of a processor, if nobody says otherwise; a frame takes a twentieth of a second."""
_WALL = 4.0
"""By how much longer it may take where the processor has other work."""
MAX_GIF_BYTES = 40_000_000
"""Largest picture that is answered."""
_TOO_LONG, _TOO_LARGE = 3, 4
"""Exit codes of the program."""
_PROGRAM = Path(__file__).with_name("gif_maker.py")
_PATIENCE = 0.1
"""Seconds after which is asked again whether somebody still waits."""


def draw_gif_apart(film: Film, *, seconds: float = FILM_SECONDS, check: Callable[[], None] = lambda: None) -> bytes:
    """Draw a film as an animated GIF that begins again at its end; the interpreter's other threads go on.

    Args:
        film: What is to be seen.
        seconds: After so many of a processor's it is given up.
        check: Called ten times a second; raises what ends the work.

    Raises:
        DrawingError: "drawing/film" when it takes longer, or grows larger than MAX_GIF_BYTES.
        OSError: When there can be no such process, or it fails.
        subprocess.SubprocessError: Likewise.
    """
    command = [sys.executable, "-P", str(_PROGRAM), str(seconds), str(MAX_GIF_BYTES)]
    ends = time.monotonic() + _WALL * seconds
    with tempfile.TemporaryFile() as told:
        told.write(json.dumps(asdict(film)).encode())
        told.seek(0)
        with subprocess.Popen(command, stdin=told, stdout=subprocess.PIPE) as process:  # noqa: S603 - our own file
            try:
                data = _awaited(process, ends, check)
            except subprocess.TimeoutExpired:
                process.kill()
                raise _too_long(film, seconds) from None
            except BaseException:
                process.kill()
                raise
    if process.returncode == _TOO_LONG:
        raise _too_long(film, seconds)
    if process.returncode == _TOO_LARGE:
        raise DrawingError(
            f"an animated picture of {len(film.frames):,} positions at this width has more than {MAX_GIF_BYTES:,}"
            " bytes; make it narrower, or the game shorter",
            slug="drawing/film",
        )
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return data


def _awaited(process: subprocess.Popen[bytes], ends: float, check: Callable[[], None]) -> bytes:
    """Return what a process writes, until it ends or the time is up."""
    while True:
        try:
            return process.communicate(timeout=_PATIENCE)[0]
        except subprocess.TimeoutExpired:
            check()
            if time.monotonic() > ends:
                raise


def _too_long(film: Film, seconds: float) -> DrawingError:
    return DrawingError(
        f"an animated picture of {len(film.frames):,} positions of this board takes more than {seconds:g} s; make it"
        " narrower, or the game shorter",
        slug="drawing/film",
    )
