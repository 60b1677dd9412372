"""Which of two people at different screens is to be told of what has happened in their game (floor: server).

Whoever has done something himself is not told of it. What a machine or a program waits for, it hears by other ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from motu.server.events import (
    Answered,
    CalledOff,
    Created,
    Dropped,
    Event,
    Flagged,
    Linked,
    Moved,
    Offered,
    Resigned,
    ShareOpened,
    TakenBack,
)
from motu.server.game_log import GameLog
from motu.server.notices.kinds import NoticeKind
from motu.server.store import GameRow


@dataclass(frozen=True, slots=True)
class Cause:
    """Why somebody is to be told of something."""

    person: str
    kind: NoticeKind
    key: str
    """The same however often it is found, and another for everything else."""
    game: str | None = None
    seat: int | None = None
    """Where he sits in the game."""
    challenge: str | None = None
    offer: str = ""
    """What the opponent asks for."""


def actor_of(log: GameLog, happened: Sequence[Event]) -> int | None:
    """Return which of the two has made it happen; None for neither."""
    match happened[0].what:
        case Moved():
            return next((step.person for step in reversed(log.steps) if step.person >= 0), None)
        case Offered() | Answered() | Resigned() | Linked() | ShareOpened():
            return happened[0].what.person if happened[0].what.person >= 0 else None
    return None


def causes_of(row: GameRow, log: GameLog, happened: Sequence[Event]) -> list[Cause]:
    """Return what the two are to be told of."""
    if row.person0 is None or row.person1 is None:
        return []
    persons, first = (row.person0, row.person1), happened[0]
    found = []
    for seat, kind, game, offer in _found(row, log, happened):
        if is_told(log, seat):
            there = seat if game == row.id else 1 - seat  # sides are exchanged in a rematch
            key = f"{game}.{first.seq if game == row.id else 0}.{kind}.{there}"
            found.append(Cause(persons[seat], kind, key, game, there, offer=offer))
    return found


def is_told(log: GameLog, seat: int) -> bool:
    """Return whether a person sits there."""
    return log.seats[seat].kind == "person" and not log.seats[seat].is_bot


def _found(row: GameRow, log: GameLog, happened: Sequence[Event]) -> Iterator[tuple[int, NoticeKind, str, str]]:
    actor = actor_of(log, happened)
    match happened[0].what:
        case Created():
            yield from ((seat, "begun", row.id, "") for seat in (0, 1))
        case Offered(person=person, kind=kind):
            yield 1 - person, "offer", row.id, kind
        case Answered(person=person, game=game) if game:
            yield from ((seat, "begun", game, "") for seat in (0, 1) if seat != person)
        case Moved() | Linked() | ShareOpened() | Resigned() | Flagged() | CalledOff() | Dropped():
            yield from _stands(row, log, actor)
        case Answered(is_accepted=True) if log.is_over or any(isinstance(each.what, TakenBack) for each in happened):
            yield from _stands(row, log, actor)


def _stands(row: GameRow, log: GameLog, actor: int | None) -> Iterator[tuple[int, NoticeKind, str, str]]:
    """Yield what follows from how a game stands now, for those who have not made it so."""
    if log.is_over:
        yield from ((seat, "over", row.id, "") for seat in (0, 1) if seat != actor)
        return
    player = log.state.current_player()
    if player in (0, 1) and player != actor and not log.is_sealing:
        yield player, "turn", row.id, ""
