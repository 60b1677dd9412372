"""What this process tells the others of a house, and what it makes of what they tell (floor: server).

Invariant: whatever is lost on the way, every game in memory is what the database has within `COMPARED_SECONDS` and the
time of one query: the numbers of their next events are compared again and again, and after each connection at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import msgspec

from motu.errors import MotuError
from motu.server.audience import Broadcaster
from motu.server.bus.messages import Appended, Deleted, Looking, Told, appended, decode_message, looking
from motu.server.bus.onlookers import SAID_SECONDS, Onlookers
from motu.server.bus.seam import Bus
from motu.server.ending import end
from motu.server.events import Event
from motu.server.game_log import GameLog
from motu.server.games_in_memory import GamesInMemory
from motu.server.presence import tell_presence
from motu.server.store import GameRow, Store, Work
from motu.server.wall_time import WallTime

COMPARED_SECONDS = 5.0
"""How often what is in memory is compared with the database."""

Hearing = Callable[[bytes], Coroutine[Any, Any, None] | None]
"""Takes a message to this process itself; what takes a while goes on beside everything else."""
Compare = Callable[[list[str]], Awaitable[None]]
"""Looks again at what people listen to: all of it, or what is no game."""
_log = logging.getLogger("motu.server")


class Exchange:
    """This process among the others."""

    def __init__(self, bus: Bus, store: Store, audience: Broadcaster, onlookers: Onlookers, process: str) -> None:
        """Tell them over a bus."""
        self._bus, self._store, self._audience, self._onlookers = bus, store, audience, onlookers
        self._process = process
        self._games = GamesInMemory(store, WallTime())  # none, until `open`
        self._compare_others: tuple[Compare, ...] = ()
        self._compare_all: list[Compare] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._listeners: dict[str, Hearing] = {}

    async def open(self, games: GamesInMemory, *compare_others: Compare) -> None:
        """Begin to hear and to compare."""
        self._games, self._compare_others = games, compare_others
        await self._bus.open(self.hear, lambda: self._start(self._compare()))
        if self._bus.is_shared:
            self._start(self._every(COMPARED_SECONDS, self.compare))
            self._start(self._every(SAID_SECONDS, self._say_who_looks))

    def on_compared(self, compare: Compare) -> None:
        """Have somebody look, with all that people listen to, when what is in memory is compared with the database."""
        self._compare_all.append(compare)

    async def close(self) -> None:
        """Say nothing more."""
        await end(tuple(self._tasks))
        await self._bus.close()

    @property
    def bus(self) -> Bus:
        """What carries the messages."""
        return self._bus

    # --- what is told

    def along(self, row: GameRow, _log: GameLog, happened: Sequence[Event]) -> Work | None:
        """Return the work that tells the others in the transaction that keeps what has happened."""
        if not self._bus.is_shared or happened[0].seq == 0:  # nobody looks at a game that begins
            return None
        return self._bus.within(appended(self._process, row.id, happened, self._bus.most_bytes))

    def happened(self, game_id: str, events: Sequence[Event]) -> None:
        """Tell the others what has been kept, where the transaction has not told it."""
        if self._bus.is_shared:
            message = appended(self._process, game_id, events, self._bus.most_bytes)
            if self._bus.within(message) is None:
                self._bus.send(message)

    def tell(self, topic: str, message: msgspec.Struct) -> None:
        """Send a message to everybody who listens to something, wherever in the house."""
        self._audience.send(topic, message)
        if self._bus.is_shared:
            told = msgspec.json.encode(Told(self._process, topic, msgspec.Raw(msgspec.json.encode(message))))
            if len(told) <= self._bus.most_bytes:
                self._bus.send(told)

    def announce(self, topic: str, message: msgspec.Struct) -> None:
        """Send a message to everybody who listens to something, and have this process hear it like the others."""
        self.tell(topic, message)
        self._listen_to(topic, msgspec.json.encode(message))

    def listen(self, topic: str, hear: Hearing) -> None:
        """Have this process itself hear what is told under a topic by the others, or announced to all."""
        self._listeners[topic] = hear

    def deleted(self, games: Sequence[str]) -> None:
        """Say that games are no more."""
        self._forget(games)
        if self._bus.is_shared:
            for at in range(0, len(games), 200):
                self._bus.send(msgspec.json.encode(Deleted(self._process, tuple(games[at : at + 200]))))

    def show(self, row: GameRow) -> None:
        """Tell everybody that somebody has come to a game here, or has left it."""
        tell_presence(self._audience, row, self._onlookers.guests(row.id))
        self._say(row.id)

    def looked(self, *topics: str) -> None:
        """Tell the others that somebody has come to something here, or has left it."""
        self._say(*topics)

    # --- what is heard

    def hear(self, data: bytes) -> None:
        """Take a message."""
        message = decode_message(data)
        if message is None or message.by == self._process:
            return
        match message:
            case Appended():
                if self._games.is_here(message.game):
                    self._start(self._games.hear(message.game, message.seq, message.events))
            case Told():
                self._audience.pass_on(message.topic, bytes(message.message))
                self._listen_to(message.topic, bytes(message.message))
            case Looking():
                self._show_again(self._onlookers.hear(message.by, message.games))
            case Deleted():
                self._forget(message.games)

    def _listen_to(self, topic: str, message: bytes) -> None:
        if topic in self._listeners and (work := self._listeners[topic](message)) is not None:
            self._start(work)

    async def compare(self) -> None:
        """Compare what is in memory with the database, and forget who is no longer heard of."""
        self._show_again(self._onlookers.forget())
        await self._compare()

    async def _compare(self) -> None:
        known = self._games.heads()
        if known:
            self._forget(await self._games.catch_up())
            await self._games.read_rows_again()
        others = [topic for topic in self._audience.topics() if topic not in known]
        for compare in self._compare_others if others else ():
            await compare(others)
        for compare in self._compare_all:
            await compare([*self._audience.topics()])

    def _forget(self, games: Sequence[str]) -> None:
        for game_id in games:
            self._games.forget(game_id)
            self._audience.end(game_id)

    def _show_again(self, games: Sequence[str]) -> None:
        for game_id in games:
            if self._audience.is_there(game_id) and (room := self._games.known(game_id)) is not None:
                tell_presence(self._audience, room.row, self._onlookers.guests(game_id))

    def _say(self, *games: str) -> None:
        if self._bus.is_shared:
            for message in looking(self._process, self._onlookers.here(games), self._bus.most_bytes):
                self._bus.send(message)

    async def _say_who_looks(self) -> None:
        self._say(*self._audience.topics())

    # --- in the background

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_well(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _every(self, seconds: float, do: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            await _well(do())


async def _well(work: Awaitable[None]) -> None:
    """Do something that is tried again later; the log hears of what fails."""
    try:
        await work
    except MotuError as error:
        _log.warning("what other processes have done can't be seen just now: %s", error)
    except Exception:  # noqa: BLE001 - nobody else would hear of it
        _log.exception("a fault while hearing of other processes")
