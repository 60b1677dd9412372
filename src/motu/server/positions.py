"""Positions of games that nobody keeps: for analysis, lessons and diagrams (floor: server)."""

from __future__ import annotations

from motu.server.messages import Positions
from motu.server.starts import start_of
from motu.server.views import PositionView, position_view


def positions_of(wanted: Positions) -> list[PositionView]:
    """Return the last position, or all of them from the first on: one more than there are moves and rolls.

    A move with its roll, such as r4=6, makes one position; an announcement and a roll by themselves make two.

    Raises:
        MotuError: For a move that is none or not legal here, and as `start_of`.
    """
    state = start_of(wanted.spec, wanted.setup, wanted.board)
    if not wanted.all:
        return [position_view(state.play_all(wanted.moves))]
    found = [position_view(state)]
    for move in wanted.moves:
        state.play(move)
        found.append(position_view(state))
    return found
