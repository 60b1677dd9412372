"""Quick pairing: whoever wants to play anybody now plays the one who has waited longest for the same (floor: server).

Invariant: of two who want the same one is never left waiting beside the other, and nobody is paired twice. A lock that
all processes share is held while somebody looks and enters himself: rows alone, even with SKIP LOCKED, would let two
who come at the same moment pass each other by.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, cast

import sqlalchemy as sa

from motu.server.blocks.blocks import are_apart, is_apart
from motu.server.challenges import have_names
from motu.server.events import ClockSettings, Created, Participant, ServerError
from motu.server.lists import GameName
from motu.server.moderation.sanctions import not_suspended, refuse_away
from motu.server.postgres import PAIRING, lock_until_commit
from motu.server.rooms import Rooms
from motu.server.schema import pairings
from motu.server.store import Store, Work
from motu.server.wall_time import now_ms

GRACE_MS = 10_000
"""So long somebody who is not seen any more still counts as waiting: a page loaded anew, a server started anew."""
FORGOTTEN_MS = 10 * 60_000
"""So long after somebody was last seen his row is kept."""
MOST_TRIES = 20
"""So often is looked again, where other processes are quicker."""
PATIENT_MS = 7 * 24 * 3_600_000
"""So long somebody who is not seen any more still waits for a game by correspondence."""
Pace = Literal["fast", "medium", "slow", "days"]
PACES: dict[Pace, ClockSettings] = {
    "fast": ClockSettings(3 * 60_000, 2_000),
    "medium": ClockSettings(10 * 60_000, 5_000),
    "slow": ClockSettings(30 * 60_000, 20_000),
    "days": ClockSettings(3 * 86_400_000, 86_400_000, kind="correspondence", most_ms=3 * 86_400_000),
}
"""How much time each has, and gets for a move."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to play."""

    game: GameName
    pace: Pace

    @property
    def text(self) -> str:
        """It as it is kept."""
        return f"{self.game}.{self.pace}"

    @staticmethod
    def read(text: str) -> Wish:
        """Return the wish that a text keeps."""
        game, _, pace = text.partition(".")
        return Wish(cast("GameName", game), cast("Pace", pace))


@dataclass(frozen=True, slots=True)
class PersonInLine:
    """Somebody who waits, or has been paired and doesn't know it yet."""

    guest: str
    wish: str
    name: str
    since_ms: int
    seen_ms: int
    game: str | None
    rated: bool | None
    """Whether he wants the result to count; None: he does."""


_ALL = [pairings.c[name] for name in PersonInLine.__slots__]


class Pairings:
    """Those who want to play anybody now."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        """Keep them in a store, begin games in rooms."""
        self._store, self._rooms = store, rooms
        self._turn = asyncio.Lock()  # those of this process come one after another, and need not try again

    async def press(self, guest: str, wish: Wish, name: str = "", *, rated: bool = True) -> str | None:
        """Play whoever has waited longest for the same, or wait.

        Args:
            guest: Who presses.
            wish: What he wants to play.
            name: What he is called.
            rated: Whether he wants the result to count: it does where both do, and have names. So few are here at a
                time that nobody waits for that.

        Returns:
            The game that has begun; None for whoever waits.

        Raises:
            ServerError: "server/too-many", "server/busy"; "account/suspended" or "account/none" for one who has just
                left.
        """
        await self._rooms.refuse_more(guest)
        async with self._turn:
            for _ in range(MOST_TRIES):
                found = await self._store.write(lambda opened: _look(opened, guest, wish, name, rated=rated))
                if found is None or found.guest == guest:
                    return None if found is None else found.game
                try:
                    return await self._begin(found, guest, wish, name, rated=rated)
                except _TooLate:
                    continue
        raise ServerError("too many people look for a game at this moment; try again", slug="server/busy")

    async def _begin(self, found: PersonInLine, guest: str, wish: Wish, name: str, *, rated: bool) -> str:
        seats, persons = (Participant(name=found.name), Participant(name=name)), (found.guest, guest)
        if secrets.randbelow(2):
            seats, persons = seats[::-1], persons[::-1]
        counts = rated and found.rated is not False and await have_names(self._store, *persons)
        created = Created(wish.game, seats, clock=PACES[wish.pace], rated=counts)
        room = await self._rooms.create_between(
            created, persons, guest, lambda game: _claim(found, guest, game), is_public=True
        )
        return room.row.id

    async def withdraw(self, guest: str) -> None:
        """Wait no longer; whoever doesn't wait is left as he is."""
        change = pairings.delete().where(pairings.c.guest == guest, pairings.c.game.is_(None))
        await self._store.write(lambda opened: opened.execute(change))

    async def seen(self, guests: Iterable[str]) -> list[PersonInLine]:
        """Note that these are there, as far as they wait; who was away for too long waits no more.

        Returns:
            Everybody who waits, the longest first, and those of these who have been paired.
        """
        there = list(guests)

        def work(opened: sa.Connection) -> list[PersonInLine]:
            known = _people(opened, sa.or_(_waits(), pairings.c.guest.in_(there)))
            now = now_ms()
            own = [each for each in known if each.guest in there and each.game is None]
            late = {each.guest for each in own if each.seen_ms <= now - _patience_ms(each.wish)}
            if late:
                opened.execute(pairings.delete().where(pairings.c.guest.in_(late)))
            if len(own) > len(late):
                of_own = pairings.c.guest.in_([each.guest for each in own])
                opened.execute(pairings.update().where(of_own).values(seen_ms=now))
            return [each for each in known if each.guest not in late]

        def read(opened: sa.Connection) -> bool:
            return opened.execute(sa.select(pairings.c.guest).limit(1)).first() is not None

        return await self._store.write(work) if await self._store.read(read) else []

    async def told(self, guests: Iterable[str]) -> None:
        """Forget those who know of their games now, and whoever has not been seen for long."""
        paired = sa.and_(pairings.c.guest.in_(list(guests)), pairings.c.game.is_not(None))
        old = sa.and_(pairings.c.seen_ms < now_ms() - FORGOTTEN_MS, sa.not_(_waits()))
        await self._store.write(lambda opened: opened.execute(pairings.delete().where(sa.or_(paired, old))))


class _TooLate(Exception):  # noqa: N818 - it tells of no error: one looks again
    """Somebody else was quicker."""


def _waits() -> sa.ColumnElement[bool]:
    """Return what holds of who waits: he was seen lately, or need not be there."""
    now = now_ms()
    is_patient = sa.and_(pairings.c.wish.like("%.days"), pairings.c.seen_ms > now - PATIENT_MS)
    is_there = sa.or_(pairings.c.seen_ms > now - GRACE_MS, is_patient)
    return sa.and_(pairings.c.game.is_(None), is_there, not_suspended(pairings.c.guest, now))


def _patience_ms(wish: str) -> int:
    return PATIENT_MS if wish.endswith(".days") else GRACE_MS


def _people(opened: sa.Connection, holds: sa.ColumnElement[bool]) -> list[PersonInLine]:
    query = sa.select(*_ALL).where(holds).order_by(pairings.c.since_ms, pairings.c.guest)
    return [PersonInLine(*row) for row in opened.execute(query)]


def _look(opened: sa.Connection, guest: str, wish: Wish, name: str, *, rated: bool) -> PersonInLine | None:
    """Return whom to play, or oneself where somebody has been quicker; else enter oneself."""
    lock_until_commit(opened, PAIRING)
    own = next(iter(_people(opened, pairings.c.guest == guest)), None)
    if own is not None and own.game is not None and own.seen_ms > now_ms() - GRACE_MS:
        opened.execute(pairings.delete().where(pairings.c.guest == guest))
        return own
    same = pairings.c.wish == wish.text, pairings.c.guest != guest
    others = sa.and_(_waits(), *same, sa.not_(is_apart(guest, pairings.c.guest)))
    found = next(iter(_people(opened, others)), None)
    if found is None:
        _enter(opened, guest, wish, name, own, rated=rated)
    return found


def _enter(opened: sa.Connection, guest: str, wish: Wish, name: str, own: PersonInLine | None, *, rated: bool) -> None:
    now = now_ms()
    is_same = (
        own is not None and own.game is None and own.wish == wish.text and own.seen_ms > now - _patience_ms(own.wish)
    )
    since = own.since_ms if own is not None and is_same else now
    row: dict[str, Any] = {"guest": guest, "wish": wish.text, "name": name, "since_ms": since, "seen_ms": now}
    row["rated"] = rated
    opened.execute(pairings.delete().where(pairings.c.guest == guest))
    opened.execute(pairings.insert().values(row))


def _claim(found: PersonInLine, guest: str, game: str) -> Work:
    """Return the work that takes both out of the line; nothing begins where one of them is not in it any more."""
    both = pairings.c.guest == found.guest, pairings.c.wish == found.wish, _waits()

    def work(opened: sa.Connection) -> None:
        lock_until_commit(opened, PAIRING)
        refuse_away(opened, guest, now_ms())
        if are_apart(opened, guest, found.guest):
            raise _TooLate
        if _people(opened, sa.and_(pairings.c.guest == guest, pairings.c.game.is_not(None), _is_fresh())):
            raise _TooLate
        if opened.execute(pairings.update().where(*both).values(game=game, seen_ms=now_ms())).rowcount != 1:
            raise _TooLate
        opened.execute(pairings.delete().where(pairings.c.guest == guest))

    return work


def _is_fresh() -> sa.ColumnElement[bool]:
    return pairings.c.seen_ms > now_ms() - GRACE_MS
