"""A challenge as a guest is shown it (floor: server)."""

from __future__ import annotations

import msgspec

from motu.server.challenge import Challenge, Side, State
from motu.server.events import ClockSettings
from motu.server.series import BestOf


class ChallengeView(msgspec.Struct, frozen=True, tag="challenge"):
    """A challenge as a guest sees it."""

    id: str
    is_mine: bool
    spec: str
    side: Side
    """Of whoever made it."""
    clock: ClockSettings | None
    name: str
    rated: bool | None
    """Whether the result counts for both ratings; None: it does where both have names."""
    may_count: bool
    """Whether it does if somebody with a name takes it: whoever made it had one."""
    is_open: bool
    created_ms: int
    expires_ms: int
    state: State
    game: str | None
    """The game that has come of it."""
    is_bot: bool
    """Whether whoever made it is a bot."""
    to: str
    """The name of whom it is for alone; empty where anybody may take it."""
    is_for_me: bool
    """Whether it is for oneself alone."""
    best_of: BestOf
    """How many games decide the series that it begins; 0: it is one game."""
    to_person: bool
    """Whether it is for a person alone, and not for a bot."""
    link: str = ""
    """Where others open it; empty in lists."""


def challenge_view(found: Challenge, guest: str | None) -> ChallengeView:
    """Return a challenge as a guest sees it."""
    terms = found.terms
    return ChallengeView(
        found.id,
        found.maker == guest,
        terms.spec,
        terms.side,
        terms.clock,
        terms.name,
        terms.rated,
        terms.may_count,
        found.is_open,
        found.created_ms,
        found.expires_ms,
        found.state,
        found.game,
        terms.is_bot,
        terms.to,
        guest is not None and found.asked == guest,
        terms.best_of,
        terms.to_person,
    )
