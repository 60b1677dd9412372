"""The sign of motu: well-formed, in the theme's colours, and still itself at 16 pixels."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from xml.etree import ElementTree as ET

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from motu.drawing.icon import IconShape, draw_icon
from motu.drawing.raster import draw_icon_png, draw_png, draw_png_apart
from motu.drawing.themes import LIGHT_COLOURS

PNG = b"\x89PNG\r\n\x1a\n"


def pixels(png: bytes) -> list[list[tuple[int, ...]]]:
    """Read a PNG of eight bits and four channels."""
    assert png.startswith(PNG)
    width, height, depth, channels = struct.unpack(">IIBB", png[16:26])
    assert (depth, channels) == (8, 6)
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    return unfiltered(zlib.decompress(data), width, height)


def unfiltered(raw: bytes, width: int, height: int) -> list[list[tuple[int, ...]]]:
    rows: list[bytearray] = []
    above = bytearray(4 * width)
    for y in range(height):
        start = y * (4 * width + 1)
        row = bytearray(raw[start + 1 : start + 1 + 4 * width])
        for x in range(4 * width):
            left, up, corner = (row[x - 4] if x >= 4 else 0), above[x], (above[x - 4] if x >= 4 else 0)
            row[x] = (row[x] + predicted(raw[start], left, up, corner)) % 256
        rows.append(row)
        above = row
    return [[tuple(row[4 * x : 4 * x + 4]) for x in range(width)] for row in rows]


def predicted(kind: int, left: int, up: int, corner: int) -> int:
    paeth = min((left, up, corner), key=lambda each: abs(left + up - corner - each))
    return (0, left, up, (left + up) // 2, paeth)[kind]


def near(pixel: tuple[int, ...], role: str) -> bool:
    wanted = bytes.fromhex(LIGHT_COLOURS[role][1:])
    return pixel[3] == 255 and max(abs(one - other) for one, other in zip(pixel[:3], wanted, strict=True)) < 48


@pytest.mark.parametrize("shape", ["round", "square", "maskable"])
def test_an_icon_is_well_formed(shape: IconShape) -> None:
    assert ET.fromstring(draw_icon(shape)).attrib["viewBox"] == "0 0 32 32"


def test_at_16_pixels_stone_islands_and_sea_can_be_told_apart() -> None:
    rows = pixels(draw_png(draw_icon(), 16, 16))
    assert near(rows[8][8], "coral")
    assert near(rows[11][11], "white-light")
    assert near(rows[3][10], "black")
    assert near(rows[1][8], "sea3")
    assert rows[0][0][3] < 128


def test_only_the_round_icon_lets_the_ground_through() -> None:
    corners = {shape: pixels(draw_png(draw_icon(shape), 64, 64))[0][0][3] for shape in ("round", "square", "maskable")}
    assert corners == {"round": 0, "square": 255, "maskable": 255}


def test_a_maskable_icon_keeps_within_the_circle_that_is_sure_to_be_seen() -> None:
    rows = pixels(draw_png(draw_icon("maskable"), 100, 100))
    outside = [rows[y][x] for y in range(100) for x in range(100) if (x - 49.5) ** 2 + (y - 49.5) ** 2 > 40**2]
    assert all(near(pixel, "sea3") for pixel in outside)


def test_a_picture_drawn_apart_is_the_same() -> None:
    assert draw_png_apart(draw_icon(), 64, 64) == draw_png(draw_icon(), 64, 64)


@pytest.mark.parametrize("shape", ["round", "square", "maskable"])
def test_an_icon_with_a_palette_looks_the_same_and_is_smaller(shape: IconShape) -> None:
    whole, small = (draw(draw_icon(shape), 192, 192) for draw in (draw_png, draw_icon_png))
    assert len(small) < 0.6 * len(whole)
    one, other = (seen(png) for png in (whole, small))
    assert one.shape == other.shape
    assert np.abs(one - other).max() < 48
    assert np.abs(one - other).mean() < 1


def seen(png: bytes) -> npt.NDArray[np.int16]:
    """Return a picture's pixels as they are seen on white."""
    drawn = Image.open(BytesIO(png)).convert("RGBA")
    return np.asarray(Image.alpha_composite(Image.new("RGBA", drawn.size, "white"), drawn), dtype=np.int16)
