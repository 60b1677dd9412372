"""Who hears and says what at a game (floor: server), beside `seats.MAY`.

The two who play have a circle of their own, whatever becomes of the game. Those who look on have another one, which the
two hear, and join in, when the game is over: nobody helps them before. A game at one screen has neither, and where a
bot plays, there is nobody to talk to.
"""

from __future__ import annotations

from typing import Literal, get_args

from motu.server.events import ServerError
from motu.server.game_log import GameLog
from motu.server.seats import Role, role_of
from motu.server.store import GameRow

Circle = Literal["players", "spectators"]
CIRCLES: tuple[Circle, ...] = get_args(Circle)
HEARS: dict[tuple[Role, bool], frozenset[Circle]] = {
    (Role.OWNER, False): frozenset(),
    (Role.OWNER, True): frozenset(),
    (Role.PLAYER, False): frozenset({"players"}),
    (Role.PLAYER, True): frozenset({"players", "spectators"}),
    (Role.SPECTATOR, False): frozenset({"spectators"}),
    (Role.SPECTATOR, True): frozenset({"spectators"}),
}
"""By what somebody is, and whether the game is over: what he hears and where he may speak."""


def circles_of(row: GameRow, log: GameLog, guest: str | None) -> tuple[Circle, ...]:
    """Return where somebody hears and speaks."""
    heard = HEARS[role_of(row, guest), log.is_over]
    return tuple(circle for circle in CIRCLES if circle in heard and _is_there(circle, row, log))


def check_may_say(row: GameRow, log: GameLog, guest: str, circle: Circle) -> None:
    """Check that somebody may speak in a circle.

    Raises:
        ServerError: "chat/none" where there is no such circle, "server/not-yours" where it is others'.
    """
    if not _is_there(circle, row, log):
        raise ServerError("at this game there is nobody to talk to", slug="chat/none", text=circle)
    if circle in circles_of(row, log, guest):
        return
    if circle == "players":
        raise ServerError("the two who play talk among themselves; talk to those who look on", slug="server/not-yours")
    raise ServerError("those who look on are heard when the game is over", slug="server/not-yours")


def _is_there(circle: Circle, row: GameRow, log: GameLog) -> bool:
    if row.person0 is None:
        return False
    return circle == "spectators" or not any(seat.is_bot or seat.kind != "person" for seat in log.seats)
