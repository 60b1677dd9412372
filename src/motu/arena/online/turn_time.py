"""What a server's clock leaves a program for one turn, as GTP can say it (floor: arena).

Invariant: who takes as long as he is told does not lose on time, whatever the kind of clock; periods of byo-yomi but
the one that runs are kept for what goes wrong.
"""

from __future__ import annotations

from typing import Any

from motu.arena.seats import MoveTime, Times

MOVE_SECONDS = 300.0
"""What a program may take for a move where no clock runs, or one of days."""
MOST_SECONDS = 3600.0
"""No more of a live clock is told, so that a program that hangs is noticed before the game is nearly over."""
LAG_SECONDS = 0.2
"""What is kept back of the clock for the way to the server."""
_LEAST = 0.1


def turn_time(news: dict[str, Any], waited: float, *, is_last: bool) -> tuple[Times, MoveTime]:
    """Return what a program is told when a game is set up, and what this turn has.

    Args:
        news: A game as the stream tells it, one's own turn.
        waited: Seconds since it was told.
        is_last: Whether the program was started anew already: no time need be left for another one.
    """
    clocks, clock, seat = news["clocks"], news["created"].get("clock") or {}, news["seat"]
    if clocks is None:
        return Times(MOVE_SECONDS), MoveTime(MOVE_SECONDS)
    kind, each = clock.get("kind", "fischer"), clock.get("increment_ms", 0) / 1000
    free, left = clocks.get("free", 0) / 1000, clocks["left"][seat] / 1000
    has_moved = any(person == seat for _, person in news["steps"])
    is_first = free > 0 and (kind != "delay" or (news["created"].get("grace_ms", 0) > 0 and not has_moved))
    left = max(_LEAST, left - (0.0 if is_first else max(0.0, waited - free)) - LAG_SECONDS)
    free = max(0.0, free - waited)
    main, period, share = left, 0.0, each
    if kind == "byo-yomi":
        main, period = max(0.0, left - each * clock["periods"]), max(_LEAST, min(each - LAG_SECONDS, left))
    elif kind == "delay" and not is_first:
        main, left, share = left + free, left + free, free
    elif kind == "correspondence":
        left, share = min(left, 2 * MOVE_SECONDS), 0.0
    main, period, left = min(main, left, MOST_SECONDS), min(period, MOST_SECONDS), min(left, MOST_SECONDS)
    if is_first:  # the clock stands, but not for long: then the game is called off
        left = max(_LEAST, free - LAG_SECONDS)
    most = left if is_last else max(left / 2, min(left, share))
    return Times(most, main, period), MoveTime(most, min(main, left))
