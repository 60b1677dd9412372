"""All that a house holds of somebody, as one archive (floor: server): written while it is read, a page at a time.

What is in it, the register of belongings says. Nobody's id is told: others stand there by their names, or, where they
have none, not at all.
"""

from __future__ import annotations

import asyncio
import zipfile
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import IO, Any, cast

import msgspec
import sqlalchemy as sa

from motu.errors import MotuError
from motu.games import formats
from motu.server.accounts.account import UserAccount
from motu.server.accounts.accounts import Accounts
from motu.server.accounts.belongings import BELONGINGS, Belonging
from motu.server.accounts.shown import ShownNames
from motu.server.events import Event
from motu.server.fair_play.figures import ExaminedMove
from motu.server.game_log import GameLog
from motu.server.game_record import record_of
from motu.server.schema import examined_games, games, plans, rating_changes
from motu.server.store import GameRow, Store

PAGE_ROWS = 500
"""Rows that are read at a time."""
PAGE_GAMES = 10
"""Games that are read at a time."""
ABOUT = {
    "account": "what is known of the account itself",
    "games": "all games, a record of docs/records.md a line, which motu reads; those that go on as they stand",
    "plans": "moves that were decided beforehand in games by correspondence",
    "challenges": "games that were offered to others",
    "challenges-taken": "offers of others that were taken",
    "pairing": "the wish to play anybody, while it waits",
    "vacation": "what is used of the vacation",
    "studies": "studies, each with its tree as docs/http.md has it",
    "puzzle-ratings": "how well puzzles were solved, for each game",
    "puzzle-tries": "puzzles that were tried, and whether the first try was right",
    "puzzle-streak": "on how many days one after another a puzzle was solved",
    "own-puzzles": "puzzles from one's own games, a line of docs/puzzles.md each",
    "bots": "bots for which one answers",
    "sessions": "browsers in which one is logged in",
    "tokens": "tokens by which programs are known, without their texts",
    "passkeys": "passkeys by which one logs in, without what opens anything",
    "ratings": "ratings",
    "rated-games": "what each rated game has changed",
    "examined-games": "rated games that moderators have had examined: what the engine says of one's own moves",
    "reliability": "how many games with others were played to the end, and how many left",
    "sealed-dice": "what has become of games whose dice were to be sealed",
    "chat": "what one has said at games",
    "blocks": "whom one has muted or blocked",
    "notices": "what one was told of",
    "notice-choice": "what one wants to be told of",
    "mail": "the address to which one is written, and whether digests are wanted",
    "mails": "mails that were sent, or are to be",
    "last-seen": "when one has last seen a page",
    "browsers-for-messages": "browsers in which one is told of things while no page is open",
    "reports": "what one has told moderators",
    "tournaments": "tournaments that one has made",
    "tournament-entries": "tournaments in which one is, or was",
    "ladders": "places on ladders",
    "sanctions": "what moderators have told one",
}
"""The files of an archive, in their order, and what each has."""
_PERSONS = frozenset(each.column for each in BELONGINGS)
_CALLED = {"packed": "tree"}
"""Columns that have another name elsewhere."""
Page = list[bytes]


class Export:
    """What is somebody's, as it is read from a store."""

    def __init__(self, store: Store, accounts: Accounts, account: UserAccount) -> None:
        """Read what is an account's; `accounts` know what others are called."""
        self._store, self._accounts, self._account = store, accounts, account
        self._names = ShownNames(accounts)
        self._unread: list[str] = []

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield a ZIP archive; it ends in the middle where the database goes away, and then no program opens it."""
        archive = _Archive()
        yield archive.add("README.txt", [_read_me(self._account)])
        for name in ABOUT:
            pages = self._pages(name)
            first = await anext(pages, None)
            if first is None:
                continue
            with archive.begin(f"{name}.jsonl") as file:
                await asyncio.to_thread(file.write, b"".join(first))
                yield archive.taken()
                async for page in pages:
                    await asyncio.to_thread(file.write, b"".join(page))
                    yield archive.taken()
        if self._unread:
            lines = "\n".join(["These games can't be read by this version of motu:", *self._unread, ""])
            yield archive.add("games-unread.txt", [lines.encode()])
        yield archive.end()

    def _pages(self, name: str) -> AsyncIterator[Page]:
        """Return the lines of a file, page by page; none where there is nothing."""
        if name == "plans":
            return self._plans()
        if name == "examined-games":
            return self._examined()
        belongings = [each for each in BELONGINGS if each.file == name]
        if name == "games":
            return self._games(belongings)
        return self._rows(belongings[0], is_lines=name == "own-puzzles")

    async def _rows(self, belonging: Belonging, *, is_lines: bool) -> AsyncIterator[Page]:
        table, mine = belonging.table, belonging.column == self._account.id
        async for rows in self._read(table, mine, PAGE_ROWS):
            if is_lines:
                yield [row["what"].rstrip(b"\n") + b"\n" for row in rows]
                continue
            others = [each for each in table.columns if each in _PERSONS and each is not belonging.column]
            called = await self._accounts.names(row[each.name] for row in rows for each in others)
            yield [_line(_told(row, belonging, called)) for row in rows]

    async def _plans(self) -> AsyncIterator[Page]:
        for seat, column in enumerate((games.c.person0, games.c.person1)):
            mine = plans.c.person == seat, plans.c.game_id.in_(sa.select(games.c.id).where(column == self._account.id))
            async for rows in self._read(plans, sa.and_(*mine), PAGE_ROWS):
                yield [_line({"game_id": row["game_id"], "what": msgspec.json.decode(row["what"])}) for row in rows]

    async def _examined(self) -> AsyncIterator[Page]:
        async for rows in self._read(rating_changes, rating_changes.c.account == self._account.id, PAGE_ROWS):
            person = {row["game_id"]: row["person"] for row in rows}
            done = examined_games.c.game_id.in_(person), examined_games.c.done_ms.is_not(None)
            query = sa.select(examined_games).where(*done).order_by(examined_games.c.game_id)
            found = await self._store.read(partial(_rows_of, query))
            page = [_line(_examined_told(each, person[each["game_id"]])) for each in found]
            if page:
                yield page

    async def _games(self, belongings: Sequence[Belonging]) -> AsyncIterator[Page]:
        mine = sa.or_(*(each.column == self._account.id for each in belongings))
        async for rows in self._read(games, mine, PAGE_GAMES):
            loaded = [await self._store.load(row["id"]) for row in rows]
            known = [found for found in loaded if found is not None]  # the others were deleted a moment ago
            yield [line for found in known for line in await self._record(*found)]

    async def _record(self, row: GameRow, happened: list[Event]) -> Page:
        try:
            log = await asyncio.to_thread(GameLog.load, happened)
            seats = await self._names.seats(row, log.seats)
            text = await asyncio.to_thread(lambda: formats.write(record_of(log, seats), "jsonl"))
        except MotuError:
            self._unread.append(row.id)
            return []
        return [text.rstrip("\n").encode() + b"\n"]

    async def _read(
        self, table: sa.Table, mine: sa.ColumnElement[bool], most: int
    ) -> AsyncIterator[Sequence[sa.RowMapping]]:
        """Yield somebody's rows of a table, so many at a time."""
        key = tuple(table.primary_key.columns)
        query = later = sa.select(table).where(mine).order_by(*key).limit(most)
        while rows := await self._store.read(partial(_rows_of, later)):
            yield rows
            if len(rows) < most:
                return
            later = query.where(sa.tuple_(*key) > sa.tuple_(*(rows[-1][each.name] for each in key)))


def _rows_of(query: sa.Select[Any], connection: sa.Connection) -> Sequence[sa.RowMapping]:
    return connection.execute(query).mappings().all()


def export_name(account: UserAccount) -> str:
    """Return what the file is called."""
    return f"motu-{account.name}.zip"


def _told(row: sa.RowMapping, belonging: Belonging, called: dict[str, str]) -> dict[str, Any]:
    """Return a row as its owner is told it: without his id and what is hidden, others by their names."""
    told: dict[str, Any] = {}
    for column in belonging.table.columns:
        value = row[column.name]
        if column is belonging.column or column.name in belonging.hidden:
            continue
        if column in _PERSONS:
            told[column.name] = called.get(value or "", "")
        else:
            told[_CALLED.get(column.name, column.name)] = (
                msgspec.json.decode(value) if isinstance(value, bytes) else value
            )
    return told


def _examined_told(row: sa.RowMapping, person: int) -> dict[str, Any]:
    moves = msgspec.json.decode(row["what"], type=tuple[ExaminedMove, ...])
    his = [msgspec.structs.asdict(each) for each in moves if each.person == person]
    return {"game_id": row["game_id"], "done_ms": row["done_ms"], "moves": his}


def _line(told: dict[str, Any]) -> bytes:
    return msgspec.json.encode(told) + b"\n"


def _read_me(account: UserAccount) -> bytes:
    day = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    lines = [
        f"All that this motu holds of {account.name}, {day}.",
        "A line of a file is an object of JSON. Times that end with _ms are milliseconds since 1970. Others are told",
        "by their names of now; who has none is left out. Files that would be empty are left out, too.",
        "",
        *(f"{name}.jsonl: {about}" for name, about in ABOUT.items()),
        "",
    ]
    return "\n".join(lines).encode()


class _Archive:
    """A ZIP archive that is written to nowhere: what is there is taken away again and again."""

    def __init__(self) -> None:
        self._written = _Written()
        self._zip = zipfile.ZipFile(cast("IO[bytes]", self._written), "w", zipfile.ZIP_DEFLATED)

    def begin(self, name: str) -> Any:
        """Return a file to write into."""
        return self._zip.open(self._about(name), "w")

    def add(self, name: str, texts: Sequence[bytes]) -> bytes:
        """Write a whole file; return what is to be sent."""
        self._zip.writestr(self._about(name), b"".join(texts))
        return self.taken()

    def taken(self) -> bytes:
        """Return what was written since."""
        return self._written.taken()

    def end(self) -> bytes:
        """Write the list of files, without which no program opens the rest."""
        self._zip.close()
        return self.taken()

    @staticmethod
    def _about(name: str) -> zipfile.ZipInfo:
        info = zipfile.ZipInfo(name, datetime.now(UTC).timetuple()[:6])
        info.compress_type = zipfile.ZIP_DEFLATED
        return info


class _Written:
    """A file that only grows, and gives away what it has."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Everything is there at once."""

    def taken(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)
