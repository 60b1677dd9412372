"""What people have said of the moves of a line and drawn beside them, as records keep it (floor: games).

Three keys hold it, each by the number of the move, 0 being the start: `comments`, `glyphs` (`!?` and their like) and
`marks` (lists of what `motu.boards.marks` reads). They stand in a record and in each of its variations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from motu.boards.marks import GLYPHS, MAX_MARK, MAX_MARKS
from motu.games.record_json import check_text, fault
from motu.games.record_parts import check_object

COMMENTS = "comments"
GLYPHS_KEY = "glyphs"
MARKS = "marks"
REMARK_KEYS = (COMMENTS, GLYPHS_KEY, MARKS)
"""The keys of a record or a variation that hold remarks."""


@dataclass(frozen=True, slots=True)
class LineRemarks:
    """All remarks on one line, by the numbers of its moves."""

    comments: dict[int, str] = field(default_factory=dict)
    glyphs: dict[int, str] = field(default_factory=dict)
    marks: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Not yet compared with a board."""

    @staticmethod
    def from_json(take: Callable[[str, object], Any], path: str = "") -> LineRemarks:
        """Return the remarks of a line.

        Args:
            take: Returns the value of a key, or what is given with it where there is none.
            path: What stands before the keys in messages.

        Raises:
            RecordError: "record/field".
        """
        comments, glyphs, marks = (_numbered(take(key, {}), path + key) for key in REMARK_KEYS)
        for number, text in comments.items():
            check_text(text, f"{path}{COMMENTS}.{number}")
        for number, glyph in glyphs.items():
            if glyph not in GLYPHS:
                raise fault(f"{path}{GLYPHS_KEY}.{number}", f"one of {' '.join(GLYPHS)}", glyph, GLYPHS)
        found = {number: _texts(each, f"{path}{MARKS}.{number}") for number, each in marks.items()}
        return LineRemarks(comments, glyphs, found)

    def to_json(self) -> dict[str, Any]:
        """Return the keys that hold something."""
        marks = {number: list(texts) for number, texts in self.marks.items()}
        rows: tuple[Mapping[int, object], ...] = (self.comments, self.glyphs, marks)
        return {key: _json(row) for key, row in zip(REMARK_KEYS, rows, strict=True) if row}


def _json(row: Mapping[int, object]) -> dict[str, object]:
    return {str(number): row[number] for number in sorted(row)}


def _numbered(value: object, path: str) -> dict[int, Any]:
    check_object(value, path)
    found: dict[int, Any] = {}
    for key, each in value.items() if isinstance(value, Mapping) else ():
        if not (key.isascii() and key.isdigit() and len(key) < 8):
            raise fault(path, "numbers of moves", key)
        found[int(key)] = each
    return found


def _texts(value: object, path: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) > MAX_MARKS:
        raise fault(path, f"a list of at most {MAX_MARKS} marks", value)
    for index, text in enumerate(value):
        check_text(text, f"{path}[{index}]")
        if len(text) > MAX_MARK:
            raise fault(f"{path}[{index}]", f"at most {MAX_MARK} characters", text)
    return tuple(value)
