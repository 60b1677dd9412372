"""What the machines' moves of a game were made with, as far as its events say so (floor: server).

An event names an engine only where it is another one than that of the same person's move before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from motu.games.play import Step


class EnginesNamed:
    """The engines of one game."""

    def __init__(self) -> None:
        """Begin with none."""
        self._last: tuple[Mapping[str, Any] | None, Mapping[str, Any] | None] = (None, None)
        """What both machines' last moves were made with."""
        self._made_with: list[Mapping[str, Any] | None] = []
        """What each step's move was made with; None for people and rolls."""

    def fork(self) -> EnginesNamed:
        """Return an independent copy."""
        other = EnginesNamed()
        other._last, other._made_with = self._last, self._made_with.copy()
        return other

    def of(self, person: int, steps: Sequence[Step]) -> list[Mapping[str, Any]]:
        """Return what a machine's moves on the board were made with, each once: another one after an update."""
        found: list[Mapping[str, Any]] = []
        for step, engine in zip(steps, self._made_with, strict=True):
            if step.person == person and engine is not None and engine not in found:
                found.append(engine)
        return found

    def news(self, person: int, engine: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return what a person's next move is made with if the log doesn't say so by itself, else None."""
        return None if engine == self._last[person] else engine

    def move(self, person: int, named: Mapping[str, Any] | None) -> None:
        """Let a person move, with the engine that is named; None: with the one before, if there was one."""
        engine = self._last[person] if named is None else named
        self._last = (engine, self._last[1]) if person == 0 else (self._last[0], engine)
        self._made_with.append(engine)

    def roll(self) -> None:
        """Let a die fall, which no engine does."""
        self._made_with.append(None)

    def take_back(self, keep: int) -> None:
        """Go back to the first steps; what was named stays so."""
        del self._made_with[keep:]
