"""What is looked after about notices by itself: times that run out, and what is too old (floor: server)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import sqlalchemy as sa

from motu.server.notices.causes import Cause
from motu.server.notices.desk import Notices
from motu.server.notices.outbox import KEPT_MS, forget_old, trim_notices, write_notices
from motu.server.recurring import RecurringTask
from motu.server.schema import games, notices
from motu.server.speeds import DAY_MS
from motu.server.standing import COLUMNS, standing_in_row

SWEEP_SECONDS = 60.0
WARNED_MS = DAY_MS
"""Somebody is warned so long before his time is up at the earliest, and when a quarter of his time for a move is left
at the latest."""
MOST_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class _Warning:
    cause: Cause
    game: str


class Caretaker:
    """Warns people whose time runs out, and forgets what is old."""

    def __init__(self, desk: Notices) -> None:
        """Look after the notices of a desk."""
        self._desk = desk
        self._task: RecurringTask | None = None

    async def open(self) -> None:
        """Look after them until `close`."""
        self._task = RecurringTask(self.sweep, SWEEP_SECONDS, "notices")

    async def close(self) -> None:
        """End."""
        if self._task is not None:
            await self._task.stop()

    async def sweep(self) -> None:
        """Warn those who are to be warned now, and forget what is too old or too much."""
        now = self._desk.clock()
        for warning in await self._desk.store.read(lambda connection: _running_out(connection, now)):
            if not self._desk.is_looking(warning.cause.person, warning.game):
                await self._warn(warning.cause, now)
        for person in tuple(self._desk.to_trim):
            self._desk.to_trim.discard(person)
            await self._desk.store.write(partial(_trim, person))
        await self._desk.store.write(lambda connection: forget_old(connection, now - KEPT_MS))

    async def _warn(self, cause: Cause, now: int) -> None:
        if await self._desk.store.write(lambda connection: write_notices(connection, [cause], now)):
            self._desk.ring(cause.person)


def _trim(person: str, connection: sa.Connection) -> None:
    trim_notices(connection, person)


def _running_out(connection: sa.Connection, now: int) -> list[_Warning]:
    """Return whom nobody has warned yet of his time."""
    names = "id", "person0", "person1", "changed_ms", *COLUMNS
    soon = games.c.due_ms > now, games.c.due_ms <= now + WARNED_MS, games.c.speed == "correspondence"
    goes_on = games.c.is_over == sa.false(), games.c.person0.is_not(None)
    query = sa.select(*(games.c[name] for name in names)).where(*soon, *goes_on).order_by(games.c.due_ms)
    found = []
    for row in connection.execute(query.limit(MOST_AT_ONCE)).mappings():
        standing = standing_in_row({**row})
        if standing is None or standing.player is None or standing.due_ms is None:
            continue
        seat = standing.player
        is_late = standing.due_ms - now <= (standing.due_ms - row["changed_ms"]) / 4
        if standing.due_ms - row["changed_ms"] < 4 * WARNED_MS and not is_late:
            continue
        if standing.seats[seat].is_bot or standing.seats[seat].kind != "person":
            continue
        person = (row["person0"], row["person1"])[seat]
        key = f"{row['id']}.{standing.num_moves}.time.{seat}"
        found.append(_Warning(Cause(person, "time", key, row["id"], seat), row["id"]))
    known = sa.select(notices.c.id).where(notices.c.id.in_([each.cause.key for each in found]))
    warned = set(connection.execute(known).scalars())
    return [each for each in found if each.cause.key not in warned]
