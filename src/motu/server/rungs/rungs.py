"""The ladder that never ends, one for each game (floor: server): it needs nobody online at the same time as others.

Invariant: the places on a ladder are 1, 2, 3, … without a gap, and change in the transaction that ends a game, under a
lock that all processes share; a game changes them once.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from motu.server.accounts.account import UserAccount
from motu.server.blocks.blocks import are_apart
from motu.server.events import ClockSettings, Created, Event, Participant, ServerError, TournamentRef
from motu.server.game_log import GameLog
from motu.server.lists import GameName
from motu.server.postgres import RUNGS, lock_until_commit
from motu.server.room import Room
from motu.server.rooms import Rooms
from motu.server.schema import accounts, rung_games, rungs
from motu.server.speeds import DAY_MS
from motu.server.store import GameRow, Store, Work
from motu.server.tournaments.ends import result_of

REACH = 3
"""So many places above one's own can be challenged."""
REST_MS = 7 * DAY_MS
"""So long after a game the same two don't play for a place again."""
IDLE_MS = 60 * DAY_MS
"""Who has not played for a place, nor said that he is there, for so long drops off."""
MOST_PLACES = 500
CLOCK = ClockSettings(3 * DAY_MS, DAY_MS, "correspondence", most_ms=5 * DAY_MS)
"""Of all games for a place."""
_PREFIX = "ladder-"


@dataclass(frozen=True, slots=True)
class Rung:
    """Somebody's place on a ladder."""

    person: str
    place: int
    joined_ms: int
    active_ms: int


@dataclass(frozen=True, slots=True)
class RungGame:
    """A game for a place that goes on."""

    game_id: str
    challenger: str
    defender: str


@dataclass(frozen=True, slots=True)
class LadderStand:
    """A ladder as it stands."""

    game: GameName
    rungs: list[Rung]
    going: list[RungGame]
    rested: frozenset[frozenset[str]]
    """Pairs that have just played."""

    def place_of(self, person: str) -> int | None:
        """Return somebody's place; None for who has none."""
        return next((each.place for each in self.rungs if each.person == person), None)

    def game_of(self, person: str) -> RungGame | None:
        """Return the game for a place that somebody plays."""
        return next((each for each in self.going if person in (each.challenger, each.defender)), None)

    def may_challenge(self, person: str, other: str) -> bool:
        """Return whether somebody can play for another one's place now."""
        mine, his = self.place_of(person), self.place_of(other)
        if mine is None or his is None or not 0 < mine - his <= REACH:
            return False
        is_free = self.game_of(person) is None and self.game_of(other) is None
        return is_free and frozenset((person, other)) not in self.rested


class Rungs:
    """The ladders of the house."""

    def __init__(self, store: Store, rooms: Rooms, on_begun: Callable[[Room], None] = lambda _: None) -> None:
        """Keep them in a store, play for places in rooms; `on_begun` hears of each game that has begun."""
        self._store, self._rooms, self._on_begun = store, rooms, on_begun

    async def stand(self, game: GameName) -> LadderStand:
        """Return how a ladder stands."""
        now = self._now()
        return await self._store.read(lambda connection: _read(connection, game, now))

    async def join(self, game: GameName, account: UserAccount | None) -> LadderStand:
        """Let somebody have the last place, or say that he is still there.

        Raises:
            ServerError: "account/none", "account/bot", "rung/full".
        """
        who, now = _person(account), self._now()

        def work(connection: sa.Connection) -> None:
            stand = _locked(connection, game, now)
            if stand.place_of(who.id) is not None:
                _touch(connection, game, (who.id,), now)
                return
            if len(stand.rungs) >= MOST_PLACES:
                raise ServerError(f"this ladder has {MOST_PLACES} places, and all are taken", slug="rung/full")
            known = {"game": game, "person": who.id, "place": len(stand.rungs) + 1}
            connection.execute(rungs.insert().values(known | {"joined_ms": now, "active_ms": now}))

        await self._store.write(work)
        return await self.stand(game)

    async def leave(self, game: GameName, account: UserAccount | None) -> LadderStand:
        """Let somebody have no place any more; a game that goes on changes none.

        Raises:
            ServerError: "account/none", "account/bot".
        """
        who, now = _person(account), self._now()

        def work(connection: sa.Connection) -> None:
            stand = _locked(connection, game, now)
            _set_places(connection, game, [each.person for each in stand.rungs if each.person != who.id], stand)

        await self._store.write(work)
        return await self.stand(game)

    async def challenge(self, game: GameName, account: UserAccount | None, other: UserAccount) -> str:
        """Let somebody play for the place of another one, at most three above his own; return the game's id.

        Raises:
            ServerError: "account/none", "account/bot", "rung/reach".
        """
        who, now = _person(account), self._now()
        people = (who, other) if secrets.randbelow(2) else (other, who)
        seats = Participant(name=people[0].name), Participant(name=people[1].name)
        about = TournamentRef(f"{_PREFIX}{game}", f"{game.capitalize()} ladder")
        created = Created(game, seats, clock=CLOCK, rated=True, tournament=about)

        def claim(game_id: str) -> Work:
            def work(connection: sa.Connection) -> None:
                stand = _locked(connection, game, now)
                if not stand.may_challenge(who.id, other.id) or are_apart(connection, who.id, other.id):
                    told = f"a place is played for by who stands at most {REACH} below it, one game each at a time"
                    raise ServerError(told, slug="rung/reach")
                known = {"game_id": game_id, "game": game, "challenger": who.id, "defender": other.id}
                connection.execute(rung_games.insert().values(known | {"begun_ms": now}))
                _touch(connection, game, (who.id,), now)

            return work

        room = await self._rooms.begin_between(created, (people[0].id, people[1].id), claim, is_public=True)
        self._on_begun(room)
        return room.row.id

    def _now(self) -> int:
        return self._rooms.wall.now().at_ms


def end_on_ladder(row: GameRow, log: GameLog, happened: Sequence[Event]) -> Work | None:
    """Return the work that changes places after a game for one, in the transaction that ends it; None for all else."""
    where = log.created.tournament
    if where is None or not where.id.startswith(_PREFIX) or not log.is_over:
        return None
    (first, second), missed = result_of(log)
    winner = row.person0 if first > second else row.person1 if second > first else None
    came = [who for seat, who in enumerate((row.person0, row.person1)) if who and not missed & (1 << seat)]
    game_id, at_ms = row.id, happened[0].at_ms

    def work(connection: sa.Connection) -> None:
        lock_until_commit(connection, RUNGS)
        goes_on = rung_games.c.game_id == game_id, rung_games.c.ended_ms.is_(None)
        found = connection.execute(sa.select(rung_games).where(*goes_on)).one_or_none()
        if found is None:
            return
        connection.execute(rung_games.update().where(*goes_on).values(ended_ms=at_ms))
        stand = _read(connection, found.game, at_ms)
        mine, his = stand.place_of(found.challenger), stand.place_of(found.defender)
        if winner == found.challenger and mine is not None and his is not None and his < mine:
            order = [each.person for each in stand.rungs if each.person != found.challenger]
            order.insert(his - 1, found.challenger)
            _set_places(connection, found.game, order, stand)
        _touch(connection, found.game, came, at_ms)

    return work


def drop_closed(connection: sa.Connection, person: str, now_ms: int) -> None:
    """Let somebody whose account is closed have no place any more, as part of a transaction."""
    found = connection.execute(sa.select(rungs.c.game).where(rungs.c.person == person)).scalars().all()
    for game in sorted(found):
        _locked(connection, game, now_ms)


# --- in a transaction


def _locked(connection: sa.Connection, game: str, now_ms: int) -> LadderStand:
    """Return a ladder that nobody else changes, without those who have dropped off it."""
    lock_until_commit(connection, RUNGS)
    stand = _read(connection, game, now_ms)
    _set_places(connection, game, [each.person for each in stand.rungs], stand)
    return stand


def _read(connection: sa.Connection, game: Any, now_ms: int) -> LadderStand:
    """Return a ladder, its places counted anew without those who have dropped off, or have no account any more."""
    columns = [rungs.c[name] for name in Rung.__slots__]
    here = accounts.c.is_closed == sa.false(), rungs.c.game == game, rungs.c.active_ms > now_ms - IDLE_MS
    query = sa.select(*columns).join(accounts, accounts.c.id == rungs.c.person).where(*here)
    rows = connection.execute(query.order_by(rungs.c.place)).all()
    known = [Rung(row.person, at, row.joined_ms, row.active_ms) for at, row in enumerate(rows, 1)]
    mine = sa.select(rung_games).where(rung_games.c.game == game)
    going = connection.execute(mine.where(rung_games.c.ended_ms.is_(None)).order_by(rung_games.c.begun_ms)).all()
    rested = connection.execute(mine.where(rung_games.c.ended_ms > now_ms - REST_MS)).all()
    return LadderStand(
        game,
        known,
        [RungGame(row.game_id, row.challenger, row.defender) for row in going],
        frozenset(frozenset((row.challenger, row.defender)) for row in rested),
    )


def _set_places(connection: sa.Connection, game: str, order: Sequence[str], stand: LadderStand) -> None:
    """Let these have the places, from the first on, and nobody else any."""
    connection.execute(rungs.delete().where(rungs.c.game == game, rungs.c.person.not_in(list(order))))
    before = {each.person: each.place for each in stand.rungs}
    for place, person in enumerate(order, 1):
        which = rungs.c.game == game, rungs.c.person == person, rungs.c.place != place
        if before.get(person) != place or person in before:
            connection.execute(rungs.update().where(*which).values(place=place))


def _touch(connection: sa.Connection, game: str, persons: Sequence[str], now_ms: int) -> None:
    which = rungs.c.game == game, rungs.c.person.in_(list(persons))
    connection.execute(rungs.update().where(*which).values(active_ms=now_ms))


def _person(account: UserAccount | None) -> UserAccount:
    if account is None:
        raise ServerError("a ladder is for people with names: take one or log in", slug="account/none")
    if account.kind != "person":
        raise ServerError("a ladder is for people, not for bots", slug="account/bot")
    return account
