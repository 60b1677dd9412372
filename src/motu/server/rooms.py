"""Games as they are played: commands in, events out, one at a time in each game (floor: server).

A command is checked against the position, what follows from it is kept by the store, and only then does anybody hear of
it: what has been acknowledged survives whatever happens next. Everything here runs in the server's event loop.
"""

from __future__ import annotations

import asyncio
import secrets
import time
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec

from motu.server import dice
from motu.server.events import (
    MAX_NAME,
    Created,
    Event,
    Flagged,
    Happening,
    Moved,
    Resigned,
    Revealed,
    Rolled,
    Seat,
    ServerError,
    TakenBack,
)
from motu.server.game_log import GameLog, check_playable
from motu.server.store import GameRow, Store

ID_BYTES = 9
"""Random bytes in a game's id: 12 characters, and no two alike in the life of the world."""
MAX_CLOCK_MS = 7 * 24 * 3_600_000
LEVELS = range(1, 11)


@dataclass(eq=False)
class Room:
    """A game in memory."""

    row: GameRow
    log: GameLog
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    turn_began: float = field(default_factory=time.monotonic)
    """When the clock of the person to move began to run; a stopped server stops the clock."""

    def spent_ms(self) -> int:
        """Milliseconds since the turn began."""
        return int(1000 * (time.monotonic() - self.turn_began))

    def left_ms(self) -> tuple[int, int] | None:
        """Return what is left on both clocks now, or None in a game without clocks."""
        settings = self.log.created.clock
        if settings is None:
            return None
        spent, made = list(self.log.times_spent()), self.log.moves_made()
        if not self.log.is_over and (mover := self.log.state.current_player()) >= 0:
            spent[mover] += self.spent_ms()
        first, second = (
            max(0, settings.initial_ms + settings.increment_ms * made[person] - spent[person]) for person in (0, 1)
        )
        return first, second

    @property
    def level_to_move(self) -> int | None:
        """The machine's level where it is its turn, else None."""
        if self.log.is_over or self.log.state.is_chance_node():
            return None
        seat = self.log.seats[self.log.state.current_player()]
        return seat.level if seat.kind == "level" else None


OnHappened = Callable[[Room, Sequence[Event], int], None]
"""Told of what has happened, after it has been kept."""


class Rooms:
    """All games of this server."""

    def __init__(self, store: Store, on_happened: OnHappened | None = None) -> None:
        """Play the games that a store keeps.

        Args:
            store: Where they are.
            on_happened: Called with a room, what has happened in it, and how many of its steps have stayed.
        """
        self._store = store
        self._on_happened = on_happened
        # A room lives as long as somebody listens to it or works in it; the store has everything.
        self._rooms: weakref.WeakValueDictionary[str, Room] = weakref.WeakValueDictionary()
        self._loading: dict[str, asyncio.Task[Room]] = {}

    # --- finding games

    async def create(self, created: Created, owner: str) -> Room:
        """Begin a game.

        Raises:
            MotuError: When it can't be played that way.
        """
        _check_seats(created)
        game = check_playable(created).game
        secret = dice.new_secret()
        has_dice = game.max_chance_outcomes > 0
        created = msgspec.structs.replace(created, spec=game.spec, dice=dice.commitment(secret) if has_dice else "")
        first = Event(0, _now_ms(), created)
        row = GameRow(
            secrets.token_urlsafe(ID_BYTES), owner, game.spec, secret, first.at_ms, first.at_ms, 1, is_over=False
        )
        await self._store.create(row, first)
        room = Room(row, GameLog(first))
        self._rooms[row.id] = room
        return room

    async def find(self, game_id: str) -> Room:
        """Return a game.

        Raises:
            ServerError: "server/no-game".
        """
        room = self._rooms.get(game_id)
        if room is not None:
            return room
        task = self._loading.get(game_id)
        if task is None:
            task = asyncio.create_task(self._load(game_id))
            self._loading[game_id] = task
            task.add_done_callback(lambda _: self._loading.pop(game_id, None))
        return await asyncio.shield(task)

    async def _load(self, game_id: str) -> Room:
        found = await self._store.load(game_id)
        if found is None:
            raise ServerError(f"there is no game '{game_id}'", slug="server/no-game", text=game_id)
        row, happened = found
        room = Room(row, GameLog.load(happened))
        self._rooms[game_id] = room
        return room

    # --- what people and machines do

    async def move(self, room: Room, move: str, seq: int | None = None) -> list[Event]:
        """Play a move for whose turn it is; after an announcement the die is rolled at once.

        Args:
            room: The game.
            move: In the game's notation; announcements without their roll.
            seq: The number that the move's event must have; None for whichever is next. It keeps a move that was
                meant for one position out of another.

        Returns:
            What has happened: it is on the disk.

        Raises:
            MotuError: What the rules and the server say against it; nothing has changed then.
        """

        def decide() -> Happening:
            room.log.check_move(move)
            mover, left = room.log.state.current_player(), room.left_ms()
            if left is not None and left[mover] == 0:
                return Flagged(mover)
            return Moved(move.strip().lower(), room.spent_ms())

        return await self._carry_out(room, seq, decide)

    async def take_back(self, room: Room, keep: int, seq: int | None = None) -> list[Event]:
        """Go back to the position after the first `keep` moves and rolls; otherwise like `move`."""

        def decide() -> Happening:
            room.log.check_take_back(keep)
            return TakenBack(keep)

        return await self._carry_out(room, seq, decide)

    async def resign(self, room: Room, person: int, seq: int | None = None) -> list[Event]:
        """Let a person give up; otherwise like `move`."""

        def decide() -> Happening:
            room.log.check_resign(person)
            return Resigned(person)

        return await self._carry_out(room, seq, decide)

    async def flag(self, room: Room) -> list[Event]:
        """End the game if the time of the person to move is up; else nothing happens."""

        def decide() -> Happening | None:
            left, mover = room.left_ms(), room.log.state.current_player()
            is_up = left is not None and mover >= 0 and not room.log.is_over and left[mover] == 0
            return Flagged(mover) if is_up else None

        return await self._carry_out(room, None, decide)

    async def reveal(self, room: Room) -> list[Event]:
        """Publish the secret of an ended game's dice; it can't be taken back any more.

        Raises:
            ServerError: "server/running" before the end.
        """

        def decide() -> Happening | None:
            if not room.log.is_over:
                raise ServerError("the dice are revealed when the game is over", slug="server/running")
            if not room.log.created.dice or room.log.secret is not None:
                return None
            return Revealed(room.row.secret)

        return await self._carry_out(room, None, decide)

    # --- the one way anything happens

    async def _carry_out(self, room: Room, seq: int | None, decide: Callable[[], Happening | None]) -> list[Event]:
        # A client that goes away in the middle must not leave memory and disk at odds: the work goes on without it.
        return await asyncio.shield(asyncio.ensure_future(self._happen(room, seq, decide)))

    async def _happen(self, room: Room, seq: int | None, decide: Callable[[], Happening | None]) -> list[Event]:
        """Decide what happens and what follows from it, keep it, then let it be so and tell everybody."""
        async with room.lock:
            _expect(room, seq)
            what = decide()
            if what is None:
                return []
            log = room.log.fork()
            happened = self._follow(room, log, what)
            try:
                await self._store.append(room.row.id, happened, is_over=log.is_over)
            except ServerError:
                await self._reload(room)
                raise
            keep = what.keep if isinstance(what, TakenBack) else len(room.log.steps)
            room.log = log
            room.turn_began = time.monotonic()
            if self._on_happened is not None:
                self._on_happened(room, happened, keep)
            return happened

    def _follow(self, room: Room, log: GameLog, what: Happening) -> list[Event]:
        """Let something happen in a log, and the rolls that follow."""
        at_ms = _now_ms()
        happened = [Event(log.next_seq, at_ms, what)]
        log.apply(happened[0])
        while log.awaits_roll:
            happened.append(Event(log.next_seq, at_ms, Rolled(self._roll(room, log))))
            log.apply(happened[-1])
        return happened

    def _roll(self, room: Room, log: GameLog) -> int:
        state = log.state
        line = state.announced()
        if line is None:
            raise ServerError("no line is announced", slug="server/log")
        return dice.roll(room.row.secret, state.ply(), line, len(state.chance_outcomes()))

    async def _reload(self, room: Room) -> None:
        found = await self._store.load(room.row.id)
        if found is not None:
            room.log = GameLog.load(found[1])


def _expect(room: Room, seq: int | None) -> None:
    if seq is not None and seq != room.log.next_seq:
        raise ServerError(
            f"the game has gone on: its next event is {room.log.next_seq}, not {seq}", slug="server/seq", text=str(seq)
        )


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _check_seats(created: Created) -> None:
    for seat in created.seats:
        _check_seat(seat)
    clock = created.clock
    if clock is None:
        return
    if not (0 < clock.initial_ms <= MAX_CLOCK_MS and 0 <= clock.increment_ms <= MAX_CLOCK_MS):
        raise ServerError(
            f"a clock has from 1 to {MAX_CLOCK_MS} ms and adds from 0 to as many, not {clock.initial_ms} and "
            f"{clock.increment_ms}",
            slug="server/clock",
        )


def _check_seat(seat: Seat) -> None:
    if len(seat.name) > MAX_NAME or not seat.name.isprintable():
        raise ServerError(
            f"a name has at most {MAX_NAME} characters, all of them printable", slug="server/name", text=seat.name
        )
    if seat.kind == "level" and seat.level not in LEVELS:
        raise ServerError(f"levels are 1 to 10, not {seat.level}", slug="server/level", text=str(seat.level))
    if seat.kind == "person" and seat.level:
        raise ServerError("a person has no level", slug="server/level", text=str(seat.level))
