"""Nobody waits for somebody who is suspended (floor: server).

Where a clock runs it decides, as ever. A game without a clock is given up for whoever is shut out for more than two
weeks, or for good, since its clock would have run out in the end; a shorter suspension is waited for. In tournaments
he plays no more: live ones at once, those by correspondence where it is that long.
"""

from __future__ import annotations

import logging

import sqlalchemy as sa

from motu.errors import MotuError
from motu.server.moderation.sanctions import shut_out
from motu.server.recurring import RecurringTask
from motu.server.rooms import Rooms
from motu.server.schema import games, tournament_entrants, tournaments
from motu.server.speeds import Speed
from motu.server.store import Store

SWEEP_SECONDS = 30.0
"""How often somebody looks for such games; whoever suspends may do so on the command line."""
MOST_AT_ONCE = 200
UNTIMED: Speed = "untimed"

_log = logging.getLogger("motu.server")


class Absences:
    """Ends the games, and the parts in tournaments, of those who are suspended."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        """Look after the games of a store."""
        self._store, self._rooms = store, rooms
        self._task: RecurringTask | None = None

    async def open(self) -> None:
        """Look after them until `close`."""
        self._task = RecurringTask(self.sweep, SWEEP_SECONDS, "games of those who are suspended")

    async def close(self) -> None:
        """Look no longer."""
        if self._task is not None:
            await self._task.stop()

    async def sweep(self) -> None:
        """Give up what nobody should wait for, and have tournaments looked at."""
        now = self._rooms.wall.now().at_ms
        for game_id, person in await self._store.read(lambda connection: _left(connection, now)):
            await self._give_up(game_id, person)
        if await self._store.read(lambda connection: _entered(connection, now)):
            await self._store.write(lambda connection: _stir(connection, now))

    async def _give_up(self, game_id: str, person: int) -> None:
        try:
            await self._rooms.resign(await self._rooms.find(game_id), person)
        except MotuError as error:
            if error.slug != "server/over":  # another process was quicker
                _log.warning("game %s can't be given up for somebody who is suspended: %s", game_id, error)


def _left(connection: sa.Connection, now_ms: int) -> list[tuple[str, int]]:
    """Return games without a clock that nobody should wait for, and who is away there."""
    out = set(connection.execute(shut_out(now_ms, for_long=True)).scalars())
    if not out:
        return []
    seats = (games.c.person0, games.c.person1)
    his = sa.or_(*(each.in_(shut_out(now_ms, for_long=True)) for each in seats))
    query = sa.select(games.c.id, *seats).where(his, games.c.is_over == sa.false(), games.c.speed == UNTIMED)
    rows = connection.execute(query.order_by(games.c.changed_ms).limit(MOST_AT_ONCE))
    return [(row.id, 0 if row.person0 in out else 1) for row in rows]


def _in_tournaments(now_ms: int) -> sa.ColumnElement[bool]:
    """Return the condition that somebody who is suspended is in a tournament that goes on and isn't to be looked at."""
    who = tournament_entrants.c.tournament == tournaments.c.id, tournament_entrants.c.withdrawn_ms.is_(None)
    is_away = tournament_entrants.c.person.in_(shut_out(now_ms, for_long=False))
    waits = sa.or_(tournaments.c.due_ms.is_(None), tournaments.c.due_ms > now_ms)
    return sa.and_(tournaments.c.state.in_(("open", "running")), waits, sa.exists().where(*who, is_away))


def _entered(connection: sa.Connection, now_ms: int) -> bool:
    return connection.execute(sa.select(tournaments.c.id).where(_in_tournaments(now_ms)).limit(1)).first() is not None


def _stir(connection: sa.Connection, now_ms: int) -> None:
    connection.execute(tournaments.update().where(_in_tournaments(now_ms)).values(due_ms=now_ms))
