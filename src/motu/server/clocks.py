"""Clocks that run while the server does, whether anybody looks or not (floor: server).

Invariant: where a game's clock runs, a timer waits for it to run out; when the turn began is remembered even when the
game itself has left memory. Time is the monotonic clock's: a machine that sleeps stops the clocks of its games, and so
does a server that is stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

MARGIN_SECONDS = 0.005
"""Timers are no more exact than this; one that rings too early is set again."""


@dataclass(frozen=True, slots=True)
class _Turn:
    began: float
    timer: asyncio.TimerHandle


class Clocks:
    """The clocks of all games in which one runs."""

    def __init__(self, ring: Callable[[str], None]) -> None:
        """Call `ring` with the id of a game whose time should be up."""
        self._ring = ring
        self._turns: dict[str, _Turn] = {}

    def run(self, game_id: str, began: float, left_ms: int) -> None:
        """Let a game's clock run.

        Args:
            game_id: The game.
            began: When the turn began, as `time.monotonic` says it.
            left_ms: Milliseconds that are left from now on.
        """
        self.stop(game_id)
        timer = asyncio.get_running_loop().call_later(left_ms / 1000 + MARGIN_SECONDS, self._ring, game_id)
        self._turns[game_id] = _Turn(began, timer)

    def stop(self, game_id: str) -> None:
        """Let a game's clock stand."""
        turn = self._turns.pop(game_id, None)
        if turn is not None:
            turn.timer.cancel()

    def began(self, game_id: str) -> float | None:
        """Return when the present turn of a game began, or None where no clock runs."""
        turn = self._turns.get(game_id)
        return None if turn is None else turn.began

    @property
    def running(self) -> tuple[str, ...]:
        """The games in which a clock runs."""
        return tuple(self._turns)

    def close(self) -> None:
        """Stop them all."""
        for game_id in self.running:
            self.stop(game_id)
