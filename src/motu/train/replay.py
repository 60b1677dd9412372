"""The positions that a net learns from: a window over the newest ones of each board (floor: train)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Samples = Mapping[str, Array]
"""Arrays by name, as self-play hands them out; the first axis is the position."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Positions of one board."""

    board: int
    """The board's number."""
    samples: Samples
    is_solved: bool = False
    """Whether they are no game's, and only who wins is known of them."""


class Source(Protocol):
    """What hands out positions to learn from."""

    def draw(self, size: int, source: np.random.Generator) -> Batch:
        """Draw so many positions of one board."""
        ...


class ReplayBuffer:
    """The newest positions of each board; old ones give way one for one."""

    def __init__(self, boards: int) -> None:
        """Begin with none."""
        self._blocks: list[list[dict[str, Array]]] = [[] for _ in range(boards)]
        self.total = 0
        """Positions ever added."""

    def __len__(self) -> int:
        """Return how many positions there are."""
        return sum(self.sizes)

    @property
    def sizes(self) -> list[int]:
        """How many positions each board has."""
        return [sum(len(block["result"]) for block in blocks) for blocks in self._blocks]

    def add(self, board: int, samples: Samples) -> int:
        """Add positions of a board; returns how many."""
        count = len(samples["result"])
        if count:
            self._blocks[board].append(dict(samples))
            self.total += count
        return count

    def trim(self, size: int) -> None:
        """Forget what is oldest, by the same share of every board, until `size` positions are left; join the rest."""
        share = min(1.0, size / max(len(self), 1))
        for board, blocks in enumerate(self._blocks):
            if not blocks:
                continue
            joined = {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
            keep = max(1, int(len(joined["result"]) * share))
            self._blocks[board] = [{name: values[-keep:].copy() for name, values in joined.items()}]

    def draw(self, size: int, source: np.random.Generator) -> Batch:
        """Draw positions of one board, which is drawn by how many it has. `trim` must have been called since `add`."""
        sizes = np.array(self.sizes, dtype=np.float64)
        board = int(source.choice(len(sizes), p=sizes / sizes.sum()))
        block = self._blocks[board][0]
        chosen = source.integers(0, len(block["result"]), size)
        return Batch(board, {name: values[chosen] for name, values in block.items()})

    def spread(self, board: int, count: int) -> Samples | None:
        """Return positions of a board from all ages that the last `trim` left, at most so many; None without any."""
        if not self._blocks[board]:
            return None
        block = self._blocks[board][0]
        chosen = np.linspace(0, len(block["result"]) - 1, min(count, len(block["result"]))).astype(np.int64)
        return {name: values[chosen] for name, values in block.items()}

    def state(self) -> dict[str, Array]:
        """Return all there is, for `restore`."""
        self.trim(len(self))
        arrays = {
            f"{board}/{name}": values
            for board, blocks in enumerate(self._blocks)
            for block in blocks
            for name, values in block.items()
        }
        return arrays | {"total": np.array(self.total)}

    def restore(self, state: Mapping[str, Array], places: Mapping[int, int]) -> None:
        """Take over what `state` returned.

        Args:
            state: Of a window.
            places: Numbers of its boards -> of the same boards here; positions of others are left out.

        Raises:
            KeyError: Something is missing there.
            ValueError: It is no state of a window.
        """
        found: dict[int, dict[str, Array]] = {}
        for key, values in state.items():
            board, _, name = key.partition("/")
            if name and int(board) in places:
                found.setdefault(places[int(board)], {})[name] = values
        for number, samples in found.items():
            if len({len(values) for values in samples.values()} | {len(samples["result"])}) > 1:
                raise ValueError(number)
            self._blocks[number] = [samples]
        self.total = int(state["total"])


class Mixture:
    """Positions of games, and in a share of the batches solved ones."""

    def __init__(self, games: ReplayBuffer, solved: ReplayBuffer, share: float) -> None:
        """Mix two windows; `trim` must have been called on both since `add`.

        Args:
            games: Positions of games.
            solved: Positions whose results are proved.
            share: Of the batches that are of solved ones.
        """
        self._games, self._solved, self._share = games, solved, share

    def draw(self, size: int, source: np.random.Generator) -> Batch:
        """Draw positions of one board, from either window."""
        if source.random() < self._share:
            return replace(self._solved.draw(size, source), is_solved=True)
        return self._games.draw(size, source)
