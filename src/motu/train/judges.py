"""What runs a net for self-play on a central processor: the same that runs nets in play (floor: train)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
import numpy.typing as npt

from motu.eval.nets import Encoding
from motu.eval.nets.choice import open_fastest
from motu.eval.nets.encoding import Bits, unpack
from motu.eval.nets.runtime import Model, Runtime

Floats = npt.NDArray[np.float32]

Answers = Callable[[], tuple[Floats, Floats]]
"""Waits for a batch, and returns its values [batch] and logits [batch, policy size]."""


class NetRunner(Protocol):
    """Runs a net over packed planes."""

    @property
    def depth(self) -> int:
        """Batches that it should have at a time, at least 1."""

    def begin(self, bits: Bits, encoding: Encoding) -> Answers:
        """Take a batch uint8 [batch, planes, bytes]; several may be under way, and are answered in their order."""


class ExportedJudge:
    """An exported net on a central processor, on the calling thread."""

    depth = 1

    def __init__(self, model: Model, batch: int) -> None:
        """Make it ready with what is the fastest for so many positions at a time."""
        self._runtime: Runtime = open_fastest(model, batch).runtime

    def begin(self, bits: Bits, encoding: Encoding) -> Answers:
        """Answer at once."""
        answers = self._runtime.run(unpack(bits, encoding.rows, encoding.columns))
        return lambda: answers
