"""Perft: how many lines of play there are of each length, the proof that none is missing or too much (floor: testing).

A line of length n is n actions by players; rolls are branches, but use up no length. Lines that end earlier are not
counted. A file of tables is JSON: a list of objects with "spec", "counts" from length 1 on, and where needed "moves"
that lead to the position to count from, "board" with the data of a custom board, and "about", a remark.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motu import _core
from motu.boards import CustomBoard
from motu.games import Game, State, load_game

_KEYS = {"spec", "moves", "counts", "board", "about"}


class PerftError(AssertionError):
    """A count that is not what the table says."""


@dataclass(frozen=True, slots=True)
class PerftTable:
    """Counts from one position."""

    spec: str
    """The game."""
    counts: tuple[int, ...]
    """Lines of length 1, 2, …"""
    moves: tuple[str, ...] = ()
    """What is played before counting."""
    board: CustomBoard | None = None
    """The data of a custom board."""
    about: str = ""
    """Why this position."""

    @property
    def name(self) -> str:
        """What tests call it."""
        return " ".join((self.spec, *self.moves))

    def load(self) -> Game:
        """Make the game."""
        return load_game(self.spec, self.board)

    def position(self) -> State:
        """Return the position to count from."""
        return self.load().new_initial_state().play_all(self.moves)


def count_lines(state: State, length: int) -> int:
    """Count the lines of play of a length from a position; the state stays as it is."""
    return _core.perft(state, length)


def check_table(table: PerftTable) -> None:
    """Count anew.

    Raises:
        PerftError: At the first length whose count differs.
    """
    state = table.position()
    for length, expected in enumerate(table.counts, start=1):
        found = count_lines(state, length)
        if found != expected:
            raise PerftError(f"{table.name}: {found:,} lines of length {length}, not {expected:,}")


def load_tables(path: str | Path) -> tuple[PerftTable, ...]:
    """Read tables from a JSON file.

    Raises:
        ValueError: When the file holds something else.
    """
    data = json.loads(Path(path).read_text(encoding="utf-8"))
    if not isinstance(data, list):
        raise ValueError(f"{path}: perft tables are a list")  # noqa: TRY004  (the file is wrong, not the caller)
    return tuple(_table(entry, f"{path}, table {number}") for number, entry in enumerate(data, start=1))


def _table(entry: Any, where: str) -> PerftTable:
    if not isinstance(entry, dict) or not {"spec", "counts"} <= entry.keys() <= _KEYS:
        raise ValueError(f"{where}: a table has the keys {', '.join(sorted(_KEYS))}, at least spec and counts")
    counts = entry["counts"]
    if not counts or not all(isinstance(count, int) and count >= 0 for count in counts):
        raise ValueError(f"{where}: counts are whole numbers, at least one")
    board = CustomBoard.from_json(entry["board"]) if "board" in entry else None
    return PerftTable(entry["spec"], tuple(counts), tuple(entry.get("moves", ())), board, entry.get("about", ""))
