"""Which puzzle belongs to which day (floor: puzzles)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection
from datetime import date
from functools import lru_cache

from motu.puzzles.puzzle import Puzzle

__all__ = ["puzzle_of_the_day"]


def puzzle_of_the_day(day: date, puzzles: Collection[Puzzle]) -> Puzzle:
    """Return the puzzle of a day, the same for everybody; none comes twice before all have come.

    Within a game the order is by a hash of the ids, so that difficulties alternate and the order in which puzzles are
    listed does not matter; a game comes as often as it has puzzles, at even distances.

    Args:
        day: A date, in UTC where people in several time zones are to have the same puzzle.
        puzzles: At least one.
    """
    listed = tuple(puzzles)
    order = _order_of(tuple((puzzle.id, puzzle.game) for puzzle in listed))
    return listed[order[day.toordinal() % len(order)]]


@lru_cache(maxsize=4)
def _order_of(puzzles: tuple[tuple[str, str], ...]) -> tuple[int, ...]:
    """The places of puzzles, each an id and its game, by the days that they come on; the same list is sorted once."""
    shuffled = sorted(range(len(puzzles)), key=lambda place: hashlib.sha256(puzzles[place][0].encode()).digest())
    counts = Counter(game for _, game in puzzles)
    seen = Counter[str]()
    placed = []
    for place in shuffled:
        game = puzzles[place][1]
        placed.append(((seen[game] + 0.5) / counts[game], game, place))
        seen[game] += 1
    return tuple(place for _, _, place in sorted(placed))
