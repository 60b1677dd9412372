"""Databases made at once equal those that the revisions make; older ones are brought up, others are left alone."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine.interfaces import ReflectedIndex

from motu.server import migrations
from motu.server.database import NAME, DatabaseFileError, _log_ahead, database_url, open_database
from motu.server.schema import metadata
from permissions import permissions_that_hold
from server.databases import NewDatabase, PostgresServer


@pytest.fixture
def engine(database: sa.URL) -> Iterator[sa.Engine]:
    opened = sa.create_engine(database)
    yield opened
    opened.dispose()


def config() -> Config:
    made = Config()
    made.set_main_option("script_location", str(Path(migrations.__file__).parent))
    return made


def migrate(engine: sa.Engine, revision: str) -> None:
    """Do what Alembic does, from wherever the tables are."""
    with engine.begin() as connection:
        made = config()
        made.attributes["connection"] = connection
        command.upgrade(made, revision)


def revisions() -> list[str]:
    return [each.revision for each in ScriptDirectory.from_config(config()).walk_revisions()][::-1]


def differences(engine: sa.Engine) -> list[object]:
    with engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))


def tables(engine: sa.Engine) -> dict[str, object]:
    """All that SQLite knows of tables, columns, keys and indices, and the revision."""
    found: dict[str, object] = {}
    inspector = sa.inspect(engine)
    for name in inspector.get_table_names():
        columns = [
            (each["name"], str(each["type"]), each["nullable"], each["default"]) for each in inspector.get_columns(name)
        ]
        keys = inspector.get_pk_constraint(name)["constrained_columns"], inspector.get_foreign_keys(name)
        indices = [each | {"dialect_options": repr_of(each)} for each in inspector.get_indexes(name)]
        found[name] = columns, keys, indices, inspector.get_unique_constraints(name)
    with engine.connect() as connection:
        found["revision"] = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()
    return found


def repr_of(index: ReflectedIndex) -> list[tuple[str, str]]:
    """What is particular about an index, as text: two conditions that say the same are not equal as objects."""
    return [(name, str(value)) for name, value in index.get("dialect_options", {}).items()]


def test_the_head_is_the_newest_revision() -> None:
    assert ScriptDirectory.from_config(config()).get_heads() == [migrations.HEAD]


def test_the_revisions_make_the_tables_of_the_schema(engine: sa.Engine) -> None:
    assert differences(engine), "an empty database differs"
    migrate(engine, migrations.HEAD)
    assert differences(engine) == []


def test_tables_made_at_once_are_those_that_the_revisions_make(engine: sa.Engine, new_database: NewDatabase) -> None:
    migrate(engine, migrations.HEAD)
    at_once = sa.create_engine(new_database())
    migrations.bring_up_to_date(at_once)
    assert tables(at_once) == tables(engine)
    at_once.dispose()


def test_a_first_start_does_without_alembic(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from motu.server.database import open_database;"
        "open_database(Path(sys.argv[1])).dispose(); print('alembic' in sys.modules)"
    )
    command = [sys.executable, "-c", program, str(tmp_path / NAME)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "False\n"


def old_database(where: sa.URL, revision: str) -> None:
    """Write a database as an older motu has left it, with a secret in it where there is a place for one."""
    engine = sa.create_engine(where)
    migrate(engine, revision)
    with engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO server_secret VALUES ('guests', 'abc')")
    engine.dispose()


def secret_in(engine: sa.Engine) -> object:
    with engine.connect() as connection:
        return connection.exec_driver_sql("SELECT value FROM server_secret").scalar_one()


@pytest.mark.parametrize("revision", revisions())
def test_a_database_of_any_age_keeps_what_it_holds(revision: str, database: sa.URL) -> None:
    old_database(database, revision)
    for _ in range(2):
        engine = open_database(database)
        assert secret_in(engine) == "abc"
        assert differences(engine) == []
        engine.dispose()


GAME_0001 = ("id", "owner", "spec", "secret", "created_ms", "changed_ms", "next_seq", "is_over")
EVENT_0001 = ("game_id", "seq", "at_ms", "what")
GOING, GOING_WITHOUT, OVER = "going", "without a clock", "over"


@pytest.mark.parametrize("revision", revisions()[:5])
def test_games_with_clocks_that_go_on_are_to_be_looked_at(revision: str, database: sa.URL) -> None:
    """Their due times are for the rules to say."""
    old_database(database, revision)
    older = sa.create_engine(database)
    game, event = sa.table("game", *map(sa.column, GAME_0001)), sa.table("game_event", *map(sa.column, EVENT_0001))
    with older.begin() as connection:
        for name, is_over, has_clock in ((GOING, False, True), (GOING_WITHOUT, False, False), (OVER, True, True)):
            values = (name, "ann", "hex", "", 1, 2, 1, is_over)
            connection.execute(game.insert().values(dict(zip(GAME_0001, values, strict=True))))
            clock = {"clock": {"initial_ms": 1000, "increment_ms": 0}} if has_clock else {}
            what = json.dumps({"type": "created", "spec": "hex", "seats": [{}, {}]} | clock).encode()
            connection.execute(event.insert().values(dict(zip(EVENT_0001, (name, 0, 1, what), strict=True))))
    older.dispose()
    engine = open_database(database)
    with engine.connect() as opened:
        found = opened.exec_driver_sql("SELECT id, due_ms FROM game").all()
    engine.dispose()
    assert {row.id: row.due_ms for row in found} == {GOING: 0, GOING_WITHOUT: None, OVER: None}


def test_an_unfinished_beginning_is_finished(engine: sa.Engine) -> None:
    with engine.begin() as connection:  # as Alembic leaves it where it was ended before the first revision
        connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    migrations.bring_up_to_date(engine)
    assert differences(engine) == []


def test_several_servers_may_start_at_once(database: sa.URL) -> None:
    opened: list[sa.Engine] = []
    threads = [threading.Thread(target=lambda: opened.append(open_database(database))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 8
    assert differences(opened[0]) == []
    for engine in opened:
        engine.dispose()


def refusal(path: Path) -> str:
    with pytest.raises(DatabaseFileError) as caught:
        open_database(path)
    assert caught.value.slug == "server/database"
    assert "--data" in caught.value.message
    return caught.value.message


def test_the_database_of_a_newer_motu_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / NAME
    open_database(path).dispose()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9876'")
        connection.execute("CREATE TABLE later (x)")
    connection.close()
    before = path.read_bytes()
    assert "newer motu" in refusal(path)
    assert path.read_bytes() == before


def test_the_database_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / NAME
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (soup)")
    connection.close()
    assert "something else, with recipes" in refusal(path)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
    connection.close()


def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(b"no database at all, but long enough to be one. " * 200)
    before = path.read_bytes()
    assert "file is not a database" in refusal(path)
    assert path.read_bytes() == before


def test_a_database_that_lost_its_end_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / NAME
    open_database(path).dispose()
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    before = path.read_bytes()
    assert "malformed" in refusal(path)
    assert path.read_bytes() == before


def test_a_database_whose_own_words_are_damaged_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    """SQLite says what it cannot read, and Python cannot read that."""
    path = tmp_path / NAME
    open_database(path).dispose()
    # All of them: what stands first in the file may be a page's leavings, which nobody reads.
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE", b"CREAT\xff TABLE"))
    before = path.read_bytes()
    assert "it is damaged" in refusal(path)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_one_is_refused(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file", "utf-8")
    assert "can't keep games in" in refusal(taken / NAME)
    (tmp_path / "folder" / NAME).mkdir(parents=True)
    assert "unable to open database file" in refusal(tmp_path / "folder" / NAME)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere root may write everywhere")
def test_a_folder_without_leave_to_write_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with permissions_that_hold():
            assert "can't keep games in" in refusal(tmp_path / NAME)
            assert "permission denied" in refusal(tmp_path / "new" / NAME)
    finally:
        tmp_path.chmod(0o700)


# --- PostgreSQL


def refusal_of(url: sa.URL) -> str:
    with pytest.raises(DatabaseFileError) as caught:
        open_database(url)
    assert caught.value.slug == "server/database"
    assert caught.value.message.endswith("; another database is chosen with --database")
    assert "\n" not in caught.value.message
    return caught.value.message


def test_a_database_on_a_server_that_holds_something_else_is_refused(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE recipes (soup text)")
    assert "something else, with recipes" in refusal_of(url)
    assert sa.inspect(engine).get_table_names() == ["recipes"]
    engine.dispose()


def test_a_database_of_a_newer_motu_on_a_server_is_refused(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    engine = open_database(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9876'")
    engine.dispose()
    assert "newer motu" in refusal_of(url)


def test_what_a_server_says_against_it_is_told_in_a_sentence(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    assert 'database "nowhere" does not exist' in refusal_of(url.set(database="nowhere"))
    assert 'role "stranger" does not exist' in refusal_of(url.set(username="stranger"))
    postgres.execute("CREATE ROLE reader LOGIN")
    lent = postgres.new_database()
    postgres.give_back(lent)
    assert postgres.new_database() == lent
    for each in (url, lent):
        assert "permission denied for schema public" in refusal_of(each.set(username="reader"))


def test_a_server_that_is_not_there_is_told_without_the_password() -> None:
    url = database_url("postgresql+psycopg://ann:hidden@127.0.0.1:1/motu")
    assert "connection refused" in (told := refusal_of(url)).lower()
    assert "postgresql+psycopg://ann:***@127.0.0.1:1/motu" in told
    assert "hidden" not in told


def test_without_the_driver_it_is_said_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DatabaseFileError, match=r"pip install 'motu\[house\]'"):
        open_database(database_url("postgresql+psycopg://ann@127.0.0.1:1/motu"))


@pytest.mark.parametrize(("code", "is_waited_for"), [(sqlite3.SQLITE_BUSY, True), (sqlite3.SQLITE_READONLY, False)])
def test_a_log_that_another_server_is_making_is_waited_for(code: int, is_waited_for: bool) -> None:
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = code
    cursor = mock.Mock()
    cursor.execute.side_effect = [error, error, None]
    with contextlib.nullcontext() if is_waited_for else pytest.raises(sqlite3.OperationalError):
        _log_ahead(cursor)
    assert cursor.execute.call_count == (3 if is_waited_for else 1)


def test_games_in_which_the_machine_is_to_move_are_found(engine: sa.Engine) -> None:
    person, level = '{"kind":"person"}', '{"kind":"level","level":3}'
    games = {
        "its turn": (f"[{person},{level}]", 1, False),
        "a person's turn": (f"[{person},{level}]", 0, False),
        "left out": ("[{}," + level + "]", 0, False),
        "over": (f"[{level},{person}]", None, True),
        "alone": (f"[{level},{level}]", 0, False),
        "unknown": (None, None, False),
    }
    migrate(engine, "0008")
    with engine.begin() as connection:
        for name, (seats, player, is_over) in games.items():
            connection.execute(
                sa.text(
                    "INSERT INTO game (id, owner, spec, secret, created_ms, changed_ms, next_seq, is_over,"
                    " seats, player)"
                    " VALUES (:id, '', '', '', 0, 0, 1, :is_over, :seats, :player)"
                ),
                {"id": name, "is_over": is_over, "seats": seats, "player": player},
            )
    migrate(engine, "0009")
    with engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT game_id, is_watched_only, until_ms FROM machine_turn").all()
    assert sorted((row[0], bool(row[1]), row[2]) for row in found) == [("alone", True, 0), ("its turn", False, 0)]
