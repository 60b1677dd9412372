"""Dice (floor: cli)."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence


class Dice:
    """Rolls for both players alike, from the operating system's secret numbers or from a seed.

    With a seed the n-th turn of a game always has the same roll, whatever was taken back or resumed in between.
    """

    def __init__(self, seed: int | None = None) -> None:
        """Take the dice.

        Args:
            seed: Makes the rolls repeatable; None makes them unpredictable.
        """
        self._seed = seed

    def roll(self, outcomes: Sequence[tuple[int, float]], ply: int) -> int:
        """Return one of the outcomes, each as likely as its probability says."""
        source = secrets.SystemRandom() if self._seed is None else random.Random(f"{self._seed} die {ply}")
        values, weights = zip(*outcomes, strict=True)
        return int(source.choices(values, weights)[0])
