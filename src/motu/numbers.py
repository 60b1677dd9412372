"""Numbers that a caller hands over: whole ones of any kind, and others (floor: numbers; imports nothing of motu).

A whole number is whatever Python counts with: its own, NumPy's, and all that say `__index__`.
"""

from __future__ import annotations

import math
import operator
from typing import SupportsFloat, SupportsIndex

SEEDS = 1 << 64
"""How many seeds there are: 0 to this less one."""
_MOST_SHOWN = 100


def as_whole(value: object) -> int | None:
    """Return a whole number as Python's own, or None for what is none."""
    if not isinstance(value, SupportsIndex):
        return None
    try:
        return operator.index(value)
    except TypeError:  # an array of several
        return None


def expect_number(name: str, value: object, least: int, most: int) -> int:
    """Return a whole number as Python's own.

    Raises:
        ValueError: For one out of range, and for anything else.
    """
    number = as_whole(value)
    if number is not None and least <= number <= most:
        return number
    raise ValueError(f"{name} is a whole number from {least} to {most}, not {shown(value)}")


def expect_seed(seed: object) -> int | None:
    """Return a seed as Python's own number, or None as it is.

    Raises:
        ValueError: For anything else than 0 to 2**64-1.
    """
    return None if seed is None else expect_number("seed", seed, 0, SEEDS - 1)


def as_float(value: object) -> float | None:
    """Return a number that is neither infinite nor none at all, or None for anything else, texts included."""
    if not isinstance(value, SupportsFloat | SupportsIndex) or isinstance(value, str | bytes):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def outward(lower: float, upper: float, digits: int) -> tuple[float, float]:
    """Return proved bounds with so many digits after the point, so that what is said of them stays proved.

    The lower one is rounded down, the upper one up; nothing has no sign.
    """
    return 0.0 - _up(-lower, digits), _up(upper, digits) + 0.0


def _up(value: float, digits: int) -> float:
    rounded = round(value, digits)
    return rounded if rounded >= value else round(rounded + 10**-digits, digits)


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with the word for what is counted: "1 game", "1,200 games"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def shown(value: object) -> str:
    """Return a value as a message shows it: a number by its digits, long ones cut."""
    number = as_whole(value)
    text = repr(value if number is None or isinstance(value, bool) else number)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
