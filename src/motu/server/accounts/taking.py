"""What somebody did as a guest, taken along to his account when he logs in (floor: server).

Invariant: all of it goes in one transaction, seats included, or nothing does. Games in which he would sit at both sides
stay with the guest. Other processes hear who sits where now, and compare it with the database anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import sqlalchemy as sa

from motu.server.accounts.belongings import BELONGINGS, Belonging
from motu.server.bus.exchange import Exchange
from motu.server.correspondence.vacations import ALLOWANCE_MS, Vacation
from motu.server.events import ServerError
from motu.server.games_in_memory import GamesInMemory
from motu.server.going import MAX_GOING, lock_going, num_going
from motu.server.postgres import TAKING, insert_into, lock_until_commit
from motu.server.puzzle_book import MAX_OWN
from motu.server.schema import (
    accounts,
    blocks,
    challenges,
    dice_tallies,
    games,
    own_puzzles,
    puzzle_people,
    puzzle_streaks,
    puzzle_tries,
    reliabilities,
    reports,
    studies,
    vacations,
)
from motu.server.store import Store
from motu.server.studies import MAX_STUDIES, MAX_TOTAL_BYTES, lock_studies
from motu.server.wall_time import now_ms

TOPIC = "seats"
"""Under which processes tell each other in which games somebody sits under another id now."""
MOST_TOLD = 200
"""Games in a message."""


class SeatsTaken(msgspec.Struct, frozen=True, tag="seats_taken"):
    """Somebody sits in these games under another id than he did; which, the database knows."""

    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuestThings:
    """What is a guest's, or what has been taken along."""

    games: int = 0
    studies: int = 0
    puzzles: int = 0
    """Puzzles that were tried, and those from his own games."""
    stayed: int = 0
    """Games that stay with the guest, since the account sits at the other side."""


class GuestThingsTaken:
    """Takes guests' things along."""

    def __init__(self, store: Store, rooms: GamesInMemory, exchange: Exchange) -> None:
        """Take them in a store; tell the processes of the house."""
        self._store, self._rooms, self._exchange = store, rooms, exchange
        exchange.listen(TOPIC, lambda message: rooms.read_rows_again(_TAKEN.decode(message).games))

    async def of(self, guest: str | None, account: str | None = None) -> GuestThings:
        """Return what is a guest's, and what of it an account could take along."""
        if guest is None:
            return GuestThings()

        def read(connection: sa.Connection) -> GuestThings:
            return _without(_things(connection, guest), 0 if account is None else _both(connection, guest, account))

        return await self._store.read(read)

    async def take(self, guest: str | None, account: str) -> GuestThings:
        """Let an account have what is a guest's; where there is nothing, nothing happens.

        Raises:
            ServerError: "server/too-many", "server/too-many-studies", "account/has-name" for a guest with a name.
        """
        if guest is None or guest == account:
            return GuestThings()
        moved, taken = await self._store.write(lambda connection: _take(connection, guest, account))
        await self._rooms.read_rows_again(moved)
        for at in range(0, len(moved), MOST_TOLD):
            self._exchange.tell(TOPIC, SeatsTaken(tuple(moved[at : at + MOST_TOLD])))
        return taken


_TAKEN: msgspec.json.Decoder[SeatsTaken] = msgspec.json.Decoder(SeatsTaken)


def _things(connection: sa.Connection, guest: str) -> GuestThings:
    def count(*holds: sa.ColumnElement[bool]) -> int:
        return int(connection.execute(sa.select(sa.func.count()).where(*holds)).scalar_one())

    own = games.c.owner == guest, games.c.removed_ms.is_(None)
    first = games.c.person0 == guest, games.c.removed0_ms.is_(None)
    second = games.c.person1 == guest, games.c.removed1_ms.is_(None)
    return GuestThings(
        sum(count(*holds) for holds in (own, first, second)),
        count(studies.c.owner == guest, studies.c.deleted_ms.is_(None)),
        count(puzzle_tries.c.person == guest) + count(own_puzzles.c.person == guest),
    )


def _take(connection: sa.Connection, guest: str, account: str) -> tuple[list[str], GuestThings]:
    """Do all of it; return in which games somebody sits under another id now."""
    lock_until_commit(connection, TAKING)
    _refuse_names(connection, guest, account)
    before = _things(connection, guest)
    _refuse_more_games(connection, guest, account)
    _refuse_more_studies(connection, guest, account)
    _take_challenges(connection, guest, account)
    moved = _locked_games(connection, guest, account)
    for each in BELONGINGS:
        _GENERIC[each.taking](connection, each, guest, account)
    moved |= _locked_games(connection, guest, account)  # with those that began while one waited for rows
    for work in _OWN:
        work(connection, guest, account)
    return sorted(moved), _without(before, _both(connection, guest, account))


def _locked_games(connection: sa.Connection, guest: str, account: str) -> set[str]:
    """Return in which games somebody is about to sit under another id; nobody else changes them until that is so.

    What begins games reads who is to play before its transaction, and looks again in it, at the row of the challenge,
    of the pairing or of the game before. So those rows come first: a game that begins while one waits for them is
    found afterwards.
    """
    mine = sa.select(games.c.id).where(sa.or_(games.c.owner == guest, _seated(guest, account))).order_by(games.c.id)
    return set(connection.execute(mine.with_for_update()).scalars())


def _without(things: GuestThings, stayed: int) -> GuestThings:
    return replace(things, games=things.games - stayed, stayed=stayed)


def _seated(guest: str, account: str) -> sa.ColumnElement[bool]:
    """Return what holds of a game in which a guest sits and the account doesn't."""
    first = sa.and_(games.c.person0 == guest, games.c.person1 != account)
    return sa.or_(first, sa.and_(games.c.person1 == guest, games.c.person0 != account))


def _both(connection: sa.Connection, guest: str, account: str) -> int:
    """Return how many of a guest's listed games are against the account."""
    first = sa.and_(games.c.person0 == guest, games.c.person1 == account, games.c.removed0_ms.is_(None))
    second = sa.and_(games.c.person1 == guest, games.c.person0 == account, games.c.removed1_ms.is_(None))
    return int(connection.execute(sa.select(sa.func.count()).where(sa.or_(first, second))).scalar_one())


def _refuse_names(connection: sa.Connection, guest: str, account: str) -> None:
    """Refuse where the guest has a name by now, or the account none any more."""
    query = sa.select(accounts.c.id, accounts.c.is_closed).where(accounts.c.id.in_((guest, account)))
    found = {row.id: row.is_closed for row in connection.execute(query)}
    if found.keys() != {account} or found[account]:
        raise ServerError("this browser's guest has a name by now; load the page again", slug="account/has-name")


def _refuse_more_games(connection: sa.Connection, guest: str, account: str) -> None:
    lock_going(connection, account)
    more = num_going(connection, guest)
    if more and num_going(connection, account) + more > MAX_GOING:
        told = f"together these would be more than {MAX_GOING} games that go on; end some of them first"
        raise ServerError(told, slug="server/too-many")


def _refuse_more_studies(connection: sa.Connection, guest: str, account: str) -> None:
    lock_studies(connection, account)
    query = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(studies.c.num_bytes), 0))
    (more, more_bytes), (count, num_bytes) = (
        connection.execute(query.where(studies.c.owner == who)).one() for who in (guest, account)
    )
    if more and (count + more > MAX_STUDIES or num_bytes + more_bytes > MAX_TOTAL_BYTES):
        told = f"together these would be more than {MAX_STUDIES} studies, or too large ones; delete some of them first"
        raise ServerError(told, slug="server/too-many-studies")


# --- what is done with rows


def _move(connection: sa.Connection, each: Belonging, guest: str, account: str) -> None:
    connection.execute(each.table.update().where(each.column == guest).values({each.column: account}))


def _join(connection: sa.Connection, each: Belonging, guest: str, account: str) -> None:
    """Move the rows whose key the account does not have yet; the others go."""
    known = each.table.alias("known")
    rest = [column for column in each.table.primary_key if column is not each.column]
    same = sa.exists().where(known.c[each.column.name] == account, *(known.c[key.name] == key for key in rest))
    connection.execute(each.table.delete().where(each.column == guest, same))
    _move(connection, each, guest, account)


def _drop(connection: sa.Connection, each: Belonging, guest: str, _account: str) -> None:
    connection.execute(each.table.delete().where(each.column == guest))


def _nothing(_connection: sa.Connection, _each: Belonging, _guest: str, _account: str) -> None:
    """Only accounts have such rows, or they are looked after below."""


_GENERIC = {"moves": _move, "joins": _join, "goes": _drop, "never": _nothing, "own": _nothing}


def _take_seats(connection: sa.Connection, guest: str, account: str) -> None:
    for mine, other in ((games.c.person0, games.c.person1), (games.c.person1, games.c.person0)):
        connection.execute(games.update().where(mine == guest, other != account).values({mine: account}))


def _take_challenges(connection: sa.Connection, guest: str, account: str) -> None:
    for mine, other in ((challenges.c.maker, challenges.c.taken_by), (challenges.c.taken_by, challenges.c.maker)):
        is_other = sa.or_(other.is_(None), other != account)
        connection.execute(challenges.update().where(mine == guest, is_other).values({mine: account}))


def _take_blocks(connection: sa.Connection, guest: str, account: str) -> None:
    """Let the account block whom the guest has blocked, and be blocked where the guest was; nobody blocks himself."""
    pairs = (blocks.c.person, blocks.c.other), (blocks.c.other, blocks.c.person)
    for mine, other in pairs:
        known = sa.select(other).where(mine == account)
        connection.execute(blocks.delete().where(mine == guest, sa.or_(other == account, other.in_(known))))
        connection.execute(blocks.update().where(mine == guest).values({mine: account}))


def _take_reports(connection: sa.Connection, guest: str, account: str) -> None:
    """Let what the guest has told moderators, and what they were told of him, be the account's.

    What is open twice then, or tells of himself, goes.
    """
    open_ones = reports.alias()
    for mine, other in ((reports.c.reporter, reports.c.whom), (reports.c.whom, reports.c.reporter)):
        same = sa.exists().where(
            open_ones.c[mine.name] == account,
            open_ones.c[other.name] == other,
            open_ones.c.game == reports.c.game,
            open_ones.c.closed_ms.is_(None),
        )
        again = sa.and_(reports.c.closed_ms.is_(None), same)
        connection.execute(reports.delete().where(mine == guest, sa.or_(again, other == account)))
        connection.execute(reports.update().where(mine == guest).values({mine: account}))


def _take_puzzle_ratings(connection: sa.Connection, guest: str, account: str) -> None:
    """Keep, for each game, the rating that is known more surely."""
    for row in _rows(connection, puzzle_people.c.person, guest):
        held = puzzle_people.c.person == account, puzzle_people.c.game == row["game"]
        known = connection.execute(sa.select(puzzle_people.c.deviation).where(*held)).scalar_one_or_none()
        if known is None or row["deviation"] < known:
            connection.execute(puzzle_people.delete().where(*held))
            connection.execute(puzzle_people.insert().values({**row, "person": account}))


def _take_puzzle_tries(connection: sa.Connection, guest: str, account: str) -> None:
    """Let the first try of a puzzle be the one that counts."""
    other = puzzle_tries.alias("other")
    earlier = sa.exists().where(
        other.c.person == account, other.c.puzzle == puzzle_tries.c.puzzle, other.c.at_ms <= puzzle_tries.c.at_ms
    )
    connection.execute(puzzle_tries.delete().where(puzzle_tries.c.person == guest, earlier))
    later = sa.exists().where(other.c.person == guest, other.c.puzzle == puzzle_tries.c.puzzle)
    connection.execute(puzzle_tries.delete().where(puzzle_tries.c.person == account, later))
    own = puzzle_tries.c.person == guest
    connection.execute(puzzle_tries.update().where(own).values(person=account))


def _take_streaks(connection: sa.Connection, guest: str, account: str) -> None:
    rows = [*_rows(connection, puzzle_streaks.c.person, guest), *_rows(connection, puzzle_streaks.c.person, account)]
    if not rows:
        return
    latest = max(rows, key=lambda row: (row["last_day"], row["days"]))
    best = {name: max(row[name] for row in rows) for name in ("most_days", "longest_row")}
    connection.execute(puzzle_streaks.delete().where(puzzle_streaks.c.person.in_((guest, account))))
    connection.execute(puzzle_streaks.insert().values(latest | best | {"person": account}))


def _take_tallies(connection: sa.Connection, guest: str, account: str) -> None:
    for whose in (dice_tallies.c.who, reliabilities.c.person):
        for row in _rows(connection, whose, guest):
            counts = {name: whose.table.c[name] + number for name, number in row.items() if name != whose.name}
            added = insert_into(connection, whose.table).values(row | {whose.name: account})
            connection.execute(added.on_conflict_do_update(index_elements=[whose.name], set_=counts))


def _take_vacation(connection: sa.Connection, guest: str, account: str) -> None:
    """Add up what both have used of one year; a guest's vacation that goes on ends, and his games are told so."""
    now = now_ms()
    for row in _rows(connection, vacations.c.person, guest):
        mine = Vacation(**row)
        mine = replace(mine if mine.since_ms is None else mine.ended(now), person=account, is_settled=False)
        known = next((Vacation(**each) for each in _rows(connection, vacations.c.person, account)), None)
        both = mine if known is None else _added_up(known, mine)
        connection.execute(vacations.delete().where(vacations.c.person == account))
        connection.execute(vacations.insert().values({name: getattr(both, name) for name in Vacation.__slots__}))


def _added_up(known: Vacation, more: Vacation) -> Vacation:
    if more.year < known.year:
        return replace(known, is_settled=False)
    used = more.used_ms + (known.used_ms if more.year == known.year else 0)
    return replace(known, year=more.year, used_ms=min(ALLOWANCE_MS, used), is_settled=False)


def _keep_latest_puzzles(connection: sa.Connection, _guest: str, account: str) -> None:
    own = own_puzzles.c.person == account
    latest = sa.select(own_puzzles.c.puzzle).where(own).order_by(own_puzzles.c.at_ms.desc()).limit(MAX_OWN)
    connection.execute(own_puzzles.delete().where(own, own_puzzles.c.puzzle.not_in(latest)))


def _leave_nothing(connection: sa.Connection, guest: str, _account: str) -> None:
    tallies = dice_tallies.c.who, reliabilities.c.person
    for each in (puzzle_people.c.person, puzzle_streaks.c.person, *tallies, vacations.c.person):
        connection.execute(each.table.delete().where(each == guest))


Own = Callable[[sa.Connection, str, str], None]
_OWN: Sequence[Own] = (
    _take_seats,
    _take_blocks,
    _take_reports,
    _take_puzzle_ratings,
    _take_puzzle_tries,
    _take_streaks,
    _take_tallies,
    _take_vacation,
    _keep_latest_puzzles,
    _leave_nothing,
)


def _rows(connection: sa.Connection, column: sa.Column[Any], who: str) -> list[dict[str, Any]]:
    """Return somebody's rows of a table."""
    query = sa.select(column.table).where(column == who)
    return [{**row} for row in connection.execute(query).mappings()]
