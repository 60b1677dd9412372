"""How strong full strength is by the time that it takes for a move, above level 10 (floor: search).

`strengths.toml` beside this file holds what was measured; docs/levels.md says how.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from motu.errors import EngineError
from motu.games import Rules
from motu.search.levels import read_table


@dataclass(frozen=True, slots=True)
class FullStrength:
    """Full strength at a time for a move, on the game's standard board."""

    seconds: float
    """For a move; above 0."""
    elo: int
    """Estimated rating above level 10."""


def strengths_for(rules: Rules) -> Sequence[FullStrength]:
    """Return what was measured of a game, the shortest time first; empty where nothing was."""
    return load_strengths().get(rules.name, ())


@cache
def load_strengths() -> Mapping[str, tuple[FullStrength, ...]]:
    """Return the table that comes with the package, by the game's name."""
    return parse_strengths((resources.files("motu.search") / "strengths.toml").read_text(encoding="utf-8"))


def parse_strengths(text: str) -> dict[str, tuple[FullStrength, ...]]:
    """Read a table: of each game a list of `{ seconds, elo }`.

    Raises:
        EngineError: "engine/levels" with the place, what was read and what would be right.
    """
    return {game: _read_game(game, rows) for game, rows in read_table(text, "strengths").items()}


def _read_game(game: str, rows: Any) -> tuple[FullStrength, ...]:
    if not isinstance(rows, list) or not all(isinstance(row, dict) and _is_right(row) for row in rows):
        raise _error(f"{game} in the table of strengths is a list of {{ seconds = above 0, elo = whole }}, not {rows}")
    found = tuple(FullStrength(**row) for row in rows)
    for which in ([each.seconds for each in found], [each.elo for each in found]):
        if which != sorted(set(which)):
            raise _error(f"more time is stronger: the seconds and ratings of {game} rise, unlike {which}")
    return found


def _is_right(row: dict[str, Any]) -> bool:
    if row.keys() != {"seconds", "elo"} or type(row["elo"]) is not int:
        return False
    return type(row["seconds"]) in (int, float) and row["seconds"] > 0


def _error(message: str) -> EngineError:
    return EngineError(message, slug="engine/levels")
