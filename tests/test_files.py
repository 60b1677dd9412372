"""Files that are replaced whole, and where this user's files lie."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from motu.files import cache_folder, data_folder, read_file, replace_file, settings_folder


def test_a_file_is_made_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for data in (b"one", b"two \x00\xff", b""):
        replace_file(path, data)
        assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_link_points_to_is_replaced(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"old")
    link.symlink_to(path)
    replace_file(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def test_permissions_stay(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o640)
    replace_file(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_what_was_there_stays_until_all_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        replace_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace_file(pipe, b"news")
        assert os.read(reader, 100) == b"news"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_folder_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        replace_file(tmp_path / "nowhere" / "file", b"")


def test_a_file_is_read_as_far_as_it_may_be_large(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert read_file(tmp_path / "file", 5) == b"12345"
    with pytest.raises(OSError, match="larger than 4 bytes") as caught:
        read_file(tmp_path / "file", 4)
    assert caught.value.errno == errno.EFBIG


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_device_that_never_ends_is_too_large() -> None:
    with pytest.raises(OSError, match="larger than 1,000 bytes"):
        read_file("/dev/zero", 1000)


# ---------------------------------------------------------------------------------------------------------- this user's


@pytest.mark.parametrize(("system", "library"), [("linux", Unix), ("darwin", MacOS)])
@pytest.mark.parametrize("told", [{}, {"XDG_DATA_HOME": "/a/b", "XDG_CONFIG_HOME": "/c", "XDG_CACHE_HOME": "/d e"}])
def test_files_lie_where_platformdirs_says(
    system: str, library: type[Unix | MacOS], told: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    for variable, folder in told.items():
        monkeypatch.setenv(variable, folder)
    asked = library("motu", appauthor=False)
    assert [data_folder(), settings_folder(), cache_folder()] == [
        asked.user_data_path,
        asked.user_config_path,
        asked.user_cache_path,
    ]


def test_files_lie_in_the_same_place_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/users/ann/local")
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda _: "/users/ann/local")
    asked = Windows("motu", appauthor=False)
    assert [data_folder(), settings_folder(), cache_folder()] == [
        asked.user_data_path,
        asked.user_config_path,
        asked.user_cache_path,
    ]


@pytest.mark.parametrize("told", ["", " ", "here/and/there"])
def test_a_folder_that_is_no_place_is_passed_over(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("XDG_DATA_HOME", told)
    assert data_folder() == Path("/home/ann/.local/share/motu")
