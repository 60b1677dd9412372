"""Games that wait for somebody: made, found by their link or in the list, taken once (floor: server).

Invariant: a challenge that was taken has its game, and nobody else takes it: both are written in one transaction, which
begins with the row that is still nobody's.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable
from dataclasses import replace

import msgspec
import sqlalchemy as sa

from motu.server.blocks.blocks import is_apart, refuse_apart
from motu.server.challenge import Challenge, Terms, challenge_as_row, challenge_in_row, gone, refuse_gone, still_waits
from motu.server.challenge_limits import MAX_ASKED, refuse_more
from motu.server.events import Created, Participant, ServerError
from motu.server.lobby.asking import refuse_shut_out, refuse_unasked
from motu.server.moderation.sanctions import away_among, refuse_away
from motu.server.new_games import ID_BYTES, check_playable
from motu.server.rooms import Rooms
from motu.server.schema import accounts, challenges
from motu.server.seat_terms import check_seats
from motu.server.series import first_score
from motu.server.store import Store, Work, in_turn
from motu.server.wall_time import now_ms

LINK_MS = 30 * 24 * 3_600_000
"""So long a challenge waits that is found by its link alone."""
OPEN_MS = 24 * 3_600_000
"""So long one waits that stands in the list for all."""
MOST_TRIES = 5
"""So often a challenge is looked at again whose maker has just taken it along to his account."""
MAX_SHOWN = 50
"""So many of the list are shown, the latest first."""

Tell = Callable[[Challenge], None]
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
                "challenge/limit", "account/suspended" or "account/none" for one who has just left.
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
            refuse_away(connection, maker, now)
            refuse_more(connection, made)
            if asked is not None:
                refuse_shut_out(connection, asked, terms.to, now)
                if terms.to_person:
                    refuse_unasked(connection, maker, asked, terms.to, now)
                else:
                    refuse_apart((maker, asked), _others())(connection)
            connection.execute(challenges.insert().values(challenge_as_row(made)))
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
        return challenge_in_row(row)

    async def waiting(self, guest: str) -> list[Challenge]:
        """Return what waits: for a guest alone, of his own, then the latest of what is open to all."""
        asked = sa.select(challenges).where(challenges.c.asked == guest, *still_waits())
        asked = asked.where(sa.not_(is_apart(guest, challenges.c.maker)))
        own = sa.select(challenges).where(challenges.c.maker == guest, *still_waits())
        others = sa.select(challenges).where(
            challenges.c.is_open == sa.true(), challenges.c.maker != guest, *still_waits()
        )
        others = others.where(sa.not_(is_apart(guest, challenges.c.maker)))
        latest = challenges.c.created_ms.desc()

        def read(connection: sa.Connection) -> list[Challenge]:
            found = [each.order_by(latest).limit(MAX_SHOWN) for each in (asked, own, others)]
            return [challenge_in_row(row) for query in found for row in connection.execute(query)]

        return await self._store.read(read)

    async def open_to_all(self) -> list[Challenge]:
        """Return those that are open to all, the latest first."""
        query = sa.select(challenges).where(challenges.c.is_open == sa.true(), *still_waits())
        latest = query.order_by(challenges.c.created_ms.desc()).limit(MAX_SHOWN)
        return await self._store.read(lambda connection: [challenge_in_row(row) for row in connection.execute(latest)])

    async def asked_of(self, *who: str) -> list[Challenge]:
        """Return what waits for one of these accounts alone, the oldest first."""
        query = sa.select(challenges).where(challenges.c.asked.in_(who), *still_waits())
        oldest = query.order_by(challenges.c.created_ms, challenges.c.id).limit(MAX_ASKED)
        return await self._store.read(lambda connection: [challenge_in_row(row) for row in connection.execute(oldest)])

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
        change = challenges.update().where(challenges.c.id == found.id, *still_waits()).values(declined_ms=now)
        also = self._along(replace(found, declined_ms=now)) or (lambda _: None)
        await self._store.write(in_turn(lambda connection: _change_one(connection, found.id, change), also))
        declined = await self.find(challenge_id)
        self._tell(declined)
        return declined

    async def accept(self, challenge_id: str, guest: str, name: str = "", *, is_bot: bool = False) -> Challenge:
        """Take a challenge: its game begins. Whoever has it already is told of the game again.

        Raises:
            ServerError: "server/taken", "server/own-challenge", "server/no-challenge", "server/too-many",
                "server/name", "server/rated", "server/busy", "account/suspended" or "account/none" as `make` does.
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
        refuse_gone(found)
        terms = found.terms
        is_rated = terms.may_count and await have_names(self._store, guest)  # so whoever made it has a name
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
            lambda game: in_turn(
                refuse_apart(persons, _others()), _claim(found, guest, game), _refuse_away(found, guest)
            ),
            is_public=found.is_open,
        )
        taken = await self.find(challenge_id)
        self._tell(taken)
        return taken

    async def tell_again(self, ids: list[str]) -> None:
        """Tell of those of these challenges that no longer wait: another process may have told it in vain."""
        query = sa.select(challenges).where(challenges.c.id.in_(ids), sa.not_(sa.and_(*still_waits())))
        for row in await self._store.read(lambda connection: connection.execute(query).all()):
            self._tell_here(challenge_in_row(row))

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
        change = challenges.update().where(challenges.c.id == found.id, *still_waits()).values(cancelled_ms=now_ms())
        await self._store.write(lambda connection: _change_one(connection, found.id, change))
        withdrawn = await self.find(challenge_id)
        self._tell(withdrawn)
        return withdrawn

    async def withdraw_all(self, account_id: str) -> None:
        """Withdraw what somebody offers others, and decline what is for him alone."""
        now = now_ms()
        made, asked = challenges.c.maker == account_id, challenges.c.asked == account_id
        changes = [
            challenges.update().where(whose, *still_waits()).values({column: now}).returning(challenges.c.id)
            for whose, column in ((made, "cancelled_ms"), (asked, "declined_ms"))
        ]

        def work(connection: sa.Connection) -> list[str]:
            return [each for change in changes for each in connection.execute(change).scalars().all()]

        for each in await self._store.write(work):
            self._tell(await self.find(each))


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


class _MakerHasMoved(Exception):  # noqa: N818 - it tells of no error: one looks again
    """Whoever made a challenge has another id since it was read: he has taken it along to his account."""


def _claim(found: Challenge, guest: str, game: str) -> Work:
    waits = challenges.c.id == found.id, challenges.c.maker == found.maker, *still_waits()
    change = challenges.update().where(*waits).values(taken_by=guest, game=game)
    maker = sa.select(challenges.c.maker).where(challenges.c.id == found.id)

    def work(connection: sa.Connection) -> None:
        _change_one(connection, found.id, change)
        if connection.execute(maker).scalar_one() != found.maker:
            raise _MakerHasMoved

    return work


def _refuse_away(found: Challenge, guest: str) -> Work:
    """Return the work that begins nothing where one of two has left, or was suspended, since it was looked up."""

    def work(connection: sa.Connection) -> None:
        now = now_ms()
        refuse_away(connection, guest, now)
        if away_among(connection, [found.maker], now):
            raise gone("cancelled", found.id)

    return work


def _change_one(connection: sa.Connection, challenge_id: str, change: sa.Update) -> None:
    """Change a challenge that waits; refuse one that somebody else was quicker with."""
    if connection.execute(change).rowcount != 1:
        row = connection.execute(sa.select(challenges).where(challenges.c.id == challenge_id)).one()
        refuse_gone(challenge_in_row(row))
