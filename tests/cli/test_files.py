"""Files that commands write are there whole, or as they were before."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from motu.cli.application import BadInputError
from motu.cli.files import write_file


def test_what_stood_there_stays_until_all_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.jsonl"
    write_file(path, b"first")
    write = Path.write_bytes

    def full_disk(self: Path, data: bytes) -> int:
        write(self, data[:3])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full_disk)
    with pytest.raises(BadInputError, match=r"mine\.jsonl': No space left on device"):
        write_file(path, b"second")
    assert path.read_bytes() == b"first"


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_file(tmp_path / "link", b"first")
    write_file(tmp_path / "link", b"second")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"second"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "link"]


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_file(pipe, b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
