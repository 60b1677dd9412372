"""What the renderers ask of a position: a seam, so that pictures stand below the games and a state can print itself.

Floor: drawing. `motu.State` has all of it; whatever else has it can be drawn, too.
"""

from __future__ import annotations

from typing import Protocol

from motu.boards import Board


class DrawnGameType(Protocol):
    """What pictures ask of a game."""

    @property
    def has_dice(self) -> bool:
        """Whether lines are announced and rolled for."""

    @property
    def has_flips(self) -> bool:
        """Whether there are weak stones, and stones to put back."""


class DrawnGame(Protocol):
    """The game that a position belongs to."""

    @property
    def name(self) -> str:
        """The game: "atoll", "atomorph" or "atmalof"."""

    @property
    def type(self) -> DrawnGameType:
        """What holds for the game under all its rules."""

    @property
    def spec(self) -> str:
        """The canonical text of the rules."""

    @property
    def board(self) -> Board:
        """The board."""

    @property
    def colour_names(self) -> tuple[str, str]:
        """The colours of who begins and who answers."""


class DrawnOutcome(Protocol):
    """How a game ended."""

    @property
    def winner(self) -> int | None:
        """The winning person, or None for a draw."""


class Position(Protocol):
    """A position of any game; `motu.State` says what the methods return."""

    @property
    def game(self) -> DrawnGame:
        """The game this is a position of."""

    def stones(self) -> list[int]:
        """Per cell 0, 1 or 2 (empty)."""

    def moves(self) -> list[str]:
        """The moves so far as texts, an announcement and its roll in one."""

    def to_move(self) -> int:
        """The colour to act."""

    def ply(self) -> int:
        """Turns taken so far."""

    def winning_cells(self) -> list[int]:
        """Cells that make the win visible."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def is_chance_node(self) -> bool:
        """Whether a die is to be rolled."""

    def outcome(self) -> DrawnOutcome | None:
        """Who won, or None while the game goes on."""

    def colour(self, player: int) -> str:
        """The colour that a person holds."""

    def weak(self) -> list[int]:
        """The weak stones (Atomorph)."""

    def contested(self) -> list[int]:
        """The contested stones (Atomorph)."""

    def to_return(self) -> bool:
        """Whether the mover has a stone to put back first (Atomorph)."""

    def announced(self) -> str | None:
        """The line whose roll is awaited (Atmalof)."""

    def landing(self, line: str, /) -> list[int]:
        """Return the cell that each face of the die hits, vacant or not, once a line is announced."""
        ...

    def clone(self) -> Position:
        """An independent copy."""

    def undo(self) -> None:
        """Take back the last action."""
