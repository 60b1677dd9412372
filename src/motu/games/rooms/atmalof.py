"""The room of Atmalof: its rules and its row (floor: games)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from motu import _core
from motu.boards import Board, square_board
from motu.games.parameters import Parameter
from motu.games.rules import GameType, Preset, Rules, check_ints, settle


@dataclass(frozen=True, slots=True)
class AtmalofRules(Rules):
    """Atmalof and its whole family."""

    name: ClassVar[str] = "atmalof"

    rows: int = 6
    """Rows of the basic rectangle, and faces of the die after a column announcement."""
    cols: int = 6
    """Columns of the basic rectangle, and faces of the die after a row announcement."""
    extra_rows: int = 1
    """Rows beyond it."""
    extra_cols: int = 1
    """Columns beyond it."""
    line: int = 5
    """How many in a row win."""
    pieces: int | None = None
    """Pieces a side; 4/9 of the squares, rounded up, if None."""
    tiebreak: str = "either"
    """"either": the game ends when one player has all pieces on the board; "both" (kvinigu): when both have."""

    def __post_init__(self) -> None:
        """Fill in the number of pieces and check types.

        Raises:
            RulesError: For a wrong type or an unknown tie-break.
        """
        numbers = ["rows", "cols", "extra_rows", "extra_cols", "line"]
        check_ints(self, *numbers, *(["pieces"] if self.pieces is not None else []))
        settle(self)

    def resized(self, columns: int, rows: int) -> Self:
        """Return the same game on another basic rectangle, with as many pieces as suit it."""
        return replace(self, cols=columns, rows=rows, pieces=None)

    def build(self) -> tuple[_core.NativeGame, Board]:
        """Return the native game and its board.

        Raises:
            RulesError: When the numbers make no game.
        """
        pieces = self.pieces if self.pieces is not None else 0
        native = _core.atmalof_game(
            self.rows, self.cols, self.extra_rows, self.extra_cols, self.line, pieces, self.tiebreak == "both"
        )
        return native, square_board(self.rows, self.cols, self.extra_rows, self.extra_cols)

    def aim(self, board: Board) -> str:
        """Return what wins, for the terminal."""
        return (
            f"{self.line} of your pieces in a row, across, down or diagonally. A turn announces a row or a column"
            " and rolls for the square, or moves a piece one step."
        )

    def kinds_of_moves(self, board: Board, cell: int) -> Sequence[tuple[str, str]]:
        """Return an example of each kind of move and what it does, for the terminal."""
        column, row = (each + 1 for each in board.coordinates[cell])
        line = min(row, board.drop_rows), min(column, board.drop_columns)
        return [
            (f"r{line[0]}  or  c{line[1]}", f"announce row {line[0]} or column {line[1]}; the die gives the square"),
            (
                f"{board.names[cell]}-{board.names[board.neighbours[cell][0]]}",
                f"move your piece from row {row}, column {column} one step, in any of eight directions",
            ),
        ]


ATMALOF = GameType(
    AtmalofRules,
    presets=(
        Preset("atmalof", AtmalofRules, "five in a row with a die, on 7 x 7 squares"),
        Preset("junior", AtmalofRules, "Junior Atmalof (Criss-Cross), 6 x 6 squares"),
        Preset("kvinigu", AtmalofRules, "Atmalof by the Esperanto rules: both play all their pieces"),
        Preset("atmalos", AtmalofRules, "seven in a row with an eight-sided die"),
    ),
    parameters=(
        Parameter("rows", "number", "6", "rows that the die covers", least=1, most=20),
        Parameter("cols", "number", "6", "columns that the die covers", least=1, most=20),
        Parameter("extra_rows", "number", "1", "rows beyond them", least=0, most=5),
        Parameter("extra_cols", "number", "1", "columns beyond them", least=0, most=5),
        Parameter("line", "number", "5", "how many in a row win", least=3, most=12),
        Parameter("pieces", "number", "22", "pieces a side; four for every nine squares", least=1, most=200),
        Parameter(
            "tiebreak",
            "choice",
            "either",
            "who has to have all pieces on the board at the end",
            choices=("either", "both"),
        ),
    ),
    has_swap=False,
    has_dice=True,
    has_moves=True,
    derived_keys=("pieces",),
)
