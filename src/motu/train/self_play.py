"""Games of the net against itself (floor: train).

The games are played natively (`cpp/motu/selfplay`). Here the net is run: on a graphics processor by torch, on a central
one by whatever runs nets fastest in play.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
import torch

from motu import _core
from motu.eval.nets import Encoding
from motu.eval.nets.encoding import Bits, unpack
from motu.eval.nets.runtime import Runtime, open_runtime
from motu.train.config import Config
from motu.train.losses import unpack_bits
from motu.train.network import Network
from motu.train.replay import Window

Floats = npt.NDArray[np.float32]


class Judge(Protocol):
    """Runs a net over packed planes."""

    def __call__(self, bits: Bits, encoding: Encoding) -> tuple[Floats, Floats]:
        """Return values [batch] and logits [batch, policy size] for uint8 [batch, planes, bytes]."""


class ExportedJudge:
    """An exported net on a central processor."""

    def __init__(self, model: bytes) -> None:
        """Make it ready."""
        self._runtime: Runtime = open_runtime(model, "the net in training")

    def __call__(self, bits: Bits, encoding: Encoding) -> tuple[Floats, Floats]:
        """Answer."""
        return self._runtime.run(unpack(bits, encoding.rows, encoding.columns))


class TorchJudge:
    """A net on a graphics processor: bits go there, and planes are made there."""

    def __init__(self, network: Network, device: torch.device) -> None:
        """Take a net that is on the device and is not changed meanwhile."""
        self._network = network.eval()
        self._device = device

    @torch.inference_mode()
    def __call__(self, bits: Bits, encoding: Encoding) -> tuple[Floats, Floats]:
        """Answer."""
        there = torch.from_numpy(bits).pin_memory().to(self._device, non_blocking=True)
        with torch.autocast(self._device.type, torch.bfloat16):
            planes = unpack_bits(there, encoding.rows, encoding.columns).to(memory_format=torch.channels_last)
            answers = self._network(planes)
        values, logits = torch.tanh(answers.value.float() / 2), answers.policy.float()
        return values.cpu().numpy(), logits.cpu().numpy()


@dataclass(slots=True)
class Played:
    """What has been played."""

    games: int = 0
    plies: int = 0
    first_wins: int = 0
    evaluations: int = 0
    positions: int = 0
    seconds: float = 0.0
    waiting: float = 0.0
    """Seconds in which the net waited for the games."""

    def add(self, other: Played) -> None:
        """Count what another one counted."""
        for name in ("games", "plies", "first_wins", "evaluations", "positions", "seconds", "waiting"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


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
            "visits", "fast_visits", "full_share", "considered", "value_scale",
            "opening_share", "opening_random", "opening_temperature",
        ):  # fmt: skip
            setattr(options, name, getattr(settings, name))
        options.seed = seed
        self._native = _core.NativeSelfPlay(
            [games[board].native for board in self._board_of], weights, settings.boards, options, settings.threads
        )
        self._seen = [(0, 0, 0, 0)] * len(self._board_of)

    def run(self, judge: Judge, window: Window, positions: int, is_stopped: Callable[[], bool]) -> Played:
        """Play until there are so many new positions.

        Args:
            judge: The net.
            window: Where positions go.
            positions: How many are wanted.
            is_stopped: Asked after every batch; True ends it.
        """
        played = Played()
        begin = time.perf_counter()
        while played.positions < positions and not is_stopped():
            waited = time.perf_counter()
            group, bits = self._native.next_batch()
            played.waiting += time.perf_counter() - waited
            board = self._board_of[group]
            played.positions += window.add(board, self._native.take_samples(group))
            self._count(group, played)
            values, logits = judge(bits, self.encodings[board])
            self._native.submit(group, np.ascontiguousarray(values), np.ascontiguousarray(logits))
        played.seconds = time.perf_counter() - begin
        return played

    def _count(self, group: int, played: Played) -> None:
        counts = self._native.counts(group)
        now = (counts.games, counts.plies, counts.first_wins, counts.evaluations)
        for name, new, old in zip(("games", "plies", "first_wins", "evaluations"), now, self._seen[group], strict=True):
            setattr(played, name, getattr(played, name) + new - old)
        self._seen[group] = now
