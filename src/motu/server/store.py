"""Where games are kept: one thread that writes, whole transactions, many of them in one commit (floor: server).

Invariant: when `append` has returned, the events are on the disk (SQLite: WAL, synchronous=FULL; PostgreSQL: unless its
synchronous_commit was turned off). SQLite knows one writer at a time, so there is one in each process: work waits in a
queue, and whatever waits together is committed together. Where one piece fails, the transaction is undone and each
piece has one of its own, so that it takes nothing with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import queue
import secrets
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError

from motu.server.appending import add_events, event_values, write_happened
from motu.server.database import WRITES, open_database
from motu.server.events import Event, ServerError, decode_happening
from motu.server.postgres import insert_into, is_postgres
from motu.server.schema import events, games, server_secrets
from motu.server.sealed import tally
from motu.server.sealed.sealed_game import SealedGame
from motu.server.standing import COLUMNS, GameStanding, standing_as_row, standing_in_row
from motu.server.transactions import KeptConnection, Work, commit, refuse_standby, understandable

__all__ = ["Store", "Work"]

T = TypeVar("T")

CLOSING_SECONDS = 5.0
"""How long closing waits for whoever reads."""
READ_SECONDS = 15.0
"""How long a read may take, the wait for its turn included."""
MOST_READERS = 12
"""Reads at a time; a few less than an engine has connections, one of which is the writer's."""
MAX_GROUP = 64
"""Most pieces of work in one commit."""
MOST_IDS = 500
"""Games that are asked about at a time."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """What is kept of a game besides its events."""

    id: str
    owner: str
    """The guest who made it."""
    spec: str
    secret: str
    """The secret of its dice."""
    created_ms: int
    changed_ms: int
    next_seq: int
    is_over: bool
    person0: str | None = None
    """Who begins, where two people at different screens play; then it has no owner."""
    person1: str | None = None
    """Who plays second there."""
    is_public: bool | None = None
    """Whether the lobby lists it; None, too, means that it doesn't."""


@dataclass(frozen=True, slots=True)
class Due:
    """When somebody's time is up."""

    game_id: str
    at_ms: int
    """Milliseconds since 1970."""


_HEADS = sa.select(games.c.id, games.c.next_seq)
ROW = [games.c[name] for name in GameRow.__slots__]
"""What a `GameRow` is read from."""


class Store:
    """Games and their events in one database."""

    def __init__(self, where: Path | sa.URL) -> None:
        """Open the database in a file, or at a URL; make it, or bring it up to date, where needed."""
        self._engine = open_database(where)
        self._num_reads, self._reading = 0, threading.Condition()
        # Their own: what waits for a database that says nothing keeps nothing else waiting.
        self._readers = ThreadPoolExecutor(MOST_READERS, "motu-reader")
        self._queue: queue.SimpleQueue[tuple[Work, Future[Any]] | None] = queue.SimpleQueue()
        self._is_closed = False
        self._lock = threading.Lock()
        self._writer = threading.Thread(target=self._write_all, name="motu-store", daemon=True)
        self._writer.start()

    # --- writing

    async def create(
        self,
        row: GameRow,
        happened: Sequence[Event],
        standing: GameStanding,
        before: Work | None = None,
        after: Work | None = None,
    ) -> None:
        """Keep a new game with its first events, and how it stands; other work before and after it, or nothing."""
        await self._submit(in_turn(before, creation(row, happened, standing), after))

    async def append(
        self,
        game_id: str,
        happened: Sequence[Event],
        standing: GameStanding,
        also: Work | None = None,
        at_last: Work | None = None,
        *,
        before: Work | None = None,
    ) -> None:
        """Keep what has happened in a game and how it stands then, with other work beside it: all of it or nothing.

        Raises:
            ServerError: "server/seq" when somebody else has kept an event of that number, "server/no-game" when the
                game has been deleted.
        """

        def work(connection: sa.Connection) -> None:
            if not write_happened(connection, game_id, happened, standing):
                raise ServerError(f"there is no game '{game_id}'", slug="server/no-game", text=game_id)

        try:
            await self._submit(in_turn(before, work, also, at_last))
        except IntegrityError as error:
            raise ServerError(f"event {happened[0].seq} of this game is taken", slug="server/seq") from error

    async def note(self, game_id: str, next_seq: int, standing: GameStanding) -> None:
        """Keep how a game of an older version stands, unless something has happened in it since."""
        change = games.update().where(games.c.id == game_id, games.c.next_seq == next_seq)

        def work(connection: sa.Connection) -> None:
            connection.execute(change.values(standing_as_row(standing)))

        await self._submit(work)

    async def forget_due(self, game_id: str) -> None:
        """Note that no clock runs in a game, whatever its events say."""
        change = games.update().where(games.c.id == game_id).values(due_ms=None)
        await self._submit(lambda connection: connection.execute(change))

    async def remove(self, game_id: str, at_ms: int | None, person: int | None = None) -> None:
        """Take a game out of its guest's lists, or put it back with None; nothing of it is lost yet.

        Where two people at different screens play, `person` says out of whose lists.
        """
        column = games.c.removed_ms if person is None else (games.c.removed0_ms, games.c.removed1_ms)[person]
        change = games.update().where(games.c.id == game_id).values({column: at_ms})
        await self._submit(lambda connection: connection.execute(change))

    # --- reading

    async def load(self, game_id: str) -> tuple[GameRow, list[Event]] | None:
        """Return a game with all its events, or None when there is no such game."""
        return await self._read(lambda: self._load(game_id))

    async def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Return what a query of some other part of the server finds."""

        def ask() -> T:
            with self._engine.connect() as connection:
                return query(connection)

        return await self._read(ask)

    async def _read(self, read: Callable[[], T]) -> T:
        reading = self._readers.submit(contextvars.copy_context().run, self._counted, read)
        try:
            async with asyncio.timeout(READ_SECONDS):
                return await asyncio.wrap_future(reading)
        except TimeoutError:
            told = f"the games can't be read just now: no answer in {READ_SECONDS:g} s"
            raise ServerError(told, slug="server/disk") from None
        except (DBAPIError, OverflowError) as error:
            raise understandable(error) from error

    def _counted(self, read: Callable[[], T]) -> T:
        """Read in another thread, and let `close` know."""
        with self._reading:
            self._num_reads += 1
        try:
            return read()
        finally:
            with self._reading:
                self._num_reads -= 1
                self._reading.notify_all()

    def _load(self, game_id: str) -> tuple[GameRow, list[Event]] | None:
        with self._engine.connect() as connection:
            row = connection.execute(sa.select(*ROW).where(games.c.id == game_id)).one_or_none()
            if row is None:
                return None
            found = connection.execute(events.select().where(events.c.game_id == game_id).order_by(events.c.seq))
            return GameRow(**row._mapping), [  # noqa: SLF001 - SQLAlchemy's public name begins with an underscore
                Event(each.seq, each.at_ms, decode_happening(each.what)) for each in found
            ]

    async def after(self, game_id: str, seq: int) -> list[Event]:
        """Return what has happened in a game after the event of that number."""
        query = events.select().where(events.c.game_id == game_id, events.c.seq > seq).order_by(events.c.seq)
        return await self.read(
            lambda connection: [
                Event(each.seq, each.at_ms, decode_happening(each.what)) for each in connection.execute(query)
            ]
        )

    async def heads(self, ids: Collection[str]) -> dict[str, int]:
        """Return the number of the next event of each of these games; those that are no more are left out."""

        def read(connection: sa.Connection) -> dict[str, int]:
            found: dict[str, int] = {}
            wanted = sorted(ids)
            for at in range(0, len(wanted), MOST_IDS):
                query = _HEADS.where(games.c.id.in_(wanted[at : at + MOST_IDS]))
                found |= {row.id: row.next_seq for row in connection.execute(query)}
            return found

        return await self.read(read)

    async def sitting(self, ids: Collection[str]) -> list[tuple[str, tuple[str, str | None, str | None]]]:
        """Return owner, person 0 and person 1 of these games, which are no more than `MOST_IDS`."""
        query = sa.select(games.c.id, games.c.owner, games.c.person0, games.c.person1).where(games.c.id.in_(ids))
        rows = await self.read(lambda connection: connection.execute(query).all())
        return [(row[0], (row[1], row[2], row[3])) for row in rows]

    async def due(self, limit: int) -> list[Due]:
        """Return games in which a clock runs, those first whose time is up first."""
        query = sa.select(games.c.id, games.c.due_ms).where(games.c.due_ms.is_not(None))
        ordered = query.order_by(games.c.due_ms).limit(limit)
        return await self.read(lambda connection: [Due(*each) for each in connection.execute(ordered)])

    async def with_clocks(self) -> list[tuple[str, GameStanding | None]]:
        """Return all games in which a clock runs, and how they stand."""
        query = sa.select(games.c.id, *(games.c[name] for name in COLUMNS)).where(games.c.due_ms.is_not(None))

        return await self.read(
            lambda opened: [(row["id"], standing_in_row({**row})) for row in opened.execute(query).mappings()]
        )

    async def secret(self, name: str) -> str:
        """Return a secret of this server; it is made when it is asked for the first time."""

        def work(connection: sa.Connection) -> str:
            query = sa.select(server_secrets.c.value).where(server_secrets.c.name == name)
            known = connection.execute(query).scalar_one_or_none()
            if known is None:  # as far as one can see: another process may be making it at this moment
                fresh = insert_into(connection, server_secrets).values(name=name, value=secrets.token_hex(32))
                connection.execute(fresh.on_conflict_do_nothing())
                known = connection.execute(query).scalar_one()
            return str(known)

        return await self._submit(work)

    # --- the thread that writes

    async def check(self) -> None:
        """See that the database answers, and that what is written comes to its turn.

        Raises:
            ServerError: "server/disk" when it can't be reached, or takes nothing: a standby server.
        """
        await self._submit(refuse_standby)

    @property
    def num_waiting(self) -> int:
        """How many pieces of work wait to be written, about."""
        return self._queue.qsize()

    @property
    def connections(self) -> tuple[int, int]:
        """How many connections are in use, and how many there may be."""
        pool = self._engine.pool
        if not isinstance(pool, sa.QueuePool):
            return 0, 0
        return pool.checkedout(), pool.size() + pool._max_overflow  # noqa: SLF001 - there is no public name

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Do some work of another part of the server in a transaction; return when it is on the disk."""
        return await self._submit(work)

    async def _submit(self, work: Callable[[sa.Connection], T]) -> T:
        future: Future[T] = Future()
        with self._lock:
            if self._is_closed:
                raise ServerError("the server is stopping", slug="server/stopping")
            self._queue.put((work, future))
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Write what waits, let whoever reads come to an end, then close."""
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
            self._queue.put(None)
        self._writer.join()
        with self._reading:  # a connection that is in use would be left open
            self._reading.wait_for(lambda: self._num_reads == 0, CLOSING_SECONDS)
        self._readers.shutdown(wait=False, cancel_futures=True)
        self._engine.dispose()

    def _write_all(self) -> None:
        if is_postgres(self._engine):
            with contextlib.closing(KeptConnection(self._connect)) as kept:
                for group in self._groups():
                    commit(kept.connect, group)
        else:
            with self._connect() as connection:
                for group in self._groups():
                    commit(lambda: contextlib.nullcontext(connection), group)

    def _connect(self) -> sa.Connection:
        return self._engine.connect().execution_options(**WRITES)

    def _groups(self) -> Iterator[list[tuple[Work, Future[Any]]]]:
        """Yield what waits, as much as goes into one commit, until the store is closed."""
        while (first := self._queue.get()) is not None:
            group = [first]
            while len(group) < MAX_GROUP:
                try:
                    following = self._queue.get_nowait()
                except queue.Empty:
                    break
                if following is None:
                    yield group
                    return
                group.append(following)
            yield group


def creation(row: GameRow, happened: Sequence[Event], standing: GameStanding) -> Work:
    """Return the work that keeps a new game, as part of a transaction."""
    values = [event_values(row.id, event) for event in happened]
    game = _row_values(row) | standing_as_row(standing)

    def work(connection: sa.Connection) -> None:
        connection.execute(games.insert().values(game))
        add_events(connection, values)
        tally.add_new(connection, happened[0], (row.person0, row.person1))

    return work


def counting(row: GameRow, before: SealedGame, now: SealedGame, also: Work | None) -> Work | None:
    """Return some work, and with it what a game counts as from now on: begun, or not begun because of whom."""
    outcome = tally.outcome_of(before, now, (row.person0, row.person1))
    if outcome is None:
        return also

    def work(connection: sa.Connection) -> None:
        if also is not None:
            also(connection)
        tally.add(connection, *outcome)

    return work


def read_some(
    connection: sa.Connection, query: sa.Select[Any], column: sa.Column[str], ids: Collection[str]
) -> set[str]:
    """Return the first column of what a query finds for any of these ids, however many there are."""
    wanted, found = sorted(ids), set[str]()
    for at in range(0, len(wanted), MOST_IDS):
        found |= set(connection.execute(query.where(column.in_(wanted[at : at + MOST_IDS]))).scalars())
    return found


def in_turn(*works: Work | None) -> Work:
    """Return the work that does others one after the other."""
    wanted = [work for work in works if work is not None]

    def work(connection: sa.Connection) -> None:
        for each in wanted:
            each(connection)

    return work


def _row_values(row: GameRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in GameRow.__slots__}
