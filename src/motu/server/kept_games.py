"""The one way anything happens in a game: decided, kept with all that belongs to it, then told (floor: server).

So it is with a game that begins. What others have kept meanwhile comes first, and what was decided before is decided
again then, or refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from motu.server.consequences import follow
from motu.server.events import ASIDE, Event, Happening, Moved, ServerError, TakenBack, Unsealed
from motu.server.game_log import GameLog
from motu.server.games_in_memory import GamesInMemory, House, OnHappened
from motu.server.late import LateError, refuse_late
from motu.server.ratings.reliability import at_end
from motu.server.room import Room
from motu.server.standing import standing_of
from motu.server.store import GameRow, Store, Work, counting, in_turn
from motu.server.turn_time import are_pauses
from motu.server.wall_time import Moment, WallTime

MOST_TRIES = 3
"""So often is decided what happens, where other processes are quicker and nobody has said what is to be the next."""

OnBegun = Callable[[Room], None]
Decide = Callable[[int], Happening | None]
"""Says what happens at a moment (`Moment.steady_ms`); None: nothing."""
Along = Callable[[GameRow, GameLog, Sequence[Event]], Work | None]
"""Says what is written in the transaction that keeps what has happened, besides that; None: nothing."""


class KeptGames(GamesInMemory):
    """Games in which something happens only as it is kept."""

    def __init__(
        self,
        store: Store,
        on_happened: OnHappened | None,
        wall: WallTime,
        along: Sequence[Along],
        on_heard: OnHappened | None,
        *,
        on_begun: OnBegun | None,
        house: House | None,
    ) -> None:
        """Keep them in a store; `motu.server.rooms.Rooms` says what the rest is."""
        super().__init__(store, wall, on_heard)
        self._on_happened, self._along = on_happened, tuple(along)
        self._on_begun, self.house = on_begun, house
        self.num_moves = 0
        """Moves that this process has kept so far."""

    async def _keep_new(self, room: Room, before: Work | None = None) -> Room:
        # As with what happens later: a game that is kept is told of, also where nobody waits for it any more.
        return await asyncio.shield(asyncio.ensure_future(self._begin_kept(room, before)))

    async def _begin_kept(self, room: Room, before: Work | None) -> Room:
        beside = self._beside(room.row, room.log, room.log.events)
        before = in_turn(refuse_late(self.wall, room.turn_began), before)
        await self._store.create(room.row, room.log.events, standing_of(room.log), before, beside)
        if self._on_begun is not None:
            self._on_begun(room)
        return self._enter(room)

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
                happened = follow(room, log, what, now)
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
