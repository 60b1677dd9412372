"""Who has not come to a game that so came to nothing (floor: server)."""

from __future__ import annotations

from motu.server.events import CalledOff, Dropped
from motu.server.game_log import GameLog


def absent_from(log: GameLog) -> tuple[int, ...]:
    """Return the persons without whom a game was called off, or whose dice were not told in time; () for all else."""
    if log.result is None or log.result.reason != "unfinished":
        return ()
    for event in reversed(log.events):
        match event.what:
            case CalledOff():
                return (event.what.person,)
            case Dropped():
                return tuple(event.what.persons)
    return ()
