"""Games of the net against itself (floor: train).

The games are played natively (`cpp/motu/core/selfplay`). Nets are run by judges: on a central processor by `judges.py`,
on a graphics processor by `torch_judge.py`.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from motu import _core
from motu.eval.nets import Encoding
from motu.train.config import Config
from motu.train.judges import Answers, NetRunner
from motu.train.replay import Samples

_COUNTED = ("games", "unfinished", "plies", "first_wins", "evaluations")
"""What the native games count."""


@dataclass(slots=True)
class SelfPlayTotals:
    """What has been played."""

    games: int = 0
    unfinished: int = 0
    """How many of these were broken off."""
    plies: int = 0
    first_wins: int = 0
    evaluations: int = 0
    positions: int = 0
    seconds: float = 0.0
    waiting: float = 0.0
    """Seconds in which the net waited for the games."""

    def add(self, other: SelfPlayTotals) -> None:
        """Count what another one counted."""
        for name in (*_COUNTED, "positions", "seconds", "waiting"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


class SampleSink(Protocol):
    """Where positions go: a `Window`, or what carries them there."""

    def add(self, board: int, samples: Samples) -> int:
        """Add positions of a board; returns how many."""


class SelfPlay:
    """Games that go on from call to call."""

    def __init__(self, config: Config, seed: int) -> None:
        """Set up all boards.

        Args:
            config: Of the training.
            seed: Of all that is drawn.
        """
        settings = config.self_play
        games = config.games
        groups = settings.groups
        self.encodings = [Encoding(game) for game in games]
        self._board_of = [index for index in range(len(games)) for _ in range(groups)]
        weights = [weight for weight in config.boards.values() for _ in range(groups)]
        options = _core.SelfPlayOptions()
        for name in (
            "visits", "fast_visits", "full_share", "considered", "value_scale", "policy_temperature",
            "opening_share", "opening_plies", "opening_random", "opening_temperature", "scattered_share", "decided",
            "decided_share", "decided_visits", "longest", "proof_nodes",
        ):  # fmt: skip
            setattr(options, name, getattr(settings, name))
        options.seed = seed
        self._native = _core.NativeSelfPlay(
            [games[board].native for board in self._board_of], weights, settings.boards, options, settings.threads
        )
        self._seen: list[tuple[int, ...]] = [(0,) * len(_COUNTED)] * len(self._board_of)

    def run(
        self, judge: NetRunner, basket: SampleSink, positions: int, is_stopped: Callable[[], bool]
    ) -> SelfPlayTotals:
        """Play until there are so many new positions.

        Args:
            judge: The net.
            basket: Where positions go.
            positions: How many are wanted.
            is_stopped: Asked after every batch; True ends it.
        """
        played = SelfPlayTotals()
        begin = time.perf_counter()
        under_way: deque[tuple[int, Answers]] = deque()
        depth = min(judge.depth, len(self._board_of))
        try:
            while played.positions < positions and not is_stopped():
                waited = time.perf_counter()
                group, bits = self._native.next_batch()
                played.waiting += time.perf_counter() - waited
                board = self._board_of[group]
                played.positions += basket.add(board, self._native.take_samples(group))
                self._count(group, played)
                under_way.append((group, judge.begin(bits, self.encodings[board])))
                if len(under_way) == depth:
                    self._answer(*under_way.popleft())
        finally:  # after Ctrl-C as well: boards without their answers would never be played on
            while under_way:
                self._answer(*under_way.popleft())
        played.seconds = time.perf_counter() - begin
        return played

    def _answer(self, group: int, answers: Answers) -> None:
        values, logits = answers()
        self._native.submit(group, np.ascontiguousarray(values), np.ascontiguousarray(logits))

    def _count(self, group: int, played: SelfPlayTotals) -> None:
        counts = self._native.counts(group)
        now = tuple(getattr(counts, name) for name in _COUNTED)
        for name, new, old in zip(_COUNTED, now, self._seen[group], strict=True):
            setattr(played, name, getattr(played, name) + new - old)
        self._seen[group] = now
