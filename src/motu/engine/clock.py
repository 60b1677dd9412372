"""A player's clock as GTP knows it: main time, then periods of so many moves (floor: engine)."""

from __future__ import annotations

from dataclasses import dataclass

from motu.games import State
from motu.search import limits
from motu.search.limits import MOVES_LEFT

FEWEST_MOVES_LEFT = 10
"""Own moves that are expected at least: the last ones of a game are many where nobody gives up."""
LAG_S = 0.03
"""Kept back of what is left for each move to come: answers need time on their way, and searches end a little after they
are told to. More is kept back where moves took longer than they had."""
MOST_LAG_S = 0.25
"""No more is kept back for a move, however late it was: the first one of a player may have loaded its net."""
_LAG_STEP = 0.5
"""How far what is kept back follows a move that was late."""
LEAST_S = 0.01
"""A time this short is used up to the end: the reserve kept back would be more than there is."""


@dataclass(slots=True)
class PeriodClock:
    """The time one side has left; GTP's `time_settings` and `time_left` say the rest.

    It runs, through main time and periods, and knows what an answer's way costs. A search is told less: how much time
    there is for how many moves, whatever rules the clock goes by. So `motu.search.limits.Clock` is a value of its own.
    The server has neither: it adds up the events of a game, in whole milliseconds (`motu.server.rooms.Room.left_ms`).
    """

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
    lag: float = LAG_S
    """Seconds that are kept back for each move to come."""

    @staticmethod
    def of_settings(main: float, period: float, stones: int) -> PeriodClock:
        """Return a clock at the beginning of a game.

        Args:
            main: Seconds of main time.
            period: Seconds of each period after it; above 0 with `stones` 0 means no limit, as GTP has it.
            stones: Moves of each period.
        """
        if period > 0 and stones == 0:
            return PeriodClock()
        if main == 0 and stones > 0:
            return PeriodClock(period, stones, period, stones, is_limited=True)
        return PeriodClock(main, 0, period, stones, is_limited=True)

    def for_search(self, moves_left: int = MOVES_LEFT) -> limits.Clock | None:
        """Return this clock as searches know it, or None without a limit; `moves_left` counts during the main time.

        A period's share of a move is like an increment: it comes back however much of the main time is used.
        """
        if not self.is_limited:
            return None
        if self.stones:
            return limits.Clock(self._without(self.lag), moves_left=self.stones)
        if self.period_stones and self.seconds < 2 * self.lag:  # the main time is as good as over
            return limits.Clock(max(LEAST_S, self.period - self.lag), moves_left=self.period_stones)
        if self.period_stones:
            return limits.Clock(self._without(self.lag), self.period / self.period_stones, moves_left)
        return limits.Clock(self._without(moves_left * self.lag), moves_left=moves_left)

    def _without(self, reserve: float) -> float:
        """Return what is left but for a reserve, and where that is all of it, a little."""
        return max(min(LEAST_S, self.seconds), self.seconds - reserve)

    def spend(self, seconds: float, allowed: float | None = None) -> None:
        """Take the time of one move off, and begin the next period when the main time or a period's moves are over.

        Args:
            seconds: What the move took.
            allowed: What it should have taken at most; where it took more, later moves keep back more. None if unknown.
        """
        if not self.is_limited:
            return
        if allowed is not None and seconds > allowed:
            late = min(seconds - allowed, MOST_LAG_S)
            self.lag = max(LAG_S, self.lag + _LAG_STEP * (late - self.lag))
        self.seconds = max(0.0, self.seconds - seconds)
        is_over = self.stones == 1 if self.stones else self.seconds == 0
        if self.period_stones and is_over:
            self.seconds, self.stones = self.period, self.period_stones
        elif self.stones > 1:
            self.stones -= 1


def expected_moves(state: State) -> int:
    """Return how many own moves are still expected from a decision on: games end with half the board full."""
    longest = state.game.max_game_length
    if longest is None:
        return MOVES_LEFT
    return max(FEWEST_MOVES_LEFT, (len(state.legal_actions()) - longest // 2) // 2)
