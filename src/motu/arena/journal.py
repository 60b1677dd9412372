"""The file of a match: its records, one a line, added as games end, and read again to go on (floor: arena).

Invariant: whatever ends the match, each line but perhaps the last is a whole record; half a line is dropped and its
game played again.
"""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from motu.arena.results import Played
from motu.arena.schedule import Schedule, Slot
from motu.errors import EngineError, RecordError
from motu.games.record import Record, read_lines, write_lines
from motu.games.record_files import MAX_FILE_BYTES

_BEGIN = b'{"motu": '
"""What every line begins with."""


class Journal:
    """The games of one match, in a file or nowhere; a context that keeps others from writing the same file."""

    def __init__(self, path: Path | None, schedule: Schedule) -> None:
        """Open or make the file and read what it holds.

        Args:
            path: The file; None keeps nothing.
            schedule: What is played.

        Raises:
            EngineError: "engine/other-match" when the file holds something else, "engine/match-file" when it cannot be
                used, "engine/match-busy" when another process writes it.
        """
        self._path = path
        self._schedule = schedule
        self._file: BinaryIO | None = None if path is None else _open(path)
        try:
            self.played: dict[Slot, Played] = self._read()
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def add(self, record: Record) -> Played:
        """Keep a game; it is on the disk afterwards.

        Raises:
            EngineError: "engine/match-file" when it cannot be written.
        """
        if self._file is not None:
            try:
                self._file.write(write_lines([record]).encode())
                self._file.flush()
                os.fsync(self._file.fileno())
            except OSError as error:
                raise _file_error("write", self._path, error) from error
        played = Played.of(self._schedule.slot_of(record), record)
        self.played[played.slot] = played
        return played

    def _read(self) -> dict[Slot, Played]:
        if self._file is None:
            return {}
        lines = self._lines(self._file)
        found = {}
        for number, record in enumerate(self._records(lines), start=1):
            slot = self._slot(record, number)
            found[slot] = Played.of(slot, record)
        # Nothing is changed before it is clear that the file is ours.
        self._file.truncate(len(lines))
        self._file.seek(0, os.SEEK_END)
        if lines and not lines.endswith(b"\n"):
            self._file.write(b"\n")
        return found

    def _lines(self, file: BinaryIO) -> bytes:
        """Return the file's lines without the beginning of a record that may stand behind them."""
        if os.fstat(file.fileno()).st_size > MAX_FILE_BYTES:
            raise EngineError(
                f"'{self._path}' is larger than {MAX_FILE_BYTES:,} bytes: go on with another file and another seed",
                slug="engine/match-file",
            )
        data = file.read()
        end = data.rfind(b"\n") + 1
        return data[:end] if _is_cut_off(data[end:]) else data

    def _records(self, lines: bytes) -> list[Record]:
        try:
            return read_lines(lines.decode())
        except (RecordError, UnicodeDecodeError) as error:
            raise EngineError(f"'{self._path}' is no file of a match: {error}", slug="engine/other-match") from error

    def _slot(self, record: Record, number: int) -> Slot:
        """Return where in the schedule a record belongs."""
        label = record.extra.get("arena")
        match = label.get("match") if isinstance(label, dict) else None
        if not isinstance(label, dict) or not isinstance(match, dict):
            raise self._other(number, "it belongs to no match")
        wanted = self._schedule.fingerprint()
        for key, value in wanted.items():
            if match.get(key) != value:
                raise self._other(number, f"its {key} is {match.get(key)!r}, not {value!r}")
        try:
            return self._schedule.slot_of(record)
        except (KeyError, TypeError, ValueError):
            raise self._other(number, "it says neither who played nor which pair it is of") from None

    def _other(self, number: int, why: str) -> EngineError:
        return EngineError(
            f"'{self._path}' holds another match: in record {number}, {why}; give the same arguments or another file",
            slug="engine/other-match",
            text=str(self._path),
        )

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()


def _is_cut_off(line: bytes) -> bool:
    """Return whether a line is the beginning of a record, but no whole one."""
    if not line.startswith(_BEGIN[: len(line)]):
        return False
    try:
        json.loads(line)
    except ValueError:
        return True
    return False


def _open(path: Path) -> BinaryIO:
    """Open a file for reading and writing, and for nobody else to write."""
    try:
        file = path.open("r+b") if path.exists() else path.open("x+b")
    except OSError as error:
        raise _file_error("open", path, error) from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise EngineError(f"another process plays the match in '{path}'", slug="engine/match-busy") from error
    return file


def _file_error(what: str, path: Path | None, error: OSError) -> EngineError:
    return EngineError(f"cannot {what} '{path}': {error.strerror}", slug="engine/match-file", text=str(path))
