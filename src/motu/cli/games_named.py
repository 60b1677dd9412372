"""Games as `motu show`, `analyze` and `review` take them: FILE, FILE:N, - for stdin, or SPEC and MOVES (floor: cli)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from motu.cli.application import BadInputError
from motu.cli.positions import choose_record, position_after, split_record_name

if TYPE_CHECKING:
    from motu import Record, State

STDIN = "-"


def game_named(name: str, moves: Sequence[str]) -> State:
    """Return the position at the end of a game.

    Args:
        name: A file of records, perhaps with a number behind a colon, `-` for records on stdin, or a spec.
        moves: The moves after a spec; nothing beside a record.

    Raises:
        MotuError: When there is no such game, or moves stand beside a record.
    """
    from motu.games import PRESETS

    path, _ = split_record_name(name)
    if name != STDIN and not path.is_file():
        if path.is_dir() and name.partition("(")[0].strip().lower() not in PRESETS:
            raise BadInputError(f"'{name}' is a folder: right is a file of records, or a game", text=name)
        if "(" not in name and any(sign in name for sign in "./\\"):
            raise BadInputError(f"there is no file '{name}', and it is no spec of a game", text=name)
        return position_after(name, moves)
    if moves:
        raise BadInputError("a record says itself what was played: leave out MOVES beside FILE")
    return _record_named(name).replay()


def _record_named(name: str) -> Record:
    from motu.games import formats

    if name == STDIN:
        records = formats.read(_stdin_text())
        return records[choose_record(records, "stdin", None if len(records) != 1 else 1)]
    path, number = split_record_name(name)
    records = formats.read(path)
    return records[choose_record(records, str(path), number)]


def _stdin_text() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInputError("stdin: not UTF-8 text") from None
