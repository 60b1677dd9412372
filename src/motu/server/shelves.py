"""A guest's games in the order of his lists: shelf by shelf, each query answered by an index (floor: server)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import sqlalchemy as sa

from motu.server.schema import games
from motu.server.standing import COLUMNS, GameStanding, standing_in_row
from motu.server.store import ROW, GameRow, Store


@dataclass(frozen=True, slots=True)
class ListPlace:
    """Where a game stands in a list: on which shelf, and by `rank` there."""

    shelf: int
    """Its number in `SHELVES`."""
    rank: int
    id: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in a list."""

    row: GameRow
    standing: GameStanding | None
    """None for a game of an older version that nobody has listed yet."""
    shelf: int

    @property
    def place(self) -> ListPlace:
        """Where it stands."""
        return ListPlace(self.shelf, self.rank, self.row.id)

    @property
    def rank(self) -> int:
        """How early it comes on its shelf: on the first one those whose time is up first, then the latest."""
        due_ms = None if self.standing is None else self.standing.due_ms
        return due_ms if self.shelf == WAITED_FOR and due_ms else NO_HURRY_MS - self.row.changed_ms


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of a guest's games are listed."""

    game: str | None = None
    """Those of one game, such as "atoll"; None for all."""
    is_over: bool | None = None
    """Those that are over, or those that go on; None for both."""
    after: ListPlace | None = None
    """Those that come after this place; None for the list from its beginning."""
    unplayed_since_ms: int = 0
    """Of those that go on and in which nobody has moved, only what has changed since then."""


ALL = Wanted()

_GOES_ON, _IS_OVER = games.c.is_over == sa.false(), games.c.is_over == sa.true()
_AT_0 = games.c.person0, games.c.removed0_ms
_AT_1 = games.c.person1, games.c.removed1_ms
_OWN = games.c.owner, games.c.removed_ms
Part = tuple[tuple[sa.Column[Any], sa.Column[Any]], tuple[sa.ColumnElement[bool], ...]]
SHELVES: tuple[tuple[Part, ...], ...] = (
    ((_AT_0, (_GOES_ON, games.c.player == 0)), (_AT_1, (_GOES_ON, games.c.player == 1))),
    ((_OWN, (_GOES_ON,)),),
    ((_AT_0, (_GOES_ON, games.c.player != 0)), (_AT_1, (_GOES_ON, games.c.player != 1))),
    ((_OWN, (_IS_OVER,)), (_AT_0, (_IS_OVER,)), (_AT_1, (_IS_OVER,))),
)
"""A guest's games in the order in which they are listed: those in which somebody at another screen waits for him, those
at his own screen, those in which he waits, and those that are over. Each shelf is made of parts that an index answers:
the column that says whose a game is, with the one that says when he removed it; and what else holds there."""
WAITED_FOR, OVER = 0, len(SHELVES) - 1
NO_HURRY_MS = 10**14
"""Later than any time that is up; what has none comes after it, the latest first."""
_HURRY_FIRST = sa.func.coalesce(sa.func.nullif(games.c.due_ms, 0), NO_HURRY_MS - games.c.changed_ms)
_GUEST, _LIMIT = sa.bindparam("guest", type_=sa.Text), sa.bindparam("limit", type_=sa.Integer)
_LISTED = [*ROW, *(games.c[name] for name in COLUMNS)]


async def games_of(store: Store, owner: str, limit: int, wanted: Wanted = ALL) -> list[Listed]:
    """Return a guest's games, shelf by shelf, by their rank there."""
    first = 0 if wanted.after is None else wanted.after.shelf
    shelves = [number for number in range(first, len(SHELVES)) if wanted.is_over in (None, number == OVER)]

    def read(connection: sa.Connection) -> list[Listed]:
        found: list[Listed] = []
        for number in shelves:
            left = limit - len(found)
            queries = [shelf_part(owner, number, part, left, wanted) for part in range(len(SHELVES[number]))]
            listed = [_listed(row, number) for each in queries for row in connection.execute(*each)]
            listed.sort(key=_in_order(number), reverse=number != WAITED_FOR)
            found += listed[:left]
        return found

    return await store.read(read)


def shelf_part(
    guest: str, shelf: int, part: int, limit: int, wanted: Wanted = ALL
) -> tuple[sa.Select[Any], dict[str, Any]]:
    """Return the query for a part of a guest's shelf, and its parameters; an index answers it."""
    values = {"guest": guest, "limit": limit, "unplayed_since_ms": wanted.unplayed_since_ms}
    after = wanted.after if wanted.after is not None and wanted.after.shelf == shelf else None
    if wanted.game is not None:
        values["specs"] = f"{wanted.game}(%"
    if after is not None:
        values |= {"rank": after.rank if shelf == WAITED_FOR else NO_HURRY_MS - after.rank, "id": after.id}
    return _shelf_query(shelf, part, of_game=wanted.game is not None, is_after=after is not None), values


@cache
def _shelf_query(shelf: int, part: int, *, of_game: bool, is_after: bool) -> sa.Select[Any]:
    """Return the query for a part of any guest's shelf: to make it takes ten times as long as to answer it."""
    (whose, removed), holds = SHELVES[shelf][part]
    query = sa.select(*_LISTED).where(whose == _GUEST, *holds, removed.is_(None))
    if whose is _OWN[0] and shelf != OVER:
        has_moves = sa.func.coalesce(games.c.num_moves, 1) > 0
        query = query.where(sa.or_(has_moves, games.c.changed_ms >= sa.bindparam("unplayed_since_ms")))
    if of_game:
        query = query.where(games.c.spec.like(sa.bindparam("specs")))
    place = sa.tuple_(sa.bindparam("rank", type_=sa.BigInteger), sa.bindparam("id", type_=sa.Text))
    if shelf == WAITED_FOR:
        query = query.where(sa.tuple_(_HURRY_FIRST, games.c.id) > place) if is_after else query
        return query.order_by(_HURRY_FIRST, games.c.id).limit(_LIMIT)
    query = query.where(sa.tuple_(games.c.changed_ms, games.c.id) < place) if is_after else query
    return query.order_by(games.c.changed_ms.desc(), games.c.id.desc()).limit(_LIMIT)


def _in_order(shelf: int) -> Callable[[Listed], tuple[int, str]]:
    """Return what a shelf is sorted by; all but the first one backwards."""
    return lambda each: (each.rank if shelf == WAITED_FOR else -each.rank, each.row.id)


def _listed(row: sa.Row[Any], shelf: int) -> Listed:
    values: Any = row._mapping  # noqa: SLF001 - as above
    return Listed(GameRow(**{name: values[name] for name in GameRow.__slots__}), standing_in_row(values), shelf)
