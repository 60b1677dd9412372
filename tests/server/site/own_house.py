"""Asks the house of a site without a server, in Node, and compares what it says with what a server says."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from motu.games import load_game
from motu.server.site.site_boards import site_board

ASK = Path(__file__).parents[2] / "web" / "ask_house.js"
NEAR = 0.0021
"""Lines through chains are drawn from places with three digits in the page, from whole ones on a server."""
PROGRAMS_ALONE = "description"
"""What pages don't read of a position."""


def ask_house(specs: Iterable[str], asked: Sequence[dict[str, Any]]) -> list[Any]:
    """Return what the house answers to each question about games of these specs."""
    if shutil.which("node") is None:
        pytest.skip("there is no Node")
    games = [load_game(spec) for spec in specs]
    boards = {game.spec: msgspec.to_builtins(site_board(game)) for game in games}
    lines = "\n".join(map(json.dumps, [boards, *asked]))
    told = subprocess.run(["node", str(ASK)], input=lines, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return [json.loads(line) for line in told.stdout.splitlines()]


def told(view: object) -> Any:
    """Return a view as a page reads it."""
    return msgspec.json.decode(msgspec.json.encode(view))


def differences(one: Any, other: Any, at: str = "", near: float = NEAR) -> list[str]:
    """Return where two answers differ, with both values; numbers may by so much."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = (one.keys() | other.keys()) - {PROGRAMS_ALONE}
        return [
            each
            for key in sorted(keys)
            for each in differences(one.get(key, ...), other.get(key, ...), f"{at}.{key}", near)
        ]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [
            each
            for at_, (a, b) in enumerate(zip(one, other, strict=True))
            for each in differences(a, b, f"{at}[{at_}]", near)
        ]
    if isinstance(one, float) or isinstance(other, float):
        is_near = (
            isinstance(one, int | float) and isinstance(other, int | float) and math.isclose(one, other, abs_tol=near)
        )
        return [] if is_near else [f"{at}: {one} / {other}"]
    return [] if one == other and type(one) is type(other) else [f"{at}: {one} / {other}"]
