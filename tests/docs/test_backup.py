"""Backups as docs/house.md says: its own commands, run while a server plays, and what is in them."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from cli.running import PATIENCE_S
from motu.server.database import NAME, file_url
from server.databases import PostgresServer, postgres, programs
from server.processes import Guest, Server, server
from server.test_database_copy import rows

__all__ = ["postgres"]

PAGE = (Path(__file__).parents[2] / "docs" / "house.md").read_text("utf-8")
DUMP, RESTORE, COPY, COPY_BACK = re.findall(
    r"^```sh\n(.*?)\n```$", PAGE.partition("## Backup and restore")[2].partition("\n## ")[0], re.MULTILINE | re.DOTALL
)


def run(command: str, folder: Path, **values: str) -> None:
    """Run a command of the page."""
    found = programs()
    path = os.pathsep.join([*([str(found)] if found else []), os.environ["PATH"]])
    subprocess.run(["sh", "-ec", command], cwd=folder, env=os.environ | values | {"PATH": path}, check=True)


def begin(running: Server) -> tuple[Guest, str]:
    """Begin a game with a clock, and play a move."""
    guest = running.guest()
    body = {"spec": "hex(size=5)", "seats": [{}, {}], "clock": {"initial_ms": 600_000, "increment_ms": 0}}
    game = guest.well("POST", "/api/games", body)["id"]
    guest.well("POST", f"/api/games/{game}/moves", {"move": "a1", "seq": 1})
    return guest, game


def go_on(where: Path | sa.URL, cookie: str, game: str, before: list[Any]) -> None:
    """See that a game is as it was, and goes on."""
    with server(where) as running:
        guest = running.guest(cookie)
        happened = guest.well("GET", f"/api/games/{game}/events")
        assert happened[: len(before)] == before
        assert {event["what"]["type"] for event in happened[len(before) :]} <= {"paused"}
        whole = guest.well("GET", f"/api/games/{game}")
        assert (whole["is_mine"], [step[0] for step in whole["steps"]]) == (True, ["a1"])
        guest.well("POST", f"/api/games/{game}/moves", {"move": "b2", "seq": whole["seq"]})


@pytest.mark.slow
def test_a_database_is_dumped_while_it_is_served_and_restored_elsewhere(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    first, second = postgres.new_database(), postgres.new_database()
    with server(first) as running:
        guest, game = begin(running)
        before = guest.well("GET", f"/api/games/{game}/events")
        run(DUMP, tmp_path, DATABASE=plain(first))
        guest.well("POST", f"/api/games/{game}/moves", {"move": "c3", "seq": 2})
    run(RESTORE, tmp_path, DATABASE=plain(second))
    go_on(second, guest.cookie, game, before)
    kept = rows(second)
    assert len(kept["game"]) == 1
    assert kept["server_secret"] == rows(first)["server_secret"]


def plain(url: sa.URL) -> str:
    """A URL as PostgreSQL's programs take it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


@pytest.mark.slow
def test_a_folder_is_backed_up_while_it_is_served_and_put_back(tmp_path: Path) -> None:
    if shutil.which("sqlite3") is None:
        pytest.skip("sqlite3 is not installed (Debian: apt-get install sqlite3)")
    folder = tmp_path / "data"
    with server(folder) as running:
        guest, game = begin(running)
        before = guest.well("GET", f"/api/games/{game}/events")
        run(COPY, tmp_path, FOLDER=str(folder))
        guest.well("POST", f"/api/games/{game}/moves", {"move": "c3", "seq": 2})
        running.part()
        running.process.send_signal(signal.SIGTERM)
        running.process.wait(PATIENCE_S)
    run(COPY_BACK, tmp_path, FOLDER=str(folder))
    go_on(folder, guest.cookie, game, before)
    assert len(rows(file_url(folder / NAME))["game"]) == 1
