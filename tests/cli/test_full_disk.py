"""A disk without room: one line on stderr and exit code 2 at the start, and moves that are refused for as long."""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import MOTU, PATIENCE_S, environment, run_with_room_for
from motu.server.database import NAME, file_url
from motu.server.store import Store
from server.accounts.houses import PASSWORD, people_at
from server.processes import server
from server.test_migrations import old_database, revisions

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no limit on files is as a full disk is")

SHARED = 32_768
"""Bytes of the file that SQLite shares with its readers: with less room it opens nothing."""
SERVE = ("serve", "--port", "0", "--no-browser")


def told(done: subprocess.CompletedProcess[str]) -> str:
    """Return the one line that says why a command was refused."""
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith("motu: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


@pytest.mark.parametrize("kind", ["new", "old", "known"])
def test_a_server_without_room_says_so_in_one_line(kind: str, tmp_path: Path) -> None:
    file = tmp_path / NAME
    if kind == "old":
        old_database(file_url(file), revisions()[0])
    elif kind == "known":
        Store(file).close()
    refusal = told(run_with_room_for(SHARED + 1000, *SERVE, "--data", str(tmp_path)))
    assert str(file) in refusal
    assert "disk I/O error" in refusal
    with server(tmp_path) as running:  # and what is there is good as soon as there is room
        assert running.guest().well("GET", "/api/health")["status"] == "ok"


def test_accounts_that_cannot_be_changed_for_want_of_room_are_told_in_one_line(tmp_path: Path) -> None:
    async def script() -> str:
        async with people_at(file_url(tmp_path / NAME)) as people:  # who has more in the log of writes than has room
            await people.accounts.claim("id-of-ann", "Ann", PASSWORD)
            changing = "account", "role", "Ann", "admin", "--data", str(tmp_path)
            return told(await asyncio.to_thread(run_with_room_for, SHARED, *changing))

    assert "disk I/O error" in asyncio.run(script())


@pytest.mark.parametrize("redirection", [">/dev/full", ">&-"])
def test_a_server_that_cannot_say_where_it_is_ends_in_order(redirection: str, tmp_path: Path) -> None:
    command = " ".join([*MOTU, *SERVE, "--data", str(tmp_path), redirection])
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, timeout=PATIENCE_S, env=environment(), check=False
    )
    assert told(done).startswith("motu: cannot write to stdout: ")


def test_a_move_that_finds_no_room_is_refused_and_made_when_there_is_some(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        guest, pid = running.guest(), running.process.pid
        persons = [{"kind": "person"}, {"kind": "person"}]
        game = f"/api/games/{guest.well('POST', '/api/games', {'spec': 'hex(size=5)', 'seats': persons})['id']}"
        guest.well("POST", f"{game}/moves", {"move": "a1", "seq": 1})
        before = resource.prlimit(pid, resource.RLIMIT_FSIZE, (SHARED, resource.RLIM_INFINITY))
        for _ in range(3):
            status, answer = guest.ask("POST", f"{game}/moves", {"move": "b2", "seq": 2})
            assert (status, answer["slug"]) == (503, "server/disk"), answer
        assert guest.well("GET", game)["seq"] == 2
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
        guest.well("POST", f"{game}/moves", {"move": "b2", "seq": 2})
        events = json.dumps(guest.well("GET", f"{game}/events"))
        assert running.kill().count("Traceback") == 0
    with server(tmp_path) as running:
        assert json.dumps(running.guest(guest.cookie).well("GET", f"{game}/events")) == events
