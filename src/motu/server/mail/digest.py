"""Mails about games by correspondence that wait for somebody: twice a day at most (floor: server).

Invariant: whoever has been in the house since a game began to wait, or since its last day began, has seen it: no mail
tells him of it; and of all processes one alone writes to him.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from motu.server.accounts.shown import Persons, Seats, ShownNames
from motu.server.events import Participant
from motu.server.locale import AskTexts, Texts
from motu.server.mail.letters import DAY_MS, HOUR_MS, Letter, LetterLink, most_urgent
from motu.server.mail.outgoing import put_out
from motu.server.mail.signed_links import SignedLinks
from motu.server.previews import title_of
from motu.server.recurring import RecurringTask
from motu.server.schema import accounts, games, looks, mail_addresses
from motu.server.standing import COLUMNS, standing_in_row
from motu.server.store import Store

SWEEP_SECONDS = 600.0
BETWEEN_MS = 12 * HOUR_MS
"""Between two mails to one person there is so much time at least."""
WAIT_MS = HOUR_MS
"""So long a game has waited before a mail tells of it: the next one may come meanwhile."""
MOST_AT_ONCE = 200
MOST_GAMES = 20
"""Games in a mail."""


@dataclass(frozen=True, slots=True)
class _Awaited:
    """Somebody who wants such mails, and may get one now."""

    person: str
    name: str
    address: str
    mail_key: str
    language: str
    digest_ms: int | None
    seen_ms: int


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A game that waits for him."""

    id: str
    spec: str
    seat: int
    persons: Persons
    seats: Seats
    due_ms: int | None
    since_ms: int
    """When it began to wait, or its last day."""


class Digests:
    """Writes to whom games wait for."""

    def __init__(
        self,
        store: Store,
        links: SignedLinks,
        names: ShownNames,
        texts: AskTexts,
        *,
        clock: Callable[[], int],
        stir: Callable[[], None],
    ) -> None:
        """Look at the games of a store; `stir` is called when there is something to send."""
        self._store, self._links, self._names = store, links, names
        self._texts, self._clock, self._stir = texts, clock, stir
        self._task: RecurringTask | None = None

    async def open(self) -> None:
        """Write until `close`."""
        self._task = RecurringTask(self.sweep, SWEEP_SECONDS, "digests", is_begun_at_once=False)

    async def close(self) -> None:
        """Write nothing more."""
        if self._task is not None:
            await self._task.stop()

    async def sweep(self) -> None:
        """Write to those who are to hear of something now."""
        now = self._clock()
        found = await self._store.read(lambda connection: _who_waits(connection, now))
        for reader, waiting in found:
            letter = await self._letter(reader, waiting, now)
            if await self._store.write(_writing(reader, letter, now)):
                self._stir()

    async def again(self, person: str, address: str) -> Letter | None:
        """Return the letter to somebody as it would be written now; None where nothing is to be said any more."""
        now = self._clock()
        found = await self._store.read(lambda connection: _still_waits(connection, person, address, now))
        return None if found is None else await self._letter(*found, now)

    async def _letter(self, reader: _Awaited, waiting: Sequence[_Waiting], now: int) -> Letter:
        texts = await self._texts()
        words = texts.get(reader.language) or texts["en"]
        called = await self._names.all_seats([(each.persons, each.seats) for each in waiting])
        links = [
            LetterLink(
                self._links.to(f"/play/{each.id}"),
                _title(each, seats[1 - each.seat], words),
                None if each.due_ms is None else each.due_ms - now,
            )
            for each, seats in zip(waiting, called, strict=True)
        ]
        shown = tuple(most_urgent(links)[:MOST_GAMES])
        token = self._links.token("stop", reader.person, reader.mail_key)
        stop = self._links.page("stop", reader.person, reader.mail_key)
        return Letter("digest", reader.name, shown, len(links) - len(shown), stop, self._links.at_once(token))


def _title(game: _Waiting, opponent: Participant, words: Texts) -> str:
    name = opponent.name or words.gettext("Guest")
    if opponent.kind == "level":
        name = words.gettext("Level {level}", level=opponent.level)
    return words.gettext("{game} against {name}", game=title_of(game.spec), name=name)


def _who_waits(connection: sa.Connection, now: int) -> list[tuple[_Awaited, list[_Waiting]]]:
    """Return who is to hear of something now, and all games that wait for him."""
    found = []
    last = sa.func.coalesce(mail_addresses.c.digest_ms, 0)
    for reader in _readers(connection, last <= now - BETWEEN_MS):
        waiting = _waiting(connection, reader.person, now)
        known_ms = max(reader.seen_ms, reader.digest_ms or 0)
        if any(known_ms < each.since_ms <= now - WAIT_MS for each in waiting):
            found.append((reader, waiting))
    return found


def _still_waits(
    connection: sa.Connection, person: str, address: str, now: int
) -> tuple[_Awaited, list[_Waiting]] | None:
    """Return somebody who was written to with the games that wait for him, unless he has seen all of them since."""
    who = mail_addresses.c.person == person, mail_addresses.c.address == address
    for reader in _readers(connection, *who):
        waiting = _waiting(connection, person, now)
        if any(reader.seen_ms < each.since_ms for each in waiting):
            return reader, waiting
    return None


def _readers(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> list[_Awaited]:
    columns = mail_addresses.c
    joined = mail_addresses.join(accounts, accounts.c.id == columns.person).outerjoin(
        looks, looks.c.person == columns.person
    )
    seen = sa.func.coalesce(looks.c.seen_ms, 0)
    last = sa.func.coalesce(columns.digest_ms, 0)
    told = columns.address, columns.mail_key, columns.language, columns.digest_ms
    query = sa.select(columns.person, accounts.c.name, *told, seen).select_from(joined)
    wants = columns.has_digest == sa.true(), columns.address.is_not(None), accounts.c.is_closed == sa.false()
    # Who has heard of nothing for longest comes first, so that nobody waits for ever behind others.
    query = query.where(*wants, *which).order_by(last, columns.person)
    return [_Awaited(*row) for row in connection.execute(query)]


def _waiting(connection: sa.Connection, person: str, now: int) -> list[_Waiting]:
    names = "id", "spec", "person0", "person1", "changed_ms", *COLUMNS
    found = []
    for seat in (0, 1):
        own = games.c[f"person{seat}"] == person, games.c[f"removed{seat}_ms"].is_(None), games.c.player == seat
        goes_on = games.c.is_over == sa.false(), games.c.speed == "correspondence"
        query = sa.select(*(games.c[name] for name in names)).where(*own, *goes_on).limit(MOST_AT_ONCE)
        rows = connection.execute(query).mappings()
        found += [each for each in (_in_row({**row}, seat, now) for row in rows) if each is not None]
    return found


def _in_row(row: dict[str, Any], seat: int, now: int) -> _Waiting | None:
    standing = standing_in_row(row)
    if standing is None or (standing.away or 0) & 1 << seat:
        return None
    since, due = row["changed_ms"], standing.due_ms
    if due is not None and due - DAY_MS <= now:
        since = max(since, due - DAY_MS)
    return _Waiting(row["id"], row["spec"], seat, (row["person0"], row["person1"]), standing.seats, due, since)


def _writing(reader: _Awaited, letter: Letter, now: int) -> Callable[[sa.Connection], bool]:
    """Return the work that lets a letter be sent, unless another process was quicker, or it is not wanted any more."""
    own = mail_addresses.c.person == reader.person, mail_addresses.c.mail_key == reader.mail_key
    same = mail_addresses.c.digest_ms.is_not_distinct_from(reader.digest_ms)
    change = mail_addresses.update().where(*own, same, mail_addresses.c.has_digest == sa.true()).values(digest_ms=now)

    def work(connection: sa.Connection) -> bool:
        if connection.execute(change).rowcount != 1:
            return False
        put_out(connection, reader.person, reader.address, reader.language, letter, now)
        return True

    return work
