"""Where games are kept: what a URL says, and that a database has one server."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from cli.running import PATIENCE_S, start
from motu.server.database import DatabaseFileError, alone_at, database_url, file_url, open_database
from motu.server.events import ServerError
from server.processes import server


@pytest.mark.parametrize(
    ("text", "drivername", "name"),
    [
        ("sqlite:///games.db", "sqlite", "games.db"),
        ("sqlite:////srv/motu/games.db", "sqlite", "/srv/motu/games.db"),
        ("postgresql+psycopg://ann@localhost/motu", "postgresql+psycopg", "motu"),
        ("postgresql://ann:secret@localhost:5433/motu?sslmode=require", "postgresql+psycopg", "motu"),
        ("postgres://ann@localhost/motu", "postgresql+psycopg", "motu"),
    ],
)
def test_what_a_url_names(text: str, drivername: str, name: str) -> None:
    url = database_url(text)
    assert (url.drivername, url.database) == (drivername, name)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is no URL"),
        ("games.db", "is no URL"),
        ("postgresql://ann@localhost:many/motu", "is no URL"),
        ("mysql://ann:secret@localhost/motu", "no games are kept in 'mysql'"),
        ("postgresql+asyncpg://ann@localhost/motu", "no games are kept in 'postgresql+asyncpg'"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:///a.db?mode=ro", "names no file"),
        ("sqlite://host/a.db", "names no file"),
    ],
)
def test_what_is_no_database_is_refused_in_a_sentence(text: str, told: str) -> None:
    with pytest.raises(DatabaseFileError) as caught:
        database_url(text)
    assert caught.value.slug == "server/database"
    assert told in caught.value.message
    assert "sqlite:///FILE" in caught.value.message
    assert "secret" not in caught.value.message


def test_a_database_has_one_server(database: sa.URL) -> None:
    with (
        alone_at(database),
        pytest.raises(DatabaseFileError, match="another motu serves the games"),
        alone_at(database),
    ):
        pass
    with alone_at(database):
        pass


def test_a_game_outlives_a_kill_wherever_it_is_kept(database: sa.URL) -> None:
    body = {"spec": "hex(size=5)", "seats": [{}, {}], "clock": {"initial_ms": 60_000, "increment_ms": 0}}
    with server(database) as running:
        guest = running.guest()
        game = guest.well("POST", "/api/games", body)["id"]
        guest.well("POST", f"/api/games/{game}/moves", {"move": "c3", "seq": 1})
        with start("serve", "--port", "0", "--no-browser", "--database", text_of(database)) as second:
            assert "another motu serves the games" in second.communicate(timeout=PATIENCE_S)[1]
        running.kill()
    with server(database) as running:
        whole = running.guest(guest.cookie).well("GET", f"/api/games/{game}")
        assert (whole["is_mine"], whole["steps"]) == (True, [["c3", 0]])


def test_two_places_are_one_too_many(tmp_path: Path) -> None:
    with start("serve", "--data", str(tmp_path), "--database", "sqlite:///x.db") as process:
        assert process.communicate(timeout=PATIENCE_S)[1].startswith("motu: --data and --database both say where")
        assert process.returncode == 2


def text_of(url: sa.URL) -> str:
    return url.render_as_string(hide_password=False)


def test_a_file_may_lie_anywhere(tmp_path: Path) -> None:
    open_database(file_url(tmp_path / "new folder" / "x.db")).dispose()
    assert (tmp_path / "new folder" / "x.db").stat().st_size > 0


def test_what_goes_wrong_while_it_is_served_is_no_fault_of_the_database(database: sa.URL) -> None:
    with pytest.raises(ServerError, match="something"), alone_at(database):
        raise ServerError("something")
