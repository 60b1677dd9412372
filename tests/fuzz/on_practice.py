"""A surface with planted faults, so that it is known what the hunter finds."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Sequence

from fuzz.hunt import Log, Step


class Practice:
    """Numbers in a row: 3 and later 7 is wrong, 5 and later 8 kills the process, 1 and later 9 takes for ever."""

    patience = 2.0

    def __init__(self, without: frozenset[str]) -> None:
        self._without = without

    def explore(self, number: int, log: Log) -> None:
        """Say numbers, with a pair of them that goes wrong in every round but the fourth."""
        rng = random.Random(number)
        harmless = [rng.choice((0, 2, 4, 6)) for _ in range(8)]
        first, second = ((3, 7), (5, 8), (1, 9), (7, 3))[(number - 1) % 4]
        self.replay([["say", each] for each in (*harmless, first, *harmless, second)], log)

    def replay(self, steps: Sequence[Step], log: Log) -> None:
        """Say numbers again."""
        log.begin()
        said: set[int] = set()
        for step in steps:
            log.step(step)
            said.add(step[1])
            if step[1] == 7 and 3 in said:
                raise AssertionError("seven after three")
            if step[1] == 8 and 5 in said:
                os.kill(os.getpid(), signal.SIGSEGV)
            if step[1] == 9 and 1 in said:
                time.sleep(60)


def surface(without: frozenset[str]) -> Practice:
    """Make the surface."""
    return Practice(without)
