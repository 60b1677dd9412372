"""The time of day, and how much time has really passed since then (floor: server).

Clocks of games count from what events say of the time of day, so that every process, and one that is started anew,
comes to the same. The time of day may jump: somebody sets it, the machine sleeps. The monotonic clock, which does
neither, shows that; what was jumped over is nobody's time. Of a house that stands still `house_clock.py` knows.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

JUMP_MS = 250
"""By so much the time of day must have moved against the monotonic clock since the last look. What is less is the
slow correction of a clock, or passes for time."""
_STEADY_NS = 20_000_000
"""Two looks at the monotonic clock that are no further apart tell when the time of day was asked."""
_MOST_LOOKS = 20


def now_ms() -> int:
    """Return the time by the wall clock, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment by two clocks; milliseconds."""

    at_ms: int
    """The time of day, since 1970."""
    steady_ms: int
    """The same without the jumps that were seen: the difference of two of them is the time that has passed."""


@dataclass(frozen=True, slots=True)
class _Jump:
    """From one time of day to another within no time; milliseconds since 1970."""

    before_ms: int
    after_ms: int

    @property
    def size_ms(self) -> int:
        return self.after_ms - self.before_ms

    def comes_after(self, at_ms: int, now_ms: int) -> bool:
        """Return whether a time of day was told before the jump: it is doubtful only where there were two such."""
        return at_ms <= self.before_ms and not self.after_ms <= at_ms <= now_ms


class WallTime:
    """The time of day, watched for jumps."""

    def __init__(self, wall_ns: Callable[[], int] | None = None, monotonic_ns: Callable[[], int] | None = None) -> None:
        """Watch these clocks, or else those of this machine."""
        self._wall_ns, self._monotonic_ns = wall_ns or time.time_ns, monotonic_ns or time.monotonic_ns
        self._lock = threading.Lock()
        self._jumps: list[_Jump] = []
        self._jumped_ms = 0
        _, self._offset_ms = self._look()

    @property
    def jumps_ms(self) -> tuple[int, ...]:
        """By how much the time of day has jumped, forth or back (below 0), each time that isn't forgotten yet."""
        return tuple(jump.size_ms for jump in self._jumps)

    def forget_jumps(self, count: int) -> None:
        """From now on no time of day is asked about that was told before the first so many jumps."""
        with self._lock:
            del self._jumps[:count]

    def now(self) -> Moment:
        """Return what time it is."""
        with self._lock:
            at_ms, offset_ms = self._look()
            moved_ms = offset_ms - self._offset_ms
            if abs(moved_ms) > JUMP_MS:
                self._jumps.append(_Jump(at_ms - moved_ms, at_ms))
                self._jumped_ms += moved_ms
            self._offset_ms = offset_ms
            return Moment(at_ms, at_ms - self._jumped_ms)

    def steady_of(self, at_ms: int) -> int:
        """Return `Moment.steady_ms` of a time of day that was told; of one in the future, the present one."""
        now = self.now()
        with self._lock:
            since = sum(jump.size_ms for jump in self._jumps if jump.comes_after(at_ms, now.at_ms))
            return min(now.steady_ms, at_ms - self._jumped_ms + since)

    def _look(self) -> tuple[int, int]:
        """Return the time of day and by how much it is ahead of the monotonic clock, both in milliseconds."""
        for _ in range(_MOST_LOOKS):
            first, wall, last = self._monotonic_ns(), self._wall_ns(), self._monotonic_ns()
            if last - first <= _STEADY_NS:
                break
        return wall // 1_000_000, (wall - first) // 1_000_000
