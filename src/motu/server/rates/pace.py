"""How fast something may come from one address, counted in this process alone (floor: server).

What is allowed within an hour isn't meant to come within a second, where it would take its time from everybody else;
and to count it in the database would take most of that time already.
"""

from __future__ import annotations

from collections import OrderedDict

KEPT = 8192
"""Of whom it is known how fast they are; who comes seldom is forgotten first."""


class Pace:
    """Buckets that empty steadily, as those in the database do."""

    def __init__(self) -> None:
        """Begin with all of them empty."""
        self._full: OrderedDict[str, int] = OrderedDict()

    def take(self, key: str, step_ms: int, span_ms: int, now: int) -> int:
        """Count one more, or return in how many milliseconds that can be done.

        Args:
            key: Of what and of whom it is.
            step_ms: After how long one more may come.
            span_ms: In so long a full bucket is empty.
            now: The time of day, in milliseconds.
        """
        full = self._full.get(key, 0)
        # What is far later than full was counted while the time of day was wrong, and counts nothing.
        full = (full if now < full <= now + 2 * span_ms else now) + step_ms
        if full > now + span_ms:
            return full - span_ms - now
        self._full[key] = full
        self._full.move_to_end(key)
        if len(self._full) > KEPT:
            self._full.popitem(last=False)
        return 0
