"""What a game's events say of the time that its present turn has taken (floor: server).

Invariant: two turns that follow each other leave no millisecond between them and share none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from motu.games.state import State
from motu.server.events import ASIDE, Answered, Event, Moved, Offered, OnVacation, Paused, Seeded


@dataclass(frozen=True, slots=True)
class TurnTime:
    """Since when a turn runs."""

    at_ms: int
    """The time of day, in milliseconds since 1970, at which it began or went on."""
    carried_ms: int = 0
    """What it had taken when it went on."""

    def after(self, event: Event) -> TurnTime:
        """Return it after what has happened; what happens beside the turn leaves it as it is."""
        match event.what:
            case Seeded() | Offered() | Answered():
                return self
            case Paused(spent_ms=spent) | OnVacation(spent_ms=spent) | Moved(spent_ms=spent, goes_on=True):
                return TurnTime(event.at_ms, spent)
        return TurnTime(event.at_ms)

    def spent_ms(self, at_ms: int) -> int:
        """Return the milliseconds taken up to a time of day; what lies before the last event is that event."""
        return self.carried_ms + max(0, at_ms - self.at_ms)


def turn_after(events: Iterable[Event]) -> TurnTime:
    """Return the turn's time after a game's last events, one of which at least is the turn's own."""
    turn = TurnTime(0)
    for event in events:
        turn = turn.after(event)
    return turn


def goes_on_after(state: State, move: str) -> bool:
    """Return whether a legal move leaves its turn to go on: a stone is put back, and a move follows.

    A turn that is skipped between two of the same person's ends his first one, and a roll belongs to its announcement.
    """
    ply, count = state.ply(), state.play(move)
    goes_on = state.ply() == ply and not state.is_chance_node()
    for _ in range(count):
        state.undo()
    return goes_on


def leave_position(events: Sequence[Event]) -> bool:
    """Return whether some events leave the position as it is, and the turn: what was meant for it before still is."""
    return all(isinstance(event.what, Paused | ASIDE) for event in events)


def are_pauses(events: Sequence[Event]) -> bool:
    """Return whether there are some, and nothing has happened by them but that nobody's time has passed."""
    return bool(events) and all(isinstance(event.what, Paused) for event in events)
