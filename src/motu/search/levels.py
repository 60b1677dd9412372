"""The ten playing levels of each game, as data (floor: search).

`levels.toml` beside this file holds the numbers and what was measured with them; docs/levels.md says what they mean and
how they are measured again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from math import inf
from typing import Any, Literal

from motu import _core
from motu.errors import EngineError
from motu.games import GAMES, Game, Rules

NUM_LEVELS = 10
"""Levels are 1..NUM_LEVELS."""

MAX_DEPTH = 20
"""More plies than any level can look ahead."""

MAX_SECONDS = 5.0
"""The longest that a level may think about a move; a machine half as fast as its clock still answers within 10 s."""

_VISITS = "1 or more (or 0 with considers = 1 or a depth)"


def _is_whole(least: int, most: float = inf) -> Callable[[object], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _is_share(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1  # type: ignore[operator] # it is a number


def _is_text(value: object) -> bool:
    return isinstance(value, str)


_SHARE = (_is_share, "a number from 0 to 1")
_TEXT = (_is_text, "a text")
_RIGHT: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "game": _TEXT,
    "number": (_is_whole(1, NUM_LEVELS), f"a whole number from 1 to {NUM_LEVELS}"),
    "summary": _TEXT,
    "elo": (lambda value: type(value) is int, "a whole number"),
    "considers": (_is_whole(0), "0 or more moves"),
    "visits": (_is_whole(0), _VISITS),
    "cells": (_is_whole(1), "1 or more"),
    "depth": (_is_whole(0, MAX_DEPTH), f"0 to {MAX_DEPTH} plies"),
    "seconds": (
        lambda value: type(value) in (int, float) and 0 < value <= MAX_SECONDS,
        f"above 0 and at most {MAX_SECONDS:g}",
    ),
    "threads": (_is_whole(1, 2), "1 or 2"),
    "temperature": _SHARE,
    "naivety": _SHARE,
    "sees_threats": _SHARE,
    "swap": (lambda value: value in ("centre", "value"), "'centre' or 'value'"),
    "evaluator": _TEXT,
}
"""Of each number of a level: whether it fits, and what would be right."""


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays one of the games."""

    game: str
    """"atoll", "atomorph" or "atmalof", on all boards and in all variants."""
    number: int
    """1, the weakest, to 10."""
    summary: str
    """What it does, in a sentence for people."""
    elo: int
    """Estimated rating above level 1."""
    considers: int
    """How many moves catch its eye, of which it then chooses; 0: it searches the whole tree."""
    visits: int
    """Simulations for a move, on a board of the standard size; shared out among the moves that it considers."""
    cells: int
    """Cells of that board."""
    depth: int
    """Plies that it looks ahead, on every board, by a depth-first search of all moves; 0: by simulations."""
    seconds: float
    """It never thinks longer about a move."""
    threads: int
    """Threads of its search; with more than one no game can be repeated."""
    temperature: float
    """From 0, whose eye falls on the most attractive moves, to 1, which sees each as often as it attracts."""
    naivety: float
    """How far it looks at the last stones and not at the ways across, or trusts in luck with the die; from 0 to 1."""
    sees_threats: float
    """Probability of noticing that the opponent would win with the next move."""
    swap: Literal["centre", "value"]
    """"centre": it swaps a first stone in the inner half of the board; "value": what its search likes less."""
    evaluator: str
    """The evaluator of its search, as for `SearchTree`."""

    def __post_init__(self) -> None:
        """Check every number.

        Raises:
            EngineError: "engine/levels" with the level, what was read and what would be right.
        """
        for name, (fits, right) in _RIGHT.items():
            self._expect(fits(getattr(self, name)), name, right)
        if self.depth:
            self._expect(not self.considers, "considers", "0 where depth is above 0")
        if self.considers != 1 and not self.depth:
            self._expect(self.visits >= 1, "visits", _VISITS)

    def _expect(self, fits: bool, name: str, right: str) -> None:
        if not fits:
            raise _error(f"level {self.number!r} of {self.game}: {name} is {right}, not {getattr(self, name)!r}")

    @property
    def native(self) -> _core.NativeLevel:
        """The numbers for the core; the evaluator is told apart."""
        return _core.NativeLevel(
            self.considers,
            self.visits,
            self.cells,
            self.depth,
            self.seconds,
            self.threads,
            self.temperature,
            self.naivety,
            self.sees_threats,
            self.swap == "centre",
        )

    def visits_on(self, game: Game) -> int:
        """Return its simulations for a move on a board: in proportion to the cells, at least 1."""
        return self.native.visits_on(game.native)


def levels_for(rules: Rules, table: Mapping[str, Sequence[Level]] | None = None) -> Sequence[Level]:
    """Return the ten levels of a game, the weakest first.

    Args:
        rules: Of the game.
        table: Levels by the game's name; those that come with the package unless told.

    Raises:
        EngineError: "engine/unknown-level" for a game that has none.
    """
    found = (load_levels() if table is None else table).get(rules.name)
    if found is None:
        raise EngineError(f"{rules.name} has no levels", slug="engine/unknown-level", text=rules.name)
    return found


def level_number(text: str) -> int:
    """Read the number of a level.

    Raises:
        EngineError: "engine/unknown-level" for anything but 1..10.
    """
    numbers = tuple(str(number) for number in range(1, NUM_LEVELS + 1))
    if text.strip() not in numbers:
        raise EngineError(
            f"unknown level '{text}': the levels are 1..{NUM_LEVELS}, as in level:3",
            slug="engine/unknown-level",
            text=text,
            legal=numbers,
        )
    return int(text)


@cache
def load_levels() -> Mapping[str, tuple[Level, ...]]:
    """Return the levels that come with the package, by the game's name."""
    return parse_levels((resources.files("motu.search") / "levels.toml").read_text(encoding="utf-8"))


def parse_levels(text: str) -> dict[str, tuple[Level, ...]]:
    """Read a table of levels.

    Raises:
        EngineError: "engine/levels" with the place, what was read and what would be right.
    """
    return {game: _read_game(game, entry) for game, entry in read_table(text, "levels").items()}


def read_table(text: str, what: str) -> dict[str, Any]:
    """Read a table of TOML that has an entry for each of some games.

    Raises:
        EngineError: "engine/levels" with what was read and what would be right; `what` it is of: "levels".
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _error(f"the table of {what} is no TOML: {error}") from None
    if not table or table.keys() - GAMES.keys():
        raise _error(f"the table of {what} has {', '.join(table) or 'no game'}; right are {', '.join(GAMES)}")
    return table


def _read_game(game: str, entry: Any) -> tuple[Level, ...]:
    if not isinstance(entry, dict) or sorted(entry) != ["cells", "levels"] or not isinstance(entry["levels"], list):
        raise _error(f"{game} in the table of levels needs 'cells' and a list 'levels', and nothing else")
    rows = entry["levels"]
    if len(rows) != NUM_LEVELS:
        raise _error(f"{game} has {len(rows)} levels; right are {NUM_LEVELS}")
    levels = tuple(_read_level(game, number, entry["cells"], row) for number, row in enumerate(rows, start=1))
    ratings = [level.elo for level in levels]
    if ratings != sorted(set(ratings)) or ratings[0] != 0:
        raise _error(f"the ratings (elo) of {game} begin at 0 and rise from level to level, unlike {ratings}")
    return levels


def _read_level(game: str, number: int, cells: Any, row: Any) -> Level:
    names = [field.name for field in fields(Level) if field.name not in ("game", "number", "cells")]
    if not isinstance(row, dict) or sorted(row) != sorted(names):
        found = sorted(row) if isinstance(row, dict) else row
        raise _error(f"level {number} of {game} has {found}; right are {sorted(names)}")
    return Level(game=game, number=number, cells=cells, **row)


def _error(message: str) -> EngineError:
    return EngineError(message, slug="engine/levels")
