"""`motu convert`: records from one format to another (floor: cli)."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motu.cli.application import BadInputError
from motu.cli.output import remark, write_document, write_json
from motu.cli.progress import ProgressBar

if TYPE_CHECKING:
    from motu import Record

NAME = "convert"
SUMMARY = "Records from one format to another."
EXAMPLES = """\b
Examples:
  motu convert games.jsonl games.sgf
  motu convert game.sgf - --to fragment
  motu convert 'https://hexworld.org/board/#5c1,c3b2' hex.jsonl
  motu convert - - --from sgf --to jsonl < game.sgf

\b
Formats (the ending of a file's name says which one OUT is to be):
  jsonl          motu's own records, .jsonl: everything
  sgf            SGF FF[4], .sgf: every game; Hex as other programs write it
  fragment       one line for a link, .txt: every game, no names or times
  hexworld       HexWorld links, .url: Hex
  abstractplay   Abstract Play's coordinates, .ap: Atoll on 11, 15, 19 columns"""


def run(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file, a link in quotes, or - for stdin.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file, which is replaced, or - for stdout.")],
    read_as: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="What IN is; without it, it is recognised.")
    ] = None,
    write_as: Annotated[
        str | None,
        typer.Option("--to", metavar="FORMAT", help="What OUT is to be; without it, its name's ending says it."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Write what was done as one JSON object.")] = False,
) -> None:
    """Convert game records; what OUT's format has no place for is named.

    Every game is played through the rules on the way.
    """
    from motu.games import formats
    from motu.games.record_files import save_text

    if _is_same_file(source, target):
        text = "OUT is IN itself, of which a match's file would lose what it was played with: give OUT another name"
        raise BadInputError(text, text=target)
    if json and target == "-":
        raise BadInputError("--json and OUT - both write to stdout; give OUT a file name")
    name = write_as or _format_of(target)
    with ProgressBar("converting") as progress:
        records = progress.run(lambda: _read(source, read_as))
        text = progress.run(lambda: formats.write(records, name))
        lost = progress.run(lambda: missing(records, formats.read(text, name) if records else []))
    if target == "-":
        write_document(text)
    else:
        save_text(Path(target), text)
    if lost:
        found = (_counted(field, count, len(records)) for field, count in lost.items())
        remark(f"{name} has no place for: {', '.join(found)}")
    if json:
        write_json({"to": name, "games": len(records), "not_carried": dict(lost)})


def _is_same_file(source: str, target: str) -> bool:
    try:
        return Path(source).samefile(target)
    except OSError:  # one of them is no file, or none yet
        return False


def _read(source: str, name: str | None) -> list[Record]:
    from motu.games import formats

    if source == "-":
        return formats.read(_stdin_text(name), name)
    if not source:
        raise BadInputError("IN is empty: it is a file, a link in quotes, or - for stdin")
    if "://" in source or source.startswith("#"):
        return formats.read(source, name)
    return formats.read(Path(source), name)


def _stdin_text(name: str | None) -> str:
    """Return stdin as text; only SGF may be in another character set than UTF-8, which it then says itself."""
    from motu.games.formats import sgf

    data = sys.stdin.buffer.read()
    if name == "sgf" or (name is None and data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"(")):
        return sgf.decode(data)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInputError(f"stdin, line {line}: not UTF-8 text") from None


def _format_of(target: str) -> str:
    from motu.games.formats import FORMATS
    from motu.games.record_files import format_of

    found = None if target == "-" else format_of(target)
    if found is not None:
        return found
    what = "stdout" if target == "-" else f"'{target}'"
    raise BadInputError(f"say with --to what {what} is to be: {', '.join(FORMATS)}", text=target, legal=FORMATS)


def missing(records: list[Record], carried: list[Record]) -> Counter[str]:
    """Return what did not come through, and in how many games.

    Args:
        records: What was to be written.
        carried: What can be read from what was written.
    """
    pairs = zip(records, carried, strict=True)
    return Counter(field for record, other in pairs for field in _differences(record, other))


def _differences(record: Record, other: Record) -> Iterator[str]:
    for name, mine, yours in _changed(record, other):
        if name == "players":
            found = {field for pair in zip(mine, yours, strict=True) for field, _, _ in _changed(*pair)}
            yield from sorted(f"players' {field}s" if field == "name" else f"players' {field}" for field in found)
        else:
            yield name


def _changed(value: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the fields that say something in `value` and not the same in `other`."""
    for field in fields(value):
        mine, yours = getattr(value, field.name), getattr(other, field.name)
        default = field.default if field.default_factory is MISSING else field.default_factory()
        if mine not in (yours, default):
            yield field.name, mine, yours


def _counted(field: str, count: int, games: int) -> str:
    return field if games == 1 else f"{field} ({count} of {games} games)"
