"""Who sits where at a game, and who may do what there (floor: server).

A game at one screen belongs to the guest who began it, who moves for all its persons. A game of two people at different
screens belongs to nobody: each of them does what is his. Everybody else looks on. People are known by an id and by
nothing else; today it is a guest's.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from motu.server.events import OfferKind, ServerError
from motu.server.game_log import GameLog
from motu.server.store import GameRow

Act = Literal["look", "move", "take-back", "offer", "answer", "seed", "seal", "resign", "reveal", "remove", "plan"]


class Role(StrEnum):
    """What somebody is at a game."""

    OWNER = "owner"
    """Whose screen a game is played at."""
    PLAYER = "player"
    """One of two people at different screens."""
    SPECTATOR = "spectator"
    """Everybody else."""


_BOTH = frozenset({Role.OWNER, Role.PLAYER})
MAY: dict[Act, frozenset[Role]] = {
    "look": frozenset(Role),
    "move": _BOTH,
    "take-back": frozenset({Role.OWNER}),
    "offer": frozenset({Role.PLAYER}),
    "answer": frozenset({Role.PLAYER}),
    "seed": _BOTH,
    "seal": frozenset({Role.PLAYER}),
    "resign": _BOTH,
    "reveal": _BOTH,
    "remove": _BOTH,
    "plan": frozenset({Role.PLAYER}),
}
"""Who may do what; whose turn it is comes on top."""


def is_remote(row: GameRow) -> bool:
    """Return whether two people at different screens play."""
    return row.person0 is not None


def seat_of(row: GameRow, guest: str | None) -> int | None:
    """Return where somebody sits in a game of two people at different screens: 0, 1 or nowhere."""
    if guest is None or not is_remote(row):
        return None
    return next((person for person, who in enumerate((row.person0, row.person1)) if who == guest), None)


def role_of(row: GameRow, guest: str | None) -> Role:
    """Return what somebody is at a game."""
    if is_remote(row):
        return Role.SPECTATOR if seat_of(row, guest) is None else Role.PLAYER
    return Role.OWNER if guest is not None and guest == row.owner else Role.SPECTATOR


def check_may(act: Act, row: GameRow, guest: str) -> int | None:
    """Check that somebody may do something, if it is his turn.

    Returns:
        Where he sits in a game of two people at different screens; None in all others.

    Raises:
        ServerError: "server/not-yours", "server/offer" with what would be right.
    """
    role = role_of(row, guest)
    if role in MAY[act]:
        return seat_of(row, guest)
    if role is Role.SPECTATOR:
        other = "two others play this game" if is_remote(row) else "this game is somebody else's"
        raise ServerError(f"{other}; you may look on", slug="server/not-yours")
    if role is Role.PLAYER:
        raise ServerError("a move is taken back when your opponent agrees: ask for it", slug="server/offer")
    if act == "seal":
        raise ServerError("dice are sealed by two people at different screens", slug="server/not-yours")
    raise ServerError("this game is played at one screen: there is nobody to ask", slug="server/offer")


def check_turn(log: GameLog, seat: int | None, move: str) -> None:
    """Check that it is the turn of whoever sends a move: not the machine's, nor that of the person at the other screen.

    Raises:
        ServerError: "server/not-your-turn".
    """
    if log.is_over or log.state.is_chance_node():
        return  # the log has a better word for it
    player = log.state.current_player()
    if log.seats[player].kind != "person":
        raise ServerError("it is the machine's turn", slug="server/not-your-turn", text=move)
    if seat is not None and player != seat:
        raise ServerError("it is your opponent's turn", slug="server/not-your-turn", text=move)


def check_offering(log: GameLog, kind: OfferKind) -> None:
    """Check that there is somebody to be asked.

    Raises:
        ServerError: "server/offer" where the machine plays.
    """
    if any(seat.kind != "person" for seat in log.seats):
        raise ServerError("the machine answers nothing: play on, or give up", slug="server/offer", text=kind)


def check_resigning(log: GameLog, seat: int | None, person: int) -> None:
    """Check that whoever says that a person gives up may say so.

    Raises:
        ServerError: "server/person" for the machine, "server/not-yours" for the person at the other screen.
    """
    if person in (0, 1) and log.seats[person].kind != "person":
        raise ServerError("the machine decides for itself when to give up", slug="server/person")
    if seat is not None and person == 1 - seat:
        raise ServerError(f"you are person {seat} and give up for nobody else", slug="server/not-yours")
