"""Files that commands write are there whole, or as they were before, and it is said why."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cli.running import refusal
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


@pytest.mark.parametrize("data", [b"\xff\xfe", b"", b"\0\0", b"motu_two\nlines", "mötu_1".encode(), b"garbage"])
def test_what_is_no_token_is_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "token").write_bytes(data)
    said = refusal("bot", "--gtp", "x", "--url", "http://localhost:1", "--token-file", str(tmp_path / "token"))
    assert "holds no token" in said


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
@pytest.mark.parametrize(
    "command",
    [
        ("train", "/dev/zero", "--out", "x"),
        ("bot", "--gtp", "x", "--url", "http://localhost:1", "--token-file", "/dev/zero"),
    ],
)
def test_a_device_that_never_ends_is_too_large(command: tuple[str, ...]) -> None:
    assert "'/dev/zero'" in refusal(*command)
    assert "larger than 1,048,576 bytes" in refusal(*command)


def test_a_place_at_home_can_be_named_by_its_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    write_file(Path("~/mine"), b"data")
    assert (tmp_path / "mine").read_bytes() == b"data"
