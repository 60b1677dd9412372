"""The part of a player's text that follows the colon (floor: search).

    options = option { "," option }
    option  = seconds "s" | number | key "=" value

A number alone bounds what the player counts: visits, simulations or nodes. Keys are those of `Limits` and whatever the
player has besides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from motu.search.limits import Limits

Counted = Literal["visits", "nodes"]
"""What a number alone bounds."""

_LIMITS = ("visits", "nodes", "depth", "seconds")

LONGEST = 86_400.0
"""Seconds that a text may ask for."""


def read_options(
    text: str, counted: Counted, choices: Mapping[str, Callable[[str], int | float | str]]
) -> tuple[Limits, dict[str, int | float | str]]:
    """Read options.

    Args:
        text: Nothing means one second.
        counted: What a number alone bounds.
        choices: The keys besides those of `Limits`, and what reads each one's values; a ValueError is a refusal.

    Returns:
        The limits, one second where there are none, and the values of the other keys.

    Raises:
        ValueError: For anything else, and for a key that stands twice.
    """
    types: dict[str, Callable[[str], int | float | str]] = {
        "visits": int,
        "nodes": int,
        "depth": int,
        "seconds": float,
        **choices,
    }
    found: dict[str, int | float | str] = {}
    for option in text.split(",") if text else []:
        key, value = _split(option, counted)
        if key not in types or key in found:
            raise ValueError(key)
        found[key] = types[key](value)
    _check_settings(found)
    bounds: dict[str, float] = {key: float(found[key]) for key in _LIMITS if key in found}
    _check(bounds)
    limits = Limits(
        visits=int(found.pop("visits", 0)),
        nodes=int(found.pop("nodes", 0)),
        seconds=float(found.pop("seconds", 0 if bounds else 1)),
        depth=int(found.pop("depth", 0)),
    )
    return limits, found


def write_options(limits: Limits, counted: Counted, choices: Mapping[str, object]) -> str:
    """Write options as `read_options` reads them; a clock is left out."""
    bounds = {"visits": limits.visits, "nodes": limits.nodes, "depth": limits.depth}
    told = {key: value for key, value in bounds.items() if value} | dict(choices)
    options = [f"{limits.seconds:g}s"] if limits.seconds else []
    for key, value in told.items():
        text = f"{value:g}" if isinstance(value, float) else str(value)
        options += [text if key == counted else f"{key}={text}"]
    return ",".join(options)


def _split(option: str, counted: Counted) -> tuple[str, str]:
    key, has_key, value = option.partition("=")
    if has_key:
        return key, value
    if option.endswith("s"):
        return "seconds", option[:-1]
    return counted, option


def _check_settings(found: Mapping[str, int | float | str]) -> None:
    """Refuse numbers that no setting has room for, NaN among them."""
    for key, value in found.items():
        if key not in _LIMITS and not isinstance(value, str) and not abs(value) < 2**31:
            raise ValueError(key)


def _check(bounds: Mapping[str, float]) -> None:
    """Refuse bounds that bound nothing."""
    for key, value in bounds.items():
        if not 0 < value < 2**63 or (key == "seconds" and value > LONGEST):
            raise ValueError(key)
