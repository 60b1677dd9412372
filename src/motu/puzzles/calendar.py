"""Which puzzle belongs to which day (floor: puzzles)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection
from datetime import date

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
    ordered = sorted(puzzles, key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest())
    counts = Counter(puzzle.game for puzzle in ordered)
    seen = Counter[str]()
    places = []
    for puzzle in ordered:
        places.append(((seen[puzzle.game] + 0.5) / counts[puzzle.game], puzzle.game, puzzle))
        seen[puzzle.game] += 1
    return sorted(places, key=lambda place: place[:2])[day.toordinal() % len(places)][2]
