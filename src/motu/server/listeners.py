"""Who hears of what has been kept: all of them, whatever one fails at (floor: server)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from motu.server.events import Event
from motu.server.games_in_memory import OnHappened
from motu.server.room import Room

_log = logging.getLogger("motu.server")

Listener = Callable[[Room, Sequence[Event], int], object]
"""Hears of a game, what has happened in it, and how many of its steps stay."""


def heard_by_all(*listeners: Listener) -> OnHappened:
    """Return what tells all of these, in this order.

    What has happened is kept by then: a fault of one of them is in the log, and is no reason to tell whoever moved that
    he did not, nor to leave the others without the news.
    """

    def tell(room: Room, happened: Sequence[Event], keep: int) -> None:
        for listener in listeners:
            try:
                listener(room, happened, keep)
            except Exception:  # noqa: BLE001 - it is in the log, and the next one hears
                _log.exception("a fault in what hears of game %s", room.row.id)

    return tell
