"""The file that a game is kept in: one line of a file of records (floor: cli).

Invariant: the file is whole at every moment, other games in it stay as they are, and what was saved once is never lost.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from motu.cli.application import BadInputError
from motu.cli.positions import choose_record

if TYPE_CHECKING:
    from motu import Record


class GameFile:
    """One game in a file; others may be there, and others may write there between two saves."""

    def __init__(self, path: Path, line: str | None = None) -> None:
        """Choose the place.

        Args:
            path: The file; it need not exist yet.
            line: The line that is to be replaced; None for a new game.

        Raises:
            BadInputError: When nothing can be written there.
            RecordError: When the file holds something else than records, or is to by its name.
        """
        from motu.games.record import read_lines
        from motu.games.record_files import check_json_lines, read_text

        self.path = path
        self._line = line
        folder = path.absolute().parent
        if path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
            reason = "that is a folder" if path.is_dir() else f"the folder '{folder}' is missing or closed to you"
            raise BadInputError(f"cannot save to '{path}': {reason}", text=str(path))
        if line is None:
            if path.exists():
                read_lines(read_text(path))
            check_json_lines(path)

    @property
    def holds_game(self) -> bool:
        """Whether the game has been saved here."""
        return self._line is not None

    @property
    def name(self) -> str:
        """How `motu play --resume` calls the game: "FILE", or "FILE:N" where the file holds others, too."""
        from motu.games.record_files import read_text

        lines = _games(read_text(self.path))
        if len(lines) < 2 or self._line not in lines:
            return str(self.path)
        return f"{self.path}:{lines.index(self._line) + 1}"

    def save(self, record: Record) -> None:
        """Write the game in place of what was saved of it before.

        Raises:
            RecordError: "record/file" when the file cannot be written.
        """
        from motu.games.record import write_lines
        from motu.games.record_files import read_text, save_text

        line = write_lines([record]).rstrip("\n")
        if line == self._line:
            return
        lines = _lines(read_text(self.path)) if self.path.exists() else []
        if self._line in lines:
            lines[lines.index(self._line)] = line
        else:
            lines.append(line)
        save_text(self.path, "".join(f"{each}\n" for each in lines))
        self._line = line


def open_game(name: str, path: Path, number: int | None) -> tuple[Record, GameFile]:
    """Return a saved game, and the place where it can be saved again.

    Args:
        name: How the user calls it.
        path: The file.
        number: Which of its records, from 1 on; None for the only one.

    Raises:
        MotuError: When there is no such game.
    """
    from motu.games.record import read_lines
    from motu.games.record_files import check_json_lines, read_text

    text = read_text(path)
    check_json_lines(path)
    records = read_lines(text)
    index = choose_record(records, name, number)
    return records[index], GameFile(path, _games(text)[index])


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


def _games(text: str) -> list[str]:
    """Return the lines that hold a game: a match's file also has a manifest."""
    from motu.games.record_json import parse_object
    from motu.games.record_manifest import is_manifest

    return [line for line in _lines(text) if not is_manifest(parse_object(line))]
