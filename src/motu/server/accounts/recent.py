"""What was read a moment ago, so that not every request asks the database (floor: server)."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Values that are believed for some seconds; of many, those that were asked for last are kept."""

    def __init__(self, seconds: float, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Believe each value for so long, and keep so many."""
        self._seconds, self._most, self._clock = seconds, most, clock
        self._kept: OrderedDict[K, tuple[float, V]] = OrderedDict()

    def __contains__(self, key: K) -> bool:
        found = self._kept.get(key)
        if found is None:
            return False
        if found[0] <= self._clock():
            del self._kept[key]
            return False
        return True

    def __getitem__(self, key: K) -> V:
        self._kept.move_to_end(key)
        return self._kept[key][1]

    def __setitem__(self, key: K, value: V) -> None:
        self._kept[key] = self._clock() + self._seconds, value
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def forget(self, key: K) -> None:
        """Ask again for this one."""
        self._kept.pop(key, None)

    def forget_all(self) -> None:
        """Ask again for all."""
        self._kept.clear()
