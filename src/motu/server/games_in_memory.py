"""The games that this process has in memory, and how they come to what others have written (floor: server).

The database has everything. A game here may be behind it: other processes write, too. What they say of that is a hint;
where it fits it is applied, else the database is asked. Whoever listens is told either way.
"""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from motu.errors import MotuError
from motu.games.play import Step
from motu.server.events import Event, ServerError
from motu.server.game_log import GameLog
from motu.server.room import Room
from motu.server.store import MOST_IDS, Store
from motu.server.wall_time import WallTime

KEPT = 512
"""Games that stay in memory while nobody looks at them; the others are loaded when somebody does."""

OnHappened = Callable[[Room, Sequence[Event], int], None]
"""Told of what has happened, after it has been kept."""


class House(Protocol):
    """Whether the house lives: `motu.server.house_clock`."""

    @property
    def stands_still(self) -> bool:
        """Whether it may have stood still until now."""

    async def wake(self) -> int:
        """Let the time in which it did be nobody's, in the database."""


class GamesInMemory:
    """Games that are loaded when somebody asks for them, and kept up to date."""

    def __init__(self, store: Store, wall: WallTime, on_heard: OnHappened | None = None) -> None:
        """Load them from a store; `on_heard` is told of what other processes have written."""
        self._store, self.wall = store, wall
        # A room lives while somebody listens to it or works in it, and a while longer; the store has everything.
        self._rooms: weakref.WeakValueDictionary[str, Room] = weakref.WeakValueDictionary()
        self._kept: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._num_readings = 0
        self.on_heard = on_heard
        self.house: House | None = None
        """Knows whether it stood still; None: it never does."""
        self._waking: asyncio.Task[None] | None = None

    async def find(self, game_id: str, seq: int | None = None) -> Room:
        """Return a game.

        Args:
            game_id: Which one.
            seq: The number that whoever asks takes for that of the next event: if this process is behind, it looks.

        Raises:
            ServerError: "server/no-game".
        """
        room = self._rooms.get(game_id)
        if room is None:
            return await self._find_loaded(game_id)
        self._keep(room)
        if seq is not None and seq > room.log.next_seq:
            async with room.lock:
                await self._catch_up(room, seq)
        return room

    async def _find_loaded(self, game_id: str) -> Room:
        task = self._loading.get(game_id)
        if task is None:
            task = asyncio.create_task(self._load(game_id))
            self._loading[game_id] = task
            task.add_done_callback(lambda _: self._loading.pop(game_id, None))
        return await asyncio.shield(task)

    async def _load(self, game_id: str) -> Room:
        reading = self._next_reading()
        found = await self._store.load(game_id)
        if found is None:
            raise no_game(game_id)
        log = GameLog.load(found[1])
        return self._enter(Room(found[0], log, self.wall, self.wall.steady_of(log.turn.at_ms), reading=reading))

    def _next_reading(self) -> int:
        """Return a number for a reading of rows that is about to begin."""
        self._num_readings += 1
        return self._num_readings

    def _enter(self, room: Room) -> Room:
        self._rooms[room.row.id] = room
        self._keep(room)
        return room

    def _keep(self, room: Room) -> None:
        self._kept[room.row.id] = room
        self._kept.move_to_end(room.row.id)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    # --- a house that stood still

    async def awake(self) -> None:
        """Return when the time in which the house stood still is nobody's, in the games in memory, too.

        To be awaited before anything is decided by the time, and by nobody who holds the lock of a room.

        Raises:
            ServerError: "server/disk" as long as it stands still.
        """
        while self._waking is not None or self._stands_still:
            if self._waking is None:
                self._waking = asyncio.create_task(self._wake())
                self._waking.add_done_callback(self._woken)
            await asyncio.shield(self._waking)

    @property
    def _stands_still(self) -> bool:
        return self.house is not None and self.house.stands_still

    async def _wake(self) -> None:
        if self.house is not None:
            await self.house.wake()
        await self.catch_up()

    def _woken(self, task: asyncio.Task[None]) -> None:
        self._waking = None
        if not task.cancelled():
            task.exception()  # those who wait are told

    async def catch_up(self) -> list[str]:
        """Compare all games in memory with what is kept, and bring them as far; return those that are no more."""
        known = self.heads()
        heads = await self._store.heads(known) if known else {}
        for game_id, seq in heads.items():
            if seq > known[game_id]:
                await self.hear(game_id, seq)
        return [game_id for game_id in known if game_id not in heads]

    # --- what others write

    def is_here(self, game_id: str) -> bool:
        """Return whether a game is in memory, or on its way."""
        return game_id in self._rooms or game_id in self._loading

    def known(self, game_id: str) -> Room | None:
        """Return a game if it is in memory."""
        return self._rooms.get(game_id)

    def all_known(self) -> list[Room]:
        """Return all games in memory."""
        return list(self._rooms.values())

    def heads(self) -> dict[str, int]:
        """Return the number of the next event of every game in memory, as far as this process knows."""
        return {game_id: room.log.next_seq for game_id, room in self._rooms.items()}

    async def hear(self, game_id: str, seq: int, events: Sequence[Event] = ()) -> None:
        """Take what another process has written: the events, or if they don't fit, what the database has.

        Args:
            game_id: Where; a game that isn't in memory is left alone.
            seq: The number of the next event after it.
            events: What it was; nothing says only that it has happened.
        """
        await self._loaded(game_id)
        room = self._rooms.get(game_id)
        if room is None:
            return
        async with room.lock:
            await self._catch_up(room, seq, events)

    async def _loaded(self, game_id: str) -> None:
        """Return when a game is in memory that is on its way: what is read of it may be older than what is heard."""
        if (loading := self._loading.get(game_id)) is not None:
            with contextlib.suppress(MotuError):
                await asyncio.shield(loading)

    async def read_rows_again(self, games: Iterable[str] | None = None) -> None:
        """See who sits where now: whoever logs in may take the games along that he has begun as a guest.

        Args:
            games: Where; None for all that are in memory.
        """
        wanted = [*{*self._rooms, *self._loading}] if games is None else [each for each in games if self.is_here(each)]
        for each in wanted:
            await self._loaded(each)
        for at in range(0, len(wanted), MOST_IDS):
            reading = self._next_reading()
            for game_id, sitting in await self._store.sitting(wanted[at : at + MOST_IDS]):
                room = self._rooms.get(game_id)
                if room is not None and room.reading < reading:  # else a later one was quicker
                    room.reading = reading
                    room.row = replace(room.row, owner=sitting[0], person0=sitting[1], person1=sitting[2])

    async def load_again(self, games: Iterable[str]) -> None:
        """Read games again that are in memory: something of them was altered."""
        for game_id in games:
            room = self._rooms.get(game_id)
            if room is not None:
                async with room.lock:
                    await self._reload(room)

    async def _catch_up(self, room: Room, seq: int | None, events: Sequence[Event] = ()) -> None:
        """Bring a game as far as its next event has that number, if it isn't; the room is locked."""
        if seq is None or seq <= room.log.next_seq:
            return
        missed = [event for event in events if event.seq >= room.log.next_seq]
        if not missed or missed[0].seq != room.log.next_seq:
            missed = await self._store.after(room.row.id, room.log.next_seq - 1)
        if not missed:
            return
        log = room.log.fork()
        try:
            for event in missed:
                log.apply(event)
        except MotuError:
            await self._reload(room)
        else:
            self._go_on_with(room, log)

    async def _look_again(self, room: Room, error: ServerError) -> None:
        """After a refusal of the store, let a game be what is kept of it, and tell whoever listens."""
        if error.slug == "server/no-game":
            self.forget(room.row.id)
        else:
            await self._reload(room)

    async def _reload(self, room: Room) -> None:
        found = await self._store.load(room.row.id)
        if found is None:
            self.forget(room.row.id)
        else:
            self._go_on_with(room, GameLog.load(found[1]))

    def _go_on_with(self, room: Room, log: GameLog) -> None:
        """Let a game be as it is kept; whoever listens is told what is new."""
        before, room.log = room.log, log
        room.begin_turn()
        if self.on_heard is not None and log.next_seq > before.next_seq:
            self.on_heard(room, log.events[before.next_seq :], in_common(before.steps, log.steps))

    def forget(self, game_id: str) -> None:
        """Have a game no longer in memory."""
        self._rooms.pop(game_id, None)
        self._kept.pop(game_id, None)


def no_game(game_id: str) -> ServerError:
    """Return why a game is not found."""
    return ServerError(f"there is no game '{game_id}'", slug="server/no-game", text=game_id)


def in_common(before: Sequence[Step], after: Sequence[Step]) -> int:
    """Return how many steps two games have in common from the beginning on."""
    for at, (one, other) in enumerate(zip(before, after, strict=False)):
        if (one.text, one.person) != (other.text, other.person):
            return at
    return min(len(before), len(after))
