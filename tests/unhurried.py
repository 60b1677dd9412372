"""The levels with all the time that they need, native and as pages read them: no busy machine ends their searches."""

from __future__ import annotations

import json
from typing import Any

from motu import _core
from motu.games import Game
from motu.search.levels import load_levels
from motu.server.device_game import levels_json

SECONDS = 600.0


def unhurried_player(game: Game, number: int, seed: int) -> _core.NativeLevelPlayer:
    """Return the player of a level of a game."""
    level = load_levels()[game.name][number - 1]
    numbers = {key: getattr(level, key) for key in ("considers", "visits", "cells", "depth", "threads")}
    shares = {key: getattr(level, key) for key in ("temperature", "naivety", "sees_threats")}
    player = _core.NativeLevelPlayer(seed)
    native = _core.NativeLevel(seconds=SECONDS, swaps_centre=level.swap == "centre", **numbers, **shares)
    player.take_level(game.native, native, level.evaluator)
    return player


def unhurried_levels() -> dict[str, list[dict[str, Any]]]:
    """Return the rows of engine/levels.json."""
    told: dict[str, list[dict[str, Any]]] = json.loads(levels_json())
    return {game: [row | {"seconds": SECONDS} for row in rows] for game, rows in told.items()}
