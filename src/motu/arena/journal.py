"""The file of a match: its manifest and its records, a line each, added as games end and read again (floor: arena).

Invariant: whatever ends the match, each line but perhaps the last is whole; half a line is dropped and its game played
again. A manifest holds for the games after it, up to the next one.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Generic, Protocol, Self, TypeVar

from motu.arena.manifest import Manifest, other_manifest
from motu.errors import EngineError, RecordError
from motu.files import hold_alone
from motu.games.record import Record, read_entries, write_lines
from motu.games.record_files import MAX_FILE_BYTES, check_json_lines
from motu.games.record_manifest import write_manifest

_BEGIN = b'{"motu": '
"""What every line begins with."""


Place = TypeVar("Place", bound=Hashable)
Offered_co = TypeVar("Offered_co", covariant=True)
Kept = TypeVar("Kept")


class Agenda(Protocol[Offered_co]):
    """Which games belong into a journal: a match's schedule, a study's plan."""

    def mismatch(self, match: Mapping[str, Any]) -> str:
        """Return why a game that was played for a match belongs elsewhere; nothing where it belongs here."""

    def slot_of(self, record: Record) -> Offered_co:
        """Return where a record belongs.

        Raises:
            KeyError, TypeError, ValueError: When it doesn't say.
        """


class Journal(Generic[Place, Kept]):
    """The games of one match, in a file or nowhere; a context that keeps others from writing the same file."""

    def __init__(self, path: Path | None, agenda: Agenda[Place], keep: Callable[[Place, Record], Kept]) -> None:
        """Open or make the file and read what it holds.

        Args:
            path: The file; None keeps nothing.
            agenda: What is played.
            keep: Makes of a record what is kept of it in memory.

        Raises:
            RecordError: "record/format" for a name such as match.sgf.
            EngineError: "engine/other-match" when the file holds something else, "engine/match-file" when it cannot be
                used, "engine/match-busy" when another process writes it.
        """
        self._path = path
        self._agenda = agenda
        self._keep = keep
        self._file: BinaryIO | None = None if path is None else _open(path)
        self.manifest: Manifest | None = None
        """What the last games were played with; None where nothing says it."""
        try:
            self.played: dict[Place, Kept] = self._read()
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def go_on(self, manifest: Manifest) -> None:
        """Say what the games to come are played with; the file has it afterwards.

        Raises:
            EngineError: "engine/other-manifest" where those that are there were played with something else, or nothing
                says what with; "engine/match-file" when it cannot be written.
        """
        if self.played:
            self._refuse_another(manifest)
        elif self._file is not None:
            self._file.truncate(0)
            self._file.seek(0)
        if not self.played or self.manifest is None or self.manifest.fingerprint != manifest.fingerprint:
            self._write(write_manifest(manifest.to_json()))
        self.manifest = manifest

    def _refuse_another(self, manifest: Manifest) -> None:
        if self.manifest is None:
            raise EngineError(
                f"'{self._path}' does not say what its {len(self.played)} games were played with (an earlier motu wrote"
                " it), so nobody knows whether more would belong to the same match: give another file",
                slug="engine/other-manifest",
                text=str(self._path),
            )
        if found := self.manifest.line_up.differences(manifest.line_up):
            raise other_manifest(
                f"the games in '{self._path}' were played with something else, so give another file", found
            )

    def add(self, record: Record) -> Kept:
        """Keep a game; it is on the disk afterwards.

        Raises:
            EngineError: "engine/match-file" when it cannot be written.
        """
        self._write(write_lines([record]))
        slot = self._agenda.slot_of(record)
        kept = self.played[slot] = self._keep(slot, record)
        return kept

    def _write(self, lines: str) -> None:
        if self._file is None:
            return
        try:
            self._file.write(lines.encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _file_error("write", self._path, error) from error

    def _read(self) -> dict[Place, Kept]:
        if self._file is None:
            return {}
        lines = self._lines(self._file)
        found: dict[Place, Kept] = {}
        number = 0
        for entry in self._entries(lines):
            if isinstance(entry, Manifest):
                self.manifest = entry
                continue
            number += 1
            slot = self._slot(entry, number)
            found[slot] = self._keep(slot, entry)
        # Nothing is changed before it is clear that the file is ours.
        self._file.truncate(len(lines))
        self._file.seek(0, os.SEEK_END)
        if lines and not lines.endswith(b"\n"):
            self._file.write(b"\n")
        return found

    def _lines(self, file: BinaryIO) -> bytes:
        """Return the file's lines without the beginning of a record that may stand behind them."""
        data = file.read(MAX_FILE_BYTES + 1)  # a device tells no size
        if len(data) > MAX_FILE_BYTES:
            raise EngineError(
                f"'{self._path}' is larger than {MAX_FILE_BYTES:,} bytes: go on with another file and another seed",
                slug="engine/match-file",
            )
        end = data.rfind(b"\n") + 1
        return data[:end] if _is_cut_off(data[end:]) else data

    def _entries(self, lines: bytes) -> list[Record | Manifest]:
        try:
            read = read_entries(lines.decode())
            return [entry if isinstance(entry, Record) else Manifest.from_json(entry) for entry in read]
        except (RecordError, ValueError) as error:
            raise EngineError(f"'{self._path}' is no file of a match: {error}", slug="engine/other-match") from error

    def _slot(self, record: Record, number: int) -> Place:
        """Return where in the schedule a record belongs."""
        label = record.extra.get("arena")
        match = label.get("match") if isinstance(label, dict) else None
        if not isinstance(label, dict) or not isinstance(match, dict):
            raise self._other(number, "it belongs to no match")
        if why := self._agenda.mismatch(match):
            asked = " (an earlier motu's mcts asked solved tables: --solved auto)" if self.manifest is None else ""
            raise self._other(number, f"{why}{asked}")
        try:
            return self._agenda.slot_of(record)
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
            # Closing writes once more what `_write` could not, which has been said.
            with contextlib.suppress(OSError):
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
    check_json_lines(path)
    if path.exists() and not path.is_file():
        raise EngineError(
            f"'{path}' is no file that games can be kept in; right is a file, or none: then they are kept nowhere",
            slug="engine/match-file",
            text=str(path),
        )
    try:
        file = path.open("r+b") if path.exists() else path.open("x+b")
    except OSError as error:
        raise _file_error("open", path, error) from error
    try:
        hold_alone(file)
    except OSError as error:
        file.close()
        raise EngineError(f"another process plays the match in '{path}'", slug="engine/match-busy") from error
    return file


def _file_error(what: str, path: Path | None, error: OSError) -> EngineError:
    return EngineError(f"cannot {what} '{path}': {error.strerror}", slug="engine/match-file", text=str(path))
