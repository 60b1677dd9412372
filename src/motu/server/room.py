"""A game in memory: as far as this process knows it, and what time is left (floor: server)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from motu.server.events import Happening, Participant
from motu.server.game_log import GameLog
from motu.server.standing import next_ms_of
from motu.server.store import GameRow
from motu.server.views import PositionView, position_view
from motu.server.wall_time import WallTime


@dataclass(eq=False)
class Room:
    """A game in memory."""

    row: GameRow
    log: GameLog
    wall: WallTime
    turn_began: int
    """When the turn began, or went on after the server had been stopped; as `Moment.steady_ms` says it."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    reading: int = 0
    """Which reading of who sits here the row comes from: what a later one has found stays."""
    _shown: tuple[GameLog, PositionView] | None = None

    def begin_turn(self) -> None:
        """Let the turn have begun when the log says so."""
        self.turn_began = self.wall.steady_of(self.log.turn.at_ms)

    def spent_ms(self, steady_ms: int | None = None) -> int:
        """Milliseconds of this turn, up to now or to a moment; those in which the server was stopped don't count."""
        if self.log.is_standing:
            return self.log.turn.carried_ms
        until = self.wall.now().steady_ms if steady_ms is None else steady_ms
        return self.log.turn.carried_ms + max(0, until - self.turn_began)

    def spent_in_turn_ms(self, steady_ms: int) -> int | None:
        """Return the milliseconds of the turn that a clock counts; 0 when the game is over, None without a clock."""
        if self.log.created.clock is None:
            return None
        return 0 if self.log.is_over else self.spent_ms(steady_ms)

    def left_ms(self, steady_ms: int | None = None) -> tuple[int, int] | None:
        """Return what is left on both clocks, now or at a moment, or None in a game without clocks."""
        left = self.log.left_ms(0 if self.log.is_over else self.spent_ms(steady_ms))
        if left is None:
            return None
        result = self.log.result
        loser = (
            1 - result.winner if result is not None and result.reason == "time" and result.winner is not None else -1
        )
        first, second = (0 if person == loser else max(0, left[person]) for person in (0, 1))
        return first, second

    def free_ms(self) -> int:
        """Return for how long the running clock still stands."""
        log = self.log
        return 0 if log.clock is None or log.acting < 0 else log.clock.free_ms(log.acting, self.spent_ms())

    def left_in_turn_ms(self, steady_ms: int | None = None) -> int | None:
        """Return after how long this turn will have lasted too long, or None where no clock runs."""
        left = self.log.left_in_turn_ms(0)
        return None if left is None else max(0, left - self.spent_ms(steady_ms))

    def time_up(self, steady_ms: int) -> Happening | None:
        """Return what happens because somebody's time is up; None while it isn't."""
        clock, acting = self.log.clock, self.log.acting
        return clock.time_up(acting) if clock is not None and self.left_in_turn_ms(steady_ms) == 0 else None

    def next_in_ms(self) -> int | None:
        """Return after how long the next game of a series begins by itself; None where none does."""
        begins_ms = next_ms_of(self.log)
        return None if begins_ms is None else max(0, begins_ms - self.wall.now().at_ms)

    def shown(self) -> PositionView:
        """Return the position as browsers are shown it; it is worked out once."""
        if self._shown is None or self._shown[0] is not self.log:
            self._shown = self.log, position_view(self.log.state)
        return self._shown[1]

    @property
    def machine_to_move(self) -> Participant | None:
        """The machine's seat where it is its turn, else None."""
        if self.log.is_over or self.log.state.is_chance_node():
            return None
        seat = self.log.seats[self.log.state.current_player()]
        return None if seat.kind == "person" else seat
