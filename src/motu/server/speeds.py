"""How fast a game is, by its clock and its board (floor: server).

Two games with the same clock are not equally fast on a small board and on a large one, so speeds go by how long a
player is likely to take for all of his moves.
"""

from __future__ import annotations

from typing import Literal, get_args

from motu.games import Game
from motu.server.events import ClockSettings

Speed = Literal["blitz", "rapid", "slow", "correspondence", "untimed"]
SPEEDS: tuple[Speed, ...] = get_args(Speed)

BLITZ_MS = 6 * 60_000
"""Below it a player's time for a whole game is that of blitz."""
RAPID_MS = 20 * 60_000
DAY_MS = 24 * 3_600_000
"""Who has a day or more doesn't sit and wait: the game is one by correspondence."""
LEAST_MOVES, MOST_MOVES = 5, 60
CELLS_A_MOVE = 4
"""A player makes about one move for so many cells of a board before it is decided."""
TURNS_A_PIECE = 2
"""In games with dice, a player takes about so many turns for each of his pieces."""
_GRACE_MS: dict[Speed, int] = {"blitz": 30_000, "rapid": 60_000, "slow": 120_000}


def likely_moves(game: Game) -> int:
    """Return about how many moves a player makes in a game."""
    pieces = game.rules.pieces or 0
    moves = TURNS_A_PIECE * pieces if pieces else game.board.num_cells // CELLS_A_MOVE
    return min(MOST_MOVES, max(LEAST_MOVES, moves))


def likely_ms(clock: ClockSettings, game: Game) -> int:
    """Return about how long a player may take for all moves of a game."""
    return clock.initial_ms + clock.increment_ms * likely_moves(game)


def speed_of(clock: ClockSettings | None, game: Game) -> Speed:
    """Return how fast a game with a clock is; without one it is untimed."""
    if clock is None:
        return "untimed"
    if clock.kind == "correspondence" or max(clock.initial_ms, clock.increment_ms) >= DAY_MS:
        return "correspondence"
    likely = likely_ms(clock, game)
    if likely < BLITZ_MS:
        return "blitz"
    return "rapid" if likely < RAPID_MS else "slow"


def grace_of(speed: Speed) -> int:
    """Return how long each of two people has for his first move, in milliseconds; 0: as long as his clock lets him."""
    return _GRACE_MS.get(speed, 0)
