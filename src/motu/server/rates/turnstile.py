"""Few requests of one address are worked on at a time (floor: server).

Whoever sends many at once would else stand before everybody in every queue: each hand-over between the loop, the thread
that writes and those that read would wait for as many of his. His own wait for each other instead.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from types import TracebackType
from typing import Self

AT_ONCE = 2
"""Requests of an address that are worked on at a time, of those that are counted."""


class Turnstile:
    """Lets those in who come from one address, a few at a time, in the order in which they came."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        """Begin with nobody inside."""
        self._at_once = at_once
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

    def leave(self, address: str) -> None:
        """Give a place back."""
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
        self._is_taken = False

    async def take(self) -> None:
        """Wait until it is this request's turn."""
        if not self._is_taken:
            await self._turnstile.enter(self._address)
            self._is_taken = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._is_taken:
            self._is_taken = False
            self._turnstile.leave(self._address)
