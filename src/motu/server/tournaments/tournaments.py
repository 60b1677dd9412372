"""Tournaments: made, joined, begun, and looked after until they are over (floor: server).

Invariant: all that is so is in the database. A look takes the tournament's row, works out from what is kept what is to
be done, and writes it at once; a game of a pair begins in the transaction that notes it, and ends in the one that keeps
its score. So any process may look at any time, any number of them, and whoever is killed has left nothing half done.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import sqlalchemy as sa

from motu.errors import MotuError
from motu.games import load_game
from motu.server.accounts.account import UserAccount
from motu.server.accounts.accounts import Accounts
from motu.server.events import Created, Event, ServerError, TournamentRef
from motu.server.house_games import refuse_toy
from motu.server.house_players import is_house, seat_of_account
from motu.server.new_games import ID_BYTES
from motu.server.ratings.counting import rating_now
from motu.server.recurring import RecurringTask
from motu.server.room import Room
from motu.server.rooms import Rooms
from motu.server.schema import tournament_entrants, tournaments
from motu.server.store import Store, Work
from motu.server.tournaments import book, systems
from motu.server.tournaments.course import TournamentCourse
from motu.server.tournaments.rights import TournamentAct, check_act
from motu.server.tournaments.terms import MOST_AHEAD_MS
from motu.server.tournaments.tournament import (
    Tournament,
    TournamentEntrant,
    TournamentGame,
    TournamentTerms,
    tournament_as_row,
    tournament_in_row,
)

SWEEP_SECONDS = 1.0
"""How often somebody looks for tournaments that are due."""
PATIENCE_SECONDS = 5.0
AGAIN_MS = 5_000
"""When it is looked again whether games that should have begun or ended have."""
MOST_AT_ONCE = 50
MAX_MADE = 3
"""Tournaments of one maker that are not over."""
MAX_GOING = 100
"""Tournaments of the house that are not over."""
MAX_ENTERED = 10
"""Tournaments that are not over in which one may be at a time."""
MAX_LISTED = 30
"""Of each kind: those that can be joined, those that go on, those that are over."""

_GOES_ON = ("open", "running")
_log = logging.getLogger("motu.server")


@dataclass(slots=True)
class _Look:
    """What a look at a tournament has come to."""

    has_changed: bool = False
    tournament: Tournament | None = None
    to_begin: list[TournamentGame] = field(default_factory=list)
    to_give_up: list[tuple[str, str]] = field(default_factory=list)


class _HasBegun(Exception):  # noqa: N818 - it tells of no error: somebody has done it already
    """The game of a pair has begun."""


class Tournaments:
    """All tournaments of the house."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        accounts: Accounts,
        tell: Callable[[Tournament], None] = lambda _: None,
        on_begun: Callable[[Room], None] = lambda _: None,
    ) -> None:
        """Keep them in a store, play their games in rooms.

        Args:
            store: Where they are.
            rooms: Where their games are played.
            accounts: Whose names are shown.
            tell: Hears of each that is no longer what it was.
            on_begun: Hears of each game that has begun.
        """
        self._store, self._rooms, self._accounts = store, rooms, accounts
        self._tell, self._on_begun = tell, on_begun
        self._task: RecurringTask | None = None

    # --- looked after

    async def open(self) -> None:
        """Look after them until `close`."""
        self._task = RecurringTask(self.sweep, SWEEP_SECONDS, "tournaments", patience=PATIENCE_SECONDS)

    async def close(self) -> None:
        """Look no longer."""
        if self._task is not None:
            await self._task.stop()

    def hear(self, room: Room, _happened: Sequence[Event]) -> None:
        """Take what has happened in a game: at the end of one of a tournament there is something to be done."""
        if self._task is not None and room.log.created.tournament is not None and room.log.is_over:
            self._task.stir()

    async def sweep(self) -> None:
        """Do what is due."""
        now = self._now()
        query = sa.select(tournaments.c.id).where(tournaments.c.due_ms <= now).order_by(tournaments.c.due_ms)
        found = await self._store.read(lambda opened: opened.execute(query.limit(MOST_AT_ONCE)).scalars().all())
        for tournament_id in found:
            await self.look(tournament_id)

    async def look(self, tournament_id: str) -> None:
        """Do what is to be done in a tournament, if that is due."""
        now = self._now()
        look = await self._store.write(lambda opened: _look(opened, tournament_id, now))
        if look.tournament is None:
            return
        for game in look.to_begin:
            await self._begin(look.tournament, game)
        for game_id, person in look.to_give_up:
            await self._give_up(game_id, person)
        if look.has_changed:
            self._tell(look.tournament)

    async def _begin(self, tournament: Tournament, game: TournamentGame) -> None:
        """Let a pair play, unless another process has done so."""
        persons = game.person0, game.person1 or ""
        terms = tournament.terms
        round_ = 0 if terms.system == "arena" else game.round + 1
        about = TournamentRef(tournament.id, terms.name, round_)
        try:
            first, second = [seat_of_account(await self._accounts.find(each)) for each in persons]
            created = Created(terms.spec, (first, second), clock=terms.clock, rated=terms.rated, tournament=about)
            claim = _claim(tournament.id, game.number)
            self._on_begun(await self._rooms.begin_between(created, persons, claim, is_public=True))
        except _HasBegun:
            return
        except MotuError as error:
            _log.warning("game %s of tournament %s can't begin just now: %s", game.number, tournament.id, error)

    async def _give_up(self, game_id: str, person: str) -> None:
        """Let somebody who has withdrawn give up a game that goes on."""
        try:
            room = await self._rooms.find(game_id)
            await self._rooms.resign(room, 0 if person == room.row.person0 else 1)
        except MotuError as error:
            if error.slug != "server/over":
                _log.warning("game %s of a tournament can't be given up just now: %s", game_id, error)

    # --- what people do

    async def make(self, maker: UserAccount, terms: TournamentTerms, starts_in_ms: int) -> TournamentCourse:
        """Let people join a tournament.

        Raises:
            ServerError: "server/too-many", "tournament/terms".
        """
        if not 0 <= starts_in_ms <= MOST_AHEAD_MS:
            raise ServerError("a tournament begins within 60 days", slug="tournament/terms")
        now = self._now()
        starts = now + starts_in_ms
        made = Tournament(secrets.token_urlsafe(ID_BYTES), maker.id, terms, "open", now, starts, due_ms=starts)

        def work(connection: sa.Connection) -> None:
            _refuse_more(connection, maker.id)
            connection.execute(tournaments.insert().values(tournament_as_row(made)))

        await self._store.write(work)
        return await self.find(made.id)

    async def find(self, tournament_id: str) -> TournamentCourse:
        """Return a tournament as it stands.

        Raises:
            ServerError: "tournament/none".
        """
        now = self._now()

        def read(connection: sa.Connection) -> TournamentCourse | None:
            found = book.read_tournament(connection, tournament_id)
            return None if found is None else book.read_course(connection, found, now)

        course = await self._store.read(read)
        if course is None:
            raise _no_tournament(tournament_id)
        return course

    async def listed(self) -> list[TournamentCourse]:
        """Return those that can be joined, the next one first, those that go on, and those that are over lately."""
        now = self._now()

        def read(connection: sa.Connection) -> list[TournamentCourse]:
            found: list[Tournament] = []
            orders = {
                "open": tournaments.c.starts_ms,
                "running": tournaments.c.begun_ms.desc(),
                "over": tournaments.c.over_ms.desc(),
            }
            for state, order in orders.items():
                query = sa.select(tournaments).where(tournaments.c.state == state)
                rows = connection.execute(query.order_by(order, tournaments.c.id).limit(MAX_LISTED))
                found += [tournament_in_row(row) for row in rows]
            return [TournamentCourse(each, book.read_entrants(connection, each), [], now) for each in found]

        return await self._store.read(read)

    async def enter(self, tournament_id: str, account: UserAccount | None) -> TournamentCourse:
        """Let somebody join, or come back to an arena.

        Raises:
            ServerError: "account/none", "tournament/none", "tournament/state", "tournament/full", "tournament/bots",
                "server/too-many".
        """
        return await self._change("enter", tournament_id, account, _enter)

    async def leave(self, tournament_id: str, account: UserAccount | None) -> TournamentCourse:
        """Let somebody be out of a tournament: before it begins as if he had never joined.

        Raises:
            ServerError: "account/none", "tournament/none", "tournament/not-yours", "tournament/state".
        """
        return await self._change("leave", tournament_id, account, _leave)

    async def set_levels(
        self, tournament_id: str, account: UserAccount | None, wanted: Collection[str]
    ) -> TournamentCourse:
        """Let the machine's accounts of these ids play in a tournament, and no others of them.

        Raises:
            ServerError: "account/none", "tournament/none", "tournament/not-yours", "tournament/bots",
                "tournament/state", "tournament/full".
        """
        known = await self._accounts.known(wanted)
        levels = [known[each] for each in sorted(known)]
        return await self._change("levels", tournament_id, account, partial(_set_levels, levels=levels))

    async def begin(self, tournament_id: str, account: UserAccount | None) -> TournamentCourse:
        """Let a tournament begin now.

        Raises:
            ServerError: "account/none", "tournament/none", "tournament/not-yours", "tournament/state".
        """
        return await self._change("begin", tournament_id, account, _begin_now)

    async def voided(self, tournament_id: str) -> None:
        """Tell that a game counts no longer, and do what follows from it."""
        await self.look(tournament_id)
        self._tell((await self.find(tournament_id)).tournament)

    async def cancel(self, tournament_id: str, account: UserAccount | None) -> TournamentCourse:
        """Let a tournament that has not begun come to nothing.

        Raises:
            ServerError: "account/none", "tournament/none", "tournament/not-yours", "tournament/state".
        """
        return await self._change("cancel", tournament_id, account, _cancel)

    async def _change(
        self,
        act: TournamentAct,
        tournament_id: str,
        account: UserAccount | None,
        change: Callable[[sa.Connection, TournamentCourse, UserAccount], Tournament],
    ) -> TournamentCourse:
        """Change a tournament in one transaction, and do what follows from it."""
        now = self._now()

        def work(connection: sa.Connection) -> None:
            found = book.locked(connection, tournament_id)
            if found is None:
                raise _no_tournament(tournament_id)
            course = book.read_course(connection, found, now)
            changed = change(connection, course, check_act(act, account, course))
            book.write_tournament(connection, changed)

        await self._store.write(work)
        await self.look(tournament_id)
        course = await self.find(tournament_id)
        self._tell(course.tournament)
        return course

    def _now(self) -> int:
        return self._rooms.wall.now().at_ms


# --- one look


def _look(connection: sa.Connection, tournament_id: str, now_ms: int) -> _Look:
    found = book.locked(connection, tournament_id)
    if found is None or found.state not in _GOES_ON or found.due_ms is None or found.due_ms > now_ms:
        return _Look()
    before = book.read_course(connection, found, now_ms)
    course = TournamentCourse(found, {**before.entrants}, [replace(each) for each in before.games], now_ms)
    persons = list(course.entrants)
    for person in book.gone_among(connection, persons, now_ms, is_live=course.is_live):
        if not course.is_out(person):
            course.withdraw(person)
    if found.terms.system != "knock-out":
        course.apart = book.apart_among(connection, persons)
    if found.terms.system == "arena":
        course.elsewhere = book.playing_elsewhere(connection, tournament_id, persons)
    if found.state == "running":
        systems.go_on(course)
    elif found.starts_ms <= now_ms:
        _start(connection, course)
    begins = [each for each in course.unsettled if each.game is None and each.begins_ms is not None]
    look = _Look(to_begin=[each for each in begins if (each.begins_ms or 0) <= now_ms])
    look.to_give_up = book.still_played(connection, course)
    look.tournament = _as_it_stands(course, look)
    is_new = course.entrants != before.entrants or look.tournament.state != found.state
    look.has_changed = is_new or bool(course.changed)
    book.write_course(connection, before, course)
    book.write_tournament(connection, look.tournament)
    return look


def _start(connection: sa.Connection, course: TournamentCourse) -> None:
    """Give everybody his seed, the highest rating first, and begin; where there are too few, nothing comes of it."""
    terms, now = course.tournament.terms, course.now_ms
    for person in [each for each in course.entrants if course.is_out(each)]:
        book.remove_entrant(connection, course.tournament.id, person)
        del course.entrants[person]
    if not course.can_begin:
        course.tournament = replace(course.tournament, state="cancelled", over_ms=now)
        return
    rated = {each: rating_now(connection, each, terms.game, terms.speed, now)[0].value for each in course.entrants}
    in_order = sorted(course.entrants, key=lambda each: (-rated[each], course.entrants[each].joined_ms, each))
    for seed, person in enumerate(in_order):
        course.entrants[person] = replace(course.entrants[person], seed=seed, rating=rated[person])
    ends = now + terms.minutes * 60_000 if terms.system == "arena" else None
    course.tournament = replace(course.tournament, state="running", begun_ms=now, ends_ms=ends)
    systems.begin(course)


def _as_it_stands(course: TournamentCourse, look: _Look) -> Tournament:
    """Return a tournament with its state, and when it is to be looked at again."""
    now, tournament = course.now_ms, course.tournament
    if tournament.state == "open":
        return replace(tournament, due_ms=tournament.starts_ms)
    if course.is_over or tournament.state == "cancelled":
        return replace(tournament, state="over" if course.is_over else "cancelled", over_ms=now, due_ms=None)
    waits = [course.next_begin_ms()] if not look.to_begin else []
    if look.to_begin or look.to_give_up:
        waits.append(now + AGAIN_MS)
    if tournament.terms.system == "arena":
        waits.append(min(tournament.ends_ms or now, now + systems.PAIRING_MS))
    return replace(tournament, due_ms=min((each for each in waits if each is not None), default=None))


def _claim(tournament_id: str, number: int) -> Callable[[str], Work]:
    def claim(game_id: str) -> Work:
        def work(connection: sa.Connection) -> None:
            if not book.claim_game(connection, tournament_id, number, game_id):
                raise _HasBegun

        return work

    return claim


# --- what people do, in a transaction


def _enter(connection: sa.Connection, course: TournamentCourse, account: UserAccount) -> Tournament:
    tournament, terms, now = course.tournament, course.tournament.terms, course.now_ms
    known = course.entrants.get(account.id)
    if account.kind != "person" and not terms.allows_bots:
        raise ServerError("this tournament is for people alone", slug="tournament/bots")
    if not course.takes_part:
        raise ServerError("this tournament can be joined no more", slug="tournament/state")
    if known is not None and known.withdrawn_ms is None:
        return tournament
    if course.is_full:
        raise ServerError(f"this tournament is full: it is for {terms.most} players", slug="tournament/full")
    if known is not None:
        back = replace(known, joined_ms=now, withdrawn_ms=None)
        after = replace(course, entrants={**course.entrants, account.id: back})
        book.write_course(connection, course, after)
        return tournament
    if account.kind != "house":
        _refuse_more_entered(connection, account.id)
    rating, _ = rating_now(connection, account.id, terms.game, terms.speed, now)
    book.add_entrant(connection, tournament.id, TournamentEntrant(account.id, now, rating=rating.value))
    if tournament.state == "open" and terms.begins_full and len(course.playing) + 1 == terms.most:
        return replace(tournament, starts_ms=now, due_ms=now)
    return tournament


def _leave(connection: sa.Connection, course: TournamentCourse, account: UserAccount) -> Tournament:
    return _take_out(connection, course, account.id)


def _take_out(connection: sa.Connection, course: TournamentCourse, person: str) -> Tournament:
    tournament = course.tournament
    if tournament.state == "open":
        book.remove_entrant(connection, tournament.id, person)
        return tournament
    if tournament.state != "running":
        raise ServerError("this tournament is over", slug="tournament/state")
    after = replace(course, entrants={**course.entrants})
    after.withdraw(person)
    book.write_course(connection, course, after)
    return replace(tournament, due_ms=course.now_ms)


def _set_levels(
    connection: sa.Connection, course: TournamentCourse, _maker: UserAccount, levels: Sequence[UserAccount]
) -> Tournament:
    """Let those leave first who are not wanted, so that there is room."""
    if not course.tournament.terms.allows_bots:
        raise ServerError("this tournament is for people alone", slug="tournament/bots")
    if not course.takes_part:
        raise ServerError("nobody joins this tournament any more", slug="tournament/state")
    wanted, tournament = {each.id for each in levels}, course.tournament
    if wanted and tournament.terms.rated:
        refuse_toy(load_game(tournament.terms.spec), tournament.terms.clock)
    for person in [each for each in course.entrants if is_house(each) and not course.is_out(each)]:
        if person not in wanted:
            tournament = _take_out(connection, course, person)
    for each in levels:
        now = replace(course, tournament=tournament, entrants=book.read_entrants(connection, tournament))
        tournament = _enter(connection, now, each)
    return tournament


def _begin_now(_connection: sa.Connection, course: TournamentCourse, _account: UserAccount) -> Tournament:
    if course.tournament.state != "open":
        raise ServerError("this tournament has begun already, or never will", slug="tournament/state")
    if not course.can_begin:
        told = "a tournament begins with two players at least, and not with the machine's levels alone"
        raise ServerError(told, slug="tournament/state")
    return replace(course.tournament, starts_ms=course.now_ms, due_ms=course.now_ms)


def _cancel(_connection: sa.Connection, course: TournamentCourse, _account: UserAccount) -> Tournament:
    if course.tournament.state == "cancelled":
        return course.tournament
    if course.tournament.state != "open":
        raise ServerError("this tournament has begun: let it be played", slug="tournament/state")
    return replace(course.tournament, state="cancelled", over_ms=course.now_ms, due_ms=None)


def _refuse_more(connection: sa.Connection, maker: str) -> None:
    """Check the limits, in the transaction that would go beyond them."""
    goes_on = sa.select(sa.func.count()).select_from(tournaments).where(tournaments.c.state.in_(_GOES_ON))
    if int(connection.execute(goes_on.where(tournaments.c.maker == maker)).scalar_one()) >= MAX_MADE:
        raise ServerError(f"{MAX_MADE} tournaments of yours are not over; wait for one of them", slug="server/too-many")
    if int(connection.execute(goes_on).scalar_one()) >= MAX_GOING:
        raise ServerError("as many tournaments go on as this house can hold", slug="server/too-many")


def _refuse_more_entered(connection: sa.Connection, person: str) -> None:
    mine = tournament_entrants.c.person == person, tournament_entrants.c.withdrawn_ms.is_(None)
    query = sa.select(sa.func.count()).select_from(tournament_entrants)
    query = query.join(tournaments, tournaments.c.id == tournament_entrants.c.tournament)
    if int(connection.execute(query.where(*mine, tournaments.c.state.in_(_GOES_ON))).scalar_one()) >= MAX_ENTERED:
        raise ServerError(f"you are in {MAX_ENTERED} tournaments already", slug="server/too-many")


def topic_of_tournament(tournament_id: str) -> str:
    """Return by which name those who look at a tournament are told something."""
    return f"tournament/{tournament_id}"


def _no_tournament(tournament_id: str) -> ServerError:
    return ServerError(f"there is no tournament '{tournament_id}'", slug="tournament/none", text=tournament_id)
