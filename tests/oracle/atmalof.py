"""Atmalof, restated: ATMALOF-BOARD to ATMALOF-VARIANTS, with the die as a turn of its own."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import ClassVar, Self

from oracle.base import End, OracleState

Square = tuple[int, int]
"""Row and column, both counted from 1."""
Line = tuple[str, int]
"""`r` or `c`, and the number of the row or column."""


@dataclass(frozen=True)
class Rules:
    """The parameters of ATMALOF-VARIANTS."""

    rows: int = 6
    cols: int = 6
    extra_rows: int = 1
    extra_cols: int = 1
    line: int = 5
    pieces: int = 22
    tiebreak: str = "either"
    """Whether `either` player or `both` must have all pieces on the board."""

    @cached_property
    def squares(self) -> dict[str, Square]:
        """All squares by name."""
        numbers = product(range(1, self.rows + self.extra_rows + 1), range(1, self.cols + self.extra_cols + 1))
        return {square_name((row, column)): (row, column) for row, column in numbers}

    @cached_property
    def announcements(self) -> dict[str, Line]:
        """Everything that can be announced, as it is written."""
        rows: list[Line] = [("r", row) for row in range(1, self.rows + self.extra_rows + 1)]
        columns: list[Line] = [("c", column) for column in range(1, self.cols + self.extra_cols + 1)]
        return {f"{kind}{number}": (kind, number) for kind, number in rows + columns}


def square_name(square: Square) -> str:
    """Name a square: r4c6."""
    return f"r{square[0]}c{square[1]}"


@dataclass(frozen=True)
class AtmalofState(OracleState):
    """A position of Atmalof; it starts empty, with Red to move."""

    colours: ClassVar[tuple[str, str]] = ("red", "blue")

    rules: Rules
    placed: dict[Square, str] = field(default_factory=dict)
    to_move: str = "red"
    turns: int = 0
    swapped: bool = False
    """Always false: there is no pie rule."""
    announced: str | None = None
    """The announcement that waits for its roll."""
    end: End | None = None

    @cached_property
    def stones(self) -> dict[str, str]:
        """The colour standing on each occupied square, by the square's name."""
        return {square_name(square): colour for square, colour in self.placed.items()}

    @property
    def is_chance(self) -> bool:
        """Whether the die is rolled next."""
        return self.announced is not None

    def pieces(self, colour: str) -> int:
        """Count a colour's pieces on the board."""
        return sum(other == colour for other in self.placed.values())

    def legal_moves(self) -> frozenset[str]:
        """List announcements and moves or, after an announcement, the faces of the die."""
        return self._legal_moves

    @cached_property
    def _legal_moves(self) -> frozenset[str]:
        if self.end is not None:
            return frozenset()
        if self.announced is not None:
            faces = self.rules.cols if self.announced.startswith("r") else self.rules.rows
            return frozenset(f"={face}" for face in range(1, faces + 1))
        moves = frozenset(f"{square_name(a)}-{square_name(b)}" for a, b in self._steps())
        if self.pieces(self.to_move) >= self.rules.pieces:
            return moves
        return moves | frozenset(self.rules.announcements)

    def _steps(self) -> list[tuple[Square, Square]]:
        board = set(self.rules.squares.values())
        steps: list[tuple[Square, Square]] = []
        for (row, column), colour in self.placed.items():
            for down, right in product((-1, 0, 1), (-1, 0, 1)):
                target = (row + down, column + right)
                if colour == self.to_move and target in board and target not in self.placed:
                    steps.append(((row, column), target))
        return steps

    def play(self, move: str) -> Self:
        """Return the position after an announcement, a roll or a move."""
        self.check_legal(move)
        if self.announced is not None:
            return self._roll(int(move[1:]))
        if move in self.rules.announcements:
            return replace(self, announced=move)
        start, target = (self.rules.squares[name] for name in move.split("-"))
        left = {square: colour for square, colour in self.placed.items() if square != start}
        return replace(self, placed={**left, target: self.to_move})._end_turn()

    def _roll(self, face: int) -> Self:
        assert self.announced is not None
        kind, number = self.rules.announcements[self.announced]
        square = (number, face) if kind == "r" else (face, number)
        if square in self.placed:
            return replace(self, announced=None)._end_turn()
        return replace(self, announced=None, placed={**self.placed, square: self.to_move})._end_turn()

    def lines(self, colour: str, length: int) -> int:
        """Count the stretches of so many consecutive pieces of a colour, in all four directions."""
        own = {square for square, other in self.placed.items() if other == colour}
        count = 0
        for row, column in own:
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                count += all((row + i * down, column + i * right) in own for i in range(length))
        return count

    def _end_turn(self) -> Self:
        over = replace(self, turns=self.turns + 1)
        if self.lines(self.to_move, self.rules.line) > 0:
            return replace(over, end=End(self.to_move, "line"))
        full = [self.pieces(colour) >= self.rules.pieces for colour in self.colours]
        if all(full) if self.rules.tiebreak == "both" else any(full):
            return replace(over, end=End(self._richer(), "tiebreak"))
        answer = replace(over, to_move=self.other(self.to_move))
        return answer if answer.legal_moves() else over

    def _richer(self) -> str | None:
        first, second = (self.lines(colour, self.rules.line - 1) for colour in self.colours)
        if first == second:
            return None
        return self.colours[0] if first > second else self.colours[1]
