"""HexWorld links: a game of Hex in the fragment of a URL, `https://hexworld.org/board/#11c1,a2b2:s` (floor: games).

The syntax is the one on HexWorld's own about page: size, display flags, a comma, the moves played, and after a second
comma those ahead of the cursor. Its board's source says what the tokens do: `:s` swaps *pieces* and `:S` sides (see
`hexes`), both only as the second move; `:p` passes, which Hex by motu's rules doesn't know; `:rb`, `:rw`, `:fb`, `:fw`
end the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from motu.errors import RecordError
from motu.games.formats.hexes import hex_spec, reflect
from motu.games.record import Record
from motu.games.record_json import inside
from motu.games.record_parts import Result

LINK = "https://hexworld.org/board/#"
"""How a link begins; the fragment follows."""

MAX_CHARACTERS = 65_536
"""Longest link that is read."""

_LINK = re.compile(
    r"(?:(?:https?://)?(?:www\.)?hexworld\.org/board/?(?:index\.html)?(?:\?[^#]*)?)?#(.*)", re.IGNORECASE | re.DOTALL
)
# Flags only say how to show the board: those of a newer HexWorld are as good as those known here. But an x belongs to
# the size.
_HEAD = re.compile(r"([1-9][0-9]{0,3})(?:[xX]([1-9][0-9]{0,3}))?(?:[a-wyz][0-9]*)*|(?:r[0-9]+|m|n|c[0-9]+)*")
_TOKEN = re.compile(r"[a-z]{1,3}[1-9][0-9]{0,3}|:[sSp]|:[rf][bw]")
_ENDS = {"r": "resign", "f": "forfeit"}


def looks_like(text: str) -> bool:
    """Return whether a text is meant as a HexWorld link."""
    return (
        "hexworld.org/board" in text[:200].lower()
        or re.match(r"#[1-9][0-9]*(x[1-9][0-9]*)?[a-z0-9]*,", text) is not None
    )


def read(text: str) -> list[Record]:
    """Read links, one a line.

    Raises:
        RecordError: As for `each`; nothing is read in part.
    """
    return list(each(text))


def each(text: str) -> Iterator[Record]:
    """Read links, one a line, each as soon as it is asked for.

    Raises:
        RecordError: "record/hexworld" for what is no link of this form, "record/move" for an illegal move.
    """
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            with inside(f"line {number}: " if len(lines) > 1 else ""):
                record = record_from_link(line.strip())
            yield record


def write(records: Iterable[Record]) -> str:
    """Return links, one a line.

    Raises:
        RecordError: "record/not-carried" for what a link can't say: other games, set-up positions, draws by agreement.
    """
    return "".join(link_of(record) + "\n" for record in records)


def record_from_link(link: str) -> Record:
    """Read one link, or the fragment alone; the moves ahead of its cursor belong to the game.

    Raises:
        RecordError: "record/hexworld", "record/move".
    """
    if len(link) > MAX_CHARACTERS:
        raise RecordError(
            f"the link has {len(link):,} characters; at most {MAX_CHARACTERS:,} are read", slug="record/too-large"
        )
    match = _LINK.fullmatch(link)
    if match is None:
        raise _fault(f"expected a link such as {LINK}11c1,a2b2, read {link[:60]!r}", link[:60], "column 1", (LINK,))
    head, *parts = unquote(match[1]).split(",")
    size = _HEAD.fullmatch(head)
    if size is None:
        raise _fault(
            f"expected a size and flags such as 11c1 or 9x11c1, read {head[:40]!r}", head[:40], "size", ("11c1",)
        )
    if len(parts) > 2:
        raise _fault("a link has one or two lists of moves, read a third comma", ",", "moves")
    columns = int(size[1] or 11)
    rows = int(size[2] or columns)
    moves, claim = _our_moves(_tokens(parts))
    return Record(spec=hex_spec(columns, rows), moves=moves).settled(claim)


def link_of(record: Record) -> str:
    """Return the link for a game of Hex; names, times and remarks have no place in it.

    Raises:
        RecordError: "record/not-carried"; and when the game isn't right.
    """
    record = record.verified()
    rules = record.game().rules
    if rules.hex_size is None:
        raise _not_carried(f"HexWorld plays Hex only, not {record.spec}", record.spec)
    if record.setup is not None:
        raise _not_carried("a HexWorld link begins with an empty board; this record has a set-up position", "setup")
    columns, rows = rules.hex_size
    size = f"{columns}" if columns == rows else f"{columns}x{rows}"
    return f"{LINK}{size}c1,{''.join(_their_moves(record.moves))}{_ending(record.result)}"


def _tokens(parts: list[str]) -> list[str]:
    tokens: list[str] = []
    for text in parts:
        position = 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                read = text[position : position + 12]
                where = f"move {len(tokens) + 1}"
                legal = ("a1", ":s", ":S", ":rb", ":rw", ":fb", ":fw")
                raise _fault(
                    f"{where}: expected a cell or one of {', '.join(legal[1:])}, read {read!r}", read, where, legal
                )
            tokens.append(match.group())
            position = match.end()
    return tokens


def _our_moves(tokens: list[str]) -> tuple[tuple[str, ...], Result | None]:
    """Return motu's moves and what the link claims as result."""
    moves: list[str] = []
    mirrored = False
    sides = 0
    for number, text in enumerate(tokens, start=1):
        if text == ":p":
            raise _fault(f"move {number}: nobody passes in Hex", text, f"move {number}")
        if text in {":s", ":S"}:
            mirrored, sides = text == ":s", int(text == ":S")
            moves.append("swap")
        elif text[0] == ":":
            if number < len(tokens):
                raise _fault(f"move {number}: moves after the end of the game", text, f"move {number}")
            loser = "bw".index(text[2]) ^ sides  # with pieces swapped, persons keep their colours
            return tuple(moves), Result(1 - loser, _ENDS[text[1]])
        else:
            moves.append(reflect(text) if mirrored else text)
    return tuple(moves), None


def _their_moves(moves: tuple[str, ...]) -> list[str]:
    if "swap" not in moves:
        return list(moves)
    after = moves.index("swap") + 1
    return [*moves[: after - 1], ":s", *(reflect(move) for move in moves[after:])]


def _ending(result: Result) -> str:
    if result.reason == "resign" and result.winner is not None:
        return ":r" + "wb"[result.winner]
    if result.reason in {"time", "forfeit"} and result.winner is not None:
        return ":f" + "wb"[result.winner]
    if result.reason in {"agreed", "unknown"}:
        raise _not_carried(f"a HexWorld link cannot say how this game ended: {result}", str(result))
    return ""


def _fault(message: str, text: str, position: str = "", legal: tuple[str, ...] = ()) -> RecordError:
    return RecordError(message, slug="record/hexworld", text=text, position=position, legal=legal)


def _not_carried(message: str, text: str) -> RecordError:
    return RecordError(message, slug="record/not-carried", text=text)
