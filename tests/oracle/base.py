"""What the three slow games have in common: colours in words, moves as texts, states that are never changed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import ClassVar, Self, TypeVar

Node = TypeVar("Node", bound=Hashable)


@dataclass(frozen=True)
class End:
    """How a game ended."""

    winner: str | None
    """The winner's colour, or None for a draw."""
    reason: str
    """`connection`, `line`, `tiebreak` or `blocked`."""


class OracleState(ABC):
    """A position with all that the rules ask about its past; to undo is to keep the older state."""

    colours: ClassVar[tuple[str, str]]
    """The first colour to move, then the other."""
    to_move: str
    """The colour whose turn it is; at a chance node the colour that rolls."""
    turns: int
    """Turns completed; skipped ones do not count, and neither do announcements before their roll."""
    swapped: bool
    """Whether the two persons have exchanged colours."""
    end: End | None
    """None while the game runs."""

    @property
    @abstractmethod
    def stones(self) -> dict[str, str]:
        """The colour standing on each occupied cell, by the cell's name."""

    @abstractmethod
    def legal_moves(self) -> frozenset[str]:
        """List what may be played now, written as in the rules; empty when the game is over."""

    @abstractmethod
    def play(self, move: str) -> Self:
        """Return the position after a legal move or, at a chance node, after a roll."""

    @property
    def is_chance(self) -> bool:
        """Whether a die is rolled next."""
        return False

    @property
    def person(self) -> int:
        """The person, 0 or 1, who holds the colour to move."""
        return self.holder(self.to_move)

    def holder(self, colour: str) -> int:
        """Return the person who holds a colour: person 0 begins with the first one."""
        return self.colours.index(colour) ^ int(self.swapped)

    def other(self, colour: str) -> str:
        """Return the opponent's colour."""
        first, second = self.colours
        return second if colour == first else first

    def check_legal(self, move: str) -> None:
        """Refuse what is not legal here: a comparison that gets this far has gone wrong.

        Raises:
            ValueError: If the move is not among the legal ones.
        """
        if move not in self.legal_moves():
            raise ValueError(f"{move!r} is not legal here")


def column_letters(column: int) -> str:
    """Name a column counted from 0: a, b, ..., z, aa, ab, ..."""
    number, letters = column + 1, ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def spread(start: Node, neighbours: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """Walk from a node to its neighbours, to theirs, and so on; return every node met, the first included."""
    met, waiting = {start}, [start]
    while waiting:
        for node in neighbours(waiting.pop()):
            if node not in met:
                met.add(node)
                waiting.append(node)
    return met
