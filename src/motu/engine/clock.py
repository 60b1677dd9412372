"""A player's clock as GTP knows it: main time, then periods of so many moves (floor: engine)."""

from __future__ import annotations

from dataclasses import dataclass

MOVES_TO_GO = 30
"""Main time is dealt out as if so many moves were still to come."""
MARGIN = 0.9
"""How much of its share a move may take: answers need time on their way."""
LEAST_S = 0.01
"""A search is given at least so long."""


@dataclass(slots=True)
class Clock:
    """The time one side has left. GTP's `time_settings` and `time_left` say the rest."""

    seconds: float = 0.0
    """What is left of the main time, or of the period."""
    stones: int = 0
    """How many moves the period is still for; 0 during the main time."""
    period: float = 0.0
    """Seconds of every period after the main time."""
    period_stones: int = 0
    """Moves of every period; 0 when there are none."""
    is_limited: bool = False
    """Whether there is a limit at all."""

    @staticmethod
    def of_settings(main: float, period: float, stones: int) -> Clock:
        """Return a clock at the beginning of a game.

        Args:
            main: Seconds of main time.
            period: Seconds of each period after it; above 0 with `stones` 0 means no limit, as GTP has it.
            stones: Moves of each period.
        """
        if period > 0 and stones == 0:
            return Clock()
        if main == 0 and stones > 0:
            return Clock(period, stones, period, stones, is_limited=True)
        return Clock(main, 0, period, stones, is_limited=True)

    def budget(self) -> float | None:
        """Return how many seconds the next move may take, or None without a limit."""
        if not self.is_limited:
            return None
        share = self.seconds / (self.stones or MOVES_TO_GO)
        if self.stones == 0 and self.period_stones:
            share += self.period / self.period_stones
        return max(LEAST_S, MARGIN * share)

    def spend(self, seconds: float) -> None:
        """Take the time of one move off, and begin the next period when the main time or a period's moves are over."""
        if not self.is_limited:
            return
        self.seconds = max(0.0, self.seconds - seconds)
        is_over = self.stones == 1 if self.stones else self.seconds == 0
        if self.period_stones and is_over:
            self.seconds, self.stones = self.period, self.period_stones
        elif self.stones > 1:
            self.stones -= 1
