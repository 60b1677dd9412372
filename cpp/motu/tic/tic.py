"""Tic's row in Python, the second half of the worked example in CONTRIBUTING.md; its test alone registers it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from motu import _core
from motu.boards import Board, square_board
from motu.games.registry import register
from motu.games.rules import GameType, Preset, Rules, rules_error


@dataclass(frozen=True, slots=True)
class TicRules(Rules):
    """Three in a row on 3 x 3 squares."""

    name: ClassVar[str] = "tic"

    @property
    def line(self) -> int:
        """How many in a row win."""
        return 3

    def resized(self, columns: int, rows: int) -> Self:
        """Refuse other sizes."""
        raise rules_error("tic is played on 3 x 3 squares", f"{columns}x{rows}")

    def build(self) -> tuple[_core.NativeGame, Board]:
        """Return the native game and its board."""
        return _core.tic_game(), square_board(3, 3, 0, 0)

    def aim(self, board: Board) -> str:
        """Return what wins, for the terminal."""
        return "three of your stones in a row, across, down or diagonally. A turn places a stone."

    def kinds_of_moves(self, board: Board, cell: int) -> Sequence[tuple[str, str]]:
        """Return an example of each kind of move and what it does, for the terminal."""
        return [(board.names[cell], f"place a stone on {board.names[cell]}")]


TIC = GameType(
    TicRules,
    presets=(Preset("tic", TicRules, "three in a row on 3 x 3 squares"),),
    parameters=(),
    has_swap=False,
    is_all_in_stones=True,
)

register(TIC)
