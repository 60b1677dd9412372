"""Atomorph, restated: ATOMORPH-BOARD to ATOMORPH-VARIANTS and PIE."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import ClassVar, Self

from oracle.base import End, OracleState, column_letters, spread

Point = tuple[int, int]
"""Column and row, both counted from 1; the lower left point is (1, 1)."""


@dataclass(frozen=True)
class Rules:
    """The size and the switches of the variants."""

    size: int = 11
    contested: str = "ko"
    """`ko`: contested stones may not be flipped in answer to such a flip; `never`: never."""
    corners: bool = True
    """Whether stones in the corners may be flipped."""
    return_stone: bool = False
    """Whether a flipped stone comes back."""
    swap: bool = True

    @cached_property
    def points(self) -> dict[str, Point]:
        """All points by name."""
        numbers = range(1, self.size + 1)
        return {f"{column_letters(x - 1)}{y}": (x, y) for x, y in product(numbers, numbers)}

    @cached_property
    def corner_points(self) -> frozenset[Point]:
        """The four corners."""
        return frozenset(product((1, self.size), (1, self.size)))


def orthogonal(point: Point) -> list[Point]:
    """List the four points beside a point, on the board or not."""
    x, y = point
    return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]


@dataclass(frozen=True)
class AtomorphState(OracleState):
    """A position of Atomorph; it starts empty, with Black to move."""

    colours: ClassVar[tuple[str, str]] = ("black", "white")

    rules: Rules
    placed: dict[Point, str] = field(default_factory=dict)
    to_move: str = "black"
    turns: int = 0
    swapped: bool = False
    banned: bool = False
    """Whether the opponent's last turn flipped a contested stone."""
    waiting: bool = False
    """Whether a stone of the colour to move waits beside the board."""
    end: End | None = None

    @cached_property
    def stones(self) -> dict[str, str]:
        """The colour standing on each occupied point, by the point's name."""
        return {name: self.placed[point] for name, point in self.rules.points.items() if point in self.placed}

    @property
    def empty(self) -> list[str]:
        """The names of the empty points."""
        return [name for name, point in self.rules.points.items() if point not in self.placed]

    def would_be_weak(self, point: Point, colour: str) -> bool:
        """Tell whether a stone of a colour is weak, or would be if it stood on a point."""

        def enemy(other: Point) -> bool:
            return self.placed.get(other) == self.other(colour)

        x, y = point
        if point in self.rules.corner_points and sum(enemy(other) for other in orthogonal(point)) == 2:
            return True
        vertical = [other for other in ((x, y - 1), (x, y + 1)) if enemy(other)]
        horizontal = [other for other in ((x - 1, y), (x + 1, y)) if enemy(other)]
        diagonal = [other for other in product((x - 1, x + 1), (y - 1, y + 1)) if enemy(other)]
        return any((v in orthogonal(d)) != (h in orthogonal(d)) for v, h, d in product(vertical, horizontal, diagonal))

    @cached_property
    def weak(self) -> frozenset[str]:
        """The names of the points with weak stones of either colour."""
        return frozenset(name for name, point in self._occupied() if self.would_be_weak(point, self.placed[point]))

    @cached_property
    def contested(self) -> frozenset[str]:
        """The names of the points with contested stones of either colour."""
        return frozenset(
            name
            for name, point in self._occupied()
            if name in self.weak and self.would_be_weak(point, self.other(self.placed[point]))
        )

    def _occupied(self) -> list[tuple[str, Point]]:
        return [(name, point) for name, point in self.rules.points.items() if point in self.placed]

    def flips(self) -> set[str]:
        """List the stones that the player to move may flip."""
        chosen = {name for name in self.weak if self.stones[name] != self.to_move}
        if self.rules.contested == "never" or self.banned:
            chosen -= self.contested
        if not self.rules.corners:
            chosen = {name for name in chosen if self.rules.points[name] not in self.rules.corner_points}
        return chosen

    def legal_moves(self) -> frozenset[str]:
        """List what may be played: a stone to put back comes before anything else."""
        return self._legal_moves

    @cached_property
    def _legal_moves(self) -> frozenset[str]:
        if self.end is not None:
            return frozenset()
        if self.waiting:
            return frozenset("@" + name for name in self.empty)
        pie = {"swap"} if self.rules.swap and self.turns == 1 else set()
        return frozenset(self.empty) | {"x" + name for name in self.flips()} | pie

    def play(self, move: str) -> Self:
        """Return the position after an action; players who have none are skipped on the way."""
        self.check_legal(move)
        if move == "swap":
            return replace(self, swapped=True, turns=self.turns + 1)
        if move in self.rules.points:  # first, for there may be a column x
            return self._with_own(move)._end_turn()
        return self._put_back(move[1:]) if move.startswith("@") else self._flip(move[1:])

    def _with_own(self, name: str) -> Self:
        return replace(self, placed={**self.placed, self.rules.points[name]: self.to_move})

    def _put_back(self, name: str) -> Self:
        after = replace(self._with_own(name), waiting=False)
        if after.has_chain(self.to_move) or not after.legal_moves():
            return after._end_turn()
        return after

    def _flip(self, name: str) -> Self:
        comes_back = self.rules.return_stone and bool(self.empty)
        return self._with_own(name)._end_turn(contested=name in self.contested, comes_back=comes_back)

    def has_chain(self, colour: str) -> bool:
        """Tell whether a chain of a colour touches both its edges: Black has top and bottom, White left and right."""
        own = {point for point, other in self.placed.items() if other == colour}
        axis = 1 if colour == "black" else 0
        for point in own:
            if point[axis] == 1:
                chain = spread(point, lambda here: [there for there in orthogonal(here) if there in own])
                if any(there[axis] == self.rules.size for there in chain):
                    return True
        return False

    def _end_turn(self, contested: bool = False, comes_back: bool = False) -> Self:
        over = replace(self, turns=self.turns + 1, banned=False, waiting=False)
        if self.has_chain(self.to_move):
            return replace(over, end=End(self.to_move, "connection"))
        opponent = self.other(self.to_move)
        answer = replace(over, to_move=opponent, banned=contested, waiting=comes_back)
        own_again = over
        opponent_again = replace(over, to_move=opponent)
        for candidate in (answer, own_again, opponent_again):
            if candidate.legal_moves():
                return candidate
        return replace(opponent_again, end=End(None, "blocked"))
