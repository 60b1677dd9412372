"""A record's game and moves by the rules (floor: games)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from motu.boards import CustomBoard
from motu.errors import MotuError, RecordError
from motu.games.game import Game, load_game
from motu.games.record_json import parse_object
from motu.games.record_parts import Setup

if TYPE_CHECKING:
    from motu.games.state import State


@lru_cache(maxsize=32)
def game_of(spec: str, board: str | None) -> Game:
    """Return the game of a spec and, where it names one, of the JSON of a custom board.

    Raises:
        MotuError: When there is no such game.
    """
    return load_game(spec, None if board is None else CustomBoard.from_json(parse_object(board)))


def play(state: State, move: str, index: int) -> None:
    """Play a move of a record, which is the `index`-th of its moves.

    Raises:
        RecordError: "record/move" with its place, what was read and what would be right.
    """
    path = f"moves[{index}]"
    if state.is_chance_node():
        raise RecordError(
            f"{path}: the announcement before it has no roll; an announcement and its roll are one move, as in r4=6",
            slug="record/move",
            text=move,
            position=path,
        )
    try:
        state.play(move)
    except MotuError as error:
        raise RecordError(
            f"{path}: {error.message}", slug="record/move", text=move, position=path, legal=error.legal
        ) from error


def named_stones(game: Game, stones: Sequence[int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the cells that each colour has, of stones as a state tells them."""
    first, second = (
        tuple(name for name, stone in zip(game.board.names, stones, strict=True) if stone == colour)
        for colour in (0, 1)
    )
    return first, second


def setup_of(state: State) -> Setup | None:
    """Return what a state began from, or None if it was the game's own beginning."""
    numbers = state.setup_numbers()
    if numbers is None:
        return None
    stones, to_move, flags = numbers
    return Setup(named_stones(state.game, stones), to_move, flags)
