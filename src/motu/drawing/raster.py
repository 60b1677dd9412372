"""Pictures as PNG, for programs that take no SVG: home screens and previews of links.

Floor: drawing. Letters are left out where a picture has any: which fonts a machine has must not decide what it shows.
"""

from __future__ import annotations

import io
import subprocess
import sys

import resvg_py
from PIL import Image

APART_SECONDS = 20.0
"""What drawing apart may take; a whole board takes a fifth of a second."""
MAX_SIDE = 2048
ICON_COLOURS = 32
"""Those of an icon and of its edges; with 24 two of them become one."""

_PROGRAM = (
    "import sys, resvg_py; "
    "sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=sys.stdin.buffer.read().decode(), "
    "width=int(sys.argv[1]), height=int(sys.argv[2]), skip_system_fonts=True))"
)


def draw_png(svg: str, width: int, height: int) -> bytes:
    """Draw a small picture of ours as PNG; nothing else of the interpreter runs meanwhile.

    Args:
        svg: The picture.
        width: In pixels.
        height: In pixels; the picture's own proportions.
    """
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True))


def draw_icon_png(svg: str, width: int, height: int) -> bytes:
    """Draw a picture of a few plain colours as PNG with a small palette: a third of what `draw_png` takes.

    Args:
        svg: The picture.
        width: In pixels.
        height: In pixels; the picture's own proportions.
    """
    drawn = io.BytesIO()
    Image.open(io.BytesIO(draw_png(svg, width, height))).quantize(ICON_COLOURS).save(drawn, "PNG", optimize=True)
    return drawn.getvalue()


def draw_png_apart(svg: str, width: int, height: int) -> bytes:
    """Draw a picture of ours as PNG in a process of its own: the interpreter's other threads go on.

    Args:
        svg: The picture.
        width: In pixels.
        height: In pixels; the picture's own proportions.

    Raises:
        OSError: When there can be no such process, or it fails.
        subprocess.SubprocessError: Likewise.
    """
    command = [sys.executable, "-c", _PROGRAM, str(width), str(height)]
    done = subprocess.run(  # noqa: S603 - our own program on our own picture
        command, input=svg.encode(), stdout=subprocess.PIPE, timeout=APART_SECONDS, check=True
    )
    return done.stdout
