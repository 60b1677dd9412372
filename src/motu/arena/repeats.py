"""Games that repeat earlier ones move by move, and so tell nothing new (floor: arena)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

Lines = tuple[int, int]
"""What tells the moves of a pair's two games from others."""


class Repeats:
    """Finds the pairs that repeat others, among players who play alike whenever an opening comes again.

    Whoever draws lots, or thinks for so many seconds, plays some opening differently the next time; then all games
    count, those that came out alike by chance as well.
    """

    def __init__(self) -> None:
        """Begin without a pair."""
        self._lines: dict[int, Lines] = {}
        self._repeated: set[int] = set()
        self._is_varied = False

    def add(self, pair: int, opening: int, lines: Lines) -> None:
        """Note a pair: its number, what tells its opening from others, and the lines of its games."""
        first = self._lines.get(opening)
        if first is None:
            self._lines[opening] = lines
        elif first == lines:
            self._repeated.add(pair)
        else:
            self._is_varied = True

    @property
    def pairs(self) -> AbstractSet[int]:
        """The pairs that tell nothing new."""
        return frozenset() if self._is_varied else self._repeated
