"""A game's course: the positions that it went through, and one beside them (floor: engine)."""

from __future__ import annotations

from motu.games import State


def positions_of(state: State) -> list[State]:
    """Return the positions before every action of the game that led to a position."""
    found, earlier = [], state.clone()
    while earlier.history():
        earlier.undo()
        found.append(earlier.clone())
    return found[::-1]


def wants_choice(state: State) -> bool:
    """Return whether somebody has more than one move."""
    return not state.is_terminal() and not state.is_chance_node() and len(state.legal_actions()) > 1


def position_after(state: State, action: int) -> State:
    """Return the position after an action or an outcome."""
    after = state.clone()
    after.apply_action(action)
    return after
