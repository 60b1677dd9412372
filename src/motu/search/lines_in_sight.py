"""Where the eye goes in a game of lines: rows that could still become full (floor: search)."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from motu.games import Game, State

Floats = npt.NDArray[np.float64]

OWN = 4.0
"""How many times better a line becomes by each piece of one's own on it."""

OTHER = 3.2
"""The same for a line of the opponent's that could be stopped."""

NEW = 1.6
"""How much better a piece more is than one that has only moved."""

_MOVE = re.compile(r"(r\d+c\d+)-(r\d+c\d+)")
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class LineEye:
    """Says how much each announcement and each move of Atmalof attracts somebody who looks at the board."""

    def __init__(self, game: Game) -> None:
        """List the lines of the board that can win.

        Args:
            game: A game of Atmalof.
        """
        board = game.board
        places = {place: cell for cell, place in enumerate(board.coordinates)}
        self._lines = _lines(places, game.rules.line)
        self._through: list[list[int]] = [[] for _ in range(board.num_cells)]
        for index, line in enumerate(self._lines):
            for cell in line:
                self._through[cell].append(index)
        self._cells = {name: cell for cell, name in enumerate(board.names)}

    def weights(self, state: State, actions: Sequence[int], naivety: float) -> Floats:
        """Return how much each action attracts.

        Args:
            state: A decision node.
            actions: Legal ones.
            naivety: From 0, who weighs all faces of the die alike, to 1, who already sees the piece on the best square.

        Returns:
            float64 [actions], all above 0.
        """
        colour = state.to_move()
        stones = state.stones()
        worth = [self._worth(cell, colour, stones) for cell in range(len(stones))]
        weights = []
        for text in map(state.action_to_string, actions):
            move = _MOVE.fullmatch(text)
            if move is not None:
                weights.append(self._progress(self._cells[move[1]], self._cells[move[2]], colour, stones))
                continue
            hopes = [worth[cell] if stones[cell] == 2 else 0.0 for cell in state.landing(text)]
            weights.append(NEW * (naivety * max(hopes) + (1 - naivety) * sum(hopes) / len(hopes)))
        return np.array(weights) + 1e-6

    def _progress(self, source: int, target: int, colour: int, stones: list[int]) -> float:
        """Return how much better a piece stands after a move."""
        moved = list(stones)
        moved[source] = 2
        return max(0.0, self._worth(target, colour, moved) - self._worth(source, colour, moved))

    def _worth(self, cell: int, colour: int, stones: Sequence[int]) -> float:
        """Return what a piece on a cell would add to one's own lines and spoil of the opponent's."""
        total = 0.0
        for index in self._through[cell]:
            counts = [0, 0, 0]
            for each in self._lines[index]:
                if each != cell:
                    counts[stones[each]] += 1
            own, other = counts[colour], counts[1 - colour]
            if not other:
                total += OWN**own
            elif not own:
                total += OTHER**other
        return total


def _lines(places: dict[tuple[int, int], int], length: int) -> list[list[int]]:
    """Return every stretch of so many squares in one of the four directions."""
    found = []
    for x, y in places:
        for dx, dy in _DIRECTIONS:
            stretch = [(x + step * dx, y + step * dy) for step in range(length)]
            if all(place in places for place in stretch):
                found.append([places[place] for place in stretch])
    return found
