"""Positions of games that nobody keeps: for analysis, lessons and diagrams (floor: server)."""

from __future__ import annotations

from collections.abc import Callable

from motu.games.line import Line
from motu.server.events import ServerError
from motu.server.messages import Positions
from motu.server.views import PositionView, position_view

MAX_SHOWN = 2_000_000
"""Cells that are shown at once, all positions together: whole games on boards of up to 1400 cells."""


def positions_of(wanted: Positions, check: Callable[[], None] = lambda: None) -> list[PositionView]:
    """Return the last position, or all of them from the first on.

    Args:
        wanted: The game.
        check: Called before each move; raises what ends the work.

    Raises:
        MotuError: As `all_positions_of`.
    """
    if wanted.all:
        return all_positions_of(wanted, check)
    state = wanted.start()
    for move in wanted.moves:
        check()
        state.play(move)
    return [position_view(state)]


def all_positions_of(line: Line, check: Callable[[], None]) -> list[PositionView]:
    """Return all positions of a game from the first on: one more than there are moves and rolls.

    A move with its roll, such as r4=6, makes one position; an announcement and a roll by themselves make two.

    Args:
        line: The game.
        check: Called before each move; raises what ends the work.

    Raises:
        ServerError: "server/too-much" for more positions of so large a board than can be shown.
        MotuError: For a move that is none or not legal here, and as `Line.start`.
    """
    state = line.start()
    num_positions, num_cells = len(line.moves) + 1, state.game.board.num_cells
    if num_positions * num_cells > MAX_SHOWN:
        raise ServerError(
            f"{num_positions} positions of {num_cells} cells are too much at once; "
            f"at most {MAX_SHOWN // num_cells} positions of this board can be had",
            slug="server/too-much",
        )
    found = [position_view(state)]
    for move in line.moves:
        check()
        state.play(move)
        found.append(position_view(state))
    return found
