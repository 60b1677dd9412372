"""Who looks at which game, and what is on its way to them (floor: server).

Nobody waits for a slow reader: every socket has a queue of its own, and one that doesn't empty it is cut off. It may
come back and ask for what it missed.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection

import msgspec

MAX_WAITING = 256
"""Messages that may wait for one socket."""


class Subscriber:
    """One socket's queue."""

    def __init__(self, guest: str = "") -> None:
        """Begin with nothing to send to a guest."""
        self.guest = guest
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(MAX_WAITING)
        self.is_cut_off = False

    def put(self, message: bytes) -> None:
        """Let a message be sent; a reader that is too slow is cut off."""
        if self.is_cut_off:
            return
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """Let the socket be closed after what it is sending."""
        self.is_cut_off = True
        while self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    def drop_waiting(self) -> None:
        """Forget what waits, where each message says no more than that there is something new."""
        while not self.is_cut_off and not self._queue.empty():
            self._queue.get_nowait()

    async def next(self) -> bytes | None:
        """Return the next message, or None when the socket is to be closed."""
        return await self._queue.get()


class Broadcaster:
    """All readers of all games."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._readers: defaultdict[str, set[Subscriber]] = defaultdict(set)

    def join(self, game_id: str, guest: str = "") -> Subscriber:
        """Return a guest's reader of a game's messages."""
        reader = Subscriber(guest)
        self._readers[game_id].add(reader)
        return reader

    def leave(self, game_id: str, reader: Subscriber) -> None:
        """Forget a reader."""
        readers = self._readers.get(game_id)
        if readers is None:
            return
        readers.discard(reader)
        if not readers:
            del self._readers[game_id]

    def guests(self, game_id: str) -> set[str]:
        """Return who looks at a game."""
        return {reader.guest for reader in self._readers.get(game_id, ())}

    def readers(self, game_id: str) -> tuple[Subscriber, ...]:
        """Return all readers of a game's messages."""
        return tuple(self._readers.get(game_id, ()))

    def is_there(self, game_id: str) -> bool:
        """Return whether anybody looks at a game."""
        return game_id in self._readers

    def send(self, game_id: str, message: msgspec.Struct) -> None:
        """Send a message to everybody who looks at a game."""
        if game_id in self._readers:
            self.pass_on(game_id, msgspec.json.encode(message))

    def pass_on(self, game_id: str, encoded: bytes) -> None:
        """Send a message as it is."""
        for reader in tuple(self._readers.get(game_id, ())):
            reader.put(encoded)

    def topics(self) -> Collection[str]:
        """Return what anybody looks at, as it stands."""
        return self._readers.keys()

    def end(self, game_id: str) -> None:
        """Cut off everybody who looks at a game that is no more."""
        for reader in tuple(self._readers.get(game_id, ())):
            reader.close()

    def close(self) -> None:
        """Cut everybody off."""
        for readers in self._readers.values():
            for reader in readers:
                reader.close()
