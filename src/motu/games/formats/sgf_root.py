"""The root of a game in SGF, in and out: what is played, by whom, and how it ended (floor: games)."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from motu.errors import RecordError
from motu.games.formats.hexes import hex_spec
from motu.games.formats.sgf_marks import write_marks
from motu.games.formats.sgf_moves import MOVE_PROPERTIES, LineRead, LineWritten, kept_remark, raw_properties
from motu.games.formats.sgf_syntax import (
    Node,
    escape,
    sgf_fault,
    simple_text_value,
    split_composed,
    text_value,
)
from motu.games.record import Record
from motu.games.record_checks import FORMAT_VERSION
from motu.games.record_json import inside, parse_object, write_object
from motu.games.record_parts import RecordPlayer, Result, check_date
from motu.games.record_remarks import MARKS
from motu.games.rules import RULES_VERSION

Properties = list[tuple[str, tuple[str, ...]]]

_HEX = "11"
_SIZE = re.compile(r"\s*([1-9][0-9]{0,3})\s*(?::\s*([1-9][0-9]{0,3})\s*)?")
_RATING = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_RESULT = re.compile(r"\s*([BW])\+\s*(R|Resign|T|Time|F|Forfeit|[0-9.]*)\s*", re.IGNORECASE)
_REASONS = {"r": "resign", "t": "time", "f": "forfeit"}
_LETTERS = {reason: letter.upper() for letter, reason in _REASONS.items()}
_RESULTS = ("B+", "W+", "B+R", "W+R", "B+T", "W+T", "B+F", "W+F", "Draw", "0", "Void", "?")

# What the root says of the file and the game; everything else there is a remark and kept in the record's `extra`.
_ROOT_PROPERTIES = {
    *("FF", "GM", "CA", "AP", "SZ", "RE", "EV", "AN", "DT", "PB", "PW", "BR", "WR"),
    *("MOTU", "MOTUSPEC", "MOTUBOARD", "MOTUFLAGS", "MOTUDATA"),
    *MOVE_PROPERTIES,
}


# --- reading ----------------------------------------------------------------------------------------------------------


def start_of(root: Node) -> Record:
    """Return the record of what is played, without its moves.

    Raises:
        RecordError: "record/sgf" when the root says of no game of ours that it is played.
    """
    board = _value(root, "MOTUBOARD")
    return Record(spec=_spec_of(root), board=None if board is None else _json("MOTUBOARD", board))


def with_root(line: LineRead, root: Node) -> Record:
    """Return the record of a main line with what the root says of players, occasion and all else but the result."""
    return replace(
        line.record,
        players=(_player(root, "PB", "BR"), _player(root, "PW", "WR")),
        event=_simple(root, "EV"),
        annotator=_simple(root, "AN"),
        comment=_text(root, "C"),
        started=_date(root),
        extra=_remarks(root, line),
    )


def data_of(root: Node) -> dict[str, Any] | None:
    """Return what MOTUDATA holds, None where there is none."""
    data = _value(root, "MOTUDATA")
    return None if data is None else _json("MOTUDATA", data)


def _spec_of(root: Node) -> str:
    game = _simple(root, "GM")
    version = _value(root, "MOTU")
    if version is not None:
        _check_version(version)
    spec = _simple(root, "MOTUSPEC")
    if spec is not None and game is None:
        return spec
    if game is None or game.strip() != _HEX:
        read = "no GM, which means Go" if game is None else f"GM[{game}]"
        raise sgf_fault(
            f"GM: motu reads Hex, GM[11], and its own games with MOTUSPEC; read {read}", game or "", "GM", ("11",)
        )
    columns, rows = _size(root)
    if spec is None:
        return hex_spec(columns, rows)
    rules = Record(spec=spec).game().rules
    if rules.hex_size != (columns, rows):
        raise sgf_fault(
            f"MOTUSPEC[{spec}] is not the game of GM[11]SZ[{columns}:{rows}]",
            spec,
            "MOTUSPEC",
            (hex_spec(columns, rows),),
        )
    return spec


def _check_version(raw: str) -> None:
    read = ":".join(simple_text_value(part).strip() for part in split_composed(raw))
    right = f"{FORMAT_VERSION}:{RULES_VERSION}"
    if read != right:
        raise RecordError(
            f"MOTU: this motu reads {right} (record format : rules), read {read[:40]}",
            slug="record/version",
            text=read[:40],
            position="MOTU",
            legal=(right,),
        )


def _size(root: Node) -> tuple[int, int]:
    raw = _value(root, "SZ")
    match = _SIZE.fullmatch("11" if raw is None else raw)
    if match is None:
        raise sgf_fault(f"SZ: expected a number or columns:rows, read {raw!r}", str(raw), "SZ", ("11", "9:11"))
    columns = int(match[1])
    return columns, int(match[2] or columns)


def _value(node: Node, name: str) -> str | None:
    """Return the one raw value of a property, None when the node hasn't got it."""
    values = node.values(name)
    if len(values) > 1:
        raise sgf_fault(f"line {node.line}: {name} has {len(values)} values, not one", name, name)
    return values[0] if values else None


def _simple(node: Node, name: str) -> str | None:
    raw = _value(node, name)
    return None if raw is None else simple_text_value(raw)


def _text(node: Node, name: str) -> str | None:
    raw = _value(node, name)
    return None if raw is None else text_value(raw)


def _player(root: Node, name: str, rating: str) -> RecordPlayer:
    number = _simple(root, rating)
    rated = number is not None and _RATING.fullmatch(number) is not None
    value = (float(number) if "." in number else int(number)) if rated and number is not None else None
    return RecordPlayer(name=_simple(root, name) or "", rating=value)


def _date(root: Node) -> str | None:
    """Return DT when it is one full date; FF[4] allows more, which stays a remark."""
    date = _simple(root, "DT")
    if date is None or not _DATE.fullmatch(date):
        return None
    with suppress(RecordError):
        check_date(date, "DT")
        return date
    return None


def claim_of(root: Node, line: LineRead) -> Result | None:
    """Return what RE says, or a last node with `resign` or `forfeit`, for persons."""
    text = _simple(root, "RE")
    claim = None if text is None else _result(text.strip(), line.labels.person_of)
    ending = line.ending
    if ending is None or claim is None:
        return ending or claim
    if claim.winner != ending.winner or claim.reason not in {"unknown", ending.reason}:
        message = f"RE[{text}] contradicts the last move, by which {ending}"
        raise RecordError(message, slug="record/result", text=str(text), position="RE", legal=(str(ending),))
    return ending


def _result(text: str, person_of: Callable[[str], int]) -> Result | None:
    match = _RESULT.fullmatch(text)
    if match is not None:
        return Result(person_of(match[1].upper()), _REASONS.get(match[2][:1].lower(), "unknown"))
    if text.lower() in {"0", "draw"}:
        return Result(None, "agreed")
    if text.lower() == "void":
        return Result()
    if text in {"?", ""}:
        return None
    raise sgf_fault(f"RE: expected one of {', '.join(_RESULTS)}, read {text[:40]!r}", text[:40], "RE", _RESULTS)


def _remarks(root: Node, line: LineRead) -> dict[str, Any]:
    """Return what the record has no field for: remarks on moves, and all other properties that name no cells."""
    extra = line.remarks.to_json()
    kept = {name: list(values) for name, values in root.properties if name not in _ROOT_PROPERTIES}
    for name, used in (("DT", _date(root) is not None), ("BR", _rated(root, "BR")), ("WR", _rated(root, "WR"))):
        if root.values(name) and not used:
            kept[name] = list(root.values(name))
    kept = line.others.get("0", {}) | kept
    others = {move: properties for move, properties in (line.others | {"0": kept}).items() if properties}
    if others:
        extra["sgf"] = dict(sorted(others.items(), key=lambda item: int(item[0])))
    return extra


def _rated(root: Node, name: str) -> bool:
    return _player(root, "PB", name).rating is not None


def _json(name: str, raw: str) -> dict[str, Any]:
    with inside(f"{name}: "):
        return parse_object(simple_text_value(raw))


# --- writing ----------------------------------------------------------------------------------------------------------


def root_of(record: Record, line: LineWritten) -> Properties:
    """Return the properties of a record's root, all but MOTUDATA."""
    rules = record.game().rules
    root: Properties = [("FF", ("4",)), ("CA", ("UTF-8",)), ("AP", ("motu:" + str(FORMAT_VERSION),))]
    if rules.hex_size is not None:
        columns, rows = rules.hex_size
        root += [("GM", (_HEX,)), ("SZ", (f"{columns}" if columns == rows else f"{columns}:{rows}",))]
    root += [("MOTU", (f"{FORMAT_VERSION}:{RULES_VERSION}",)), ("MOTUSPEC", (escape(record.spec),))]
    if record.board is not None:
        root.append(("MOTUBOARD", (escape(write_object(record.board)),)))
    for name, value in (("EV", record.event), ("DT", _day(record.started)), ("AN", record.annotator)):
        if value is not None:
            root.append((name, (escape(value),)))
    for colour, player in zip("BW", record.players, strict=True):
        if player.name:
            root.append((f"P{colour}", (escape(player.name),)))
        if player.rating is not None and _RATING.fullmatch(repr(player.rating)):
            root.append((f"{colour}R", (repr(player.rating),)))
    root.append(("RE", (_result_text(record.result, line),)))
    if record.comment is not None:
        root.append(("C", (escape(record.comment),)))
    root += [*line.setup, *write_marks(kept_remark(record.extra, MARKS, "0"))]
    return [*root, *_root_remarks(record, {name for name, _ in root})]


def _day(started: str | None) -> str | None:
    """Return the day of a date in the form that DT asks for."""
    return started[:10] if started is not None and _DATE.match(started) else None


def _root_remarks(record: Record, present: set[str]) -> Properties:
    """Return the root's properties kept in `extra`, except those that would be read as something else."""
    readable = {"DT": _DATE, "BR": _RATING, "WR": _RATING}
    return [
        (name, values)
        for name, values in raw_properties(record.extra, "0")
        if name not in present and (name not in _ROOT_PROPERTIES or name in readable)
        if name not in readable or not (len(values) == 1 and readable[name].fullmatch(simple_text_value(values[0])))
    ]


def _result_text(result: Result, line: LineWritten) -> str:
    if result.winner is not None:
        return f"{line.labels.label_of(result.winner)}+{_LETTERS.get(result.reason, '')}"
    return "Void" if result.reason == "unfinished" else "Draw"
