"""Custom Atoll boards: a JSON file or a plain-text drawing (floor: boards; format: docs/boards.md).

Both say the same thing: which cells there are, which of them are junctions, and who owns the first island. The native
core checks that they make a board.
"""

from __future__ import annotations

import json
import reprlib
import stat
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from motu import _core
from motu.errors import BoardError

MAX_FILE_BYTES = 1_000_000
MAX_CELLS = 4096
"""As many as the native core takes."""
MAX_NAME = 200
"""Most characters of a board's name."""
Colour = Literal["black", "white"]
_COLOURS: tuple[Colour, Colour] = ("black", "white")

_NAMES = f'a list of cell names such as ["a1", "b1"], {MAX_CELLS:,} at most'
_RIGHT: Mapping[str, str] = {
    "cells": _NAMES,
    "junctions": _NAMES,
    "first": '"black" or "white"',
    "name": f"a text of at most {MAX_NAME} characters",
}
"""The keys of a board's data, and what is right for each."""


@dataclass(frozen=True, slots=True)
class CustomBoard:
    """The data of a custom board, checked by `native()`."""

    cells: tuple[str, ...]
    """Names of all cells: column letters and a row number, rows counted upward along the slanted axis."""
    junctions: tuple[str, ...]
    """The cells where islands meet, clockwise; island i begins at junction i."""
    first: Colour = "black"
    """The colour of island 0."""
    name: str = ""
    """What people call the board."""

    @property
    def first_number(self) -> int:
        """The colour of island 0 as a number."""
        return _COLOURS.index(self.first)

    def native(self) -> _core.HexBoard:
        """Build the board.

        Raises:
            BoardError: "board/…" with the reason and the cell when ATOLL-BOARD is broken.
        """
        if self.first not in _COLOURS:
            raise BoardError(f'\'first\' is "black" or "white", not {self.first!r}', text=str(self.first))
        for name in (*self.cells, *self.junctions):
            if not str(name).isascii():
                message = f"{name!a} is not a cell name: letters and a number, as in c5"
                raise BoardError(message, slug="board/cell", text=ascii(name))
        return _core.HexBoard.custom(list(self.cells), list(self.junctions), self.first_number)

    def to_json(self) -> dict[str, Any]:
        """Return the board as JSON data that `from_json` reads back."""
        data: dict[str, Any] = {"cells": list(self.cells), "junctions": list(self.junctions), "first": self.first}
        if self.name:
            data["name"] = self.name
        return data

    @staticmethod
    def from_json(data: object) -> CustomBoard:
        """Check JSON data and return the board it describes.

        Raises:
            BoardError: "board/json" for wrong keys or types.
        """
        if not isinstance(data, Mapping):
            shown = reprlib.repr(data)
            raise _json_error(f"a board is a JSON object, not {shown}", shown)
        for key, right in _RIGHT.items():
            if key in data or key in ("cells", "junctions"):
                _check(key, data.get(key), right)
        for key in data:
            if key not in _RIGHT:
                known = ", ".join(sorted(_RIGHT))
                unknown = str(key).encode("utf-8", "backslashreplace").decode()[:MAX_NAME]
                raise _json_error(f"unknown key '{unknown}': a board has {known}", unknown)
        return CustomBoard(
            _plain(data["cells"]), _plain(data["junctions"]), data.get("first", "black"), data.get("name", "")
        )


ReadBoard = Callable[[str], CustomBoard]
"""Returns the board that a spec names: leave to open files, for whoever holds it. `load_custom_board` is the one there
is; without it a spec names no file of this machine."""


def load_custom_board(path: str | Path) -> CustomBoard:
    """Read a board file: JSON when it begins with '{', else a drawing.

    Raises:
        BoardError: "board/file" when it cannot be read, is no regular file or too large; "board/json" or
            "board/drawing" when its text is wrong.
    """
    try:
        raw = _read_regular(path)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BoardError(f"cannot read the board file '{path}': {reason}", slug="board/file", text=str(path)) from error
    if len(raw) > MAX_FILE_BYTES:
        raise BoardError(f"the board file '{path}' is larger than a megabyte", slug="board/file", text=str(path))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BoardError(f"the board file '{path}' is not UTF-8 text", slug="board/file", text=str(path)) from error
    return parse_custom_board(text)


def _read_regular(path: str | Path) -> bytes:
    """Return what is in a file, and no more of it than shows that it is too large."""
    # A pipe keeps its reader waiting, a device may never end, or do something as soon as it is opened.
    if not stat.S_ISREG(Path(path).stat().st_mode):
        raise ValueError("it is no regular file")
    with Path(path).open("rb") as file:
        return file.read(MAX_FILE_BYTES + 1)


def parse_custom_board(text: str) -> CustomBoard:
    """Read a board from JSON or from a drawing.

    Raises:
        BoardError: "board/json" or "board/drawing".
    """
    if not text.lstrip().startswith("{"):
        return _parse_drawing(text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _json_error(f"the board is not valid JSON: {error}") from error
    return CustomBoard.from_json(data)


def _check(key: str, value: object, right: str) -> None:
    if key in ("cells", "junctions"):
        fits = isinstance(value, list | tuple) and 0 < len(value) <= MAX_CELLS
        fits = fits and all(isinstance(each, str) for each in value)  # type: ignore[attr-defined] # it is a list
    elif key == "first":
        fits = value in _COLOURS
    else:
        fits = isinstance(value, str) and len(value) <= MAX_NAME
    if not fits:
        shown = reprlib.repr(value)
        raise _json_error(f"'{key}' is {right}, not {shown}", shown)


def _plain(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name.strip().lower() for name in names)


def _json_error(message: str, text: str = "") -> BoardError:
    return BoardError(message, slug="board/json", text=text)


# --- drawings ---------------------------------------------------------------------------------------------------------


def _parse_drawing(text: str) -> CustomBoard:
    """Read a drawing: '.' a cell, '*' a junction, '@' the junction where island 0 begins.

    A column of the board is two characters wide and a cell two lines high, so that neighbouring columns are a line
    apart. The junctions are put in order round the rim by the native board.
    """
    first: Colour = "black"
    marks: dict[tuple[int, int], str] = {}
    drawn = 0  # lines of the drawing itself: comments and settings take no room
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("#"):
            continue
        key, separator, value = line.partition(":")
        if separator:
            first = _read_setting(key, value, number)
            continue
        for column, mark in enumerate(line.rstrip()):
            if mark != " ":
                _check_mark(mark, number, column)
                marks[column, drawn] = mark
        drawn += 1
    if not marks:
        raise BoardError("the drawing has no cells: draw each as '.', '*' or '@'", slug="board/drawing")
    return _board_of_marks(marks, first)


def _check_mark(mark: str, line: int, column: int) -> None:
    if mark not in ".*@":
        where = f"line {line}, column {column + 1}"
        raise BoardError(
            f"{where}: {_named(mark)} means nothing in a drawing: use '.', '*', '@' and blanks",
            slug="board/drawing",
            text=mark,
            position=where,
        )


def _named(mark: str) -> str:
    """Return a character as a message shows it, one that nobody could see by its name or number."""
    if mark == "\t":
        return "a tab"
    return f"'{mark}'" if mark.isprintable() else ascii(mark)


def _read_setting(key: str, value: str, line: int) -> Colour:
    if key.strip().lower() != "first" or value.strip().lower() not in _COLOURS:
        raise BoardError(
            f"line {line}: cannot read '{key.strip()}:{value}': the one setting is 'first: black' or 'first: white'",
            slug="board/drawing",
            text=f"{key}:{value}",
            position=f"line {line}",
        )
    return _COLOURS[_COLOURS.index(value.strip().lower())]


def _board_of_marks(marks: Mapping[tuple[int, int], str], first: Colour) -> CustomBoard:
    left = min(column for column, _ in marks)
    columns = {key: (key[0] - left) // 2 for key in marks}
    parity = (columns[next(iter(marks))] - next(iter(marks))[1]) % 2
    rows: dict[tuple[int, int], int] = {}
    for key in marks:
        if (key[0] - left) % 2 or (columns[key] - key[1]) % 2 != parity:
            where = f"drawn line {key[1] + 1}, column {key[0] + 1}"
            raise BoardError(
                f"{where}: the cell stands between the places for cells: columns are two characters apart, and a cell"
                " is two lines below the one above it and one line below its neighbour in the next column",
                slug="board/drawing",
                position=where,
            )
        # A step to the right in the same row goes down by half a cell, which is one line.
        rows[key] = (columns[key] - key[1] - parity) // 2
    lowest = min(rows.values())
    names = {key: f"{_core.column_letters(columns[key])}{rows[key] - lowest + 1}" for key in marks}
    starts = [names[key] for key, mark in marks.items() if mark == "@"]
    if len(starts) > 1:
        raise BoardError(
            f"two junctions are marked '@', {starts[0]} and {starts[1]}: island 0 begins at one", slug="board/drawing"
        )
    junctions = [names[key] for key, mark in marks.items() if mark != "."]
    return CustomBoard(tuple(names.values()), _in_rim_order(tuple(names.values()), junctions, starts), first)


def _in_rim_order(cells: tuple[str, ...], junctions: list[str], starts: list[str]) -> tuple[str, ...]:
    """Sort junctions clockwise, beginning with the marked one, else with the first after the rim's own beginning."""
    rim = _core.HexBoard.rim_of(list(cells))
    order = [name for name in rim if name in set(junctions)]
    astray = [name for name in junctions if name not in set(order)]
    if astray:
        cell = astray[0]
        raise BoardError(f"the junction {cell} is not on the rim", slug="board/junction", text=cell, position=cell)
    if starts:
        begin = order.index(starts[0])
        order = order[begin:] + order[:begin]
    return tuple(order)
