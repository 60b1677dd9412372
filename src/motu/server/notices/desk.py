"""The notices of all people: written with what causes them, told to their open pages, read (floor: server)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import msgspec
import sqlalchemy as sa

from motu.server.accounts.shown import ShownNames
from motu.server.audience import Broadcaster
from motu.server.bus.exchange import Exchange
from motu.server.bus.onlookers import Onlookers
from motu.server.challenge import Challenge
from motu.server.events import Event
from motu.server.game_log import GameLog
from motu.server.notices.causes import Cause, actor_of, causes_of, is_told
from motu.server.notices.kinds import ALWAYS, NoticeChosen, Wishes, keep_wishes, wishes_of
from motu.server.notices.outbox import is_reached, mark_read, note_seen, settle_notices, unread_of, write_notices
from motu.server.notices.views import MOST_SHOWN, NoticeFound, NoticesView, find_notices, plays_elsewhere
from motu.server.room import Room
from motu.server.schema import sessions
from motu.server.speeds import speed_of
from motu.server.store import GameRow, Store, Work
from motu.server.wall_time import now_ms

_PERSON, _LOOK = "person/", "look/"


class NoticesChanged(msgspec.Struct, frozen=True, tag="notices_changed"):
    """Why a page should ask again: what there is now, the database knows."""


CHANGED = NoticesChanged()


class Notices:
    """What the people of this house are told of."""

    def __init__(
        self,
        store: Store,
        exchange: Exchange,
        audience: Broadcaster,
        onlookers: Onlookers,
        names: ShownNames,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        """Keep notices in a store; `clock` tells the time of day, in milliseconds."""
        self.store, self.clock = store, clock
        self._exchange, self._audience, self._onlookers, self._names = exchange, audience, onlookers, names
        self._told: dict[str, tuple[int, int]] = {}
        """What the pages here of each person have been told: how many are unread, when the latest came."""
        self.to_trim: set[str] = set()

    # --- what causes them

    def along(self, row: GameRow, log: GameLog, happened: Sequence[Event]) -> Work | None:
        """Return the work that keeps notices in the transaction of what causes them."""
        causes, settled = self._news(row, log, happened), self._settled(row, log, happened)
        if not causes and settled is None:
            return None
        at_ms = happened[-1].at_ms

        def work(connection: sa.Connection) -> None:
            if settled is not None:
                settle_notices(connection, settled, row.id)
            write_notices(connection, causes, at_ms)

        return work

    def hear(self, room: Room, happened: Sequence[Event]) -> None:
        """Tell the pages of those whom it concerns, after it has been kept."""
        causes, settled = self._news(room.row, room.log, happened), self._settled(room.row, room.log, happened)
        for person in {each.person for each in causes} | ({settled} if settled is not None else set()):
            self.ring(person)

    def begun(self, room: Room) -> None:
        """Tell the pages of two people whose game has begun."""
        self.hear(room, room.log.events)

    def challenged(self, made: Challenge) -> Work | None:
        """Return the work that tells somebody of a challenge for him alone, or its maker of his no."""
        if made.asked is None or (made.declined_ms is not None and made.terms.is_bot):
            return None
        cause, at_ms = Cause(made.asked, "challenge", f"{made.id}.challenge", challenge=made.id), made.created_ms
        if made.declined_ms is not None:
            cause, at_ms = (
                replace(cause, person=made.maker, kind="declined", key=f"{made.id}.declined"),
                made.declined_ms,
            )
        return lambda connection: write_notices(connection, [cause], at_ms)

    def has_key(self, person: str, key: str) -> Work:
        """Return the work that tells somebody in the transaction that gives his account another passkey."""
        cause, at_ms = Cause(person, "passkey", f"{key}.passkey"), self.clock()
        return lambda connection: write_notices(connection, [cause], at_ms)

    def _news(self, row: GameRow, log: GameLog, happened: Sequence[Event]) -> list[Cause]:
        """Return what somebody is to be told of who isn't at the game."""
        return [each for each in causes_of(row, log, happened) if not self._is_at(each.person, row, log)]

    def _settled(self, row: GameRow, log: GameLog, happened: Sequence[Event]) -> str | None:
        """Return who has acted without being at the game, so that what he was to be told of it is settled."""
        actor = actor_of(log, happened)
        if actor is None or row.person0 is None or not is_told(log, actor):
            return None
        person = (row.person0, row.person1)[actor]
        return None if person is None or self._is_at(person, row, log) else person

    def _is_at(self, person: str, row: GameRow, log: GameLog) -> bool:
        """Return whether somebody is at a game: of one by correspondence, whether he looks at it just now."""
        if speed_of(log.created.clock, log.game) == "correspondence":
            return self.is_looking(person, row.id)
        return person in self._onlookers.guests(row.id)

    def is_looking(self, person: str, game: str) -> bool:
        """Return whether somebody looks at a game just now, on a page that he sees."""
        return person in self._onlookers.guests(look_topic(game))

    # --- telling pages

    def ring(self, person: str) -> None:
        """Have all pages of somebody ask again, wherever in the house."""
        self.to_trim.add(person)
        self._exchange.tell(person_topic(person), CHANGED)

    async def compare(self, topics: Collection[str]) -> None:
        """Have those pages of this process ask again whose people have other notices than they were told."""
        people = [topic.removeprefix(_PERSON) for topic in topics if topic.startswith(_PERSON)]
        if not people:
            return
        now = await self.store.read(lambda connection: unread_of(connection, people))
        for person in people:
            if now.get(person, (0, 0)) != self._told.get(person, (0, 0)):
                self._told[person] = now.get(person, (0, 0))
                self._audience.send(person_topic(person), CHANGED)
        here = set(people)
        self._told = {person: told for person, told in self._told.items() if person in here}

    # --- reading

    async def of(self, person: str, *, has_name: bool) -> NoticesView:
        """Return what somebody is told of."""

        def read(connection: sa.Connection) -> tuple[list[NoticeFound], bool]:
            self._told[person] = unread_of(connection, [person]).get(person, (0, 0))
            found = find_notices(connection, person, wishes_of(connection, person), self.clock())
            return found, has_name or bool(found) or plays_elsewhere(connection, person)

        found, is_concerned = await self.store.read(read)
        shown = found[:MOST_SHOWN]
        seats = await self._names.all_seats([(each.persons, each.seats) for each in shown])
        views = tuple(each.called(names) for each, names in zip(shown, seats, strict=True))
        unread, name = sum(not each.view.is_read for each in found), await self._names.name(person)
        return NoticesView(unread, views, is_concerned, name)

    async def read(self, person: str, *, game: str | None = None, ids: Collection[str] | None = None) -> None:
        """Note that somebody has read notices: those of a game, or some, or all."""
        at_ms = self.clock()
        if await self.store.write(lambda connection: mark_read(connection, person, at_ms, game=game, ids=ids)):
            self.ring(person)

    async def wishes(self, person: str) -> Wishes:
        """Return what somebody wants to be told of."""
        return await self.store.read(lambda connection: wishes_of(connection, person))

    async def choose(
        self, person: str, page: Collection[NoticeChosen], push: Collection[NoticeChosen] | None
    ) -> Wishes:
        """Let somebody say what he wants to be told of: in the pages, and where none is open, if he says that."""

        def work(connection: sa.Connection) -> Wishes:
            known = wishes_of(connection, person)
            wishes = Wishes(ALWAYS.union(page), known.push if push is None else ALWAYS.union(push))
            keep_wishes(connection, person, wishes)
            return wishes

        wishes = await self.store.write(work)
        self.ring(person)
        return wishes

    async def seen(self, person: str) -> bool:
        """Note that somebody sees a page, where that counts; return whether it does."""
        counts = await self.store.read(lambda connection: is_reached(connection, person))
        if counts:
            at_ms = self.clock()
            await self.store.write(lambda connection: note_seen(connection, person, at_ms))
        return counts

    async def is_open(self, session: str | None) -> bool:
        """Return whether a session has not been ended."""
        if session is None:
            return True
        lasts = sessions.c.id == session, sessions.c.expires_ms > self.clock()
        query = sa.select(sessions.c.id).where(*lasts)
        return await self.store.read(lambda connection: connection.execute(query).first() is not None)

    def looks(self, *games: str) -> None:
        """Tell the house that somebody has begun or ceased to look at games here."""
        self._exchange.looked(*map(look_topic, games))


def person_topic(person: str) -> str:
    """Return by which name the pages of somebody are told something."""
    return f"{_PERSON}{person}"


def look_topic(game: str) -> str:
    """Return by which name it is known who looks at a game, on a page that he sees."""
    return f"{_LOOK}{game}"
