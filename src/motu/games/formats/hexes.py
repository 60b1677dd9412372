"""What SGF, HexWorld and motu each mean by a swap in Hex, and how to get from one to the other (floor: games).

In motu, as in the rule sheets, a swap exchanges persons: the stone stays where it is and *swap sides* is the name other
programs have for it. Most Hex sites play *swap pieces* instead: persons keep their colours, the stone changes its own
and moves to its mirror image across the long diagonal through a1. After it the board is the mirror image, in the other
colours, of what it is in motu, so every later cell is reflected, and who is called Black there is White here.
"""

from __future__ import annotations

import re

from motu.games.rules import Rules

SWAP_PIECES = "swap-pieces"
SWAP_SIDES = "swap-sides"

_CELL = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,3})")
_FIRST = ord("a") - 1


def is_hex(rules: Rules) -> bool:
    """Return whether rules are those of Hex: a rhombus with four islands."""
    return rules.hex_size is not None


def hex_spec(columns: int, rows: int) -> str:
    """Return the spec of Hex on a board of `columns` x `rows` cells."""
    return f"hex(size={columns}x{rows})"


def reflect(cell: str) -> str:
    """Return the mirror image of a cell across the long diagonal: column and row exchanged, "c2" for "b3".

    Raises:
        ValueError: If `cell` is no cell's name in lower case.
    """
    match = _CELL.fullmatch(cell)
    if match is None:
        raise ValueError(f"{cell!r} is no cell")
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - _FIRST
    return f"{_letters(int(match[2]))}{column}"


def _letters(number: int) -> str:
    """Return the letters of the column with this number, counted from 1: a to z, aa, ab and so on."""
    letters = ""
    while number > 0:
        number, digit = divmod(number - 1, 26)
        letters = chr(_FIRST + 1 + digit) + letters
    return letters
