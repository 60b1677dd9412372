"""Which puzzle belongs to which day (floor: puzzles)."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from datetime import date

from motu.puzzles.puzzle import Puzzle

__all__ = ["puzzle_of_the_day"]


def puzzle_of_the_day(day: date, puzzles: Collection[Puzzle]) -> Puzzle:
    """Return the puzzle of a day, the same for everybody; none comes twice before all have come.

    The order is by a hash of the ids, so that games and difficulties alternate, and that the order in which puzzles
    are listed does not matter.

    Args:
        day: A date, in UTC where people in several time zones are to have the same puzzle.
        puzzles: At least one.
    """
    ordered = sorted(puzzles, key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest())
    return ordered[day.toordinal() % len(ordered)]
