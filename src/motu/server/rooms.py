"""Games as they are played: what people and machines ask for, one at a time in each game (floor: server).

A command is checked against the position here; `motu.server.kept_games` then keeps what follows from it, and only then
does anybody hear of it: what has been acknowledged survives whatever happens next. Everything here runs in the server's
event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from motu.server.events import (
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
    Seeded,
    ServerError,
    ShareOpened,
    TakenBack,
)
from motu.server.game_log import AGREED, GameLog
from motu.server.games_in_memory import House, OnHappened
from motu.server.going import check_going, count_going, refuse_more_going
from motu.server.kept_games import MOST_TRIES, Along, KeptGames, OnBegun, overtaken
from motu.server.late import refuse_late
from motu.server.new_games import check_playable, new_room
from motu.server.rematches import SeatsMovedError, refuse_moved, refuse_rematch, rematch_of
from motu.server.room import Room
from motu.server.sealed.seals import timed
from motu.server.seat_terms import check_seats
from motu.server.series import NOBODY
from motu.server.slow_lane import FairExecutor, is_quick
from motu.server.standing import standing_of
from motu.server.store import Store, Work, creation, in_turn
from motu.server.turn_time import goes_on_after, leave_position
from motu.server.wall_time import WallTime

MAX_EVENTS = 20_000
"""After so many a game can only be given up: no game that is played to be won comes near."""

Rescue = Callable[[Room], Awaitable[None]]
"""Told of a game in which somebody's time is up; it may still see to it that it isn't."""

__all__ = ["Room", "Rooms"]


class Rooms(KeptGames):
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
        super().__init__(store, on_happened, wall or WallTime(), along, on_heard, on_begun=on_begun, house=house)
        self._lane = slow_lane
        self.rescue: Rescue | None = None

    # --- games that begin

    async def create(self, created: Created, owner: str) -> Room:
        """Begin a game at one screen.

        Raises:
            MotuError: When it can't be played that way.
        """
        check_seats(created)
        await self.refuse_more(owner)
        new = new_room(await self._begun(created, owner), owner, self.wall)
        return await self._keep_new(new, refuse_more_going(owner))

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
        too_many = refuse_more_going(asker)
        return await self.begin_between(
            created, persons, lambda game: in_turn(claim(game), too_many), is_public=is_public
        )

    async def begin_between(
        self, created: Created, persons: tuple[str, str], claim: Callable[[str], Work], *, is_public: bool = False
    ) -> Room:
        """Begin a game of two people whom the house has let play each other, however many games they have going.

        Raises:
            MotuError: What `claim` raises; when it can't be played that way.
        """
        new = new_room(await self._begun(created, persons[0]), "", self.wall, persons, is_public=is_public)
        return await self._keep_new(new, claim(new.row.id))

    async def refuse_more(self, owner: str) -> None:
        """Check that a guest may begin another game, before anything is prepared; where it begins it is asked again.

        Raises:
            ServerError: "server/too-many".
        """
        check_going(await count_going(self._store, owner))

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
            room.log.take_backs.check(keep)
            room.log.take_backs.check_rolls_stay(keep)
            room.log.take_backs.check_time_stays()
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
            return Offered(person, kind, room.log.take_backs.kept_for(person) if kind == "take_back" else None)

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
        asker = None if person == NOBODY else (row.person0, row.person1)[person] or ""
        if asker is not None:
            await self.refuse_more(asker)
        created = rematch_of(room)
        persons = row.person1 or "", row.person0 or ""
        new = new_room(await self._begun(created, row.id), "", self.wall, persons, is_public=bool(row.is_public))

        def decide(_: int) -> Happening:
            room.log.offers.check_answer(person, is_accepted=True)
            return Answered(person, is_accepted=True, game=new.row.id)

        begin = creation(new.row, new.log.events, standing_of(new.log))  # between people: nothing else belongs to it
        too_many = None if asker is None else refuse_more_going(asker)
        also = in_turn(refuse_late(self.wall, new.turn_began), refuse_moved(row), refuse_rematch(row), too_many, begin)
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


class _MetError(ServerError):
    """Somebody asks for what the other one asks for."""

    default_slug = "server/offer"


def _refuse_length(room: Room) -> None:
    if room.log.next_seq >= MAX_EVENTS:
        raise ServerError(
            f"this game has had {MAX_EVENTS} moves, rolls and take-backs, and can't go on", slug="server/too-long"
        )
