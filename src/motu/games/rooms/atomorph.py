"""The room of Atomorph: its rules and its row (floor: games)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from motu import _core
from motu.boards import Board, point_board
from motu.games.parameters import SWAP, Parameter
from motu.games.rules import GameType, Preset, Rules, check_bools, check_ints, rules_error, settle


@dataclass(frozen=True, slots=True)
class AtomorphRules(Rules):
    """Atomorph with its three variant switches and the pie rule."""

    name: ClassVar[str] = "atomorph"

    size: int = 11
    """Points a side, 3 to 25."""
    contested: str = "ko"
    """"ko": no contested flip right after one; "never": contested stones are never flipped."""
    corners: bool = True
    """Whether stones in the corners can be flipped."""
    return_stone: bool = False
    """Whether a removed stone is put back at the beginning of its owner's next turn."""
    swap: bool = True
    """Whether the pie rule is in force."""

    def __post_init__(self) -> None:
        """Check types.

        Raises:
            RulesError: For a wrong type or an unknown `contested`.
        """
        check_ints(self, "size")
        check_bools(self, "corners", "return_stone", "swap")
        settle(self)

    def with_swap(self, swap: bool) -> Self:
        """Return the same rules with the pie rule or without."""
        return replace(self, swap=swap)

    def resized(self, columns: int, rows: int) -> Self:
        """Return the same variant on a board of another size.

        Raises:
            RulesError: When it is not square.
        """
        if columns != rows:
            raise rules_error(f"the board of {self.name} is square, not {columns} x {rows}", f"{columns}x{rows}")
        return replace(self, size=columns)

    def build(self) -> tuple[_core.NativeGame, Board]:
        """Return the native game and its board.

        Raises:
            RulesError: For a size that no board has.
        """
        native = _core.atomorph_game(self.size, self.contested == "never", self.corners, self.return_stone, self.swap)
        return native, point_board(self.size)

    def aim(self, board: Board) -> str:
        """Return what wins, for the terminal."""
        return (
            "a chain of your stones along the lines, black's from top to bottom, white's from left to right."
            " A turn places a stone, or flips a weak enemy stone (?)."
        )

    def kinds_of_moves(self, board: Board, cell: int) -> Sequence[tuple[str, str]]:
        """Return an example of each kind of move and what it does, for the terminal."""
        name = board.names[cell]
        moves = [
            (name, f"place a stone on the empty point {name}"),
            (f"x{name}", f"flip the weak enemy stone on {name}"),
        ]
        if self.return_stone:
            moves.append((f"@{name}", f"put your stone back on the empty point {name}, then take your turn"))
        return moves


ATOMORPH = GameType(
    AtomorphRules,
    presets=(Preset("atomorph", AtomorphRules, "connect two sides; weak stones can be flipped"),),
    parameters=(
        Parameter("size", "number", "11", "points a side", least=3, most=25, values="11, 3 to 25"),
        Parameter("contested", "choice", "ko", "never: contested stones are never flipped", choices=("ko", "never")),
        Parameter("corners", "switch", "true", "false: corner stones are never flipped"),
        Parameter("return_stone", "switch", "false", "true: a flipped stone is put back by its owner"),
        SWAP,
    ),
    has_flips=True,
)
