"""How often somebody may try what he could be guessing, and make what would cost others something (floor: server)."""

from __future__ import annotations

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from motu.server.events import ServerError

PER_NAME = parse("10 per 10 minutes")
"""Wrong passwords for one name."""
PER_ADDRESS = parse("40 per 10 minutes")
"""Wrong passwords from one address."""
CLAIMS = parse("20 per hour")
"""Names that are claimed from one address."""

EXPORTS = parse("6 per hour")
"""Archives of all that is somebody's."""


class Guessing:
    """Counts in memory, in each process for itself: a house of N processes lets N times as much through at most."""

    def __init__(self) -> None:
        """Begin with nothing tried."""
        self._counted = MovingWindowRateLimiter(MemoryStorage())

    def check(self, *limits: tuple[RateLimitItem, str]) -> None:
        """Check that none of these is used up.

        Raises:
            ServerError: "account/limit" with how long to wait.
        """
        for limit, who in limits:
            if not self._counted.test(limit, who):
                minutes = limit.get_expiry() // 60
                told = f"too many tries in a short time; try again within {minutes} minutes"
                raise ServerError(told, slug="account/limit")

    def count(self, *limits: tuple[RateLimitItem, str]) -> None:
        """Count one more try of each of these."""
        for limit, who in limits:
            self._counted.hit(limit, who)

    def take(self, *limits: tuple[RateLimitItem, str]) -> None:
        """Count one more of each of these, unless one is used up; raises as `check` does."""
        self.check(*limits)
        self.count(*limits)
