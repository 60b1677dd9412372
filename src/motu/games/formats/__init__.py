"""All formats in which a game can be read and written, by name (floor: games; described in docs/records.md).

>>> from motu.games import formats
>>> [record] = formats.read("https://hexworld.org/board/#5c1,c3b2:rb")
>>> record.result
Result(winner=1, reason='resign', extra={})
>>> formats.write(record, "fragment")
'...'

Whatever is read has been played through the rules. A text is never taken for the name of a file, so that a server can
hand over what strangers send; files are named by a `pathlib.Path`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from motu.errors import RecordError
from motu.games.formats import abstract_play, fragment, hexworld, jsonlines, sgf, sgf_variations
from motu.games.formats.fragment import record_from_fragment, record_to_fragment
from motu.games.formats.sgf_syntax import parse
from motu.games.record import Record
from motu.games.record_files import ENDINGS, format_of, read_bytes, save_text
from motu.games.record_json import inside
from motu.games.record_tree import RecordTree

__all__ = [
    "FORMATS",
    "TREE_FORMATS",
    "Format",
    "detect",
    "read",
    "read_some",
    "read_trees",
    "record_from_fragment",
    "record_to_fragment",
    "save",
    "write",
    "write_trees",
]

TREE_FORMATS = ("jsonl", "sgf")
"""The formats that carry variations and comments."""


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write games down."""

    name: str
    """What `read`, `write` and `motu convert` call it."""
    summary: str
    """One line for people: what it carries."""
    looks_like: Callable[[str], bool]
    """Whether a text is meant as this format."""
    each: Callable[[str], Iterator[Record]]
    """Text to records, each as soon as it is asked for."""
    write: Callable[[Iterable[Record]], str]
    """Records to text."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Endings of its files' names, the usual one first."""
        return ENDINGS[self.name]


FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format(
            "jsonl",
            "motu's own records, one JSON object a line: any game, all that is known of it",
            jsonlines.looks_like,
            jsonlines.each,
            jsonlines.write,
        ),
        Format("sgf", "SGF FF[4]: any game; Hex as GM[11]", sgf.looks_like, sgf.each, sgf.write),
        Format(
            "fragment",
            "a whole game of any kind in one URL fragment, without names and times",
            fragment.looks_like,
            fragment.each,
            fragment.write,
        ),
        Format("hexworld", "HexWorld links: Hex only", hexworld.looks_like, hexworld.each, hexworld.write),
        Format(
            "abstractplay",
            "Abstract Play's coordinates: Atoll on squares of 11, 15 and 19 columns",
            abstract_play.looks_like,
            abstract_play.each,
            abstract_play.write,
        ),
    )
}
"""Every format by its name."""


def detect(text: str) -> str:
    """Return the name of the format that a text is meant as.

    Raises:
        RecordError: "record/format" when it looks like none of them.
    """
    for each in FORMATS.values():
        if each.looks_like(text):
            return each.name
    read = text.strip()[:40]
    if not read:
        raise RecordError("there is nothing in it: it is empty", slug="record/format", legal=FORMATS)
    raise RecordError(
        f"this looks like none of the formats {', '.join(FORMATS)}: {read!r}",
        slug="record/format",
        text=read,
        legal=FORMATS,
    )


def read(source: str | Path, format: str | None = None) -> list[Record]:  # noqa: A002 - the word users know
    """Read all records of a text or a file.

    Args:
        source: The text itself, or the path of a file as a `Path`.
        format: A name of FORMATS; recognised by what the text looks like if None.

    Raises:
        RecordError: "record/format" for an unknown format, "record/file" for a file that cannot be read, and each
            format's own; nothing is read in part.
    """
    with _opened(source, format) as text:
        return list(_format(format or detect(text)).each(text))


def write(records: Record | Iterable[Record], format: str) -> str:  # noqa: A002
    """Return the text of one or several records, with a final line feed.

    Args:
        records: What to write.
        format: A name of FORMATS.

    Raises:
        RecordError: "record/format" for an unknown format, "record/not-carried" when the format can't say what was
            played.
    """
    return _format(format).write([records] if isinstance(records, Record) else records)


def save(records: Record | Iterable[Record], path: str | os.PathLike[str], format: str | None = None) -> None:  # noqa: A002
    """Write one or several records to a file, which is replaced in one step.

    Args:
        records: What to write.
        path: The file.
        format: A name of FORMATS; if None, what the ending of the file's name stands for.

    Raises:
        RecordError: As for `write`, "record/format" also for an ending that stands for no format, "record/file" when
            the file cannot be written.
    """
    name = format or format_of(path)
    if name is None:
        raise RecordError(
            f"'{os.fspath(path)}' ends as no format does: there are {', '.join(map(_named_with_ending, FORMATS))}",
            slug="record/format",
            text=os.fspath(path),
            legal=FORMATS,
        )
    save_text(path, write(records, name))


def read_trees(source: str | Path, format: str | None = None) -> list[RecordTree]:  # noqa: A002
    """Read all games of a text or a file with their variations and comments.

    Args:
        source: As for `read`.
        format: As for `read`.

    Raises:
        RecordError: As for `read`, also for a move of a variation.
    """
    with _opened(source, format) as text:
        return read_some(text, format=format)[0]


def read_some(
    text: str,
    most: int | None = None,
    goes_on: Callable[[], bool] = lambda: True,
    format: str | None = None,  # noqa: A002
) -> tuple[list[RecordTree], int]:
    """Read the first games of a text with their variations and comments.

    Args:
        text: The text itself.
        most: So many games at most; all if None.
        goes_on: Asked after each game; no more are read when it says no.
        format: As for `read`.

    Returns:
        The games, and how many more there are, which nobody has looked into.

    Raises:
        RecordError: As for `read`, also for a move of a variation.
    """
    count, trees = _trees(text, format or detect(text))
    found: list[RecordTree] = []
    for tree in trees:
        found.append(tree)
        if len(found) == most or not goes_on():
            return found, count - len(found)
    return found, 0


def _trees(text: str, name: str) -> tuple[int, Iterator[RecordTree]]:
    """Return how many games a text has, and a way to read them one by one."""
    if name == "sgf":
        trees = parse(text)
        return len(trees), sgf_variations.each(trees)
    is_one = name == "abstractplay" and text.lstrip().startswith("{")
    count = 1 if is_one else sum(1 for line in text.split("\n") if line.strip())
    return count, _trees_of(_format(name).each(text), count)


def _trees_of(records: Iterator[Record], count: int) -> Iterator[RecordTree]:
    for number, record in enumerate(records, start=1):
        with inside(f"game {number}: " if count > 1 else ""):
            tree = RecordTree.from_record(record)
        yield tree


def write_trees(trees: RecordTree | Iterable[RecordTree], format: str) -> str:  # noqa: A002
    """Return the text of one or several games with their variations and comments.

    Args:
        trees: What to write.
        format: A name of TREE_FORMATS.

    Raises:
        RecordError: "record/format" for a format that knows no variations.
    """
    if format not in TREE_FORMATS:
        raise RecordError(
            f"variations are written as {' or '.join(TREE_FORMATS)}, not {format!r}",
            slug="record/format",
            text=format,
            legal=TREE_FORMATS,
        )
    trees = [trees] if isinstance(trees, RecordTree) else trees
    return sgf_variations.write(trees) if format == "sgf" else write((tree.to_record() for tree in trees), format)


def _named_with_ending(name: str) -> str:
    return f"{name} ({ENDINGS[name][0]})"


def _format(name: str) -> Format:
    try:
        return FORMATS[name]
    except KeyError:
        raise RecordError(
            f"unknown format {name!r}: there are {', '.join(FORMATS)}", slug="record/format", text=name, legal=FORMATS
        ) from None


@contextmanager
def _opened(source: str | Path, name: str | None) -> Iterator[str]:
    """Give the text of a source; what is found wrong in a file's text names the file."""
    if not isinstance(source, Path):
        yield source
        return
    data = read_bytes(source)  # what is wrong here names the file itself
    with inside(f"{source.name}: "):
        yield _text_of(data, source, name)


def _text_of(data: bytes, path: Path, name: str | None) -> str:
    """Return a file's text; only SGF may be in another character set than UTF-8, which it then says itself."""
    if name == "sgf" or (name is None and data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"(")):
        return sgf.decode(data)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(
            f"line {line}: not UTF-8 text", slug="record/file", text=path.name, position=f"line {line}"
        ) from None
