"""Games as they are played: commands in, events out, one at a time in each game (floor: server).

A command is checked against the position, what follows from it is kept by the store, and only then does anybody hear of
it: what has been acknowledged survives whatever happens next. Everything here runs in the server's event loop.
"""

from __future__ import annotations

import asyncio
import secrets
import weakref
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from motu.games import dice
from motu.server.events import (
    ASIDE,
    Answered,
    Created,
    Event,
    Flagged,
    Happening,
    Moved,
    Offered,
    OfferKind,
    Participant,
    Paused,
    Resigned,
    Revealed,
    Rolled,
    Seeded,
    ServerError,
    TakenBack,
)
from motu.server.game_log import GameLog, check_playable
from motu.server.ratings.counting import with_ratings
from motu.server.seat_terms import check_seats
from motu.server.slow_lane import FairExecutor, is_quick
from motu.server.standing import standing_of
from motu.server.store import GameRow, Store, Work, creation
from motu.server.views import PositionView, position_view
from motu.server.wall_time import Moment, WallTime

ID_BYTES = 9
"""Random bytes in a game's id: 12 characters, and no two alike in the life of the world."""
MAX_EVENTS = 20_000
"""After so many a game can only be given up: no game that is played to be won comes near."""
MAX_GOING = 500
"""Games that a guest may have going; those that are over don't count."""
KEPT = 512
"""Games that stay in memory while nobody looks at them; the others are loaded when somebody does."""


@dataclass(eq=False)
class Room:
    """A game in memory."""

    row: GameRow
    log: GameLog
    wall: WallTime
    turn_began: int
    """When the turn began, or went on after the server had been stopped; as `Moment.steady_ms` says it."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _shown: tuple[GameLog, PositionView] | None = None

    def begin_turn(self) -> None:
        """Let the turn have begun when the log says so."""
        self.turn_began = self.wall.steady_of(self.log.turn.at_ms)

    def spent_ms(self, steady_ms: int | None = None) -> int:
        """Milliseconds of this turn, up to now or to a moment; those in which the server was stopped don't count."""
        until = self.wall.now().steady_ms if steady_ms is None else steady_ms
        return self.log.turn.carried_ms + max(0, until - self.turn_began)

    def spent_in_turn_ms(self, steady_ms: int) -> int | None:
        """Return the milliseconds of the turn that a clock counts; 0 when the game is over, None without a clock."""
        if self.log.created.clock is None:
            return None
        return 0 if self.log.is_over else self.spent_ms(steady_ms)

    def left_ms(self, steady_ms: int | None = None) -> tuple[int, int] | None:
        """Return what is left on both clocks, now or at a moment, or None in a game without clocks."""
        left = self.log.left_ms(0 if self.log.is_over else self.spent_ms(steady_ms))
        if left is None:
            return None
        result = self.log.result
        loser = (
            1 - result.winner if result is not None and result.reason == "time" and result.winner is not None else -1
        )
        first, second = (0 if person == loser else max(0, left[person]) for person in (0, 1))
        return first, second

    def left_to_mover_ms(self, steady_ms: int | None = None) -> int | None:
        """Return what is left to the person to move, or None where no clock runs."""
        left = None if self.log.is_over else self.left_ms(steady_ms)
        mover = self.log.state.current_player()
        return None if left is None or mover < 0 else left[mover]

    def shown(self) -> PositionView:
        """Return the position as browsers are shown it; it is worked out once."""
        if self._shown is None or self._shown[0] is not self.log:
            self._shown = self.log, position_view(self.log.state)
        return self._shown[1]

    @property
    def machine_to_move(self) -> Participant | None:
        """The machine's seat where it is its turn, else None."""
        if self.log.is_over or self.log.state.is_chance_node():
            return None
        seat = self.log.seats[self.log.state.current_player()]
        return None if seat.kind == "person" else seat


OnHappened = Callable[[Room, Sequence[Event], int], None]
"""Told of what has happened, after it has been kept."""
Decide = Callable[[int], Happening | None]
"""Says what happens at a moment (`Moment.steady_ms`); None: nothing."""


class Rooms:
    """All games of this server."""

    def __init__(
        self,
        store: Store,
        on_happened: OnHappened | None = None,
        slow_lane: FairExecutor | None = None,
        wall: WallTime | None = None,
    ) -> None:
        """Play the games that a store keeps.

        Args:
            store: Where they are.
            on_happened: Called with a room, what has happened in it, and how many of its steps have stayed.
            slow_lane: Where positions are built that take long; None for here and now.
            wall: What time it is; None for that of this machine.
        """
        self._store, self._lane, self.wall = store, slow_lane, wall or WallTime()
        self._on_happened = on_happened
        # A room lives while somebody listens to it or works in it, and a while longer; the store has everything.
        self._rooms: weakref.WeakValueDictionary[str, Room] = weakref.WeakValueDictionary()
        self._kept: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}

    # --- finding games

    async def create(self, created: Created, owner: str) -> Room:
        """Begin a game at one screen.

        Raises:
            MotuError: When it can't be played that way.
        """
        check_seats(created)
        await self.refuse_more(owner)
        return await self._keep_new(self._new(await self._begun(created, owner), owner))

    async def create_between(
        self, created: Created, persons: tuple[str, str], asker: str, claim: Callable[[str], Work]
    ) -> Room:
        """Begin a game of two people at different screens.

        Args:
            created: What is played.
            persons: Who begins, and who plays second.
            asker: Which of them makes it begin now.
            claim: Given the game's id, returns what is done first in the same transaction; if it fails, nothing begins.

        Raises:
            MotuError: When it can't be played that way; what `claim` raises.
        """
        check_seats(created)
        await self.refuse_more(asker)
        new = self._new(await self._begun(created, asker), "", persons)
        return await self._keep_new(new, claim(new.row.id))

    def _new(self, log: GameLog, owner: str, persons: tuple[str, str] | tuple[None, None] = (None, None)) -> Room:
        """Return a game that begins now."""
        created = log.created
        secret = dice.new_secret()
        has_dice = log.game.max_chance_outcomes > 0
        created = msgspec.structs.replace(created, spec=log.game.spec, dice=dice.commitment(secret) if has_dice else "")
        now = self.wall.now()
        first = Event(0, now.at_ms, created)
        log.begin(first)
        known = secrets.token_urlsafe(ID_BYTES), owner, log.game.spec, secret, first.at_ms, first.at_ms, 1
        row = GameRow(*known, is_over=False, person0=persons[0], person1=persons[1])
        self._roll_on(row, log, first.at_ms)
        row = replace(row, next_seq=log.next_seq, is_over=log.is_over)
        return Room(row, log, self.wall, now.steady_ms)

    async def _keep_new(self, room: Room, before: Work | None = None) -> Room:
        await self._store.create(room.row, room.log.events, standing_of(room.log), before)
        return self._enter(room)

    async def refuse_more(self, owner: str) -> None:
        """Check that a guest may begin another game.

        Raises:
            ServerError: "server/too-many".
        """
        if await self._store.count_going(owner) >= MAX_GOING:
            raise ServerError(
                f"you have {MAX_GOING} games going; end or give up one of them first", slug="server/too-many"
            )

    async def _begun(self, created: Created, owner: str) -> GameLog:
        """Return the game that begins this way; what takes long to build is built beside the other games."""
        if self._lane is None or is_quick(created):
            return check_playable(created)
        return await self._lane.run(lambda _: check_playable(created), owner)

    async def find(self, game_id: str) -> Room:
        """Return a game.

        Raises:
            ServerError: "server/no-game".
        """
        room = self._rooms.get(game_id)
        if room is not None:
            self._keep(room)
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
        log = GameLog.load(found[1])
        return self._enter(Room(found[0], log, self.wall, self.wall.steady_of(log.turn.at_ms)))

    def _enter(self, room: Room) -> Room:
        self._rooms[room.row.id] = room
        self._keep(room)
        return room

    def _keep(self, room: Room) -> None:
        self._kept[room.row.id] = room
        self._kept.move_to_end(room.row.id)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    # --- what people and machines do

    async def move(
        self, room: Room, move: str, seq: int | None = None, engine: Mapping[str, Any] | None = None
    ) -> list[Event]:
        """Play a move for whose turn it is; after an announcement the die is rolled at once.

        Args:
            room: The game.
            move: In the game's notation; announcements without their roll.
            seq: The number that the move's event must have; None for whichever is next. It keeps a move that was
                meant for one position out of another.
            engine: What a machine's move was made with, where that is known.

        Returns:
            What has happened: it is on the disk.

        Raises:
            MotuError: What the rules and the server say against it; nothing has changed then.
        """

        def decide(steady_ms: int) -> Happening:
            room.log.check_move(move)
            _refuse_length(room)
            if room.left_to_mover_ms(steady_ms) == 0:
                return Flagged(room.log.state.current_player())
            return Moved(move.strip().lower(), room.spent_ms(steady_ms), room.log.news_of_engine(engine))

        return await self._carry_out(room, seq, decide)

    async def take_back(self, room: Room, keep: int, seq: int | None = None) -> list[Event]:
        """Go back to the position after the first `keep` moves and rolls, but not in time; otherwise like `move`."""

        def decide(steady_ms: int) -> Happening:
            room.log.check_take_back(keep)
            room.log.check_rolls_stay(keep)
            room.log.check_time_stays()
            _refuse_length(room)
            return TakenBack(keep, room.spent_in_turn_ms(steady_ms))

        return await self._carry_out(room, seq, decide)

    async def offer(self, room: Room, person: int, kind: OfferKind, seq: int | None = None) -> list[Event]:
        """Let one of two people at different screens ask the other for something; otherwise like `move`."""

        def decide(_: int) -> Happening:
            room.log.check_offer(person, kind)
            _refuse_length(room)
            return Offered(person, kind, room.log.kept_for(person) if kind == "take_back" else None)

        return await self._carry_out(room, seq, decide)

    async def answer(self, room: Room, person: int, seq: int | None = None, *, is_accepted: bool) -> list[Event]:
        """Let the other one answer, or the one who has asked withdraw it; otherwise like `move`.

        An accepted rematch begins in the same transaction.
        """
        asked = room.log.offers.pending
        if is_accepted and asked is not None and asked.kind == "rematch":
            begin = self._begin_rematch(room, person, room.log.next_seq if seq is None else seq)
            return await asyncio.shield(asyncio.ensure_future(begin))

        def decide(steady_ms: int) -> Happening:
            offer = room.log.offers.check_answer(person, is_accepted=is_accepted)
            if is_accepted and offer.kind == "rematch":
                raise ServerError("a rematch was offered meanwhile; look first", slug="server/seq")
            if is_accepted and room.left_to_mover_ms(steady_ms) == 0:
                return Flagged(room.log.state.current_player())
            return Answered(person, is_accepted)

        return await self._carry_out(room, seq, decide)

    async def _begin_rematch(self, room: Room, person: int, seq: int) -> list[Event]:
        row = room.row
        await self.refuse_more((row.person0, row.person1)[person] or "")
        created = msgspec.structs.replace(room.log.created, seats=room.log.seats[::-1], series=row.id)
        new = self._new(await self._begun(created, row.id), "", (row.person1 or "", row.person0 or ""))

        def decide(_: int) -> Happening:
            room.log.offers.check_answer(person, is_accepted=True)
            return Answered(person, is_accepted=True, game=new.row.id)

        also = creation(new.row, new.log.events, standing_of(new.log))
        happened = await self._carry_out(room, seq, decide, also)
        if new.row.id not in self._rooms:  # whoever heard of it may have been quicker
            self._enter(new)
        return happened

    async def seed(self, room: Room, seed: str, seq: int | None = None, person: int | None = None) -> list[Event]:
        """Mix a player's seed into the dice, before the first roll; otherwise like `move`.

        `person` says whose it is in a game of two people at different screens.
        """

        def decide(_: int) -> Happening:
            room.log.check_seed(seed, person)
            return Seeded(seed, person)

        return await self._carry_out(room, seq, decide)

    async def resign(self, room: Room, person: int, seq: int | None = None) -> list[Event]:
        """Let a person give up; otherwise like `move`."""

        def decide(_: int) -> Happening:
            room.log.check_resign(person)
            return Resigned(person)

        return await self._carry_out(room, seq, decide)

    async def flag(self, room: Room) -> list[Event]:
        """End the game if the time of the person to move is up; else nothing happens."""

        def decide(steady_ms: int) -> Happening | None:
            return Flagged(room.log.state.current_player()) if room.left_to_mover_ms(steady_ms) == 0 else None

        return await self._carry_out(room, None, decide)

    async def reveal(self, room: Room) -> list[Event]:
        """Publish the secret of an ended game's dice; it can't be taken back any more.

        Raises:
            ServerError: "server/running" before the end.
        """

        def decide(_: int) -> Happening | None:
            if not room.log.is_over:
                raise ServerError("the dice are revealed when the game is over", slug="server/running")
            if not room.log.created.dice or room.log.secret is not None:
                return None
            return Revealed(room.row.secret)

        return await self._carry_out(room, None, decide)

    # --- clocks

    async def pause(self, room: Room) -> None:
        """Note how far the turn has come, so that it counts on from the time of day that is now."""

        def decide(steady_ms: int) -> Happening | None:
            return None if room.left_to_mover_ms(steady_ms) is None else Paused(room.spent_ms(steady_ms))

        await self._carry_out(room, None, decide)

    async def note_due(self, room: Room) -> None:
        """Keep when the time of the person to move is up, where that isn't known or wrong."""
        await self._store.note(room.row.id, room.log.next_seq, standing_of(room.log))

    # --- the one way anything happens

    async def _carry_out(self, room: Room, seq: int | None, decide: Decide, also: Work | None = None) -> list[Event]:
        # A client that goes away in the middle must not leave memory and disk at odds: the work goes on without it.
        return await asyncio.shield(asyncio.ensure_future(self._happen(room, seq, decide, also)))

    async def _happen(self, room: Room, seq: int | None, decide: Decide, also: Work | None) -> list[Event]:
        """Decide what happens and what follows from it, keep it, then let it be so and tell everybody."""
        async with room.lock:
            _expect(room, seq)
            now = self.wall.now()
            what = decide(now.steady_ms)
            if what is None:
                return []
            log = room.log.fork()
            happened = self._follow(room, log, what, now)
            also = with_ratings(room.row, room.log, log, also)
            try:
                await self._store.append(room.row.id, happened, standing_of(log), also)
            except ServerError:
                await self._reload(room)
                raise
            kept = [each.what.keep for each in happened if isinstance(each.what, TakenBack)]
            keep = min([len(room.log.steps), *kept])
            room.log = log
            if not all(isinstance(each.what, ASIDE) for each in happened):
                room.turn_began = now.steady_ms
            if self._on_happened is not None:
                self._on_happened(room, happened, keep)
            return happened

    def _follow(self, room: Room, log: GameLog, what: Happening, now: Moment) -> list[Event]:
        """Let something happen in a log, and what follows: the rolls, and at the end what they follow from."""
        event, asked = Event(log.next_seq, now.at_ms, what), log.offers.pending
        log.apply(event)
        happened = [event, *self._roll_on(room.row, log, event.at_ms)]
        if isinstance(what, Answered) and what.is_accepted and asked is not None and asked.keep is not None:
            happened.append(
                Event(log.next_seq, event.at_ms, TakenBack(asked.keep, room.spent_in_turn_ms(now.steady_ms)))
            )
            log.apply(happened[-1])
        # Against the machine people go on after the end; what they have taken back there nobody is hurt by.
        if log.is_over and log.created.dice and log.secret is None and log.is_between_people:
            happened.append(Event(log.next_seq, event.at_ms, Revealed(room.row.secret)))
            log.apply(happened[-1])
        return happened

    def _roll_on(self, row: GameRow, log: GameLog, at_ms: int) -> list[Event]:
        """Roll as long as a die is to be rolled."""
        happened = []
        while log.awaits_roll:
            happened.append(Event(log.next_seq, at_ms, Rolled(self._roll(row, log))))
            log.apply(happened[-1])
        return happened

    def _roll(self, row: GameRow, log: GameLog) -> int:
        if log.state.announced() is None:
            raise ServerError("no line is announced", slug="server/log")
        return dice.SecretDice(row.secret, log.seeds).roll(log.state) + 1

    async def _reload(self, room: Room) -> None:
        found = await self._store.load(room.row.id)
        if found is not None:
            room.log = GameLog.load(found[1])
            room.begin_turn()


def _expect(room: Room, seq: int | None) -> None:
    if seq is not None and seq != room.log.next_seq:
        raise ServerError(
            f"the game has gone on: its next event is {room.log.next_seq}, not {seq}", slug="server/seq", text=str(seq)
        )


def _refuse_length(room: Room) -> None:
    if room.log.next_seq >= MAX_EVENTS:
        raise ServerError(
            f"this game has had {MAX_EVENTS} moves, rolls and take-backs, and can't go on", slug="server/too-long"
        )
