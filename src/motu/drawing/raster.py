"""Pictures as PNG, for programs that take no SVG: home screens and previews of links.

Floor: drawing. Letters are those of the font that comes with motu (fonts/): which fonts a machine has does not decide
what a picture shows. What that font has not is left out.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import resvg_py

APART_SECONDS = 20.0
"""What drawing apart may take; a whole board takes a fifth of a second."""
MAX_SIDE = 2048
FONT = Path(__file__).with_name("fonts") / "DejaVuSans-Bold.ttf"
"""Latin letters, digits and signs; its family is one of those that pictures name."""

_PROGRAM = (
    "import sys, resvg_py; "
    "sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=sys.stdin.buffer.read().decode(), "
    "width=int(sys.argv[1]), height=int(sys.argv[2]), skip_system_fonts=True, font_files=[sys.argv[3]]))"
)


def draw_png(svg: str, width: int, height: int) -> bytes:
    """Draw a small picture of ours as PNG; nothing else of the interpreter runs meanwhile.

    Args:
        svg: The picture.
        width: In pixels.
        height: In pixels; the picture's own proportions.
    """
    png = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, height=height, skip_system_fonts=True, font_files=[str(FONT)]
    )
    return bytes(png)


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
    command = [sys.executable, "-c", _PROGRAM, str(width), str(height), str(FONT)]
    done = subprocess.run(  # noqa: S603 - our own program on our own picture
        command, input=svg.encode(), stdout=subprocess.PIPE, timeout=APART_SECONDS, check=True
    )
    return done.stdout
