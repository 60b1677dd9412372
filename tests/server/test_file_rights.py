"""A database that can be read and not written: the server says in a sentence which file it is, and what to do."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cli.running import MOTU, PATIENCE_S, environment
from motu.server import file_rights
from motu.server.database import LOCK, NAME, DatabaseFileError, check_rights, file_url, open_database
from motu.server.events import ServerError
from motu.server.file_rights import what_cannot_be_written
from motu.server.moderation.console import console_at

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions are another matter there")
is_root = hasattr(os, "getuid") and os.getuid() == 0
ELSE = 1234
"""A user whom nothing belongs to."""
SERVE = ("serve", "--port", "0", "--no-browser")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a database, where others than root come, too."""
    with TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        data = Path(made) / "data"
        open_database(data / NAME).dispose()
        yield data


def bounded() -> list[str]:
    """Let what follows on a command line have no more rights than its user: root may write everywhere."""
    if not is_root:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("no setpriv")
    return [
        "setpriv",
        "--bounding-set",
        "-dac_override,-dac_read_search",
        "--inh-caps",
        "-dac_override,-dac_read_search",
    ]


def refused(folder: Path, *args: str) -> str:
    """Run a command that must be refused in one line; return it."""
    command = [*bounded(), *MOTU, *args, "--data", str(folder)]
    done = subprocess.run(command, text=True, capture_output=True, timeout=PATIENCE_S, env=environment(), check=False)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


@posix
def test_a_file_that_may_only_be_read_is_refused_in_a_sentence(folder: Path) -> None:
    (folder / NAME).chmod(0o444)
    told = refused(folder, *SERVE)
    assert f"may not write the file {folder / NAME}; 'chmod u+rwX {folder / NAME}" in told


@posix
@pytest.mark.parametrize("has_lock", [True, False])
def test_so_is_a_folder(has_lock: bool, folder: Path) -> None:
    if has_lock:
        (folder / LOCK).touch(mode=0o600)
    folder.chmod(0o500)
    told = refused(folder, *SERVE)
    assert f"may not write the folder {folder}; 'chmod u+rwX {folder}' lets it" in told
    folder.chmod(0o700)


@posix
@pytest.mark.parametrize("name", [NAME, f"{NAME}-wal", f"{NAME}-shm", LOCK])
def test_what_belongs_to_somebody_else_is_to_be_given_to_this_user(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = folder / name
    other.touch()
    monkeypatch.setattr(os, "access", lambda path, _: path != other)
    monkeypatch.setattr(os, "getuid", lambda: ELSE)
    monkeypatch.setattr(file_rights, "_user", lambda: "motu")
    told = f"the user motu may not write the file {other}; 'sudo chown motu {other}' gives it to that user"
    assert what_cannot_be_written(folder / NAME) == told
    with pytest.raises(DatabaseFileError, match="sudo chown") as caught:
        check_rights(file_url(folder / NAME))
    assert caught.value.message == f"can't keep games in {folder / NAME}: {told}"


@posix
def test_whoever_acts_from_the_command_line_is_told_so_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(why: str) -> None:
        async with console_at(file_url(folder / NAME)):
            raise ServerError("attempt to write a readonly database", slug=why)

    with pytest.raises(ServerError, match=r"^attempt to write"):
        asyncio.run(script("server/disk"))
    monkeypatch.setattr(os, "access", lambda path, _: path != folder)
    with pytest.raises(DatabaseFileError, match="may not write the folder"):
        asyncio.run(script("server/disk"))
    with pytest.raises(ServerError, match=r"^attempt to write"):
        asyncio.run(script("server/no-game"))


def test_where_all_may_be_written_nothing_is_said(folder: Path) -> None:
    assert what_cannot_be_written(folder / NAME) == ""
    assert what_cannot_be_written(folder / "none" / NAME) == ""
    check_rights(file_url(folder / NAME))
