"""The room of Atoll, and so of Hex: its rules and its row (floor: games)."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self, SupportsIndex, cast

from motu import _core
from motu.boards import Board, CustomBoard, ReadBoard, hexagonal_board
from motu.errors import BoardError
from motu.games.parameters import SWAP, Parameter
from motu.games.rules import (
    GameType,
    Preset,
    Rules,
    check_bools,
    check_ints,
    is_whole,
    quoted,
    rules_error,
    settle,
    spec_value,
)
from motu.numbers import shown


@dataclass(frozen=True, slots=True)
class AtollRules(Rules):
    """Atoll on a built-in or a custom board; Hex is the rhombus with four islands."""

    name: ClassVar[str] = "atoll"

    board: str = "square"
    """square, rhombus, hexagon or triangle; "custom" when `file` is given."""
    size: int | tuple[int, int] | None = None
    """Columns of a square or a rhombus (or both its sides), cells a side of the others; None: the shape's default."""
    islands: int | None = None
    """All islands together, a multiple of four; the shape's default if None."""
    swap: bool = True
    """Whether the pie rule is in force."""
    file: str | None = None
    """A custom board's file, as the spec names it."""
    custom: CustomBoard | None = None
    """The custom board's data, where they are at hand already (a record carries them); otherwise the file is read."""

    def __post_init__(self) -> None:
        """Fill in the shape's defaults and check types.

        Raises:
            RulesError: For an unknown shape, wrong types, or a shape together with a file.
        """
        check_bools(self, "swap")
        if self.custom is not None and self.file is None:
            object.__setattr__(self, "file", "board.json")
        if self.size is not None:
            object.__setattr__(self, "size", _size(self.size))
        if self.islands is not None:
            check_ints(self, "islands")
        settle(self)

    @property
    def columns_and_rows(self) -> tuple[int, int]:
        """The two sides of a rhombus."""
        if isinstance(self.size, tuple):
            return self.size
        assert self.size is not None  # noqa: S101  (settled in __post_init__ for every board that is not custom)
        return self.size, self.size

    @property
    def hex_size(self) -> tuple[int, int] | None:
        """Columns and rows where this is Hex, a rhombus with four islands; else None."""
        return self.columns_and_rows if self.board == "rhombus" and self.islands == 4 else None

    def with_swap(self, swap: bool) -> Self:
        """Return the same rules with the pie rule or without."""
        return replace(self, swap=swap)

    def with_file(self, file: str) -> Self:
        """Return the rules of a custom board under another file name; rules of other boards as they are."""
        return self if self.file is None else replace(self, file=file)

    def with_board(self, board: CustomBoard | ReadBoard) -> Self:
        """Return the rules with the data of the custom board that they name; rules of other boards as they are."""
        if self.file is None:
            return self
        if isinstance(board, CustomBoard):
            return replace(self, custom=board)
        return self if self.custom is not None else replace(self, custom=board(self.file))

    def resized(self, columns: int, rows: int) -> Self:
        """Return the same shape in another size.

        Raises:
            RulesError: For a custom board, or a shape that has no such size.
        """
        if self.file is not None:
            raise rules_error("a custom board has the size it has", self.file)
        return replace(self, size=(columns, rows))

    def build(self) -> tuple[_core.NativeGame, Board]:
        """Return the native game and its board.

        Raises:
            RulesError: When the numbers make no board.
            BoardError: When a custom board breaks ATOLL-BOARD, or its data did not come along.
        """
        hexes = self._hexes()
        return _core.atoll_game(hexes, self.swap), hexagonal_board(hexes)

    def _hexes(self) -> _core.HexBoard:
        if self.file is not None:
            if self.custom is None:
                raise BoardError(
                    f"a spec alone makes nobody read a file such as '{self.file}': the board's data must come along",
                    slug="board/file",
                    text=self.file,
                )
            return self.custom.native()
        columns, rows = self.columns_and_rows
        islands = self.islands if self.islands is not None else 0
        if self.board == "rhombus":
            return _core.HexBoard.rhombus(columns, rows, islands)
        make = {"square": _core.HexBoard.square, "hexagon": _core.HexBoard.hexagon, "triangle": _core.HexBoard.triangle}
        return make[self.board](columns, islands)

    def aim(self, board: Board) -> str:
        """Return what wins, for the terminal."""
        islands = len(board.islands)
        if self.hex_size is not None:
            return "a chain of your stones, black's from top to bottom, white's from left to right."
        if islands <= 8:
            return (
                "a chain of your stones that joins two opposite islands of yours, perhaps through others of yours;"
                " the signs round the board show whose island is whose."
            )
        return (
            "join islands of yours by chains of stones until, round the rim, none of them is more than"
            f" {islands // 2} islands away from the next one; the signs round the board show whose island is whose."
        )

    def kinds_of_moves(self, board: Board, cell: int) -> Sequence[tuple[str, str]]:
        """Return an example of each kind of move and what it does, for the terminal."""
        name = board.names[cell]
        return [(name, f"place a stone on the empty cell {name}")]

    def __str__(self) -> str:
        """Return the canonical spec."""
        swap = spec_value(self.swap)
        if self.file is not None:
            return f"atoll(file={quoted(self.file)},swap={swap})"
        return f"atoll(board={self.board},size={spec_value(self.size)},islands={self.islands},swap={swap})"


def _size(size: object) -> int | tuple[int, int]:
    """Return a whole number, or two of them, as Python's own.

    Raises:
        RulesError: For anything else.
    """
    if isinstance(size, tuple) and len(size) == 2 and all(map(is_whole, size)):
        return operator.index(size[0]), operator.index(size[1])
    if not isinstance(size, tuple) and is_whole(size):
        return operator.index(cast("SupportsIndex", size))
    raise rules_error(f"size is a whole number (or columns x rows on a rhombus), not {shown(size)}", str(size))


ATOLL = GameType(
    AtollRules,
    presets=(
        Preset("atoll", AtollRules, "the standard board: 11 columns, 8 islands"),
        Preset("gan", AtollRules, "Atoll on 7 columns, for beginners"),
        Preset("nauru", AtollRules, "Atoll on 11 columns, the standard board"),
        Preset("tokelau", AtollRules, "Atoll on 15 columns, for advanced players"),
        Preset("kiritimati", AtollRules, "Atoll on 19 columns, for experts"),
        Preset("atoll-12", AtollRules, "a hexagon with 12 islands, 7 cells a side"),
        Preset("atoll-24", AtollRules, "a hexagon with 24 islands, 9 cells a side"),
        Preset("hex", AtollRules, "Hex: Atoll with four islands"),
    ),
    parameters=(
        Parameter(
            "board",
            "choice",
            "square",
            "the board's shape; Hex is on a rhombus",
            choices=("square", "rhombus", "hexagon", "triangle"),
        ),
        Parameter(
            "size",
            "number",
            "11",
            "columns, or cells a side; 9x11 on a rhombus only",
            least=2,
            most=27,
            values="11, gan, nauru, …, 9x11",
        ),
        Parameter(
            "islands",
            "number",
            "",
            "a multiple of four that suits the shape",
            least=4,
            step=4,
            most=48,
            values="8, 4, 12, …",
        ),
        SWAP,
        Parameter("file", "file", "", "a board of your own in place of these three", values="FILE"),
    ),
    is_all_in_stones=True,
    has_one_winner_when_full=True,
    leading_key="board",
)
