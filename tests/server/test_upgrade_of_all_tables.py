"""Databases of every earlier motu with something in each of their tables: all of it is there after the upgrade."""

from __future__ import annotations

import json
from typing import Any

import pytest
import sqlalchemy as sa

from motu.server.database import open_database
from motu.server.events import Created, Participant, encode_happening
from motu.server.schema import reliabilities
from server.ratings.rated_games import begin, play, processes_at, rows_of
from server.test_migrations import old_database, revisions

ROWS = 3
"""Rows of each table: full ones, and a last one with nothing where nothing need be."""
_CREATED = Created("hex(size=3)", (Participant(name="Ĉiĉo"), Participant()))
PARTICULAR = {
    ("game", "player"): 1,
    ("game", "seats"): json.dumps([{"kind": "person"}, {"kind": "level", "level": 3}]),
    ("game_event", "what"): encode_happening(_CREATED),
}
"""What the revisions themselves read has to make sense."""
Rows = dict[str, list[dict[str, Any]]]


def tables_of(engine: sa.Engine) -> list[sa.Table]:
    """Return all tables, those that others refer to first."""
    found = sa.MetaData()
    found.reflect(engine)
    return [table for table in found.sorted_tables if table.name != "alembic_version"]


def value_of(column: sa.Column[Any], number: int, known: Rows) -> Any:
    """Return what a column holds in the row of that number."""
    if (particular := PARTICULAR.get((column.table.name, column.name))) is not None:
        return particular
    for key in column.foreign_keys:
        return known[key.column.table.name][number][key.column.name]
    match column.type:
        case sa.Boolean():
            return number % 2 == 0
        case sa.LargeBinary():
            return f"ŝ{column.name}{number}\0".encode()
        case sa.Float() | sa.REAL() | sa.DOUBLE_PRECISION():
            return number + 0.125
        case sa.Integer():
            return len(column.name) + number
        case sa.String(length=length):
            return f"{number}{column.name}ŝ"[:length]
    raise NotImplementedError(f"{column.table.name}.{column.name} is {column.type!r}")


def fill_all(engine: sa.Engine) -> Rows:
    """Put rows into all tables; return them."""
    known: Rows = {}
    with engine.begin() as connection:
        for table in tables_of(engine):
            rows = known[table.name] = []
            for number in range(ROWS):
                is_bare = number == ROWS - 1
                rows.append(
                    {
                        column.name: None if is_bare and column.nullable else value_of(column, number, known)
                        for column in table.columns
                    }
                )
            connection.execute(table.insert(), rows)
    return known


def all_rows(engine: sa.Engine) -> Rows:
    """Return what is in all tables."""
    with engine.connect() as connection:
        return {
            table.name: [dict(row) for row in connection.execute(table.select()).mappings()]
            for table in tables_of(engine)
        }


def unlike(before: Rows, after: Rows) -> list[tuple[str, dict[str, Any]]]:
    """Return the rows of before that are not there any more as they were."""
    return [
        (table, row)
        for table, rows in before.items()
        for row in rows
        if not any(row.items() <= other.items() for other in after.get(table, ()))
    ]


@pytest.mark.parametrize("revision", revisions())
def test_what_any_table_of_any_age_holds_is_kept(revision: str, database: sa.URL) -> None:
    old_database(database, revision)
    older = sa.create_engine(database)
    with older.begin() as connection:
        connection.exec_driver_sql("DELETE FROM server_secret")  # made with the database; here it is one of all tables
    before = fill_all(older)
    older.dispose()
    engine = open_database(database)
    after = all_rows(engine)
    engine.dispose()
    assert len(before) >= 3
    assert unlike(before, after) == []


def test_a_row_that_is_lost_or_altered_is_noticed(database: sa.URL) -> None:
    old_database(database, revisions()[-1])
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM server_secret")
    before = fill_all(engine)
    assert unlike(before, all_rows(engine)) == []
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE reliability SET finished = finished + 1 WHERE substr(person, 1, 1) = '1'")
        connection.exec_driver_sql("DELETE FROM server_secret WHERE substr(name, 1, 1) = '0'")
    assert sorted(table for table, _ in unlike(before, all_rows(engine))) == ["reliability", "server_secret"]
    engine.dispose()


def test_games_that_went_on_when_reliability_came_count_as_they_end(database: sa.URL) -> None:
    ids: list[str] = []

    async def before() -> None:
        ids.extend([(await begin(rooms)).row.id for _ in range(2)])
        await rooms.resign(await rooms.find(ids[0]), 0)

    async def after() -> None:
        assert await rows_of(rooms, reliabilities) == []
        await rooms.resign(await rooms.find(ids[1]), 1)
        found = await rows_of(rooms, reliabilities)
        assert sorted((row.person, row.finished, row.left) for row in found) == [("ann", 1, 0), ("bob", 1, 0)]

    with processes_at(database) as [rooms]:
        play(before)
    older = sa.create_engine(database)
    with older.begin() as connection:  # what 0035 does, undone
        connection.exec_driver_sql("DROP TABLE reliability")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0034'")
    older.dispose()
    with processes_at(database) as [rooms]:
        play(after)
