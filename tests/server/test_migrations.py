"""The revisions make exactly the tables that the program works with, and a database of today is left alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from motu.server import migrations
from motu.server.schema import metadata


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[sa.Engine]:
    opened = sa.create_engine(f"sqlite:///{tmp_path / 'games.db'}")
    yield opened
    opened.dispose()


def differences(engine: sa.Engine) -> list[object]:
    with engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))


def test_the_head_is_the_newest_revision() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    assert ScriptDirectory.from_config(config).get_heads() == [migrations.HEAD]


def test_the_revisions_make_the_tables_of_the_schema(engine: sa.Engine) -> None:
    assert differences(engine), "an empty database differs"
    migrations.bring_up_to_date(engine)
    assert differences(engine) == []


def test_a_database_of_today_keeps_what_it_holds(engine: sa.Engine) -> None:
    migrations.bring_up_to_date(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO server_secret VALUES ('guests', 'abc')")
    migrations.bring_up_to_date(engine)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT value FROM server_secret").scalar_one() == "abc"
