"""Packs what the pages unpack themselves (web/js/site/lzma.js): small, whatever a host does (floor: server)."""

from __future__ import annotations

import lzma
import struct

SUFFIX = ".bin"
_FILTERS = [
    {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0, "dict_size": 1 << 22}
]
"""Positions are not told apart: that makes the reader shorter, and what is packed here no larger."""


def packed(content: bytes) -> bytes:
    """Return how long something is, in four bytes, the least first, and an LZMA stream of it."""
    return struct.pack("<I", len(content)) + lzma.compress(content, format=lzma.FORMAT_RAW, filters=_FILTERS)


def unpacked(content: bytes) -> bytes:
    """Return what was packed."""
    return lzma.decompress(content[4:], format=lzma.FORMAT_RAW, filters=_FILTERS)
