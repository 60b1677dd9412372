"""Fair turns: a few places for many guests, who get them one after the other (floor: server).

Who asks for much waits behind his own requests, not in front of everybody else's: places go round among the guests who
wait, one each. A guest without a cookie that we know is his address, so that no new name jumps the queue.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from motu.server.events import ServerError

OnPlace = Callable[[int], None]
"""Told the place in the queue, 1 for who is next, whenever it changes."""


@dataclass(eq=False, slots=True)
class _Waiter:
    """Somebody who waits."""

    on_place: OnPlace | None
    told: int = 0
    turn: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


def stopping() -> ServerError:
    """Return the refusal of a server that is about to stop."""
    return ServerError("the server is stopping", slug="server/stopping")


def waiting(place: int) -> ServerError:
    """Return what is told to somebody who waits, with his place in the queue."""
    return ServerError(f"others come first: this is number {place} in the queue", slug="server/waiting")


class Turns:
    """Lends places, in turn by guest."""

    def __init__(self, places: int, most: int, most_each: int) -> None:
        """Begin with all places free.

        Args:
            places: How many there are.
            most: So many may hold a place or wait for one.
            most_each: So many of one guest's.
        """
        self._num_free, self._num_places = places, places
        self._most, self._most_each = most, most_each
        self._held: dict[str, int] = {}
        self._lines: dict[str, deque[_Waiter]] = {}
        self._served: dict[str, int] = {}
        """The number of the last place that somebody got who has one, or waits for another."""
        self._numbers = itertools.count(1)
        self._wanted = asyncio.Event()
        self._is_closed = False

    @property
    def num_free(self) -> int:
        """Places that nobody has."""
        return self._num_free

    @property
    def num_waiting(self) -> int:
        """How many wait for a place."""
        return sum(map(len, self._lines.values()))

    def close(self) -> None:
        """Send everybody away who waits, and whoever comes later."""
        self._is_closed = True
        lines, self._lines = self._lines, {}
        for waiter in (each for line in lines.values() for each in line):
            if not waiter.turn.done():
                waiter.turn.set_exception(stopping())

    async def until_wanted(self) -> None:
        """Return when somebody waits."""
        await self._wanted.wait()

    async def take(self, asker: str, on_place: OnPlace | None = None) -> None:
        """Return when it is a guest's turn; the place is his until `give_back`.

        Raises:
            ServerError: "server/busy" when too much waits already, "server/stopping".
        """
        self._refuse_more(asker)
        if not self._num_free:
            await self._wait(asker, _Waiter(on_place))
            if self._is_closed:  # in the same moment
                raise stopping()
        else:
            self._num_free -= 1
        self._held[asker] = self._held.get(asker, 0) + 1
        self._served[asker] = next(self._numbers)

    def _refuse_more(self, asker: str) -> None:
        if self._is_closed:
            raise stopping()
        own = self._held.get(asker, 0) + len(self._lines.get(asker, ()))
        if own >= self._most_each:
            raise ServerError(f"{own} things are asked for already; wait for one of them", slug="server/busy")
        if self._num_places - self._num_free + self.num_waiting >= self._most:
            raise ServerError("too much is asked for at once; try again soon", slug="server/busy")

    async def _wait(self, asker: str, waiter: _Waiter) -> None:
        self._lines.setdefault(asker, deque()).append(waiter)
        self._tell_places()
        try:
            await waiter.turn
        except asyncio.CancelledError:
            if waiter.turn.cancelled():
                self._leave(asker, waiter)
            else:
                self._pass_on()  # the turn came at the same moment
            self._forget(asker)
            raise

    def _leave(self, asker: str, waiter: _Waiter) -> None:
        line = self._lines.get(asker)
        if line is None:
            return  # everybody was sent away
        line.remove(waiter)
        if not line:
            del self._lines[asker]
        self._tell_places()

    def give_back(self, asker: str) -> None:
        """Give a place back; whose turn it is gets it."""
        self._held[asker] -= 1
        if not self._held[asker]:
            del self._held[asker]
        self._forget(asker)
        self._pass_on()

    def _forget(self, asker: str) -> None:
        if asker not in self._held and asker not in self._lines:
            self._served.pop(asker, None)

    def _pass_on(self) -> None:
        for asker, line in self._in_order():
            waiter = next((each for each in line if not each.turn.done()), None)
            if waiter is not None:
                self._served[asker] = next(self._numbers)
                waiter.turn.set_result(None)
                self._leave(asker, waiter)
                return
        self._num_free += 1

    def _in_order(self) -> list[tuple[str, deque[_Waiter]]]:
        """Return who waits: first who has had no place yet, then whoever got his longest ago."""
        return sorted(self._lines.items(), key=lambda each: self._served.get(each[0], 0))

    def _tell_places(self) -> None:
        """Tell everybody where he stands who wants to know: first one of each guest's, then another of each."""
        if self._lines:
            self._wanted.set()
        else:
            self._wanted.clear()
        lines, place = [line for _, line in self._in_order()], 0
        for number in range(max(map(len, lines), default=0)):
            for waiter in [line[number] for line in lines if number < len(line)]:
                place += 1
                if waiter.on_place is not None and waiter.told != place:
                    waiter.told = place
                    waiter.on_place(place)
