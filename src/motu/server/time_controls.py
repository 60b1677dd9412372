"""What each kind of clock does with a player's time (floor: server). The one place that knows; all in milliseconds.

A player's time is one number, what he would have if it were his turn now:

- *fischer*: what is left of the initial time; every turn adds the increment.
- *byo-yomi*: main time and all periods that are left together. Whoever is done within the period that runs has the
  whole of it again; how many are left follows from the number.
- *delay*: what is left of the initial time, which a turn begins to use after its first `increment_ms`; what is not used
  of these is gone.
- *correspondence*: a bank, to which every turn adds the increment, up to `most_ms`.

A turn is paid for as one at its end, of however many moves it is. That of a first move while the clock stands
(`Created.grace_ms`) costs nothing and adds nothing, whatever the kind.
"""

from __future__ import annotations

from typing import Any

import msgspec

from motu.server.events import ClockSettings, ServerError

DAY_MS = 24 * 3_600_000
MAX_CLOCK_MS = 7 * DAY_MS
"""Of live clocks: both of what there is at first and of what there is for a move."""
MAX_BANK_MS = 100 * DAY_MS
MAX_STEP_MS = 30 * DAY_MS
"""What a move may add to a bank."""
MAX_PERIODS = 50
CLOCK_SHARE = 0.05
"""What a machine uses of the time that it has for all moves, at most."""
PERIOD_SHARE = 0.5
"""What it uses of time that is for this move alone."""


def at_beginning(clock: ClockSettings) -> int:
    """Return what a player has before his first move."""
    return clock.initial_ms + clock.increment_ms * clock.periods


def free_of_charge(clock: ClockSettings) -> int:
    """Return how much of every turn costs nothing."""
    return clock.increment_ms if clock.kind == "delay" else 0


def charged(clock: ClockSettings, left_ms: int, spent_ms: int) -> int:
    """Return what a player has left so far into his turn, below 0 for one who took longer."""
    return left_ms - max(0, spent_ms - free_of_charge(clock))


def after_move(clock: ClockSettings, left_ms: int, spent_ms: int) -> int:
    """Return what a player has after a turn that took so long."""
    left_ms = charged(clock, left_ms, spent_ms)
    match clock.kind:
        case "fischer":
            return left_ms + clock.increment_ms
        case "correspondence":
            left_ms += clock.increment_ms
            return min(left_ms, clock.most_ms) if clock.most_ms else left_ms
        case "byo-yomi" if 0 < left_ms < clock.increment_ms * clock.periods:
            return periods_left(clock, left_ms) * clock.increment_ms
    return left_ms


def periods_left(clock: ClockSettings, left_ms: int) -> int:
    """Return how many periods a player has, the one that runs included."""
    return min(clock.periods, -(-max(0, left_ms) // clock.increment_ms)) if clock.kind == "byo-yomi" else 0


def machine_budget(clock: ClockSettings, left_ms: int, free_ms: int) -> float:
    """Return what a machine may use for its next move; milliseconds.

    Args:
        clock: The game's.
        left_ms: What it has, its turn charged so far.
        free_ms: For how long it costs nothing yet.
    """
    match clock.kind:
        case "byo-yomi":
            main_ms = max(0, left_ms - clock.periods * clock.increment_ms)
            period_ms = left_ms - main_ms - max(0, periods_left(clock, left_ms) - 1) * clock.increment_ms
            return max(CLOCK_SHARE * main_ms, PERIOD_SHARE * period_ms)
        case "delay":
            return CLOCK_SHARE * left_ms + PERIOD_SHARE * min(clock.increment_ms, free_ms)
    return CLOCK_SHARE * left_ms


def in_record(clock: ClockSettings) -> dict[str, Any]:
    """Return what a record says of a clock: all of it, and for SGF the main time in seconds (TM) and the rest (OT)."""
    seconds = f"{clock.increment_ms / 1000:g}"
    told = {
        "fischer": f"{seconds} fischer",
        "correspondence": f"{seconds} fischer",
        "byo-yomi": f"{clock.periods}x{seconds} byo-yomi",
        "delay": f"{seconds} simple delay",
    }[clock.kind]
    root = {"TM": [f"{clock.initial_ms / 1000:.12g}"]} | ({"OT": [told]} if clock.increment_ms else {})
    return {"clock": msgspec.to_builtins(clock), "sgf": {"0": root}}


def check_clock(clock: ClockSettings) -> None:
    """Check that a clock is one.

    Raises:
        ServerError: "server/clock" with what would be right.
    """
    is_slow = clock.kind == "correspondence"
    least = 0 if clock.kind == "byo-yomi" else 1
    most, most_added = (MAX_BANK_MS, MAX_STEP_MS) if is_slow else (MAX_CLOCK_MS, MAX_CLOCK_MS)
    if not (least <= clock.initial_ms <= most and 0 <= clock.increment_ms <= most_added):
        raise _wrong(
            f"a clock of kind '{clock.kind}' has from {least} to {most} ms, and from 0 to {most_added} ms for a move, "
            f"not {clock.initial_ms} and {clock.increment_ms}"
        )
    if clock.kind == "byo-yomi" and not (1 <= clock.periods <= MAX_PERIODS and clock.increment_ms >= 1):
        raise _wrong(f"byo-yomi has from 1 to {MAX_PERIODS} periods of at least 1 ms, not {clock.periods}")
    if clock.kind != "byo-yomi" and clock.periods:
        raise _wrong(f"a clock of kind '{clock.kind}' has no periods; byo-yomi has")
    if clock.most_ms and not (is_slow and clock.initial_ms <= clock.most_ms <= MAX_BANK_MS):
        raise _wrong(f"only a correspondence clock has a most_ms: from its initial_ms to {MAX_BANK_MS}, or 0")


def _wrong(told: str) -> ServerError:
    return ServerError(told, slug="server/clock")
