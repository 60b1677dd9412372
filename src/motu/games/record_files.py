"""Files of records, read whole or not at all and replaced in one step (floor: games)."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path

from motu.errors import RecordError
from motu.files import read_file, replace_file

MAX_FILE_BYTES = 256 * 1024 * 1024
"""Largest file that is read."""


ENDINGS: Mapping[str, tuple[str, ...]] = {
    "jsonl": (".jsonl", ".json"),
    "sgf": (".sgf",),
    "fragment": (".txt",),
    "hexworld": (".url",),
    "abstractplay": (".ap",),
}
"""How the names of files in each format end, the usual ending first."""


def format_of(path: str | os.PathLike[str]) -> str | None:
    """Return the format that the ending of a file's name stands for, None where it stands for none."""
    ending = Path(path).suffix.lower()
    return next((name for name, endings in ENDINGS.items() if ending in endings), None)


def check_json_lines(path: str | os.PathLike[str]) -> None:
    """Refuse a file whose name promises another format than JSON lines.

    Raises:
        RecordError: "record/format".
    """
    name = format_of(path)
    if name not in (None, "jsonl"):
        raise RecordError(
            f"'{os.fspath(path)}' is {name} by its ending, and this writes JSON lines: let it end in .jsonl;"
            f" motu convert and motu.games.formats.save write {name}",
            slug="record/format",
            text=os.fspath(path),
            legal=ENDINGS["jsonl"],
        )


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return what a file holds.

    Raises:
        RecordError: "record/file" when it cannot be read, "record/too-large".
    """
    try:
        return read_file(path, MAX_FILE_BYTES)
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno == errno.EFBIG:
            text = f"'{os.fspath(path)}' is larger than {MAX_FILE_BYTES:,} bytes"
            raise RecordError(text, slug="record/too-large") from error
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
    # Unbuffered: a buffer that could not be written would be written once more when the file is closed.
    with path.open("ab+", buffering=0) as file:
        end = file.tell()
        if end > 0:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                text = "\n" + text
        left = memoryview(text.encode())
        try:
            while left:
                left = left[file.write(left) :]
            os.fsync(file.fileno())
        except OSError:
            file.truncate(end)  # a full disk leaves no half a line
            raise


def _file_error(what: str, path: str | os.PathLike[str], error: Exception) -> RecordError:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return RecordError(f"cannot {what} '{os.fspath(path)}': {reason}", slug="record/file", text=os.fspath(path))
