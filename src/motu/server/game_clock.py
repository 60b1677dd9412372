"""Both players' time in one game, as its log tells it (floor: server).

Invariant: a move that is taken back leaves nobody more time than he has, nor more than he had back then.
"""

from __future__ import annotations

from motu.server.events import CalledOff, ClockSettings, Created, Flagged
from motu.server.time_controls import after_move, at_beginning, charged, free_of_charge

NOBODY = -1
"""Whose turn it is when no clock runs."""


class GameClock:
    """What both persons have, after every step of a game."""

    def __init__(self, settings: ClockSettings, grace_ms: int) -> None:
        """Begin with what the settings say."""
        self.settings, self.grace_ms = settings, grace_ms
        whole = at_beginning(settings)
        self._now = whole, whole
        """What both had when the turn began."""
        self._after: list[tuple[int, int]] = [self._now]
        """What both had after each step, to which it may be taken back."""
        self._has_moved = (False, False)

    @classmethod
    def of(cls, created: Created) -> GameClock | None:
        """Return the clock of a game that begins, None where there is none."""
        return None if created.clock is None else cls(created.clock, created.grace_ms)

    def fork(self) -> GameClock:
        """Return an independent copy."""
        other = GameClock(self.settings, self.grace_ms)
        other._now, other._after, other._has_moved = self._now, self._after.copy(), self._has_moved
        return other

    # --- what it says

    def is_in_grace(self, person: int) -> bool:
        """Return whether a person has yet to make his first move, and his clock stands for so long."""
        return person >= 0 and self.grace_ms > 0 and not self._has_moved[person]

    def left_ms(self, acting: int, running_ms: int) -> tuple[int, int]:
        """Return what both have, below 0 for whoever took longer.

        Args:
            acting: Whose turn it is.
            running_ms: What the turn has taken.
        """
        first, second = (
            self._charged(person, running_ms) if person == acting else left for person, left in enumerate(self._now)
        )
        return first, second

    def free_ms(self, acting: int, running_ms: int) -> int:
        """Return for how long the running clock still stands: a delay, or the time for a first move."""
        if acting == NOBODY:
            return 0
        free = self.grace_ms if self.is_in_grace(acting) else free_of_charge(self.settings)
        return max(0, free - running_ms)

    def whole_turn_ms(self, acting: int) -> int:
        """Return after how long a turn has lasted too long."""
        if self.is_in_grace(acting):
            return self.grace_ms
        return self._now[acting] + free_of_charge(self.settings)

    def time_up(self, acting: int) -> Flagged | CalledOff:
        """Return what happens when a turn has lasted that long."""
        return CalledOff(acting) if self.is_in_grace(acting) else Flagged(acting)

    # --- what happens

    def move(self, person: int, spent_ms: int, *, goes_on: bool = False) -> None:
        """Let a person make a move, up to which his turn took so long; if it goes on, he pays for it at its end."""
        if goes_on:
            self._after.append(self._with(person, self._charged(person, spent_ms)))
            return
        if not self.is_in_grace(person):
            self._now = self._with(person, after_move(self.settings, self._now[person], spent_ms))
        self._after.append(self._now)
        first, second = self._has_moved
        self._has_moved = (True, second) if person == 0 else (first, True)

    def roll(self) -> None:
        """Let a die fall, which takes nobody's time."""
        self._after.append(self._now)

    def charge(self, person: int, spent_ms: int) -> None:
        """Take from a person what he has used for something that is no move."""
        self._now = self._after[-1] = self._with(person, self._charged(person, spent_ms))

    def take_back(self, keep: int, acting: int, spent_ms: int | None) -> None:
        """Go back to the first steps; None for the time of the present turn, in old logs: all of it comes back."""
        then, now = self._after[keep], self.left_ms(acting, spent_ms or 0)
        del self._after[keep + 1 :]
        if spent_ms is not None:
            self._after[keep] = min(then[0], now[0]), min(then[1], now[1])
        self._now = self._after[keep]

    def _charged(self, person: int, spent_ms: int) -> int:
        left = self._now[person]
        return left if self.is_in_grace(person) else charged(self.settings, left, spent_ms)

    def _with(self, person: int, left_ms: int) -> tuple[int, int]:
        first, second = self._now
        return (left_ms, second) if person == 0 else (first, left_ms)
