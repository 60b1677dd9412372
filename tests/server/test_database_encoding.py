"""A database of PostgreSQL keeps what it is given only in the encoding that everything else has, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from cli.running import run
from motu.server.database import DatabaseFileError, file_url, open_database
from motu.server.database_copy import copy_database
from motu.server.store import Store
from server.databases import PostgresServer

NewEncoded = Callable[[str], sa.URL]
encodings = pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])


@pytest.fixture
def new_encoded(postgres: PostgresServer) -> Iterator[NewEncoded]:
    """Make databases of an encoding."""
    made: list[str] = []

    def new(encoding: str) -> sa.URL:
        made.append(f"in_{encoding.lower()}")
        postgres.execute(f"CREATE DATABASE {made[-1]} TEMPLATE template0 ENCODING '{encoding}' LOCALE 'C'")
        return postgres.url(made[-1])

    yield new
    for each in made:
        postgres.execute(f"DROP DATABASE {each} WITH (FORCE)")


@encodings
@pytest.mark.parametrize("command", ["serve --port 0", "worker", "account list"])
def test_another_encoding_is_refused_in_a_sentence(command: str, encoding: str, new_encoded: NewEncoded) -> None:
    done = run(*command.split(), "--database", new_encoded(encoding).render_as_string(hide_password=False))
    assert done.exit_code == 2, done.output
    told = " ".join(done.stderr.split())
    assert f"its encoding is {encoding}" in told
    assert "createdb --template template0 --encoding UTF8" in told
    assert "Traceback" not in done.output


@encodings
def test_nothing_is_copied_into_another_encoding(encoding: str, new_encoded: NewEncoded, tmp_path: Path) -> None:
    source = file_url(tmp_path / "games.db")
    Store(source).close()
    with pytest.raises(DatabaseFileError, match=f"its encoding is {encoding}"):
        copy_database(source, new_encoded(encoding))


def test_what_was_kept_in_another_encoding_can_be_brought_into_a_right_one(
    new_encoded: NewEncoded, postgres: PostgresServer
) -> None:
    source, target = new_encoded("LATIN1"), postgres.new_database()
    open_database(source, is_source=True).dispose()
    postgres.execute("INSERT INTO server_secret VALUES ('guests', 'Ärger')", source)
    copy_database(source, target)
    engine = open_database(target)
    with engine.connect() as connection:
        assert connection.execute(sa.text("SELECT value FROM server_secret")).scalars().all() == ["Ärger"]
    engine.dispose()
    postgres.give_back(target)


def test_texts_travel_in_utf8_whatever_the_surroundings_say(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    url = postgres.new_database()
    engine = open_database(url)
    with engine.connect() as connection:
        assert connection.execute(sa.text("SHOW client_encoding")).scalar_one() == "UTF8"
        assert connection.execute(sa.text("SELECT 'Łukasz'")).scalar_one() == "Łukasz"
    engine.dispose()
    postgres.give_back(url)
