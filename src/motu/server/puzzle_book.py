"""Who has solved which puzzles, and what that says of people and puzzles: ratings, streaks (floor: server).

The first answer of a person to a puzzle counts, and no other: right or wrong, a hint or the solution being wrong. It is
a game between the two, after which both are rated anew.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import sqlalchemy as sa

from motu.puzzles import Puzzle
from motu.server.glicko import GlickoRating, rated
from motu.server.postgres import insert_into, lock_by_name
from motu.server.schema import own_puzzles, puzzle_people, puzzle_ratings, puzzle_streaks, puzzle_tries
from motu.server.store import Store
from motu.server.wall_time import now_ms

__all__ = ["BEGINNINGS", "MAX_OWN", "Counted", "OwnPuzzles", "PuzzleBook", "PuzzleProgress", "Streak"]

BEGINNINGS = {1: 1100.0, 2: 1300.0, 3: 1500.0, 4: 1700.0, 5: 1900.0}
"""Where the rating of a puzzle begins, by its difficulty."""
DEVIATION = 150.0
"""How sure that is."""
MAX_OWN = 200
"""Puzzles from a person's own games that are kept."""
DAY_MS = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Streak:
    """What somebody has solved without a break."""

    last_day: int = -1
    """The last day with a puzzle solved."""
    days: int = 0
    most_days: int = 0
    row: int = 0
    """Puzzles solved one after another."""
    longest_row: int = 0

    def at(self, day: int) -> Streak:
        """Return it as it stands on a day: a day without a puzzle ends the row of days."""
        days = self.days if day - self.last_day <= 1 else 0
        return Streak(self.last_day, days, self.most_days, self.row, self.longest_row)

    def after(self, day: int, *, is_solved: bool) -> Streak:
        """Return it after a puzzle on a day."""
        now = self.at(day)
        if not is_solved:
            return Streak(now.last_day, now.days, now.most_days, 0, now.longest_row)
        days = now.days if day == now.last_day else now.days + 1
        row = now.row + 1
        return Streak(day, days, max(days, now.most_days), row, max(row, now.longest_row))


@dataclass(frozen=True, slots=True)
class Counted:
    """What a first answer has changed."""

    before: GlickoRating
    after: GlickoRating
    """The person's ratings in the game of the puzzle."""
    streak: Streak


@dataclass(frozen=True, slots=True)
class PuzzleProgress:
    """What somebody has done so far."""

    ratings: dict[str, GlickoRating]
    """By game; of those where a puzzle was tried."""
    tries: dict[str, bool]
    """The puzzles that were tried, and whether the first answer was right."""
    streak: Streak


class PuzzleBook:
    """Keeps what people have solved."""

    def __init__(self, store: Store) -> None:
        """Keep it in the server's database."""
        self._store = store

    async def count(self, person: str, puzzle: Puzzle, *, is_solved: bool) -> Counted | None:
        """Count a first answer; return None where there was one before."""
        now = now_ms()
        return await self._store.write(lambda connection: _count(connection, person, puzzle, now, is_solved=is_solved))

    async def progress(self, person: str) -> PuzzleProgress:
        """Return what somebody has done so far."""
        day = now_ms() // DAY_MS
        return await self._store.read(lambda connection: _progress(connection, person, day))

    async def puzzle_ratings(self) -> dict[str, GlickoRating]:
        """Return the ratings of the puzzles that somebody has tried; `beginning` has those of the others."""
        return await self._store.read(
            lambda connection: {row.puzzle: _rating(row) for row in connection.execute(sa.select(puzzle_ratings))}
        )


class OwnPuzzles:
    """Keeps puzzles from people's own games, the latest `MAX_OWN` of each person."""

    def __init__(self, store: Store) -> None:
        """Keep them in the server's database."""
        self._store = store

    async def keep(self, person: str, puzzle: Puzzle) -> None:
        """Keep a puzzle; one that is kept already becomes the latest."""
        values = {"person": person, "puzzle": puzzle.id, "at_ms": now_ms(), "what": msgspec.json.encode(puzzle)}
        own = own_puzzles.c.person == person
        latest = sa.select(own_puzzles.c.puzzle).where(own).order_by(own_puzzles.c.at_ms.desc()).limit(MAX_OWN)

        def work(connection: sa.Connection) -> None:
            _keep(connection, own_puzzles, values)
            connection.execute(own_puzzles.delete().where(own, own_puzzles.c.puzzle.not_in(latest)))

        await self._store.write(work)

    async def of(self, person: str) -> list[Puzzle]:
        """Return a person's puzzles, the latest first."""
        query = sa.select(own_puzzles.c.what).where(own_puzzles.c.person == person)
        ordered = query.order_by(own_puzzles.c.at_ms.desc(), own_puzzles.c.puzzle)
        return [_read(what) for what in await self._store.read(lambda opened: opened.execute(ordered).scalars().all())]

    async def find(self, person: str, name: str) -> Puzzle | None:
        """Return a person's puzzle by its id."""
        query = sa.select(own_puzzles.c.what).where(own_puzzles.c.person == person, own_puzzles.c.puzzle == name)
        what = await self._store.read(lambda opened: opened.execute(query).scalar_one_or_none())
        return None if what is None else _read(what)


def _read(what: bytes) -> Puzzle:
    return msgspec.json.decode(what, type=Puzzle)


def beginning(puzzle: Puzzle) -> GlickoRating:
    """Return the rating of a puzzle that nobody has tried."""
    return GlickoRating(BEGINNINGS[puzzle.difficulty], DEVIATION)


def _count(connection: sa.Connection, person: str, puzzle: Puzzle, now_ms: int, *, is_solved: bool) -> Counted | None:
    lock_by_name(connection, "puzzles of", person)
    lock_by_name(connection, "puzzle", puzzle.id)
    fresh = insert_into(connection, puzzle_tries).values(
        person=person, puzzle=puzzle.id, at_ms=now_ms, is_solved=is_solved
    )
    if not connection.execute(fresh.on_conflict_do_nothing(), execution_options={"preserve_rowcount": True}).rowcount:
        return None
    own = puzzle_people.c.person == person, puzzle_people.c.game == puzzle.game
    before = _found(connection, sa.select(puzzle_people).where(*own)) or GlickoRating()
    hard = _found(connection, sa.select(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle.id))
    hard = hard or beginning(puzzle)
    after, harder = rated(before, [(hard, float(is_solved))]), rated(hard, [(before, float(not is_solved))])
    _keep(connection, puzzle_people, {"person": person, "game": puzzle.game} | _values(after))
    _keep(connection, puzzle_ratings, {"puzzle": puzzle.id} | _values(harder))
    streak = _streak(connection, person).after(now_ms // DAY_MS, is_solved=is_solved)
    _keep(connection, puzzle_streaks, {"person": person, **{name: getattr(streak, name) for name in Streak.__slots__}})
    return Counted(before, after, streak)


def _progress(connection: sa.Connection, person: str, day: int) -> PuzzleProgress:
    ratings = connection.execute(sa.select(puzzle_people).where(puzzle_people.c.person == person))
    tries = connection.execute(sa.select(puzzle_tries).where(puzzle_tries.c.person == person))
    return PuzzleProgress(
        {row.game: _rating(row) for row in ratings},
        {row.puzzle: row.is_solved for row in tries},
        _streak(connection, person).at(day),
    )


def _streak(connection: sa.Connection, person: str) -> Streak:
    columns = [puzzle_streaks.c[name] for name in Streak.__slots__]
    row = connection.execute(sa.select(*columns).where(puzzle_streaks.c.person == person)).one_or_none()
    return Streak() if row is None else Streak(*row)


def _keep(connection: sa.Connection, table: sa.Table, values: dict[str, object]) -> None:
    """Put a row in the place of the one with the same key."""
    changed = {name: value for name, value in values.items() if not table.c[name].primary_key}
    connection.execute(
        insert_into(connection, table)
        .values(values)
        .on_conflict_do_update(index_elements=list(table.primary_key), set_=changed)
    )


def _found(connection: sa.Connection, query: sa.Select[tuple[object, ...]]) -> GlickoRating | None:
    row = connection.execute(query).one_or_none()
    return None if row is None else _rating(row)


def _rating(row: sa.Row[tuple[object, ...]]) -> GlickoRating:
    return GlickoRating(row.rating, row.deviation, row.volatility)


def _values(rating: GlickoRating) -> dict[str, object]:
    return {"rating": rating.value, "deviation": rating.deviation, "volatility": rating.volatility}
