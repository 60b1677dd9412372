"""Noughts and crosses as a game of one's own in Python: the same squares and texts as the example cpp/motu/tic."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import motu

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
LINES = [*ROWS, *zip(*ROWS, strict=True), (0, 4, 8), (2, 4, 6)]
EMPTY = 2


@dataclass(frozen=True)
class OwnTic:
    """Three in a row win."""

    cells: tuple[int, ...] = (EMPTY,) * 9

    @property
    def player(self) -> int:
        return sum(cell != EMPTY for cell in self.cells) % 2

    def winner(self) -> int | None:
        owners = ({self.cells[cell] for cell in line} for line in LINES)
        return next((owner.pop() for owner in owners if len(owner) == 1 and EMPTY not in owner), None)

    def current_player(self) -> int:
        return motu.TERMINAL if self.winner() is not None or EMPTY not in self.cells else self.player

    def legal_actions(self) -> list[int]:
        return [cell for cell, owner in enumerate(self.cells) if owner == EMPTY]

    def after(self, action: int) -> OwnTic:
        assert self.cells[action] == EMPTY
        return OwnTic((*self.cells[:action], self.player, *self.cells[action + 1 :]))

    def result(self) -> float:
        winner = self.winner()
        return 0 if winner is None else 1 - 2 * winner

    def move_text(self, action: int) -> str:
        return f"r{action // 3 + 1}c{action % 3 + 1}"

    def observation(self, person: int) -> NDArray[np.float32]:
        stones = np.array(self.cells).reshape(3, 3)
        return np.stack([stones == person, stones == 1 - person]).astype(np.float32)

    def __str__(self) -> str:
        signs = ["XO·"[cell] for cell in self.cells]
        return "\n".join("".join(signs[3 * row : 3 * row + 3]) for row in range(3))


def own_tic() -> motu.Game:
    """Return the game."""
    return motu.own_game(OwnTic(), 9, name="tic", observation_shape=(2, 3, 3), max_game_length=9)
