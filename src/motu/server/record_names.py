"""What files of games are called: by game, players and day (floor: server)."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from motu.games.record import Record

MAX_PART = 30
"""Most characters of a player's name in that of a file."""

_UNFIT = re.compile(r"[\W_]+")


def file_name(record: Record, suffix: str) -> str:
    """Return a name for a file of a game; of one that nobody has dated it has today's day.

    Args:
        record: The game.
        suffix: What the name ends with, such as ".sgf".
    """
    players = [_fit(player.name) for player in record.players]
    versus = f"{players[0] or 'x'}-{players[1] or 'x'}" if any(players) else ""
    day = (record.started or datetime.now(UTC).isoformat())[:10]
    return "-".join(part for part in (record.game().name, versus, day) if part) + suffix


def iso_time(at_ms: int) -> str:
    """Return a moment, in milliseconds since 1970, as records have it: to the second, UTC."""
    return datetime.fromtimestamp(at_ms // 1000, UTC).isoformat()


def _fit(name: str) -> str:
    """Return a name in letters, digits and hyphens, which every system takes."""
    return _UNFIT.sub("-", name)[:MAX_PART].strip("-")
