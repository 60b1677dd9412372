"""Files of records, read whole or not at all and replaced in one step (floor: games)."""

from __future__ import annotations

import os
from pathlib import Path

from motu.errors import RecordError
from motu.files import replace_file

MAX_FILE_BYTES = 256 * 1024 * 1024
"""Largest file that is read."""


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return what a file holds.

    Raises:
        RecordError: "record/file" when it cannot be read, "record/too-large".
    """
    try:
        if Path(path).stat().st_size > MAX_FILE_BYTES:
            raise RecordError(f"'{os.fspath(path)}' is larger than {MAX_FILE_BYTES:,} bytes", slug="record/too-large")
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        raise _file_error("read", path, error) from error


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a UTF-8 file.

    Raises:
        RecordError: "record/file" when it cannot be read or is no UTF-8, "record/too-large".
    """
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(
            f"'{os.fspath(path)}', line {line}: not UTF-8 text",
            slug="record/file",
            text=os.fspath(path),
            position=f"line {line}",
        ) from None


def save_text(path: str | os.PathLike[str], text: str, *, append: bool = False) -> None:
    """Write a text file in one step, or add whole lines to it.

    Raises:
        RecordError: "record/file" when it cannot be written.
    """
    try:
        if append:
            _append(Path(path), text)
        else:
            replace_file(Path(path), text.encode())
    except (OSError, ValueError) as error:
        raise _file_error("write", path, error) from error


def _append(path: Path, text: str) -> None:
    with path.open("ab+") as file:
        if file.tell() > 0:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                text = "\n" + text
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())


def _file_error(what: str, path: str | os.PathLike[str], error: Exception) -> RecordError:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return RecordError(f"cannot {what} '{os.fspath(path)}': {reason}", slug="record/file", text=os.fspath(path))
