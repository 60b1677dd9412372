"""What one database holds, in another one: the same rows, or none."""

from __future__ import annotations

import asyncio
import json
import os
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from cli.running import run, run_well
from motu.server import database_copy
from motu.server.database import DatabaseFileError, alone_at, file_url, open_database
from motu.server.database_copy import copy_database, place_url
from motu.server.events import ClockSettings, Created, Participant
from motu.server.house_clock import HouseClock
from motu.server.rooms import Rooms
from motu.server.schema import events, games, metadata, own_puzzles, puzzle_people, studies
from motu.server.store import Store
from server.databases import NewDatabase, PostgresServer
from server.test_migrations import old_database

PERSONS = (Participant(name="Ĉiĉo"), Participant("level", 3))


def fill(url: sa.URL) -> None:
    """Keep something in every table, odd values included."""
    store = Store(url)

    async def script() -> None:
        rooms, chance = Rooms(store), random.Random(1)
        house = HouseClock(store, rooms.wall)
        await house.open()
        await store.secret("guests")
        for spec, clock in (
            ("hex(size=3)", None),
            ("atmalof", ClockSettings(60_000, 1_000)),
            ("atomorph(size=4)", None),
        ):
            room = await rooms.create(Created(spec, PERSONS, clock=clock), "ann")
            for _ in range(8):
                if not room.log.is_over:
                    await rooms.move(room, chance.choice(room.log.state.legal_moves()))
        await store.remove(room.row.id, 5)
        for table in metadata.sorted_tables:
            if table not in (games, events):
                belongs = {column.name: room.row.id for column in table.columns if column.foreign_keys}
                added = table.insert().values(values_for(table) | belongs)
                await store.write(partial(sa.Connection.execute, statement=added))
        await house.close()

    asyncio.run(script())
    store.close()


def values_for(table: sa.Table) -> dict[str, Any]:
    """Make up a row."""
    made: dict[str, Any] = {}
    for column in table.columns:
        if isinstance(column.type, sa.Boolean):
            made[column.name] = True
        elif isinstance(column.type, sa.Float):
            made[column.name] = 0.1 + 0.2
        elif isinstance(column.type, sa.LargeBinary):
            made[column.name] = bytes(range(256))
        elif isinstance(column.type, sa.BigInteger):
            made[column.name] = 2**62
        elif isinstance(column.type, sa.Integer):
            made[column.name] = 2**31 - 1
        else:
            made[column.name] = "ŝ'\"%\n🙂"
    return made | ({"deleted_ms": None} if table is studies else {})


def rows(url: sa.URL) -> dict[str, set[Any]]:
    """All rows of all tables."""
    engine = open_database(url)
    with engine.connect() as connection:
        found = {
            table.name: {tuple(row) for row in connection.execute(sa.select(table))} for table in metadata.sorted_tables
        }
    engine.dispose()
    return found


def test_a_copy_has_the_same_rows(new_database: NewDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_copy, "BATCH", 7)
    first, there, back = new_database(), file_url(tmp_path / "there" / "motu.db"), new_database()
    fill(first)
    told: list[tuple[int, int]] = []
    counts = copy_database(first, there, lambda done, total: told.append((done, total)))
    assert copy_database(there, back) == counts
    expected = rows(first)
    assert all(expected.values()), "every table holds something"
    assert rows(there) == rows(back) == expected
    assert counts == {name: len(found) for name, found in expected.items()}
    assert told[-1] == (2 * sum(counts.values()),) * 2
    assert [done for done, _ in told] == sorted({done for done, _ in told})


def test_a_game_goes_on_in_the_copy(new_database: NewDatabase, tmp_path: Path) -> None:
    first, second = new_database(), file_url(tmp_path / "x.db")

    async def begin(store: Store) -> str:
        room = await Rooms(store).create(Created("hex(size=3)", (Participant(), Participant())), "ann")
        return room.row.id

    async def go_on(store: Store, game_id: str) -> None:
        rooms = Rooms(store)
        await rooms.move(await rooms.find(game_id), "b2")

    store = Store(first)
    game_id = asyncio.run(begin(store))
    store.close()
    copy_database(first, second)
    store = Store(second)
    asyncio.run(go_on(store, game_id))
    store.close()


def test_a_database_of_an_older_motu_is_brought_up_to_date_on_the_way(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    first = new_database()
    old_database(first, "0001")
    assert copy_database(first, file_url(tmp_path / "new.db"))["server_secret"] == 1


@pytest.mark.parametrize("table", [games, puzzle_people, own_puzzles])
def test_what_holds_something_is_refused_and_stays_as_it_is(
    table: sa.Table, new_database: NewDatabase, tmp_path: Path
) -> None:
    first, second = file_url(tmp_path / "first.db"), new_database()
    fill(first)
    engine = open_database(second)
    with engine.begin() as connection:
        connection.execute(table.insert().values(values_for(table)))
    engine.dispose()
    before = rows(second)
    with pytest.raises(DatabaseFileError, match=f"holds something already.*{table.name}"):
        copy_database(first, second)
    assert rows(second) == before


def test_a_database_in_use_is_refused(new_database: NewDatabase, tmp_path: Path) -> None:
    first, second = new_database(), file_url(tmp_path / "other" / "second.db")
    fill(first)
    for used in (first, second):
        with alone_at(used), pytest.raises(DatabaseFileError, match=r"another motu serves.*stop it first$") as caught:
            copy_database(first, second)
        assert "--" not in caught.value.message, "the command has no such option"


def test_where_there_is_nothing_nothing_is_made(tmp_path: Path) -> None:
    for name in (tmp_path / "none" / "motu.db", tmp_path / "motu.db"):
        with pytest.raises(DatabaseFileError, match=r"no games to copy$"):
            copy_database(file_url(name), file_url(tmp_path / "new" / "motu.db"))
    assert list(tmp_path.iterdir()) == []


def test_an_empty_database_on_a_server_is_left_empty(postgres: PostgresServer, tmp_path: Path) -> None:
    url = postgres.new_database()
    with pytest.raises(DatabaseFileError, match="no games to copy"):
        copy_database(url, file_url(tmp_path / "motu.db"))
    engine = sa.create_engine(url)
    assert sa.inspect(engine).get_table_names() == []
    engine.dispose()


def test_nothing_is_copied_to_itself(tmp_path: Path) -> None:
    with pytest.raises(DatabaseFileError, match="copied to itself"):
        copy_database(place_url(str(tmp_path)), file_url(tmp_path / "motu.db"))
    open_database(tmp_path / "motu.db").dispose()
    (tmp_path / "link.db").symlink_to("motu.db")
    for other in (tmp_path / "link.db", Path(os.path.relpath(tmp_path / "motu.db"))):
        with pytest.raises(DatabaseFileError, match="copied to itself"):
            copy_database(file_url(tmp_path / "motu.db"), file_url(other))


def test_what_can_t_be_read_comes_without_advice_that_the_command_can_t_heed(tmp_path: Path) -> None:
    (tmp_path / "old.db").write_text("no database", "utf-8")
    told = run("database", "copy", f"sqlite:///{tmp_path / 'old.db'}", str(tmp_path / "new")).stderr
    assert "file is not a database" in told
    assert "--" not in told
    open_database(tmp_path / "motu.db").dispose()
    told = run("database", "copy", str(tmp_path), f"sqlite:///{tmp_path / 'old.db'}").stderr
    assert "file is not a database" in told
    assert "--" not in told


@pytest.mark.parametrize("change", [games.update().values(owner="x"), events.delete().where(events.c.seq == 0)])
def test_rows_that_came_out_otherwise_are_noticed_and_nothing_is_kept(
    change: Any, new_database: NewDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = file_url(tmp_path / "first.db"), new_database()
    fill(first)
    real = database_copy._batches

    def spoiled(connection: sa.Connection, table: sa.Table) -> Any:
        if connection.engine.url == second and table is change.table:
            connection.execute(change)
        return real(connection, table)

    monkeypatch.setattr(database_copy, "_batches", spoiled)
    with pytest.raises(DatabaseFileError, match=f"the rows of {change.table.name} are not what they were"):
        copy_database(first, second)
    assert not any(rows(second).values())


def test_the_command_says_what_it_has_copied(tmp_path: Path) -> None:
    fill(file_url(tmp_path / "from" / "motu.db"))
    said = run_well("database", "copy", str(tmp_path / "from"), f"sqlite:///{tmp_path / 'to.db'}")
    assert "rows copied and compared: account 1, audit_entry 1, block 1, challenge 1, chat_line 1, " in said
    told = json.loads(run_well("database", "copy", str(tmp_path / "from"), str(tmp_path / "other"), "--json"))
    assert told["rows"]["game"] == 3
    refused = run("database", "copy", str(tmp_path / "from"), str(tmp_path / "other"))
    assert refused.exit_code == 2
    assert refused.stderr.startswith(
        f"motu: {tmp_path / 'other' / 'motu.db'}: it holds something already (in account, "
    )
    assert refused.stderr.count("\n") == 1
