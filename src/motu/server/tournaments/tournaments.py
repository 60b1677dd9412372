"""Tournaments: made, joined, begun, and looked after until they are over (floor: server).

Invariant: all that is so is in the database. A look takes the tournament's row, works out from what is kept what is to
be done, and writes it at once; a game of a pair begins in the transaction that notes it, and ends in the one that keeps
its score. So any process may look at any time, any number of them, and whoever is killed has left nothing half done.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection, Sequence
from functools import partial

import sqlalchemy as sa

from motu.errors import MotuError
from motu.server.accounts.account import UserAccount
from motu.server.accounts.accounts import Accounts
from motu.server.events import Created, Event, ServerError, TournamentRef
from motu.server.house_players import seat_of_account
from motu.server.new_games import ID_BYTES
from motu.server.recurring import RecurringTask
from motu.server.room import Room
from motu.server.rooms import Rooms
from motu.server.schema import tournaments
from motu.server.store import Store, Work
from motu.server.tournaments import book, changes
from motu.server.tournaments.course import TournamentCourse
from motu.server.tournaments.limits import refuse_more
from motu.server.tournaments.look import look_at
from motu.server.tournaments.rights import TournamentAct, check_act
from motu.server.tournaments.terms import MOST_AHEAD_MS
from motu.server.tournaments.tournament import (
    Tournament,
    TournamentGame,
    TournamentTerms,
    tournament_as_row,
    tournament_in_row,
)

SWEEP_SECONDS = 1.0
"""How often somebody looks for tournaments that are due."""
PATIENCE_SECONDS = 5.0
MOST_AT_ONCE = 50
MAX_LISTED = 30
"""Of each kind: those that can be joined, those that go on, those that are over."""

_log = logging.getLogger("motu.server")


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
        faults: list[Exception] = []
        for tournament_id in found:
            try:
                await self.look(tournament_id)
            except MotuError:
                raise  # nothing can be written just now
            except Exception as error:  # noqa: BLE001 - the other tournaments go on; it is told below
                faults.append(error)
        if faults:
            raise faults[0]

    async def look(self, tournament_id: str) -> None:
        """Do what is to be done in a tournament, if that is due."""
        now = self._now()
        look = await self._store.write(lambda opened: look_at(opened, tournament_id, now))
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
            refuse_more(connection, maker.id)
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
        return await self._change("enter", tournament_id, account, changes.enter)

    async def leave(self, tournament_id: str, account: UserAccount | None) -> TournamentCourse:
        """Let somebody be out of a tournament: before it begins as if he had never joined.

        Raises:
            ServerError: "account/none", "tournament/none", "tournament/not-yours", "tournament/state".
        """
        return await self._change("leave", tournament_id, account, changes.leave)

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
        return await self._change("levels", tournament_id, account, partial(changes.set_levels, levels=levels))

    async def begin(self, tournament_id: str, account: UserAccount | None) -> TournamentCourse:
        """Let a tournament begin now.

        Raises:
            ServerError: "account/none", "tournament/none", "tournament/not-yours", "tournament/state".
        """
        return await self._change("begin", tournament_id, account, changes.begin_now)

    async def voided(self, tournament_id: str) -> None:
        """Tell that a game counts no longer, and do what follows from it."""
        await self.look(tournament_id)
        self._tell((await self.find(tournament_id)).tournament)

    async def cancel(self, tournament_id: str, account: UserAccount | None) -> TournamentCourse:
        """Let a tournament that has not begun come to nothing.

        Raises:
            ServerError: "account/none", "tournament/none", "tournament/not-yours", "tournament/state".
        """
        return await self._change("cancel", tournament_id, account, changes.cancel)

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


def _claim(tournament_id: str, number: int) -> Callable[[str], Work]:
    def claim(game_id: str) -> Work:
        def work(connection: sa.Connection) -> None:
            if not book.claim_game(connection, tournament_id, number, game_id):
                raise _HasBegun

        return work

    return claim


def topic_of_tournament(tournament_id: str) -> str:
    """Return by which name those who look at a tournament are told something."""
    return f"tournament/{tournament_id}"


def _no_tournament(tournament_id: str) -> ServerError:
    return ServerError(f"there is no tournament '{tournament_id}'", slug="tournament/none", text=tournament_id)
