"""A player's seed before a machine that begins has rolled (floor: server).

The seed comes after the commitment, or it would say nothing: so it can't be in the request that begins the game, and a
machine that rolled at once would be first.
"""

from __future__ import annotations

import asyncio

from motu.server.room import Room

WAIT_MS = 3000
"""Time enough for a browser on a slow line to have heard of its game, and to send a seed."""
LOOK_SECONDS = 0.02


async def await_seed(room: Room) -> None:
    """Wait until somebody has mixed a seed into the dice of a game that has just begun, but not for long."""
    while (left := wait_ms(room)) > 0:  # noqa: ASYNC110 - other processes, too, change the room
        await asyncio.sleep(min(left / 1000, LOOK_SECONDS))


def wait_ms(room: Room) -> int:
    """Return the milliseconds to wait still; altogether a tenth at most of what is on a clock that runs meanwhile."""
    log = room.log
    if not log.created.dice or log.steps or log.seeds.texts or log.seeds.has_rolled:
        return 0
    left = room.left_ms()
    most = WAIT_MS if left is None else min(WAIT_MS, left[log.state.current_player()] // 10)
    return most - room.spent_ms()
