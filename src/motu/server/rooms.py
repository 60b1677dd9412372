"""Games as they are played: commands in, events out, one at a time in each game (floor: server).

A command is checked against the position, what follows from it is kept by the store, and only then does anybody hear of
it: what has been acknowledged survives whatever happens next. Everything here runs in the server's event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from motu.games import dice
from motu.games.sealed_dice import house_commitment
from motu.server.events import (
    ASIDE,
    Answered,
    CalledOff,
    Committed,
    Created,
    Event,
    Happening,
    Linked,
    Moved,
    Offered,
    OfferKind,
    OnVacation,
    Paused,
    Resigned,
    Revealed,
    Rolled,
    Seeded,
    ServerError,
    ShareOpened,
    TakenBack,
    Unsealed,
)
from motu.server.game_log import AGREED, GameLog, check_playable
from motu.server.games_in_memory import GamesInMemory, House, OnHappened
from motu.server.late import LateError, refuse_late
from motu.server.ratings.reliability import at_end
from motu.server.rematches import SeatsMovedError, refuse_moved, refuse_rematch
from motu.server.room import Room
from motu.server.sealed.seals import terms_for, timed
from motu.server.seat_terms import check_seats
from motu.server.series import NOBODY, score_after
from motu.server.shelves import count_going
from motu.server.slow_lane import FairExecutor, is_quick
from motu.server.speeds import grace_of, speed_of
from motu.server.standing import standing_of
from motu.server.store import GameRow, Store, Work, counting, creation, in_turn
from motu.server.turn_time import are_pauses, goes_on_after, leave_position
from motu.server.wall_time import Moment, WallTime

ID_BYTES = 9
"""Random bytes in a game's id: 12 characters, and no two alike in the life of the world."""
MAX_EVENTS = 20_000
"""After so many a game can only be given up: no game that is played to be won comes near."""
MAX_GOING = 500
"""Games that a guest may have going; those that are over don't count."""
MOST_TRIES = 3
"""So often is decided what happens, where other processes are quicker and nobody has said what is to be the next."""


Rescue = Callable[[Room], Awaitable[None]]
"""Told of a game in which somebody's time is up; it may still see to it that it isn't."""
OnBegun = Callable[[Room], None]
Decide = Callable[[int], Happening | None]
"""Says what happens at a moment (`Moment.steady_ms`); None: nothing."""
Along = Callable[[GameRow, GameLog, Sequence[Event]], Work | None]
"""Says what is written in the transaction that keeps what has happened, besides that; None: nothing."""

__all__ = ["Room", "Rooms"]


class Rooms(GamesInMemory):
    """All games of this server."""

    def __init__(
        self,
        store: Store,
        on_happened: OnHappened | None = None,
        slow_lane: FairExecutor | None = None,
        wall: WallTime | None = None,
        along: Sequence[Along] = (),
        on_heard: OnHappened | None = None,
        *,
        on_begun: OnBegun | None = None,
        house: House | None = None,
    ) -> None:
        """Play the games that a store keeps.

        Args:
            store: Where they are.
            on_happened: Called with a room, what has happened in it, and how many of its steps have stayed.
            slow_lane: Where positions are built that take long; None for here and now.
            wall: What time it is; None for that of this machine.
            along: Each says what else is written in the transaction that keeps what has happened, in this order.
            on_heard: Told of what other processes have written.
            on_begun: Told of games that begin, after they have been kept.
            house: Knows whether it stood still; None: it never does.
        """
        super().__init__(store, wall or WallTime(), on_heard)
        self._lane, self._on_happened, self._along = slow_lane, on_happened, tuple(along)
        self._on_begun, self.house = on_begun, house
        self.rescue: Rescue | None = None
        self.num_moves = 0
        """Moves that this process has kept so far."""

    # --- games that begin

    async def create(self, created: Created, owner: str) -> Room:
        """Begin a game at one screen.

        Raises:
            MotuError: When it can't be played that way.
        """
        check_seats(created)
        await self.refuse_more(owner)
        return await self._keep_new(self._new(await self._begun(created, owner), owner))

    async def create_between(
        self,
        created: Created,
        persons: tuple[str, str],
        asker: str,
        claim: Callable[[str], Work],
        *,
        is_public: bool = False,
    ) -> Room:
        """Begin a game of two people at different screens.

        Args:
            created: What is played.
            persons: Who begins, and who plays second.
            asker: Which of them makes it begin now.
            claim: Given the game's id, returns what is done first in the same transaction; if it fails, nothing begins.
            is_public: Whether the lobby lists it.

        Raises:
            MotuError: When it can't be played that way; what `claim` raises.
        """
        check_seats(created)
        await self.refuse_more(asker)
        return await self.begin_between(created, persons, claim, is_public=is_public)

    async def begin_between(
        self, created: Created, persons: tuple[str, str], claim: Callable[[str], Work], *, is_public: bool = False
    ) -> Room:
        """Begin a game of two people whom the house has let play each other, however many games they have going.

        Raises:
            MotuError: What `claim` raises; when it can't be played that way.
        """
        new = self._new(await self._begun(created, persons[0]), "", persons, is_public=is_public)
        return await self._keep_new(new, claim(new.row.id))

    def _new(
        self,
        log: GameLog,
        owner: str,
        persons: tuple[str, str] | tuple[None, None] = (None, None),
        *,
        is_public: bool = False,
    ) -> Room:
        """Return a game that begins now."""
        created = log.created
        secret = dice.new_secret()
        has_dice = log.game.max_chance_outcomes > 0
        game_id, now = secrets.token_urlsafe(ID_BYTES), self.wall.now()
        grace_ms = 0 if persons[0] is None else grace_of(speed_of(created.clock, log.game))
        promise, sealed = dice.commitment(secret) if has_dice else "", None
        if has_dice and persons[0] is not None and _may_seal(log):
            promise, sealed = house_commitment(game_id, secret), terms_for(game_id, created.clock)
        created = msgspec.structs.replace(created, spec=log.game.spec, dice=promise, sealed=sealed, grace_ms=grace_ms)
        first = Event(0, now.at_ms, created)
        log.begin(first)
        known = game_id, owner, log.game.spec, secret, first.at_ms, first.at_ms, 1
        row = GameRow(*known, is_over=False, person0=persons[0], person1=persons[1], is_public=is_public)
        self._roll_on(row, log, first.at_ms)
        row = replace(row, next_seq=log.next_seq, is_over=log.is_over)
        return Room(row, log, self.wall, now.steady_ms)

    async def _keep_new(self, room: Room, before: Work | None = None) -> Room:
        beside = self._beside(room.row, room.log, room.log.events)
        before = in_turn(refuse_late(self.wall, room.turn_began), before)
        await self._store.create(room.row, room.log.events, standing_of(room.log), before, beside)
        if self._on_begun is not None:
            self._on_begun(room)
        return self._enter(room)

    async def refuse_more(self, owner: str) -> None:
        """Check that a guest may begin another game.

        Raises:
            ServerError: "server/too-many".
        """
        if await count_going(self._store, owner) >= MAX_GOING:
            raise ServerError(
                f"you have {MAX_GOING} games going; end or give up one of them first", slug="server/too-many"
            )

    async def _begun(self, created: Created, owner: str) -> GameLog:
        """Return the game that begins this way; what takes long to build is built beside the other games."""
        if self._lane is None or is_quick(created):
            return check_playable(created)
        return await self._lane.run(lambda _: check_playable(created), owner)

    # --- what people and machines do

    async def move(
        self,
        room: Room,
        move: str,
        seq: int | None = None,
        engine: Mapping[str, Any] | None = None,
        also: Work | None = None,
    ) -> list[Event]:
        """Play a move for whose turn it is; after an announcement the die is rolled at once.

        Args:
            room: The game.
            move: In the game's notation; announcements without their roll.
            seq: The number that the move's event must have; None for whichever is next. It keeps a move that was
                meant for one position out of another.
            engine: What a machine's move was made with, where that is known.
            also: What else is done in the same transaction.

        Returns:
            What has happened: it is on the disk.

        Raises:
            MotuError: What the rules and the server say against it; nothing has changed then.
        """

        def decide(steady_ms: int) -> Happening:
            room.log.check_move(move)
            _refuse_length(room)
            if (time_up := room.time_up(steady_ms)) is not None:
                return time_up
            goes_on, engine_news = goes_on_after(room.log.state, move), room.log.news_of_engine(engine)
            return Moved(move.strip().lower(), room.spent_ms(steady_ms), engine_news, goes_on)

        await self._try_rescue(room)
        return await self._carry_out(room, seq, decide, also, if_only=leave_position)

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
        """Let one of two people at different screens ask the other for something; otherwise like `move`.

        Who asks for what the other one asks for has agreed.
        """

        def decide(_: int) -> Happening:
            if room.log.offers.meets(person, kind):
                raise _MetError("your opponent asks for the same: accept it")
            room.log.check_offer(person, kind)
            _refuse_length(room)
            return Offered(person, kind, room.log.kept_for(person) if kind == "take_back" else None)

        also = refuse_rematch(room.row) if kind == "rematch" else None
        with contextlib.suppress(_MetError):
            return await self._carry_out(room, seq, decide, also, if_only=leave_position)
        if not room.log.offers.meets(person, kind):
            raise overtaken(seq, room.log.next_seq)
        return await self.answer(room, person, room.log.next_seq, is_accepted=True)

    async def answer(self, room: Room, person: int, seq: int | None = None, *, is_accepted: bool) -> list[Event]:
        """Let the other one answer, or the one who has asked withdraw it; otherwise like `move`.

        An accepted rematch begins in the same transaction.
        """
        asked = room.log.offers.pending
        if is_accepted and asked is not None and asked.kind == "rematch":
            begin = self._begin_rematch_of(room, person, room.log.next_seq if seq is None else seq)
            return await asyncio.shield(asyncio.ensure_future(begin))

        def decide(steady_ms: int) -> Happening:
            offer = room.log.offers.check_answer(person, is_accepted=is_accepted)
            if is_accepted and offer.kind == "rematch":
                raise ServerError("a rematch was offered meanwhile; look first", slug="server/seq")
            if is_accepted and (time_up := room.time_up(steady_ms)) is not None:
                return time_up
            ends = is_accepted and offer.kind in AGREED
            return Answered(person, is_accepted, spent_ms=room.spent_in_turn_ms(steady_ms) if ends else None)

        return await self._carry_out(room, seq, decide)

    async def _begin_rematch_of(self, room: Room, person: int, seq: int) -> list[Event]:
        """Begin a rematch; where somebody has just taken the game along to his account, between those who sit now."""
        for _ in range(MOST_TRIES):
            with contextlib.suppress(SeatsMovedError):
                return await self._begin_rematch(room, person, seq)
            await self.read_rows_again([room.row.id])
        return await self._begin_rematch(room, person, seq)

    async def _begin_rematch(self, room: Room, person: int, seq: int) -> list[Event]:
        row = room.row
        if person != NOBODY:
            await self.refuse_more((row.person0, row.person1)[person] or "")
        if (result := room.log.result) is None:
            raise ServerError("a rematch is begun when the game is over", slug="server/offer")
        score = score_after(room.log.created, result)
        changed = {"seats": room.log.seats[::-1], "series": row.id, "score": score, "tournament": None}
        created = msgspec.structs.replace(room.log.created, **changed)
        persons = row.person1 or "", row.person0 or ""
        new = self._new(await self._begun(created, row.id), "", persons, is_public=bool(row.is_public))

        def decide(_: int) -> Happening:
            room.log.offers.check_answer(person, is_accepted=True)
            return Answered(person, is_accepted=True, game=new.row.id)

        begin = creation(new.row, new.log.events, standing_of(new.log))  # between people: nothing else belongs to it
        also = in_turn(refuse_late(self.wall, new.turn_began), refuse_moved(row), refuse_rematch(row), begin)
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

    async def seal(self, room: Room, part: Committed | ShareOpened | Linked) -> list[Event]:
        """Let one of two people do his part for the dice; after a link the die is rolled at once."""

        def decide(steady_ms: int) -> Happening:
            room.log.check_seal(part)
            _refuse_length(room)
            if (time_up := room.time_up(steady_ms)) is not None:
                return time_up
            return timed(part, room.spent_in_turn_ms(steady_ms))

        return await self._carry_out(room, None, decide)

    async def resign(self, room: Room, person: int, seq: int | None = None) -> list[Event]:
        """Let a person give up; otherwise like `move`."""

        def decide(steady_ms: int) -> Happening:
            room.log.check_resign(person)
            return Resigned(person, room.spent_in_turn_ms(steady_ms))

        return await self._carry_out(room, seq, decide, if_only=leave_position)

    async def leave(self, room: Room, person: int) -> list[Event]:
        """Let a person who plays no more give up, or call the game off as long as not both have moved; over: nothing.

        In a tournament, and for a place on a ladder, no game is called off.
        """

        def decide(steady_ms: int) -> Happening | None:
            if room.log.is_over:
                return None
            spent_ms = room.spent_in_turn_ms(steady_ms)
            is_game = room.log.created.tournament is not None or all(room.log.moves_made())
            return Resigned(person, spent_ms) if is_game else CalledOff(person, spent_ms)

        return await self._carry_out(room, None, decide)

    async def flag(self, room: Room) -> list[Event]:
        """End the game if somebody's time is up, to move or to seal the dice; else nothing happens."""

        def decide(steady_ms: int) -> Happening | None:
            return room.log.given_up(room.spent_ms(steady_ms)) if room.log.is_sealing else room.time_up(steady_ms)

        await self._try_rescue(room)
        return await self._carry_out(room, None, decide)

    async def _try_rescue(self, room: Room) -> None:
        if self.rescue is not None:
            await self.awake()
            if room.time_up(self.wall.now().steady_ms) is not None:
                await self.rescue(room)

    async def send_away(self, room: Room, person: int, *, is_on: bool) -> list[Event]:
        """Let a person's clock stand while he is on vacation, or run again; where it does so, nothing happens."""

        def decide(steady_ms: int) -> Happening | None:
            if room.log.is_over or room.log.away[person] == is_on:
                return None
            return OnVacation(person, is_on, room.spent_ms(steady_ms))

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
            return None if room.log.due_ms is None else Paused(room.spent_ms(steady_ms))

        await self._carry_out(room, None, decide)

    async def note_due(self, room: Room) -> None:
        """Keep when the time of the person to move is up, where that isn't known or wrong."""
        await self._store.note(room.row.id, room.log.next_seq, standing_of(room.log))

    # --- the one way anything happens

    async def _carry_out(
        self,
        room: Room,
        seq: int | None,
        decide: Decide,
        also: Work | None = None,
        *,
        if_only: Callable[[Sequence[Event]], bool] = are_pauses,
    ) -> list[Event]:
        # A client that goes away in the middle must not leave memory and disk at odds: the work goes on without it.
        return await asyncio.shield(asyncio.ensure_future(self._happen(room, seq, decide, also, if_only)))

    async def _happen(
        self,
        room: Room,
        seq: int | None,
        decide: Decide,
        also: Work | None,
        if_only: Callable[[Sequence[Event]], bool],
    ) -> list[Event]:
        """Decide what happens and what follows from it, keep it, then let it be so and tell everybody.

        What other processes have kept meanwhile comes first, and so does a pause after the house stood still; where
        nothing but what `if_only` lets pass has come between, or nobody has said what is to be the next, it is decided
        again. So it is where it comes too late to be written: then as it was asked for, and what has passed since is
        nobody's time.
        """
        asked: Moment | None = None
        for tries_left in reversed(range(MOST_TRIES)):
            await self.awake()
            async with room.lock:
                await self._catch_up(room, seq)
                if tries_left and self._stands_still:  # while it waited for its turn
                    continue
                _expect(room, seq, if_only)
                now = self.wall.now()
                what = decide((asked or now).steady_ms)
                if what is None:
                    return []
                log = room.log.fork()
                happened = self._follow(room, log, what, now)
                in_time = refuse_late(self.wall, now.steady_ms) if tries_left else None
                try:
                    beside = in_turn(at_end(room.row, room.log, log, happened), self._beside(room.row, log, happened))
                    tallied = counting(room.row, room.log, log, also)
                    standing = standing_of(log)
                    await self._store.append(room.row.id, happened, standing, tallied, beside, before=in_time)
                except LateError:
                    if not tries_left:
                        raise
                    asked = asked or now
                except ServerError as error:
                    await self._look_again(room, error)
                    is_free = seq is None or if_only(room.log.events[happened[0].seq :])
                    if error.slug != "server/seq" or not is_free or not tries_left:
                        raise
                else:
                    self._let_be(room, log, happened, now)
                    return happened
        raise AssertionError("the last try returns or raises")

    def _let_be(self, room: Room, log: GameLog, happened: list[Event], now: Moment) -> None:
        """Let what has been kept be so, and tell everybody."""
        self.num_moves += sum(isinstance(each.what, Moved) for each in happened)
        kept = [each.what.keep for each in happened if isinstance(each.what, TakenBack | Unsealed)]
        keep = min([len(room.log.steps), *kept])
        room.log = log
        if not all(isinstance(each.what, ASIDE) for each in happened):
            room.turn_began = now.steady_ms
        if self._on_happened is not None:
            self._on_happened(room, happened, keep)

    def _beside(self, row: GameRow, log: GameLog, happened: Sequence[Event]) -> Work | None:
        """Return what else is written with what has happened."""
        return in_turn(*(along(row, log, happened) for along in self._along)) if self._along else None

    def _follow(self, room: Room, log: GameLog, what: Happening, now: Moment) -> list[Event]:
        """Let something happen in a log, and what follows: the rolls, and at the end what they follow from."""
        event, asked = Event(log.next_seq, now.at_ms, what), log.offers.pending
        log.apply(event)
        happened = [event, *self._roll_on(room.row, log, event.at_ms)]
        if (anew := log.sealed_anew(what, asked, room.spent_in_turn_ms(now.steady_ms) or 0)) is not None:
            happened.append(Event(log.next_seq, event.at_ms, anew))
            log.apply(happened[-1])
        if isinstance(what, Answered) and what.is_accepted and asked is not None and asked.keep is not None:
            happened.append(
                Event(log.next_seq, event.at_ms, TakenBack(asked.keep, room.spent_in_turn_ms(now.steady_ms)))
            )
            log.apply(happened[-1])
        # At one screen people go on against the machine after the end; what they take back there hurts nobody.
        is_final = log.is_between_people or room.row.person0 is not None
        if log.is_over and log.created.dice and log.secret is None and is_final:
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
        if log.seals is not None:
            return log.seals.roll(row.secret, log.state)
        return dice.SecretDice(row.secret, log.seeds).roll(log.state) + 1


def _may_seal(log: GameLog) -> bool:
    """Return whether whoever plays a game at two screens can seal its dice: people can, their programs can't."""
    return log.is_between_people and not any(seat.is_bot for seat in log.seats)


class _MetError(ServerError):
    """Somebody asks for what the other one asks for."""

    default_slug = "server/offer"


def _expect(room: Room, seq: int | None, if_only: Callable[[Sequence[Event]], bool]) -> None:
    if seq is None or seq == room.log.next_seq:
        return
    missed = room.log.events[seq:] if seq > 0 else []
    if not (missed and if_only(missed)):
        raise overtaken(seq, room.log.next_seq)


def overtaken(seq: int | None, next_seq: int) -> ServerError:
    """Return the refusal of what was meant for an earlier state of a game."""
    told = f"the game has gone on: its next event is {next_seq}, not {seq}"
    return ServerError(told, slug="server/seq", text=str(seq))


def _refuse_length(room: Room) -> None:
    if room.log.next_seq >= MAX_EVENTS:
        raise ServerError(
            f"this game has had {MAX_EVENTS} moves, rolls and take-backs, and can't go on", slug="server/too-long"
        )
