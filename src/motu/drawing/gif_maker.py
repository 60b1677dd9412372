"""The program that draws a film as GIF; `motu.drawing.gif` runs it in a process of its own.

Floor: drawing. It imports nothing of motu, so that it begins at once, and reads nothing but the film on stdin:
`python -P gif_maker.py SECONDS BYTES`: what it may take of a processor and write. Exit codes: 3 when it took
longer, 4 when it grew larger.
"""

from __future__ import annotations

import io
import json
import re
import sys
import time
from collections.abc import Iterator
from typing import Any

import resvg_py
from PIL import Image

TOO_LONG, TOO_LARGE = 3, 4
"""Exit codes."""

_SAMPLES = 8
"""Frames from which the colours are chosen."""
_COLOURS = 256
_MOST_NAMED = 120
_COLOUR = re.compile("#[0-9a-f]{6}")


def _main(seconds: float, most_bytes: int) -> int:
    """Draw the film that stands on stdin to stdout."""
    film = json.load(sys.stdin.buffer)
    images = []
    for image in _images(film):
        images.append(image)
        if time.process_time() > seconds:
            return TOO_LONG
    times = [frame["shown_ms"] for frame in film["frames"]]
    data = _written(images, times)
    if len(data) > most_bytes:
        return TOO_LARGE
    sys.stdout.buffer.write(data)
    return 0


def _images(film: dict[str, Any]) -> Iterator[Image.Image]:
    """Yield the frames, in a few colours each."""
    size = (film["width"], film["height"])
    grounds = [_drawn(svg, size) for svg in film["grounds"]]
    frames = film["frames"]

    def whole(frame: dict[str, Any]) -> Image.Image:
        ground = grounds[frame["ground"]]
        return Image.alpha_composite(ground, _drawn(frame["things"], size)) if frame["things"] else ground

    named = _named_colours([*film["grounds"], *(frame["things"] for frame in frames)])
    palette = _palette([whole(frame) for frame in _sampled(frames)], named)
    for frame in frames:
        yield whole(frame).convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE)


def _sampled(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    last = len(frames) - 1
    return [frames[index] for index in sorted({round(last * part / _SAMPLES) for part in range(_SAMPLES + 1)})]


def _named_colours(svgs: list[str]) -> list[int]:
    """Return the colours that pictures name, as red, green and blue: thin lines' would be lost among the shades."""
    found = sorted({colour for svg in svgs for colour in _COLOUR.findall(svg)})[:_MOST_NAMED]
    return [int(colour[at : at + 2], 16) for colour in found for at in (1, 3, 5)]


def _palette(images: list[Image.Image], named: list[int]) -> Image.Image:
    """Return an image whose palette has the colours that are named and those that these images have most of."""
    width, height = images[0].size
    sheet = Image.new("RGB", (width, height * len(images)))
    for index, image in enumerate(images):
        sheet.paste(image.convert("RGB"), (0, index * height))
    colours = _COLOURS - len(named) // 3
    shades = sheet.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*named, *shades[: 3 * colours]])
    return palette


def _drawn(svg: str, size: tuple[int, int]) -> Image.Image:
    width, height = size
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


def _written(images: list[Image.Image], times: list[int]) -> bytes:
    file = io.BytesIO()
    first, *others = images
    first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=False)
    return file.getvalue()


if __name__ == "__main__":
    sys.exit(_main(float(sys.argv[1]), int(sys.argv[2])))
