"""Vacations: so many days a year in which the clocks of a person's correspondence games stand (floor: server).

A row says who is away; the games' logs say whose clock stands. The row is changed first, and games are told until all
of them have been: whoever is killed in between, the next look finds the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from motu.server.events import ServerError
from motu.server.postgres import insert_into
from motu.server.rooms import Room, Rooms
from motu.server.schema import games, vacations
from motu.server.seats import is_remote
from motu.server.store import Store
from motu.server.time_controls import DAY_MS

ALLOWANCE_MS = 30 * DAY_MS
"""Of a year, by UTC."""
LEAST_MS = 3_600_000
"""A vacation costs so much at least: nobody goes and comes all day."""
MOST_AT_ONCE = 100
"""People who are looked after in one sweep; the next one takes more."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """A person's vacation."""

    person: str
    year: int
    """That of `used_ms`."""
    used_ms: int = 0
    """By vacations that are over."""
    since_ms: int | None = None
    """When the one that goes on began; None: there is none."""
    by_itself: bool = False
    """Whether it began because time would have been up; then it ends with the person's next move."""
    is_automatic: bool = True
    """Whether one may begin by itself."""
    is_settled: bool = True
    """Whether all games have been told."""

    def left_ms(self, now_ms: int) -> int:
        """Return what is left of the present year's."""
        used = self.used_ms if self.year == year_of(now_ms) else 0
        return ALLOWANCE_MS - used - self._running_ms(now_ms)

    def _running_ms(self, now_ms: int) -> int:
        """Return what the vacation that goes on has taken of the present year's."""
        if self.since_ms is None:
            return 0
        return max(LEAST_MS, now_ms - max(self.since_ms, beginning_of(year_of(now_ms))))

    def begun(self, now_ms: int, *, by_itself: bool) -> Vacation:
        """Return it when the person has gone."""
        return replace(self, since_ms=now_ms, by_itself=by_itself, is_settled=False)

    def ended(self, now_ms: int) -> Vacation:
        """Return it when the person is back."""
        used = min(ALLOWANCE_MS, ALLOWANCE_MS - self.left_ms(now_ms))
        return replace(self, year=year_of(now_ms), used_ms=used, since_ms=None, by_itself=False, is_settled=False)


def year_of(at_ms: int) -> int:
    """Return the year of a time of day, in UTC."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).year


def beginning_of(year: int) -> int:
    """Return when a year begins, in milliseconds since 1970."""
    return round(datetime(year, 1, 1, tzinfo=UTC).timestamp() * 1000)


Change = Callable[[Vacation], Vacation]


class Vacations:
    """The vacations of all people of this house."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        """Keep them in a store; stop the clocks in rooms."""
        self._store, self._rooms = store, rooms

    async def of(self, person: str) -> Vacation:
        """Return a person's vacation."""
        row = await self._store.read(lambda connection: connection.execute(_one(person)).one_or_none())
        return self._in_row(row, person)

    async def choose(self, person: str, *, is_away: bool | None = None, is_automatic: bool | None = None) -> Vacation:
        """Let a person go on vacation or come back, and decide whether it may begin by itself.

        Raises:
            ServerError: "server/vacation" for one who has no days left.
        """
        now_ms = self._rooms.wall.now().at_ms

        def change(found: Vacation) -> Vacation:
            if is_automatic is not None:
                found = replace(found, is_automatic=is_automatic)
            if is_away is None or is_away == (found.since_ms is not None):
                return found
            if is_away and found.left_ms(now_ms) <= 0:
                raise ServerError("your vacation of this year is used up", slug="server/vacation")
            return found.begun(now_ms, by_itself=False) if is_away else found.ended(now_ms)

        changed = await self._change(person, change)
        await self._settle(changed)
        return changed

    async def rescue(self, room: Room) -> None:
        """Send a person away whose time is up in a game, if there is vacation for that and it may begin by itself."""
        log, row = room.log, room.row
        if not is_remote(row) or log.clock is None or log.acting < 0 or not allows_vacation(room):
            return
        if log.seats[log.acting].kind != "person":
            return
        person = (row.person0, row.person1)[log.acting] or ""
        now_ms = self._rooms.wall.now().at_ms

        def change(found: Vacation) -> Vacation:
            may = found.is_automatic and found.since_ms is None and found.left_ms(now_ms) > 0
            return found.begun(now_ms, by_itself=True) if may else found

        changed = await self._change(person, change)
        if changed.since_ms is not None:
            await self._rooms.send_away(room, log.acting, is_on=True)
            await self._settle(changed)

    async def moved(self, person: str) -> None:
        """Let a vacation that began by itself end, since the person plays."""

        def change(found: Vacation) -> Vacation:
            return (
                found.ended(self._rooms.wall.now().at_ms) if found.since_ms is not None and found.by_itself else found
            )

        await self._settle(await self._change(person, change))

    async def sweep(self) -> None:
        """End the vacations that are used up, and tell games that have not been told, new ones among them."""
        waits = sa.or_(vacations.c.since_ms.is_not(None), vacations.c.is_settled == sa.false())
        query = sa.select(vacations).where(waits).order_by(vacations.c.is_settled, vacations.c.since_ms)
        rows = await self._store.read(lambda connection: connection.execute(query.limit(MOST_AT_ONCE)).all())
        now_ms = self._rooms.wall.now().at_ms
        for row in rows:
            found = self._in_row(row, row.person)
            if found.since_ms is not None and found.left_ms(now_ms) <= 0:
                found = await self._change(found.person, lambda each: _used_up(each, now_ms))
            await self._settle(found, is_sure=False)

    async def _settle(self, vacation: Vacation, *, is_sure: bool = True) -> None:
        """Tell all games that don't know yet whether a person is away."""
        if vacation.is_settled and is_sure:
            return
        is_on = vacation.since_ms is not None
        for game_id, seat in await self._store.read(lambda connection: _untold(connection, vacation.person, is_on)):
            room = await self._rooms.find(game_id)
            if allows_vacation(room):
                await self._rooms.send_away(room, seat, is_on=is_on)
        if not vacation.is_settled:
            await self._store.write(lambda connection: _note_settled(connection, vacation))

    async def _change(self, person: str, change: Change) -> Vacation:
        """Change a person's row in one transaction."""

        def work(connection: sa.Connection) -> Vacation:
            fresh = insert_into(connection, vacations).values(_as_row(self._in_row(None, person)))
            connection.execute(fresh.on_conflict_do_nothing())
            known = self._in_row(connection.execute(_one(person).with_for_update()).one(), person)
            changed = change(known)
            if changed != known:
                own = vacations.update().where(vacations.c.person == person)
                connection.execute(own.values(_as_row(changed)))
            return changed

        return await self._store.write(work)

    def _in_row(self, row: sa.Row[Any] | None, person: str) -> Vacation:
        if row is None:
            return Vacation(person, year_of(self._rooms.wall.now().at_ms))
        return Vacation(**row._mapping)  # noqa: SLF001 - SQLAlchemy's public name begins with an underscore


def allows_vacation(room: Room) -> bool:
    """Return whether a vacation stops the clocks of a game."""
    clock = room.log.created.clock
    return clock is not None and clock.kind == "correspondence" and clock.has_vacation


def _used_up(vacation: Vacation, now_ms: int) -> Vacation:
    is_over = vacation.since_ms is not None and vacation.left_ms(now_ms) <= 0
    return vacation.ended(now_ms) if is_over else vacation


def _one(person: str) -> sa.Select[Any]:
    return sa.select(vacations).where(vacations.c.person == person)


def _untold(connection: sa.Connection, person: str, is_on: bool) -> list[tuple[str, int]]:
    """Return the games that go on and don't say of a person what is so, and where he sits in them."""
    found = []
    for seat, column in enumerate((games.c.person0, games.c.person1)):
        told = sa.func.coalesce(games.c.away, 0).bitwise_and(1 << seat) != 0
        goes_on = games.c.is_over == sa.false(), games.c.speed == "correspondence"
        query = sa.select(games.c.id).where(column == person, *goes_on, told != sa.literal(is_on))
        found += [(game_id, seat) for game_id in connection.execute(query).scalars()]
    return found


def _note_settled(connection: sa.Connection, vacation: Vacation) -> None:
    """Note that all games have been told, unless something else is to be told by now."""
    same = vacations.c.person == vacation.person, vacations.c.since_ms.is_not_distinct_from(vacation.since_ms)
    connection.execute(vacations.update().where(*same).values(is_settled=True))


def _as_row(vacation: Vacation) -> dict[str, Any]:
    return {name: getattr(vacation, name) for name in Vacation.__slots__}
