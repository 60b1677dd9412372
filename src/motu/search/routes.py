"""Where the eye goes in a game of connection: short ways across, near stones, the centre (floor: search).

This imitates people, not engines: it knows what lies on the way and what lies near, and nothing of what is to follow.
It serves Atoll on every board and Atomorph.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from motu.games import Game, State

Floats = npt.NDArray[np.float64]

BLOCKED = 99.0
"""The length of a way that does not exist; longer than any that does."""

NEAR = 1.3
"""Within how many cells of the last stones the eye rests."""

RIM_SHARE = 0.35
"""How much a cell of the rim attracts, compared with one inside."""

BRIDGE = 1.8
"""Cells from one stone to the next that people take in as one shape: a bridge of hexagons, a knight's move less."""

LONELY = 0.15
"""How much a cell far from every stone attracts, compared with one near some."""

OPENING = 0.08
"""While less than this share of the board is occupied, the centre attracts."""


class Routes:
    """How many stones each colour still needs to cross the board, cell by cell, if the other one never answered.

    To cross is to join two opposite islands, which wins on every board. (With twelve islands and more, three that are
    no two opposite ones can win, too; the eye does not see that.)
    """

    def __init__(self, game: Game) -> None:
        """Lay out the board as a graph whose last vertices are the islands."""
        board = game.board
        self._num_cells = board.num_cells
        self._neighbours: list[list[int]] = [list(cells) for cells in board.neighbours]
        self._islands: tuple[list[int], list[int]] = ([], [])
        for island in board.islands:
            vertex = self._num_cells + island.index
            self._islands[island.colour].append(vertex)
            self._neighbours.append(list(dict.fromkeys(island.cells)))
            for cell in self._neighbours[vertex]:
                self._neighbours[cell].append(vertex)

    def lengths(self, colour: int, stones: Sequence[int], weak: Sequence[int]) -> Floats:
        """Return, for each cell, the number of stones that the shortest way through it still needs.

        Args:
            colour: Whose way.
            stones: As `State.stones` returns them.
            weak: Cells of weak stones: those of the other colour can be flipped, which costs as much as a stone.

        Returns:
            float64 [cells]; BLOCKED or more where no way leads through.
        """
        costs = self._costs(colour, stones, weak)
        islands = self._islands[colour]
        ways = [self._distances(island, costs) for island in islands]
        half = len(islands) // 2
        own = np.array(costs[: self._num_cells])
        through = [ways[index] + ways[index + half] - own for index in range(half)]
        shortest: Floats = np.minimum.reduce(through)
        return shortest

    def _costs(self, colour: int, stones: Sequence[int], weak: Sequence[int]) -> list[float]:
        prices = (0.0, BLOCKED, 1.0) if colour == 0 else (BLOCKED, 0.0, 1.0)
        costs = [prices[stone] for stone in stones]
        for cell in weak:
            costs[cell] = min(costs[cell], 1.0)
        costs += [BLOCKED] * (len(self._neighbours) - self._num_cells)
        for island in self._islands[colour]:
            costs[island] = 0.0
        return costs

    def _distances(self, start: int, costs: list[float]) -> Floats:
        """Return the price of reaching each cell from an island, the cell's own included."""
        distances = [BLOCKED] * len(costs)
        distances[start] = 0.0
        queue = deque([start])
        while queue:
            vertex = queue.popleft()
            here = distances[vertex]
            for neighbour in self._neighbours[vertex]:
                cost = costs[neighbour]
                if here + cost < distances[neighbour]:
                    distances[neighbour] = here + cost
                    if cost:
                        queue.append(neighbour)
                    else:
                        queue.appendleft(neighbour)
        return np.array(distances[: self._num_cells])


class ConnectionEye:
    """Says how much each move of a connection game attracts somebody who looks at the board."""

    def __init__(self, game: Game) -> None:
        """Measure the board once."""
        board = game.board
        self._num_cells = board.num_cells
        self._routes = Routes(game)
        self._centres = board.centres
        off_centre = np.linalg.norm(board.centres - board.centres.mean(axis=0), axis=1)
        self._off_centre: Floats = off_centre / off_centre.max()
        self._rim = np.ones(board.num_cells)
        self._rim[list(board.rim)] = RIM_SHARE

    def weights(self, state: State, actions: Sequence[int], naivety: float) -> Floats:
        """Return how much each action attracts.

        Args:
            state: A decision node.
            actions: Legal ones, no swap among them.
            naivety: From 0, who looks at the ways across the board, to 1, who looks where the last stones fell.

        Returns:
            float64 [actions], all above 0.
        """
        cells = [action % self._num_cells for action in actions]
        stones = state.stones()
        interest = (1 - naivety) * self._way_interest(state, stones) + naivety * self._near_interest(state)
        share = sum(stone < 2 for stone in stones) / (OPENING * self._num_cells)
        centre = np.exp(-2.0 * max(0.0, 1.0 - share) * self._off_centre)
        weights: Floats = (interest * centre * self._rim * self._company(stones))[cells] + 1e-6
        return weights

    def is_central(self, cell: int) -> bool:
        """Whether a cell lies in the inner half of the board."""
        return bool(self._off_centre[cell] < 0.5)

    def _way_interest(self, state: State, stones: Sequence[int]) -> Floats:
        """Attack and defence: one's own shortest way, the opponent's, and most of all where the two cross."""
        weak = state.weak() if state.game.type.has_flips else []
        colour = state.to_move()
        own = self._routes.lengths(colour, stones, weak)
        other = self._routes.lengths(1 - colour, stones, weak)
        detour = np.minimum(own - own.min(), 20.0)
        hindrance = np.minimum(other - other.min(), 20.0)
        urgency = float(np.clip(1.0 + 0.4 * (own.min() - other.min()), 0.3, 2.0))
        both: Floats = np.exp(-1.5 * detour) + urgency * np.exp(-1.5 * hindrance)
        both += 3.0 * np.exp(-1.5 * (detour + hindrance))
        return both

    def _company(self, stones: Sequence[int]) -> Floats:
        """People go on where stones stand already; they seldom play where the board is empty far and wide."""
        occupied = [cell for cell, stone in enumerate(stones) if stone < 2]
        if not occupied:
            return np.ones(self._num_cells)
        gaps = np.linalg.norm(self._centres[:, None] - self._centres[None, occupied], axis=2).min(axis=1)
        company: Floats = LONELY + (1 - LONELY) * np.exp(-(np.maximum(gaps - BRIDGE, 0.0) ** 2))
        return company

    def _near_interest(self, state: State) -> Floats:
        """The neighbourhood of the opponent's last stone, and less so of one's own."""
        last = [action for action, _ in state.history()[-2:]]
        swapped = state.game.num_actions - 1
        near = np.full(self._num_cells, 0.02)
        for share, action in zip((1.0, 0.6), reversed(last), strict=False):
            if action == swapped and state.ply() <= 3:
                continue
            gaps = np.linalg.norm(self._centres - self._centres[action % self._num_cells], axis=1)
            near += share * np.exp(-((gaps / NEAR) ** 2))
        return near
