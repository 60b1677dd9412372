"""The refusal of what somebody has done too often (floor: server)."""

from __future__ import annotations

from typing import Any

from motu.server.events import ServerError


class TooOftenError(ServerError):
    """Somebody does something more often than he may; later he may again."""

    default_slug = "server/limit"

    def __init__(self, message: str, *, wait_ms: int = 0, **more: Any) -> None:
        """Say so, and in how many milliseconds the same is taken."""
        super().__init__(message, **more)
        self.wait_ms = wait_ms

    @property
    def retry_after(self) -> int:
        """After how many seconds to try again, 1 at least: what `Retry-After` says."""
        return max(1, -(-self.wait_ms // 1000))


def too_often(what: str, wait_ms: int, slug: str = TooOftenError.default_slug) -> TooOftenError:
    """Return the refusal: what is too much, and when to try again."""
    return TooOftenError(f"{what}; try again in {spoken(wait_ms)}", slug=slug, wait_ms=wait_ms)


def spoken(wait_ms: int) -> str:
    """Return a time as it is said, never shorter than it is: '45 s', '12 minutes', '3 hours'."""
    seconds = max(1, -(-wait_ms // 1000))
    if seconds <= 90:
        return f"{seconds} s"
    minutes = -(-seconds // 60)
    return f"{minutes} minutes" if minutes <= 90 else f"{-(-minutes // 60)} hours"
