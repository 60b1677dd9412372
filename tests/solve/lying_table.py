"""Tables of Atoll that are whole and say the opposite of the truth: what a check must find out."""

from __future__ import annotations

import struct
from pathlib import Path

MASK = (1 << 64) - 1
HEADER = 5
"""Words before the board's name: what it is, version, board, words a record, bytes of the name."""


def _mixed(x: int) -> int:
    """Return the mix of a checksum and a word (splitmix64)."""
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def make_lie(path: Path, *, least_work: int = 1) -> int:
    """Make wins of losses and losses of wins in a table, its checksum right again.

    Args:
        path: A file that `ConnectionSolver.save` wrote.
        least_work: Only where so many positions were looked at.

    Returns:
        In how many positions.
    """
    data = path.read_bytes()
    words = list(struct.unpack(f"<{len(data) // 8}Q", data))
    width, name = words[3], words[4]
    changed = 0
    for at in range(HEADER + (name + 7) // 8, len(words) - 2, width):
        numbers, work = words[at + 2], words[at + 3] & 0xFFFFFFFF
        win, loss = numbers & 0xFFFFFFFF, numbers >> 32
        if work >= least_work and 0 in (win, loss):
            words[at + 2] = loss | win << 32
            changed += 1
    checksum = 0
    for word in words[:-1]:
        checksum = _mixed(checksum ^ word)
    words[-1] = checksum
    path.write_bytes(struct.pack(f"<{len(words)}Q", *words))
    return changed
