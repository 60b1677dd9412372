"""Self-play spread over a cluster; the only module that imports ray (floor: train; extra: cluster).

Every worker plays games of its own with the net that it was last given, and hands its new positions over in small
pieces; so a worker that dies takes one piece with it at most, and another one plays it anew. A net goes out once a
generation. Pieces that are begun with an older net are not thrown away: they count where they arrive. While the net
learns, which is when nobody gathers, every worker plays one more piece, of as long as that took the time before.
"""

from __future__ import annotations

import contextlib
import logging
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import ray

from motu.errors import TrainingError
from motu.eval.nets.runtime import Model
from motu.train.config import Config
from motu.train.judges import ExportedJudge
from motu.train.replay import ReplayBuffer, Samples
from motu.train.self_play import SelfPlay, SelfPlayTotals

LOCAL = "local"
"""Begins a cluster on this machine."""

_TICK_S = 0.2
"""How long nobody asks whether to stop."""
_PIECE_S = 10.0
"""A worker hands over what it has at least so often."""
_PIECES = 3
"""Each worker's share of a generation comes in so many pieces."""
_LEAST_PIECE = 32
_MOST_DEATHS = 5
"""In a row, of workers that have handed nothing over: then something else is wrong."""
_MEMORY = 256 * 2**20
"""Bytes that a cluster on this machine has for nets and positions on their way."""


@dataclass(slots=True)
class Piece:
    """What a worker hands over."""

    played: SelfPlayTotals
    blocks: list[tuple[int, Samples]] = field(default_factory=list)
    """Boards' numbers and positions, as self-play hands them out."""

    def add(self, board: int, samples: Samples) -> int:
        """Keep positions; returns how many."""
        count = len(samples["result"])
        if count:
            self.blocks.append((board, samples))
        return count


class SelfPlayWorker:
    """Plays, in a process of its own somewhere in the cluster."""

    def __init__(self, config: Config, seed: int) -> None:
        """Set up its games."""
        self._self_play = SelfPlay(config, seed)
        self._batch = config.self_play.boards
        self._judge: ExportedJudge | None = None
        self._number = -1

    def play(self, model: Model, number: int, positions: int, seconds: float) -> Piece:
        """Play a piece.

        Args:
            model: The net.
            number: Its number; one that is known is not opened again.
            positions: So many new ones are wanted.
            seconds: The piece ends after that all the same.
        """
        if self._judge is None or number != self._number:
            self._judge, self._number = ExportedJudge(model, self._batch), number
        end = time.monotonic() + seconds
        piece = Piece(SelfPlayTotals())
        piece.played = self._self_play.run(self._judge, piece, positions, lambda: time.monotonic() >= end)
        return piece


@dataclass(slots=True)
class _Hired:
    """A worker's place in the list."""

    actor: Any
    pieces: list[Any] = field(default_factory=list)
    """What it plays, one after the other: references to `Piece`s to come."""


class Cluster:
    """Workers that play; for `Training`, in place of its own self-play."""

    def __init__(self, config: Config, workers: int, seed: int) -> None:
        """Hire workers. Ray must have been started; `cluster` does both.

        Args:
            config: Of the training.
            workers: How many, a processor each.
            seed: Of all that they draw.
        """
        self._config, self._seed = config, seed
        self._hirings = self._deaths = self._number = 0
        self._model: Any = None
        self._left: float | None = None  # when the last run ended
        self._hired = [_Hired(self._hire()) for _ in range(workers)]

    def run(self, model: Model, window: ReplayBuffer, positions: int, is_stopped: Callable[[], bool]) -> SelfPlayTotals:
        """Play with a net until there are so many new positions.

        Args:
            model: The net.
            window: Where positions go.
            positions: How many are wanted; what arrives beyond that counts as well.
            is_stopped: Asked often; True ends it.

        Raises:
            TrainingError: "train/cluster" where workers die as soon as they are hired, or fail.
        """
        self._number += 1
        self._deaths = 0
        self._model = ray.put(model)
        played = SelfPlayTotals()
        away = time.perf_counter() - self._left if self._left is not None else 0.0
        share = positions // len(self._hired)
        while played.positions < positions and not is_stopped():
            self._give_work(share // _PIECES, _PIECE_S, 1)
            self._gather(window, played, _TICK_S)
        self._gather(window, played, 0)
        # No more than a share: where play is the faster part, generations would grow and grow otherwise.
        self._give_work(share, max(away, _PIECE_S), 2)
        self._left = time.perf_counter()
        # The rate of the workers, who also play while nobody is here to see.
        played.seconds /= len(self._hired)
        played.waiting /= len(self._hired)
        return played

    def close(self) -> None:
        """Dismiss all workers."""
        for hired in self._hired:
            with contextlib.suppress(ray.exceptions.RayError):
                ray.kill(hired.actor)

    def _hire(self) -> Any:
        seed = int(np.random.SeedSequence([self._seed, self._hirings]).generate_state(1, np.uint64)[0] >> 1)
        self._hirings += 1
        return ray.remote(num_cpus=1)(SelfPlayWorker).remote(self._config, seed)

    def _give_work(self, positions: int, seconds: float, most: int) -> None:
        """Give a piece to every worker that has fewer than `most`."""
        size = max(_LEAST_PIECE, positions)
        for hired in self._hired:
            if len(hired.pieces) < most:
                hired.pieces.append(hired.actor.play.remote(self._model, self._number, size, seconds))

    def _gather(self, window: ReplayBuffer, played: SelfPlayTotals, seconds: float) -> None:
        """Take what has arrived, or arrives first within so many seconds."""
        pieces = [piece for hired in self._hired for piece in hired.pieces]
        if not pieces:
            return
        ray.wait(pieces, num_returns=1, timeout=seconds)
        arrived, _ = ray.wait(pieces, num_returns=len(pieces), timeout=0)
        for hired in self._hired:
            while hired.pieces and hired.pieces[0] in arrived:
                self._take(hired, window, played)

    def _take(self, hired: _Hired, window: ReplayBuffer, played: SelfPlayTotals) -> None:
        reference = hired.pieces.pop(0)
        try:
            piece: Piece = ray.get(reference)
        except ray.exceptions.RayTaskError as error:
            raise TrainingError(f"a worker failed: {error.cause or error}", slug="train/cluster") from error
        except ray.exceptions.RayError as error:
            self._replace(hired, error)
            return
        self._deaths = 0
        for board, samples in piece.blocks:
            window.add(board, samples)
        played.add(piece.played)

    def _replace(self, hired: _Hired, error: Exception) -> None:
        self._deaths += 1
        if self._deaths > max(_MOST_DEATHS, 2 * len(self._hired)):
            raise TrainingError(f"{self._deaths} workers in a row have died: {error}", slug="train/cluster") from error
        with contextlib.suppress(ray.exceptions.RayError):
            ray.kill(hired.actor)
        hired.actor, hired.pieces = self._hire(), []


@contextlib.contextmanager
def cluster(config: Config, address: str, workers: int, seed: int) -> Iterator[Cluster]:
    """Join a cluster, or begin one on this machine, and hire workers for as long as the context lasts.

    Args:
        config: Of the training.
        address: "local", or what `ray.init` takes: "auto", "host:port".
        workers: How many; 0 for as many as there are processors.
        seed: Of all that they draw.

    Raises:
        TrainingError: "train/cluster" where no cluster answers, or it has fewer processors than workers are wanted.
    """
    _connect(address, workers)
    try:
        there = int(ray.cluster_resources().get("CPU", 0))
        if max(workers, 1) > there:
            raise TrainingError(
                f"{max(workers, 1)} workers need a processor each, and the cluster has {there}",
                slug="train/cluster",
                text=str(workers),
            )
        hired = Cluster(config, workers or there, seed)
        try:
            yield hired
        finally:
            hired.close()
    finally:
        ray.shutdown()


def _connect(address: str, workers: int) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told of this
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR, "configure_logging": True}
    try:
        if address == LOCAL:
            ray.init(num_cpus=workers or os.cpu_count(), object_store_memory=_MEMORY, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ray.exceptions.RayError, OSError, RuntimeError, ValueError) as error:
        raise TrainingError(
            f"no cluster at '{address}': {error}; right are local, auto and host:port of a Ray cluster",
            slug="train/cluster",
            text=address,
        ) from error
