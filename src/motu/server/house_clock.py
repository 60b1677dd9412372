"""Whether the house was open: the processes that serve the games, and how long there was none (floor: server).

Every process notes from time to time that it lives. The first one to come up after there was none for a while pauses
every game whose clock runs, up to the last moment at which somebody lived: what lies between is nobody's time. One that
ends while others live pauses nothing. So it is where they all went on, but none could note anything: the database took
nothing, or they stood still; nobody could move then.
"""

from __future__ import annotations

import asyncio
import secrets

import sqlalchemy as sa

from motu.server.database import SILENCE_MS
from motu.server.events import MAX_ASIDE, Event, Paused, decode_happening, encode_happening
from motu.server.machine_turns import free_all
from motu.server.postgres import HOUSE, lock_until_commit
from motu.server.schema import events, games, processes, rungs, studies
from motu.server.store import Store
from motu.server.tournaments.coming import let_come
from motu.server.turn_time import turn_after
from motu.server.wall_time import Moment, WallTime

BEAT_MS = 2_000
"""How often a process notes that it lives, as long as a clock runs anywhere."""
STOOD_STILL_MS = 5_000
"""Where no process has noted that it lives, or could have, for longer, the house stood still."""
AWAY_MS = 10 * 60_000
"""Where the house was away for longer, people can't have come to it in time."""
_LOOK_SECONDS = 0.5
_MOST_LOOKS = 20
"""So often one that serves nobody looks whether a server lives again."""
ID_BYTES = 9


class HouseClock:
    """What a process notes of itself."""

    def __init__(self, store: Store, wall: WallTime) -> None:
        """Note it where the games are."""
        self._store, self._wall = store, wall
        self._id = secrets.token_urlsafe(ID_BYTES)
        self._beaten_ms: int | None = None
        self._well: Moment | None = None
        """When the house was last known to live: this process could note it."""
        self.has_lived = False
        """Whether this process has ever served games."""

    @property
    def process(self) -> str:
        """What this process is called among all that serve the games."""
        return self._id

    async def open(self) -> int:
        """Begin to live; return how many games were paused since nobody had lived before."""
        now = self._wall.now()
        num_paused = await self._store.write(lambda connection: self._come_up(connection, now.at_ms))
        self.has_lived, self._well = True, now
        return num_paused

    @property
    def stands_still(self) -> bool:
        """Whether the house may have stood still until now: before anything is decided by the time, `wake`."""
        return self._well is None or self._wall.now().steady_ms - self._well.steady_ms > STOOD_STILL_MS

    def go_on(self, since: Moment) -> None:
        """Take it that the house lives: whatever this process wrote and read since that moment was done."""
        self._well = since

    async def wake(self) -> int:
        """Live on after the house may have stood still; return how many games were paused.

        A process that is no server only looks, and waits a while for one.

        Raises:
            ServerError: "server/disk" as long as it does.
        """
        if not self.has_lived:
            await self._wait_for_life()
            return 0
        seen_ms = 0 if self._well is None else self._well.at_ms
        self._well, num_paused = await self._store.write(lambda connection: self._live_on(connection, seen_ms))
        return num_paused

    async def _wait_for_life(self) -> None:
        query = sa.select(processes.c.seen_ms).where(processes.c.is_closed == sa.false())
        for _ in range(_MOST_LOOKS):
            unclosed = await self._store.read(lambda connection: connection.execute(query).scalars().all())
            self._well = self._wall.now()
            if not unclosed or any(abs(self._well.at_ms - seen_ms) <= STOOD_STILL_MS for seen_ms in unclosed):
                return
            await asyncio.sleep(_LOOK_SECONDS)

    async def beat(self, *, at_once: bool = False) -> None:
        """Note that this process lives, unless it has just been done."""
        now = self._wall.now()
        if at_once or self._beaten_ms is None or now.steady_ms - self._beaten_ms >= BEAT_MS:
            await self._store.write(lambda connection: self._note(connection, now.at_ms))
            self._beaten_ms = now.steady_ms

    async def close(self) -> None:
        """End: if nobody else lives, the clocks stand from now on."""
        now = self._wall.now().at_ms
        await self._store.write(lambda connection: self._note(connection, now, is_closed=True))

    def _come_up(self, connection: sa.Connection, now_ms: int) -> int:
        lock_until_commit(connection, HOUSE)
        rows = connection.execute(sa.select(processes)).all()
        num_paused = 0
        if not any(not row.is_closed and abs(now_ms - row.seen_ms) <= SILENCE_MS for row in rows):
            num_paused = _was_away(connection, max((row.seen_ms for row in rows), default=0), now_ms)
            connection.execute(processes.delete())
            free_all(connection)
        self._note(connection, now_ms)
        return num_paused

    def _live_on(self, connection: sa.Connection, seen_ms: int) -> tuple[Moment, int]:
        """Note that this process lives, after pausing all games if no other one lived meanwhile."""
        lock_until_commit(connection, HOUSE)
        now, num_paused = self._wall.now(), 0
        rows = connection.execute(sa.select(processes)).all()
        others = [row.seen_ms for row in rows if row.id != self._id and not row.is_closed]
        if not any(abs(now.at_ms - each) <= STOOD_STILL_MS for each in others):
            num_paused = _was_away(connection, max([seen_ms, *(row.seen_ms for row in rows)]), now.at_ms)
        self._note(connection, now.at_ms)
        return now, num_paused

    def _note(self, connection: sa.Connection, now_ms: int, *, is_closed: bool = False) -> None:
        values = {"seen_ms": now_ms, "is_closed": is_closed}
        own = processes.update().where(processes.c.id == self._id).values(values)
        if not connection.execute(own).rowcount:  # others have taken it for dead
            connection.execute(processes.insert().values(id=self._id, **values))


def _was_away(connection: sa.Connection, seen_ms: int, now_ms: int) -> int:
    """Let the time since somebody lived be nobody's; return how many games were paused."""
    if seen_ms and now_ms - seen_ms > AWAY_MS:
        _keep_places(connection, now_ms - seen_ms, now_ms)
        _keep_removed(connection, now_ms - seen_ms, now_ms)
        let_come(connection, now_ms)
    return _pause_all(connection, seen_ms, now_ms)


def _keep_places(connection: sa.Connection, away_ms: int, now_ms: int) -> None:
    """Let nobody drop off a ladder since he did not come to a house that was closed."""
    later_ms = rungs.c.active_ms + away_ms
    connection.execute(rungs.update().values(active_ms=sa.case((later_ms < now_ms, later_ms), else_=now_ms)))


def _keep_removed(connection: sa.Connection, away_ms: int, now_ms: int) -> None:
    """Let what was removed be brought back so much later: while the house was closed nobody could."""
    for each in (games.c.removed_ms, games.c.removed0_ms, games.c.removed1_ms, studies.c.deleted_ms):
        later_ms = each + away_ms
        values = {each.name: sa.case((later_ms < now_ms, later_ms), else_=now_ms)}
        connection.execute(each.table.update().where(each.is_not(None)).values(values))


def _pause_all(connection: sa.Connection, seen_ms: int, now_ms: int) -> int:
    """Pause every game whose clock runs, from when somebody lived to now; return how many there are."""
    running = sa.select(games.c.id, games.c.next_seq, games.c.due_ms).where(games.c.due_ms.is_not(None))
    rows = {row.id: row for row in connection.execute(running)}
    pauses, changes = [], []
    for game_id, last in _last_events(connection).items():
        row, turn = rows[game_id], turn_after(last)
        spent_ms = turn.spent_ms(seen_ms)
        pauses.append(
            {"game_id": game_id, "seq": row.next_seq, "at_ms": now_ms, "what": encode_happening(Paused(spent_ms))}
        )
        # What is left stays: so much later than it was to be up by the log.
        left_ms = row.due_ms - turn.at_ms + turn.carried_ms - spent_ms
        due_ms = now_ms + left_ms if row.due_ms else 0
        changes.append({"game": game_id, "next": row.next_seq + 1, "due": due_ms})
    if pauses:
        connection.execute(events.insert(), pauses)
        change = games.update().where(games.c.id == sa.bindparam("game"))
        connection.execute(change.values(next_seq=sa.bindparam("next"), due_ms=sa.bindparam("due")), changes)
    return len(pauses)


def _last_events(connection: sa.Connection) -> dict[str, list[Event]]:
    """Return the last events of all games whose clock runs, as many as tell since when the turn runs."""
    query = (
        sa.select(events)
        .join(games, games.c.id == events.c.game_id)
        .where(games.c.due_ms.is_not(None), events.c.seq >= games.c.next_seq - 1 - MAX_ASIDE)
        .order_by(events.c.game_id, events.c.seq)
    )
    found: dict[str, list[Event]] = {}
    for each in connection.execute(query):
        found.setdefault(each.game_id, []).append(Event(each.seq, each.at_ms, decode_happening(each.what)))
    return found
