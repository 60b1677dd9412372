"""A game as an animated picture: every move, every announcement and every roll is a position of it (floor: games)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from motu.drawing.film import FILM_SIZE, Film, film_of
from motu.games.state import State


def film_of_game(
    start: State,
    moves: Iterable[str],
    *,
    theme: str = "light",
    size: int = FILM_SIZE,
    check: Callable[[], None] = lambda: None,
) -> Film:
    """Return the film of a game.

    Args:
        start: The position that the moves begin from; afterwards it is the last one.
        moves: What is played; an announcement with its roll, such as `r4=6`, is two positions.
        theme: `light` or `dark`.
        size: Width in pixels.
        check: Called before each position; raises what ends the work.

    Raises:
        DrawingError: As `motu.drawing.film.film_of`.
        MotuError: For a move that is none or not legal.
    """
    return film_of(_positions(start, moves), theme=theme, size=size, check=check)


def _positions(state: State, moves: Iterable[str]) -> Iterator[State]:
    yield state
    for move in moves:
        announcement, sign, face = move.partition("=")
        for part in (announcement, sign + face):
            if part:
                state.play(part)
                yield state
