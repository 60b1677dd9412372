"""Who may be named as a game's players, and with which clock (floor: server): checked before anything is begun."""

from __future__ import annotations

from motu.server.events import MAX_NAME, Created, Participant, ServerError
from motu.server.time_controls import check_clock

LEVELS = range(1, 11)
MIN_SECONDS, MAX_SECONDS = 0.1, 30.0
"""What the strongest may take for a move."""


def check_seats(created: Created) -> None:
    """Check who plays, and the clock.

    Raises:
        ServerError: "server/name", "server/level", "server/clock".
    """
    for seat in created.seats:
        _check_seat(seat)
    if created.clock is not None:
        check_clock(created.clock)


def _check_seat(seat: Participant) -> None:
    if len(seat.name) > MAX_NAME or not seat.name.isprintable():
        raise ServerError(
            f"a name has at most {MAX_NAME} characters, all of them printable", slug="server/name", text=seat.name
        )
    if seat.kind == "level" and seat.level not in LEVELS:
        raise ServerError(f"levels are 1 to 10, not {seat.level}", slug="server/level", text=str(seat.level))
    if seat.kind == "strongest" and not MIN_SECONDS <= seat.seconds <= MAX_SECONDS:
        raise ServerError(
            f"at full strength the machine takes from {MIN_SECONDS:g} to {MAX_SECONDS:g} seconds for a move, "
            f"not {seat.seconds:g}",
            slug="server/level",
            text=str(seat.seconds),
        )
    if seat.is_gone:
        raise ServerError("whose account is deleted plays no more", slug="server/name")
    if seat.is_bot and seat.kind != "person":
        raise ServerError("the machine is nobody's bot", slug="server/level")
    for kind, number, name in (("level", seat.level, "level"), ("strongest", seat.seconds, "time for a move")):
        if number and seat.kind != kind:
            raise ServerError(f"a seat of kind '{seat.kind}' has no {name}", slug="server/level", text=str(number))
