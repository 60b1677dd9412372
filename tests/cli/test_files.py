"""Files that commands write are there whole, or as they were before, and it is said why."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from motu.cli.application import BadInputError
from motu.cli.files import write_file


def test_what_stood_there_stays_until_all_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.jsonl"
    write_file(path, b"first")

    def full_disk(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(BadInputError, match=r"mine\.jsonl': No space left on device"):
        write_file(path, b"second")
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_at_home_can_be_named_by_its_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    write_file(Path("~/mine"), b"data")
    assert (tmp_path / "mine").read_bytes() == b"data"
