"""Game records as SGF FF[4], in and out (floor: games).

Syntax is in `sgf_syntax`, the root in `sgf_root`, the moves of a game in `sgf_moves`.

Hex is written as GM[11] by red-bean's page on Hex and read from any program that keeps to it. No other game of motu has
a number in SGF, so all others are written without GM and with properties of our own, whose names begin with MOTU. The
record is the main line; whoever wants variations and everything else reads the tree with `sgf_syntax.parse`.

| property | where | holds |
|---|---|---|
| MOTU | root | version of the record format and of the rules, `MOTU[1:1]` |
| MOTUSPEC | root | the spec |
| MOTUBOARD | root | the data of a custom board, JSON |
| MOTUFLAGS | root | there is a set-up position; its flags |
| MOTUMS | moves | thinking time in ms |
| MOTUINK | all | marks with their colours, see `sgf_marks` |
| MOTUDATA | root | JSON: whatever SGF's own properties cannot say |
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from motu.errors import RecordError
from motu.games.formats.hexes import SWAP_PIECES, SWAP_SIDES
from motu.games.formats.sgf_moves import LineWritten, read_line, write_line
from motu.games.formats.sgf_root import Properties, claim_of, data_of, root_of, start_of, with_root
from motu.games.formats.sgf_syntax import (
    GameTree,
    decode,
    escape,
    line_tree,
    parse,
    print_trees,
    sgf_fault,
    simple_text_value,
)
from motu.games.record import Record
from motu.games.record_json import inside, write_object

__all__ = ["decode", "each", "looks_like", "read", "record_of", "tree_of", "write"]

# Keys that the nodes decide, so that MOTUDATA must not name them.
_DECIDED = ("motu", "spec", "rules_version", "moves", "board")


def looks_like(text: str) -> bool:
    """Return whether a text is meant as SGF."""
    return re.match(r"\s*\(\s*;", text) is not None


def read(text: str) -> list[Record]:
    """Read a collection, one record from the main line of each tree.

    Raises:
        RecordError: As for `each`; nothing is read in part.
    """
    return list(each(text))


def each(text: str) -> Iterator[Record]:
    """Read a collection, one record from the main line of each tree, each as soon as it is asked for.

    Raises:
        RecordError: "record/sgf" and others, with line or property, what was read and what would be right.
    """
    trees = parse(text)
    for number, tree in enumerate(trees, start=1):
        with inside(f"game {number}: " if len(trees) > 1 else ""):
            record = record_of(tree)
        yield record


def write(records: Iterable[Record], *, swap: str = SWAP_SIDES) -> str:
    """Return a collection.

    Args:
        records: Each becomes one tree.
        swap: How a swap in Hex is written: "swap-sides" keeps all cells as they are, "swap-pieces" is what programs
            read that know no other.

    Raises:
        RecordError: When a game isn't right.
    """
    return print_trees(tree_of(record, swap=swap) for record in records)


def record_of(tree: GameTree) -> Record:
    """Return the record of a tree's main line.

    Raises:
        RecordError: "record/sgf" for properties that are wrong or contradict each other, others when the game isn't
            right.
    """
    nodes = tuple(tree.main_line())
    root = nodes[0]
    line = read_line(nodes, start_of(root))
    record = with_root(line, root).settled(claim_of(root, line))
    data = data_of(root)
    return record if data is None else _with_data(record, data)


def tree_of(record: Record, *, swap: str = SWAP_SIDES) -> GameTree:
    """Return the tree, without variations, of a record.

    Args:
        record: Any game.
        swap: See `write`.

    Raises:
        RecordError: When the game isn't right.
    """
    if swap not in {SWAP_SIDES, SWAP_PIECES}:
        raise RecordError(
            f"a swap is written as {SWAP_SIDES} or {SWAP_PIECES}, not {swap!r}",
            slug="record/format",
            text=swap,
            legal=(SWAP_SIDES, SWAP_PIECES),
        )
    record = record.verified()
    line = write_line(record, pieces=swap == SWAP_PIECES)
    root = root_of(record, line)
    plain = _tree(root, line)
    missing = _missing(record, record_of(plain))
    if not missing:
        return plain
    return _tree([*root, ("MOTUDATA", (escape(write_object(missing)),))], line)


def _with_data(record: Record, data: dict[str, Any]) -> Record:
    """Return the record completed by what SGF's own properties could not say."""
    for key in _DECIDED:
        if key in data and not (key == "spec" and _is_read_as(data[key], record.spec)):
            raise sgf_fault(f'MOTUDATA: "{key}" is said by other properties', key, "MOTUDATA")
    merged = record.to_json()
    for key, value in data.items():
        if key in {"result", "setup"} and isinstance(value, dict):
            merged[key] = value | merged.get(key, {})
        elif (
            key == "players"
            and isinstance(value, list)
            and len(value) == 2
            and all(isinstance(one, dict) for one in value)
        ):
            merged[key] = [own | one for own, one in zip(merged[key], value, strict=True)]
        else:
            merged[key] = value
    with inside("MOTUDATA: "):
        return Record.from_json(merged)


def _is_read_as(spec: object, read: str) -> bool:
    """Whether a simple text of SGF, which has no tabs and no line breaks, says this spec as well as it can."""
    return isinstance(spec, str) and simple_text_value(escape(spec)) == read


def _tree(root: Properties, line: LineWritten) -> GameTree:
    return line_tree([tuple(root), *line.nodes])


def _missing(record: Record, read_back: Record) -> dict[str, Any]:
    """Return the JSON fields of a record that the tree alone did not bring back."""
    ours, theirs = record.to_json(), read_back.to_json()
    missing: dict[str, Any] = {}
    for key, value in ours.items():
        if key in theirs and theirs[key] == value:
            continue
        if key == "players":
            missing[key] = [_difference(own, other) for own, other in zip(value, theirs[key], strict=True)]
        elif key in {"result", "setup"}:
            missing[key] = _difference(value, theirs[key])
        else:
            missing[key] = value
    return missing


def _difference(own: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in own.items() if key not in other or other[key] != value}
