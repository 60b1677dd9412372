"""Random games and lines of play, counted by the native core (floor: games)."""

from __future__ import annotations

import secrets

from motu import _core
from motu._core import PlayoutCounts
from motu.games.kinds import expect_state
from motu.games.state import State
from motu.numbers import expect_number, expect_seed

MOST_PLIES = 10_000
"""Where a random game that goes on and on is given up, unless told otherwise."""
_MOST_GAMES = 1 << 40
_MOST_DEPTH = 1_000


def playouts(state: State, games: int, seed: int | None = None, max_plies: int = MOST_PLIES) -> PlayoutCounts:
    """Play a position to the end at random, again and again; the state stays as it is.

    Every legal action is as likely as any other, and dice fall as they do. The same seed plays the same games.

    Args:
        state: Where each game begins.
        games: How many.
        seed: 0 to 2**64-1; one drawn from the system unless told.
        max_plies: Turns after which a game counts as unfinished.

    Raises:
        ValueError: For numbers out of range.

    >>> import motu
    >>> counts = motu.playouts(motu.load_game("hex(size=3,swap=false)").new_initial_state(), 1000, seed=1)
    >>> sum(counts.wins), counts.draws
    (1000, 0)
    """
    expect_state(state)
    games = expect_number("games", games, 0, _MOST_GAMES)
    max_plies = expect_number("max_plies", max_plies, 1, (1 << 31) - 1)
    seed = expect_seed(seed)
    return _core.random_playouts(state, games, secrets.randbits(64) if seed is None else seed, max_plies)


def perft(state: State, depth: int) -> int:
    """Count the lines of play of a length from a position: the usual test of rules; the state stays as it is.

    A line is so many actions by players; rolls are branches, but use up no length. Lines that end earlier are not
    counted.

    Raises:
        ValueError: For a depth out of range.

    >>> import motu
    >>> motu.perft(motu.load_game("hex(size=3,swap=false)").new_initial_state(), 2)
    72
    """
    expect_state(state)
    return _core.perft(state, expect_number("depth", depth, 0, _MOST_DEPTH))
