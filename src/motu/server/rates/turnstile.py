"""Few requests of one address are worked on at a time, and not all of the time (floor: server).

Whoever sends many at once would else stand before everybody in every queue: each hand-over between the loop, the thread
that writes and those that read would wait for as many of his. His own wait for each other instead, and leave most of
the time to others: a place stays empty for a while after whoever had it.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from types import TracebackType
from typing import Self

AT_ONCE = 1
"""Requests of an address that are worked on at a time, of those that are counted."""
REST = 3.0
"""How long a place stays empty, as a multiple of how long it was taken: an address has a quarter of the time."""
LONGEST_REST_S = 0.5
"""No rest is longer: where an answer took seconds, it is seldom the server that worked all the while."""


class Turnstile:
    """Lets those in who come from one address, a few at a time, in the order in which they came."""

    def __init__(self, at_once: int = AT_ONCE, rest: float = REST) -> None:
        """Begin with nobody inside."""
        self._at_once, self._rest = at_once, rest
        self._places: dict[str, asyncio.Semaphore] = {}
        self._num_here = Counter[str]()

    async def enter(self, address: str) -> None:
        """Wait for a place, which is given back with `leave`."""
        self._num_here[address] += 1
        try:
            await self._places.setdefault(address, asyncio.Semaphore(self._at_once)).acquire()
        except BaseException:
            self._forget(address)
            raise

    def leave(self, address: str, took_s: float) -> None:
        """Give a place back, which the next one has after a rest."""
        asyncio.get_running_loop().call_later(min(self._rest * took_s, LONGEST_REST_S), self._free, address)

    def _free(self, address: str) -> None:
        self._places[address].release()
        self._forget(address)

    def _forget(self, address: str) -> None:
        self._num_here[address] -= 1
        if not self._num_here[address]:
            del self._num_here[address], self._places[address]


class Turn:
    """A request's turn: taken once at most, given back when the request has been answered."""

    def __init__(self, turnstile: Turnstile, address: str) -> None:
        """Take none yet; the address is the one that counts."""
        self._turnstile, self._address = turnstile, address
        self._since: float | None = None

    async def take(self) -> None:
        """Wait until it is this request's turn."""
        if self._since is None:
            await self._turnstile.enter(self._address)
            self._since = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._since is not None:
            took, self._since = time.monotonic() - self._since, None
            self._turnstile.leave(self._address, took)
