"""Whether what a caller hands over is a game or a position at all (floor: games).

Python finds that out late, by an attribute that something else lacks; people are helped by a sentence at the door.
"""

from __future__ import annotations

from motu.games.game import Game
from motu.games.state import State
from motu.numbers import shown


def expect_game(value: object) -> Game:
    """Return a game as it is.

    Raises:
        TypeError: For anything else.
    """
    if isinstance(value, Game):
        return value
    raise TypeError(f"a game is wanted, as motu.load_game('gan') returns it, not {shown(value)}")


def expect_state(value: object) -> State:
    """Return a position as it is.

    Raises:
        TypeError: For anything else.
    """
    if isinstance(value, State):
        return value
    raise TypeError(f"a position is wanted, as game.new_initial_state() returns it, not {shown(value)}")
