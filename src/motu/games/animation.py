"""A game as an animated picture: every move, every announcement and every roll is a position of it (floor: games)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from motu.drawing.film import FILM_SIZE, Film, film_of
from motu.games.state import State


def film_of_game(
    start: State,
    moves: Sequence[str],
    *,
    marks: Sequence[Sequence[str]] = (),
    theme: str = "light",
    size: int = FILM_SIZE,
    check: Callable[[], None] = lambda: None,
) -> Film:
    """Return the film of a game.

    Args:
        start: The position that the moves begin from; afterwards it is the last one.
        moves: What is played; an announcement with its roll, such as `r4=6`, is two positions.
        marks: What somebody has drawn on the start, on the position after the first move, and so on as far as it goes.
        theme: `light` or `dark`.
        size: Width in pixels.
        check: Called before each position; raises what ends the work.

    Raises:
        DrawingError: As `motu.drawing.film.film_of`.
        MotuError: For a move that is none or not legal, and for marks that are none.
    """
    drawn = _drawn(moves, marks)
    return film_of(_positions(start, moves), drawn=drawn, theme=theme, size=size, check=check)


def _parts(move: str) -> list[str]:
    """Return what is played one after the other: of an announcement with its roll both."""
    announcement, sign, face = move.partition("=")
    return [part for part in (announcement, sign + face) if part]


def _drawn(moves: Sequence[str], marks: Sequence[Sequence[str]]) -> Iterator[Sequence[str]]:
    """Yield what is drawn on each position; between an announcement and its roll nothing is."""
    lengths = [1, *(len(_parts(move)) for move in moves)]
    for count, drawn in zip(lengths, marks, strict=False):
        yield from ((),) * (count - 1)
        yield drawn


def _positions(state: State, moves: Sequence[str]) -> Iterator[State]:
    yield state
    for move in moves:
        for part in _parts(move):
            state.play(part)
            yield state
