"""JSON lines, motu's own format of records, as one format among the others (floor: games)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from motu.games.record import Record, each_line, write_lines

_START = re.compile(r'\s*\{\s*"(?!header"|moves")')


def looks_like(text: str) -> bool:
    """Return whether a text is meant as JSON lines: an object, but not one of Abstract Play's."""
    return _START.match(text) is not None


def read(text: str) -> list[Record]:
    """Read records, one a line.

    Raises:
        RecordError: As for `each`; nothing is read in part.
    """
    return list(each(text))


def each(text: str) -> Iterator[Record]:
    """Read records, one a line, each as soon as it is asked for.

    Raises:
        RecordError: With line, field, what was read and what would be right.
    """
    return each_line(text)


def write(records: Iterable[Record]) -> str:
    """Return records, one a line.

    Raises:
        RecordError: When a game isn't right.
    """
    return write_lines(records)
