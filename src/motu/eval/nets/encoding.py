"""How positions of a game look to a net (floor: eval)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from motu import _core
from motu.errors import NetError, Unpicklable
from motu.games import Game, State
from motu.games.kinds import expect_game
from motu.numbers import as_whole, shown

Bits = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]


class Encoding(Unpicklable):
    """Bit planes over the points of a game's grid; a point is row * columns + column.

    Whoever is to move is "own": nothing tells the colours apart, so every symmetry of the board is a view of its own.
    """

    def __init__(self, game: Game) -> None:
        """Lay out the board.

        Raises:
            NetError: "net/game" for a game that has no nets yet.
        """
        self.game = expect_game(game)
        self._native = _core.net_encoder(game.native)
        self.rows: int = self._native.rows
        self.columns: int = self._native.columns
        self.planes: tuple[str, ...] = tuple(self._native.planes)
        """What each plane shows; plane 0 is the board."""
        self.policy_planes: int = self._native.policy_planes
        """Planes of a policy's logits."""
        self.has_lines: bool = self._native.has_lines
        """Whether the last two of them are of whole rows and of whole columns, with one logit a line."""
        self.lattice: str = self._native.lattice
        """ "hex" or "square"."""
        self.num_views: int = self._native.num_views
        self._points = tuple(tuple(self._native.points(view)) for view in range(self.num_views))

    @property
    def num_points(self) -> int:
        """Points of the grid, those off the board included."""
        return self.rows * self.columns

    def encode(self, state: State, view: int = 0) -> Bits:
        """Return a position's planes as bits.

        Args:
            state: A decision: neither over nor with a roll to come.
            view: The symmetry in which it is looked at, 0 being the identity.

        Returns:
            uint8 [planes, bytes]; bit i % 8 of byte i / 8 is point i.

        Raises:
            NetError: "net/roll" where a roll is awaited, "net/view" for a view that there is not, "net/other-game" for
                a position of another game.
        """
        return self._native.encode(state, view)

    def points(self, view: int = 0) -> tuple[int, ...]:
        """Return the policy's point of each action, -1 for the swap, of which a net says nothing: [num_actions].

        Args:
            view: As for `encode`.

        Raises:
            NetError: "net/view" for a view that there is not.
        """
        number = as_whole(view)
        if number is None or not 0 <= number < self.num_views:
            raise NetError(
                f"no view {shown(view)}: there are 0 to {self.num_views - 1}", slug="net/view", text=shown(view)
            )
        return self._points[number]


def unpack(bits: Bits, rows: int, columns: int) -> Floats:
    """Return planes as a net's input.

    Args:
        bits: uint8 [batch, planes, bytes], as `Encoding.encode` returns each position.
        rows: Of the grid.
        columns: Of the grid.

    Returns:
        float32 [batch, planes, rows, columns] of 0 and 1.
    """
    planes = np.unpackbits(bits, axis=2, count=rows * columns, bitorder="little")
    return planes.reshape(*bits.shape[:2], rows, columns).astype(np.float32)
