"""Positions drawn at random whose results are proved, for nets to learn from besides those of games (floor: train).

Games come to few of a board's positions. Of others, such as people and analyses ask about, a net knows what it makes up
from these; on boards that the solver proves in milliseconds it can be told.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from motu.eval.nets import Encoding
from motu.eval.nets.encoding import Bits
from motu.games import State
from motu.solve import SolveLimits, Solver, make_solver
from motu.train.config import Config
from motu.train.replay import ReplayBuffer, Samples
from motu.train.truth import CHECK_POSITIONS, CHECK_SEED, drawing, random_position

_MEMORY = 1 << 26
"""Bytes of each board's tables."""
_TRIES = 20
"""Positions that are drawn for one that is kept, at most."""


class SolvedSamples:
    """A window of solved positions, each in a view drawn at random; those that nets are compared on are left out."""

    def __init__(self, config: Config, encodings: Sequence[Encoding]) -> None:
        """Begin with none.

        Args:
            config: Of the training.
            encodings: Of its boards, in their order.
        """
        self._settings = config.solved
        numbers = {spec: number for number, spec in enumerate(config.boards)}
        weights = self._settings.boards if self._settings.share else {}
        self.specs = [spec if spec in weights else "" for spec in config.boards]
        """The training's boards, empty where one is not learnt from so."""
        self._boards = {
            numbers[spec]: _Board(encodings[numbers[spec]], weight / sum(weights.values()), self._settings.nodes)
            for spec, weight in weights.items()
        }
        self.stock = ReplayBuffer(len(encodings))
        """What there is; boards' numbers are the training's."""

    def renew(self, source: np.random.Generator, is_stopped: Callable[[], bool]) -> None:
        """Add a generation's new positions, and forget the oldest where there are too many.

        Args:
            source: Draws the positions.
            is_stopped: Asked after every position; True leaves the others out.
        """
        draws = random.Random(int(source.integers(0, 2**63)))
        for number, board in self._boards.items():
            count = round(self._settings.positions * board.share)
            found = list(board.draw(count, draws, is_stopped))
            if found:
                self.stock.add(number, board.samples(found))
        self.stock.trim(self._settings.window)


class _Board:
    """One board's solver, and the positions that are not for learning."""

    def __init__(self, encoding: Encoding, share: float, nodes: int) -> None:
        self.share = share
        self._encoding = encoding
        self._limits = SolveLimits(nodes=nodes, memory_bytes=_MEMORY, every_action=False)
        self._solver: Solver = make_solver(encoding.game)
        self._left_out = {self._key(state) for state in self._compared()}

    def draw(self, count: int, draws: random.Random, is_stopped: Callable[[], bool]) -> Iterator[tuple[Bits, int]]:
        """Yield positions in one of their views each, with the result for who is to move; fewer where they are few."""
        left = count
        for _ in range(count * _TRIES):
            if not left or is_stopped():
                return
            state = random_position(self._encoding.game, draws)
            if state.is_terminal() or self._key(state) in self._left_out:
                continue
            found = self._solver.solve(state, self._limits)
            if found.is_exact and found.lower:
                yield self._encoding.encode(state, draws.randrange(self._encoding.num_views)), round(found.lower)
                left -= 1

    def samples(self, found: Sequence[tuple[Bits, int]]) -> Samples:
        """Return positions as self-play hands them out; all that is unknown of them is marked so."""
        encoding, count = self._encoding, len(found)
        planes = np.stack([bits for bits, _ in found])
        result = np.array([result for _, result in found], np.int8)
        return {
            "planes": planes,
            "policy": np.ones((count, encoding.policy_planes * encoding.num_points), np.uint16),
            "is_full": np.zeros(count, np.uint8),
            "result": result,
            "value": result.astype(np.float32),
            "plies": np.zeros(count, np.uint16),
            "owners": np.zeros((count, 2, planes.shape[2]), np.uint8),
            "is_finished": np.zeros(count, np.uint8),
        }

    def _compared(self) -> Iterator[State]:
        """Yield what nets are compared on, and as many more: which of them are not solved soon is not known here."""
        game = self._encoding.game
        source = drawing(game, CHECK_SEED)
        for _ in range(2 * CHECK_POSITIONS):
            state = random_position(game, source)
            if not state.is_terminal():
                yield state

    def _key(self, state: State) -> bytes:
        """Return what all images of a position have in common."""
        return min(self._encoding.encode(state, view).tobytes() for view in range(self._encoding.num_views))
