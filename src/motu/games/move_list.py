"""Moves as lists show them, for people who copy one and paste it: `1. d5 c3 2. e7!`, `r4=6 c2=1` (floor: games).

Such a text says nothing of the game: the rules come from where it is pasted. Numbers of turns and the signs of a
commentary (`!`, `?`) are passed over, commas and line feeds part moves like blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from motu.errors import MotuError, RecordError
from motu.games.line import MAX_MOVES, Line
from motu.games.record import Record

_NUMBER = re.compile(r"[0-9]{1,5}\.+")
_SIGNS = re.compile(r"[!?]+$")
_MOVE = re.compile(r"[A-Za-z0-9=+>@-]{1,32}")


def split_moves(text: str) -> list[str]:
    """Return the moves of a text, whatever they are worth, without the numbers and signs of a list.

    >>> split_moves("1. d5 c3?! 2.e7, swap")
    ['d5', 'c3', 'e7', 'swap']
    """
    words = (_NUMBER.sub("", word, count=1) if _NUMBER.match(word) else word for word in re.split(r"[\s,]+", text))
    return [move for word in words if (move := _SIGNS.sub("", word) or word)]


def looks_like(text: str) -> bool:
    """Return whether a text is meant as moves alone: words that may be moves, the first with a digit in it.

    A list with commas is Abstract Play's; it says which board is meant.
    """
    moves = split_moves(text)
    return (
        "," not in text
        and bool(moves)
        and any(character.isdigit() for character in moves[0])
        and all(map(_MOVE.fullmatch, moves))
    )


def read(text: str, rules: Line) -> Record:
    """Return the game that begins as a line does and goes on with the moves of a text.

    Args:
        text: The moves, numbered or not.
        rules: What is played, and from which position; its own moves are left aside.

    Raises:
        RecordError: "record/move" for the first move that cannot be played, with what may be played there,
            "record/too-large" for more than MAX_MOVES, and as `Line.start`.
    """
    moves = split_moves(text)
    if len(moves) > MAX_MOVES:
        raise RecordError(f"{len(moves):,} moves; at most {MAX_MOVES:,} are read", slug="record/too-large")
    _check(moves, rules)
    whole = Line(spec=rules.spec, moves=tuple(moves), setup=rules.setup, board=rules.board)
    return whole.record()


def _check(moves: Iterable[str], rules: Line) -> None:
    state = rules.start()
    for number, move in enumerate(moves, start=1):
        try:
            state.play(move)
        except MotuError as error:
            raise RecordError(
                f"move {number}, {move}: {error}",
                slug="record/move",
                text=move,
                legal=error.legal,
                position=str(number),
            ) from None
