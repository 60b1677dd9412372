"""Where games are kept: what a URL says, and that a database has one server."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from cli.running import PATIENCE_S, start
from motu.server import database as database_module
from motu.server.database import (
    DatabaseFileError,
    alone_at,
    check_time,
    database_url,
    file_url,
    open_database,
    served_at,
)
from motu.server.events import ServerError
from motu.server.schema import processes
from server.databases import PostgresServer
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


def test_who_wants_a_database_for_himself_waits_for_nobody(database: sa.URL) -> None:
    with (
        alone_at(database),
        pytest.raises(DatabaseFileError, match="another motu serves the games"),
        alone_at(database),
    ):
        pass
    with alone_at(database):
        pass


def test_a_file_has_one_server_and_a_database_many(database: sa.URL) -> None:
    is_file = database.drivername == "sqlite"
    refused = pytest.raises(DatabaseFileError, match="another motu serves the games")
    with served_at(database), refused if is_file else contextlib.nullcontext(), served_at(database):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("is_dangling", [False, True])
def test_a_link_to_a_file_is_that_file(is_dangling: bool, tmp_path: Path) -> None:
    """Two servers, each of which names it otherwise, would show their people different games."""
    real, link, other = tmp_path / "real" / "motu.db", tmp_path / "a" / "motu.db", tmp_path / "b" / "games.db"
    for folder in (real.parent, link.parent, other.parent):
        folder.mkdir()
    link.symlink_to(real)
    other.symlink_to(link)
    if not is_dangling:
        open_database(real).dispose()
    for first, second in ((real, link), (link, real), (other, real), (link, other)):
        with served_at(file_url(first)):
            with pytest.raises(DatabaseFileError, match="another motu serves the games of the folder") as caught:
                served_at(file_url(second)).__enter__()
            assert str(second) in caught.value.message
            assert str(real.parent) in caught.value.message
            with pytest.raises(DatabaseFileError, match="another motu serves"), alone_at(file_url(second)):
                pass
    assert [path.name for path in (*link.parent.iterdir(), *other.parent.iterdir())] == ["motu.db", "games.db"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_that_leads_nowhere_makes_no_folders(tmp_path: Path) -> None:
    """What it leads to may be a disk that isn't mounted."""
    link = tmp_path / "motu.db"
    link.symlink_to(tmp_path / "disk" / "motu.db")
    with pytest.raises(DatabaseFileError, match="no such file"), served_at(file_url(link)):
        pass
    link.unlink()
    link.symlink_to(link)
    with pytest.raises(DatabaseFileError, match="can't keep games"), served_at(file_url(link)):
        pass


def test_no_games_are_kept_in_what_is_called_like_a_lock(tmp_path: Path) -> None:
    """Whoever holds a lock empties its file."""
    file = tmp_path / "games.lock"
    open_database(file).dispose()
    before = file.read_bytes()
    for way in (served_at, alone_at):
        with pytest.raises(DatabaseFileError, match="call it otherwise"), way(file_url(file)):
            pass
    assert file.read_bytes() == before


def test_nobody_has_a_database_for_himself_that_is_served(postgres: PostgresServer) -> None:
    """Also where PostgreSQL was started anew meanwhile, by which every lock is lost."""
    url = postgres.new_database()
    with server(url) as running:
        for _ in range(2):
            with pytest.raises(DatabaseFileError, match="another motu serves the games"), alone_at(url):
                pass
            postgres.stop()
            postgres.start()
        running.process.terminate()
        running.process.wait(PATIENCE_S)
    with alone_at(url):
        pass


@pytest.mark.parametrize("comes_back", [False, True])
def test_servers_have_time_to_come_back(
    comes_back: bool, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the database was away or a server was slow: it may say in a moment that it lives."""
    monkeypatch.setattr(database_module, "SILENCE_MS", PATIENCE_S * 1000 if comes_back else 500)
    url = postgres.new_database()
    engine = open_database(url)
    with engine.begin() as opened:
        opened.execute(processes.insert().values(id="silent", seen_ms=1, is_closed=False))
    tried: list[bool] = []
    trial = threading.Thread(target=lambda: tried.append(is_granted(url)))
    trial.start()
    deadline = time.monotonic() + PATIENCE_S / 2
    while trial.is_alive() and time.monotonic() < deadline:
        trial.join(0.1)
        if comes_back:  # also where the other one has begun to look only now
            with engine.begin() as opened:
                opened.execute(processes.update().values(seen_ms=processes.c.seen_ms + 1))
    assert tried == [not comes_back]
    engine.dispose()
    postgres.give_back(url)


def is_granted(url: sa.URL) -> bool:
    """Return whether somebody gets a database for himself."""
    try:
        with alone_at(url):
            return True
    except DatabaseFileError:
        return False


@pytest.mark.parametrize(("off_ms", "told"), [(251.0, "0.3 s ahead of"), (-3_000.0, "3.0 s behind"), (249.0, None)])
def test_a_machine_whose_time_is_wrong_serves_nobody(
    off_ms: float, told: str | None, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new_database()
    engine = open_database(url)
    check_time(engine)  # as it is
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + off_ms / 1000)
    with contextlib.nullcontext() if told is None else pytest.raises(DatabaseFileError, match=told):
        check_time(engine)
    engine.dispose()
    postgres.give_back(url)


def test_a_game_outlives_a_kill_wherever_it_is_kept(database: sa.URL) -> None:
    body = {"spec": "hex(size=5)", "seats": [{}, {}], "clock": {"initial_ms": 60_000, "increment_ms": 0}}
    with server(database) as running:
        guest = running.guest()
        game = guest.well("POST", "/api/games", body)["id"]
        guest.well("POST", f"/api/games/{game}/moves", {"move": "c3", "seq": 1})
        if database.drivername == "sqlite":
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
