"""Positions as commands name them: a spec and moves, or a record's place in a file (floor: cli)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from motu.cli.application import BadInputError

if TYPE_CHECKING:
    from motu import Record, State


def split_moves(texts: Sequence[str]) -> list[str]:
    """Return single moves from texts that may hold several, also as lists show them: numbered, with `!` and `?`."""
    from motu.games import move_list

    # What the shell passes on may hold bytes that are no text; as question marks they are refused like any other move.
    readable = (text.encode("utf-8", "replace").decode() for text in texts)
    return [move for text in readable for move in move_list.split_moves(text)]


def position_after(spec: str, moves: Sequence[str]) -> State:
    """Return the position of a game after some moves.

    Raises:
        MotuError: For a spec or a move that is none.
    """
    from motu import load_game
    from motu.boards import load_custom_board

    return load_game(spec, load_custom_board).new_initial_state().play_all(split_moves(moves))


def split_record_name(text: str) -> tuple[Path, int | None]:
    """Return file and number of "games.jsonl:3"; the number is None when none is given."""
    name, _, number = text.rpartition(":")
    if name and number.isascii() and number.isdigit() and not Path(text).exists():
        return Path(name).expanduser(), int(number)
    return Path(text).expanduser(), None


def choose_record(records: Sequence[Record], name: str, number: int | None) -> int:
    """Return the index of the record that is meant: the only one, or number N counted from 1.

    Raises:
        BadInputError: When there is no such record, or more than one could be meant.
    """
    if not records:
        raise BadInputError(f"'{name}' holds no record", text=name)
    if number is None and len(records) > 1:
        raise BadInputError(f"'{name}' holds {len(records)} records: say which one, as in {name}:1", text=name)
    index = 0 if number is None else number - 1
    if not 0 <= index < len(records):
        raise BadInputError(f"'{name}' has records 1 to {len(records)}, no number {number}", text=str(number))
    return index


def moment_of(state: State) -> str:
    """Return in words how far a game has come."""
    ply = state.ply()
    return "before the first move" if ply == 0 else f"after {ply} {'ply' if ply == 1 else 'plies'}"


def rewind(state: State, ply: int) -> State:
    """Return the position of the same game when so many turns had been taken.

    Raises:
        BadInputError: When the game is not that long.
    """
    if ply > state.ply():
        length = f"{state.ply()} {'ply' if state.ply() == 1 else 'plies'}"
        raise BadInputError(f"the game is {length} long, there is no ply {ply}", text=str(ply))
    earlier = state.clone()
    while earlier.ply() > ply:
        earlier.undo()
    # Half a turn may have been taken: an announcement without its roll, a stone put back.
    while earlier.history():
        before = earlier.clone()
        before.undo()
        if before.ply() < ply:
            break
        earlier = before
    return earlier
