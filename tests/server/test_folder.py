"""The folder of the games: for one user, and for one server at a time."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from pathlib import Path

import pytest

from cli.running import PATIENCE_S, start
from motu.server.database import LOCK, NAME, DatabaseFileError, alone_in, open_database
from motu.server.events import Created, Participant
from motu.server.rooms import Rooms
from motu.server.store import Store
from server.processes import server

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions are another matter there")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def play(file: Path) -> None:
    async def script() -> None:
        store = Store(file)
        try:
            await Rooms(store).create(Created("hex(size=3)", (Participant(), Participant())), "guest")
            for each in file.parent.glob(f"{NAME}*"):
                assert mode(each) == 0o600, each.name
        finally:
            store.close()

    asyncio.run(script())


@posix
def test_nobody_else_reads_what_is_kept(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        play(tmp_path / "data" / NAME)
        with alone_in(tmp_path / "data"):
            assert mode(tmp_path / "data" / LOCK) == 0o600
    finally:
        os.umask(before)
    assert mode(tmp_path / "data") == 0o700


@posix
def test_what_an_older_version_left_open_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    play(folder / NAME)
    folder.chmod(0o755)
    for file in (folder / NAME, folder / f"{NAME}-wal", folder / f"{NAME}-shm"):
        file.touch()
        file.chmod(0o644)
    open_database(folder / NAME).dispose()
    assert mode(folder) == 0o700
    assert {mode(file) for file in folder.iterdir()} == {0o600}


@posix
def test_a_folder_with_other_things_stays_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    other = folder / "notes.txt"
    other.touch()
    other.chmod(0o644)
    folder.chmod(0o755)
    play(folder / NAME)
    assert (mode(folder), mode(other), mode(folder / NAME)) == (0o755, 0o644, 0o600)


@pytest.mark.parametrize("name", ["a?mode=memory", "b%20c", "c#d", "e f", "ĉe&x=y", "g;h"])
def test_a_folder_may_be_called_anything(name: str, tmp_path: Path) -> None:
    play(tmp_path / name / NAME)
    assert [each.name for each in tmp_path.iterdir()] == [name]
    assert (tmp_path / name / NAME).stat().st_size > 0


def test_a_folder_has_one_server(tmp_path: Path) -> None:
    with alone_in(tmp_path):
        with pytest.raises(DatabaseFileError) as caught, alone_in(tmp_path):
            pass
        assert f"the folder {tmp_path} already" in caught.value.message
    with alone_in(tmp_path):
        pass


def test_a_second_server_is_refused_in_a_sentence_and_the_first_goes_on(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        with start("serve", "--port", "0", "--no-browser", "--data", str(tmp_path)) as process:
            said, refusal = process.communicate(timeout=PATIENCE_S)
        assert (process.returncode, said) == (2, "")
        assert str(tmp_path) in refusal
        assert "another motu serves the games" in refusal
        assert refusal.count("\n") == 1
        assert running.guest().well("GET", "/api/health")["status"] == "ok"
        running.kill()
    with server(tmp_path) as running:  # a server that was killed leaves nothing locked
        assert running.guest().well("GET", "/api/health")["status"] == "ok"
