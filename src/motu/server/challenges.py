"""Games that wait for somebody: made, found by their link or in the list, taken once (floor: server).

Invariant: a challenge that was taken has its game, and nobody else takes it: both are written in one transaction, which
begins with the row that is still nobody's.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from motu.server.blocks.blocks import is_apart, refuse_apart
from motu.server.events import ClockSettings, Created, Participant, ServerError
from motu.server.game_log import check_playable
from motu.server.lobby.asking import not_now, refuse_shut_out, refuse_unasked
from motu.server.new_games import ID_BYTES
from motu.server.rates.too_often import too_often
from motu.server.rooms import Rooms
from motu.server.schema import accounts, challenges
from motu.server.seat_terms import check_seats
from motu.server.series import BestOf, first_score
from motu.server.store import Store, Work, in_turn
from motu.server.wall_time import now_ms

LINK_MS = 30 * 24 * 3_600_000
"""So long a challenge waits that is found by its link alone."""
OPEN_MS = 24 * 3_600_000
"""So long one waits that stands in the list for all."""
HOUR_MS = 3_600_000
MAX_WAITING = 20
"""Challenges of a guest's that may wait."""
MAX_HOURLY = 60
"""Challenges that a guest may make in an hour."""
MAX_OPEN = 500
"""Challenges that may wait in the list for all."""
MAX_ASKED = 100
"""Challenges that may wait for one account alone."""
MOST_TRIES = 5
"""So often a challenge is looked at again whose maker has just taken it along to his account."""
MAX_SHOWN = 50
"""So many of the list are shown, the latest first."""

Side = Literal["first", "second", "random"]
State = Literal["waiting", "taken", "cancelled", "declined", "expired"]


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is agreed by whoever takes a challenge."""

    spec: str
    side: Side = "random"
    """Who made it plays first or second, or as it falls."""
    clock: ClockSettings | None = None
    name: str = ""
    """What whoever made it is called."""
    rated: bool | None = None
    """Whether the result counts for both ratings; None: it does where both have names."""
    is_bot: bool = False
    """Whether whoever made it is a bot."""
    to: str = ""
    """The name of whom it is for alone; empty where anybody may take it."""
    is_named: bool = False
    """Whether whoever made it had a name of his own then."""
    best_of: BestOf = 0
    """How many games decide the series that it begins; 0: it is one game."""
    to_person: bool = False
    """Whether it is for a person alone, and not for a bot."""

    @property
    def may_count(self) -> bool:
        """Whether the result counts if whoever takes it has a name."""
        return bool(self.rated) or (self.rated is None and self.is_named)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A game that waits for somebody, or did."""

    id: str
    maker: str
    terms: Terms
    is_open: bool
    created_ms: int
    expires_ms: int
    cancelled_ms: int | None = None
    taken_by: str | None = None
    game: str | None = None
    asked: str | None = None
    """Who alone may take it, or decline it."""
    declined_ms: int | None = None

    def with_terms(self, terms: Terms) -> Challenge:
        """Return it with other terms."""
        return replace(self, terms=terms)

    @property
    def state(self) -> State:
        """How it stands now."""
        if self.taken_by is not None:
            return "taken"
        if self.cancelled_ms is not None:
            return "cancelled"
        if self.declined_ms is not None:
            return "declined"
        return "expired" if self.expires_ms <= now_ms() else "waiting"


Tell = Callable[[Challenge], None]
_TERMS: msgspec.json.Decoder[Terms] = msgspec.json.Decoder(Terms)
_REFUSALS: dict[State, str] = {
    "taken": "somebody else has taken this challenge",
    "cancelled": "whoever made this challenge has withdrawn it",
    "declined": "whom it is for has declined this challenge",
    "expired": "nobody took this challenge in time",
}


_HAVE_NAMES = sa.select(sa.func.count()).where(
    accounts.c.id.in_(sa.bindparam("ids", expanding=True)), accounts.c.is_closed == sa.false()
)


class Challenges:
    """All that wait on this server."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        tell: Tell = lambda _: None,
        tell_here: Tell = lambda _: None,
        along: Callable[[Challenge], Work | None] = lambda _: None,
    ) -> None:
        """Keep them in a store, begin games in rooms.

        Args:
            store: Where they are.
            rooms: Where their games begin.
            tell: Hears of each that waits, or does so no longer, and tells the whole house.
            tell_here: The same for those who listen to this process.
            along: Says what else is written in the transaction that keeps a new one, or in which one is declined.
        """
        self._store, self._rooms, self._tell, self._tell_here = store, rooms, tell, tell_here
        self._along = along

    async def make(self, maker: str, terms: Terms, *, is_open: bool, asked: str | None = None) -> Challenge:
        """Let a game wait for somebody, or for one account alone.

        Raises:
            MotuError: When it can't be played that way; "server/too-many", "server/rated", "server/not-asked",
                "challenge/limit".
        """
        created = Created(terms.spec, (Participant(name=terms.name), Participant()), clock=terms.clock)
        check_seats(created)
        is_named = await have_names(self._store, maker)
        terms = msgspec.structs.replace(terms, spec=check_playable(created).game.spec, is_named=is_named)
        if terms.rated and not is_named:
            raise _nameless()
        await self._rooms.refuse_more(maker)
        now = now_ms()
        expires = now + (OPEN_MS if is_open else LINK_MS)
        made = Challenge(secrets.token_urlsafe(ID_BYTES), maker, terms, is_open, now, expires, asked=asked)

        also = self._along(made)

        def work(connection: sa.Connection) -> None:
            _refuse_more(connection, made)
            if asked is not None:
                refuse_shut_out(connection, asked, terms.to, now)
                if terms.to_person:
                    refuse_unasked(connection, maker, asked, terms.to, now)
                else:
                    refuse_apart((maker, asked), _others())(connection)
            connection.execute(challenges.insert().values(_as_row(made)))
            if also is not None:
                also(connection)

        await self._store.write(work)
        if asked is not None or is_open:
            self._tell(made)
        return made

    async def find(self, challenge_id: str) -> Challenge:
        """Return a challenge.

        Raises:
            ServerError: "server/no-challenge".
        """
        query = sa.select(challenges).where(challenges.c.id == challenge_id)
        row = await self._store.read(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            raise ServerError(f"there is no challenge '{challenge_id}'", slug="server/no-challenge", text=challenge_id)
        return _in_row(row)

    async def waiting(self, guest: str) -> list[Challenge]:
        """Return what waits: for a guest alone, of his own, then the latest of what is open to all."""
        asked = sa.select(challenges).where(challenges.c.asked == guest, *_waits())
        asked = asked.where(sa.not_(is_apart(guest, challenges.c.maker)))
        own = sa.select(challenges).where(challenges.c.maker == guest, *_waits())
        others = sa.select(challenges).where(challenges.c.is_open == sa.true(), challenges.c.maker != guest, *_waits())
        others = others.where(sa.not_(is_apart(guest, challenges.c.maker)))
        latest = challenges.c.created_ms.desc()

        def read(connection: sa.Connection) -> list[Challenge]:
            found = [each.order_by(latest).limit(MAX_SHOWN) for each in (asked, own, others)]
            return [_in_row(row) for query in found for row in connection.execute(query)]

        return await self._store.read(read)

    async def open_to_all(self) -> list[Challenge]:
        """Return those that are open to all, the latest first."""
        query = sa.select(challenges).where(challenges.c.is_open == sa.true(), *_waits())
        latest = query.order_by(challenges.c.created_ms.desc()).limit(MAX_SHOWN)
        return await self._store.read(lambda connection: [_in_row(row) for row in connection.execute(latest)])

    async def asked_of(self, *who: str) -> list[Challenge]:
        """Return what waits for one of these accounts alone, the oldest first."""
        query = sa.select(challenges).where(challenges.c.asked.in_(who), *_waits())
        oldest = query.order_by(challenges.c.created_ms, challenges.c.id).limit(MAX_ASKED)
        return await self._store.read(lambda connection: [_in_row(row) for row in connection.execute(oldest)])

    async def decline(self, challenge_id: str, account_id: str) -> Challenge:
        """Say no to a challenge that is for oneself alone; one that was declined stays so.

        Raises:
            ServerError: "server/not-yours", "server/taken", "server/no-challenge".
        """
        found = await self.find(challenge_id)
        if found.asked != account_id:
            raise ServerError("this challenge is not for you alone: leave it to others", slug="server/not-yours")
        if found.state == "declined":
            return found
        now = now_ms()
        change = challenges.update().where(challenges.c.id == found.id, *_waits()).values(declined_ms=now)
        also = self._along(replace(found, declined_ms=now)) or (lambda _: None)
        await self._store.write(in_turn(lambda connection: _change_one(connection, found.id, change), also))
        declined = await self.find(challenge_id)
        self._tell(declined)
        return declined

    async def accept(self, challenge_id: str, guest: str, name: str = "", *, is_bot: bool = False) -> Challenge:
        """Take a challenge: its game begins. Whoever has it already is told of the game again.

        Raises:
            ServerError: "server/taken", "server/own-challenge", "server/no-challenge", "server/too-many",
                "server/name", "server/rated", "server/busy".
        """
        for _ in range(MOST_TRIES):
            with contextlib.suppress(_MakerHasMoved):
                return await self._accept(challenge_id, guest, name, is_bot=is_bot)
        raise ServerError("whoever made this challenge is logging in; try again", slug="server/busy")

    async def _accept(self, challenge_id: str, guest: str, name: str, *, is_bot: bool) -> Challenge:
        found = await self.find(challenge_id)
        if found.taken_by == guest:
            return found
        if found.maker == guest:
            raise ServerError(
                "this challenge is your own: send its link to somebody else, who is not this browser",
                slug="server/own-challenge",
            )
        if found.asked is not None and found.asked != guest:
            raise _others()
        _refuse_gone(found)
        terms = found.terms
        is_rated = terms.may_count and await have_names(self._store, found.maker, guest)
        if terms.rated and not is_rated:
            raise _nameless()
        is_first = terms.side == "first" or (terms.side == "random" and secrets.randbelow(2) == 0)
        seats = Participant(name=terms.name, is_bot=terms.is_bot), Participant(name=name, is_bot=is_bot)
        persons = found.maker, guest
        if not is_first:
            seats, persons = seats[::-1], persons[::-1]
        score = first_score(terms.best_of)
        created = Created(terms.spec, seats, clock=terms.clock, score=score, rated=is_rated)
        await self._rooms.create_between(
            created,
            persons,
            guest,
            lambda game: in_turn(refuse_apart(persons, _others()), _claim(found, guest, game)),
            is_public=found.is_open,
        )
        taken = await self.find(challenge_id)
        self._tell(taken)
        return taken

    async def tell_again(self, ids: list[str]) -> None:
        """Tell of those of these challenges that no longer wait: another process may have told it in vain."""
        query = sa.select(challenges).where(challenges.c.id.in_(ids), sa.not_(sa.and_(*_waits())))
        for row in await self._store.read(lambda connection: connection.execute(query).all()):
            self._tell_here(_in_row(row))

    async def cancel(self, challenge_id: str, guest: str) -> Challenge:
        """Withdraw a challenge; one that is withdrawn already stays so.

        Raises:
            ServerError: "server/not-yours", "server/taken", "server/no-challenge".
        """
        found = await self.find(challenge_id)
        if found.maker != guest:
            raise ServerError("this challenge is somebody else's", slug="server/not-yours")
        if found.state == "cancelled":
            return found
        change = challenges.update().where(challenges.c.id == found.id, *_waits()).values(cancelled_ms=now_ms())
        await self._store.write(lambda connection: _change_one(connection, found.id, change))
        withdrawn = await self.find(challenge_id)
        self._tell(withdrawn)
        return withdrawn

    async def withdraw_all(self, account_id: str) -> None:
        """Withdraw what somebody offers others, and decline what is for him alone."""
        now = now_ms()
        made, asked = challenges.c.maker == account_id, challenges.c.asked == account_id

        def work(connection: sa.Connection) -> list[str]:
            waits = sa.select(challenges.c.id).where(sa.or_(made, asked), *_waits())
            found = list(connection.execute(waits).scalars())
            connection.execute(challenges.update().where(made, *_waits()).values(cancelled_ms=now))
            connection.execute(challenges.update().where(asked, *_waits()).values(declined_ms=now))
            return found

        for each in await self._store.write(work):
            self._tell(await self.find(each))


def terms_in(what: bytes) -> Terms:
    """Return the terms of a challenge as they are kept."""
    return _TERMS.decode(what)


async def have_names(store: Store, *who: str) -> bool:
    """Return whether all of these have accounts, which are not closed."""
    wanted = {"ids": who}
    return await store.read(lambda opened: int(opened.execute(_HAVE_NAMES, wanted).scalar_one()) == len(who))


def _nameless() -> ServerError:
    told = "a rated game is one between people with names: claim a name or log in, or play one that isn't rated"
    return ServerError(told, slug="server/rated")


def _others() -> ServerError:
    """Say that a challenge is nothing for whoever asks: also where one has blocked the other, who isn't told."""
    return ServerError("this challenge is for somebody else alone", slug="server/not-yours")


def _waits() -> tuple[sa.ColumnElement[bool], ...]:
    """Return what holds of a challenge that waits now."""
    nobodys = (challenges.c[name].is_(None) for name in ("taken_by", "cancelled_ms", "declined_ms"))
    return *nobodys, challenges.c.expires_ms > now_ms()


class _MakerHasMoved(Exception):  # noqa: N818 - it tells of no error: one looks again
    """Whoever made a challenge has another id since it was read: he has taken it along to his account."""


def _claim(found: Challenge, guest: str, game: str) -> Work:
    waits = challenges.c.id == found.id, challenges.c.maker == found.maker, *_waits()
    change = challenges.update().where(*waits).values(taken_by=guest, game=game)
    maker = sa.select(challenges.c.maker).where(challenges.c.id == found.id)

    def work(connection: sa.Connection) -> None:
        _change_one(connection, found.id, change)
        if connection.execute(maker).scalar_one() != found.maker:
            raise _MakerHasMoved

    return work


def _change_one(connection: sa.Connection, challenge_id: str, change: sa.Update) -> None:
    """Change a challenge that waits; refuse one that somebody else was quicker with."""
    if connection.execute(change).rowcount != 1:
        row = connection.execute(sa.select(challenges).where(challenges.c.id == challenge_id)).one()
        _refuse_gone(_in_row(row))


def _refuse_gone(found: Challenge) -> None:
    if found.state != "waiting":
        raise ServerError(_REFUSALS[found.state], slug="server/taken", text=found.id)


def _refuse_more(connection: sa.Connection, made: Challenge) -> None:
    """Check the limits, in the transaction that would go beyond them."""

    def refuse(most: int, wait: sa.ColumnElement[int], told: str | ServerError, *holds: sa.ColumnElement[bool]) -> None:
        query = sa.select(sa.func.count(), sa.func.min(wait)).select_from(challenges).where(*holds)
        found, free_ms = connection.execute(query).one()
        if found >= most:
            if isinstance(told, ServerError):
                raise told
            raise too_often(told, int(free_ms) - made.created_ms if most else HOUR_MS, "challenge/limit")

    own, ends = challenges.c.maker == made.maker, challenges.c.expires_ms
    told = f"{MAX_WAITING} challenges of yours wait already: withdraw one of them"
    refuse(MAX_WAITING, ends, told, own, *_waits())
    lately, told = challenges.c.created_ms > made.created_ms - HOUR_MS, f"you make {MAX_HOURLY} challenges an hour"
    refuse(MAX_HOURLY, challenges.c.created_ms + HOUR_MS, told, own, lately)
    if made.asked is not None:
        told = f"{MAX_ASKED} challenges wait for this bot already: ask another one"
        asked = challenges.c.asked == made.asked
        refuse(MAX_ASKED, ends, not_now(made.terms.to) if made.terms.to_person else told, asked, *_waits())
    if made.is_open:
        told = "the list of open challenges is full: take one of them, or send a link"
        refuse(MAX_OPEN, ends, told, challenges.c.is_open == sa.true(), *_waits())


def _as_row(made: Challenge) -> dict[str, Any]:
    known = {name: getattr(made, name) for name in Challenge.__slots__ if name != "terms"}
    return known | {"what": msgspec.json.encode(made.terms)}


def _in_row(row: sa.Row[Any]) -> Challenge:
    values = dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's public name begins with an underscore
    return Challenge(terms=_TERMS.decode(values.pop("what")), **values)
