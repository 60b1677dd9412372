"""What wins at once in a position, for people who play their first game (floor: server)."""

from __future__ import annotations

import msgspec

from motu.games import State
from motu.search.tactics import threats, winning_actions


class ThreatsView(msgspec.Struct, frozen=True):
    """Moves that win at once; announcements, which need luck, are not among them."""

    wins: tuple[str, ...]
    """For whoever is to move."""
    threats: tuple[str, ...]
    """For the opponent, were it the opponent's turn."""


def threats_of(state: State) -> ThreatsView:
    """Return what wins at once in a position; nothing where nobody can choose a move.

    Args:
        state: It comes back as it was.
    """
    if state.is_terminal() or state.is_chance_node():
        return ThreatsView((), ())
    wins, against = winning_actions(state), threats(state)
    return ThreatsView(tuple(map(state.action_to_string, wins)), tuple(map(state.action_to_string, against)))
