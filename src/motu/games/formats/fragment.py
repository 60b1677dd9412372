"""A whole game of any kind in one short text that is safe in a URL: `m1.` and base64url (floor: games).

Carried are the spec, a custom board, a set-up position, all moves with their rolls, and a result that the rules don't
give. Names, times and remarks are not. A move is written as its place among the legal actions of its position, in mixed
radix: sixty plies of Hex on 11x11 take 49 bytes where action ids of seven bits take 53 and deflated text 118; a hundred
plies of Atmalof with their rolls take about 80 where ids take 125. So a fragment can only be read by playing the game,
and no illegal move can even be written. Layout (docs/records.md has the table):

    flags, rules version, spec, [board], [side to move and flags of the set-up], number of moves, digits, CRC-32
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace

from motu.errors import RecordError
from motu.games.record import Record
from motu.games.record_json import inside, parse_object, write_object
from motu.games.record_parts import Result, Setup
from motu.games.state import State

PREFIX = "m1."
"""How a fragment begins; the digit is the version of this format."""

MAX_CHARACTERS = 65_536
"""Longest fragment that is read or written."""

MAX_ENTRIES = 20_000
"""Most actions and rolls in a fragment: it bounds the time for reading one."""

MAX_BOARD_BYTES = 262_144
"""Largest custom board, unpacked."""

_MAX_SPEC_BYTES = 4096
_FRAGMENT = re.compile(r"(?:[^#\s]*#|#)?(?:m([0-9]{1,3})\.)([A-Za-z0-9_-]*)")
_REASONS = ("", "resign", "time", "forfeit", "unknown", "agreed")  # the place is the code; "": as the rules say
_WINNER, _SETUP, _BOARD = 8, 16, 32

# What specs are likely to contain, the likeliest last. Part of the format: another dictionary is another version.
_DICTIONARY = (
    b"atoll(file=board.json,swap=false)kiritimatriangle,size=13,islands=24"
    b"atmalof(rows=8,cols=8,extra_rows=1,extra_cols=1,line=7,pieces=36,tiebreak=both)"
    b"atmalof(rows=6,cols=6,extra_rows=0,extra_cols=0,line=5,pieces=16,tiebreak=either)"
    b"atomorph(size=9,contested=never,corners=false,return_stone=true,swap=false)"
    b"atmalof(rows=6,cols=6,extra_rows=1,extra_cols=1,line=5,pieces=22,tiebreak=either)"
    b"atomorph(size=11,contested=ko,corners=true,return_stone=false,swap=true)"
    b"atoll(board=hexagon,size=7,islands=12,swap=true)"
    b"atoll(board=rhombus,size=11,islands=4,swap=true)"
    b"atoll(board=square,size=11,islands=8,swap=true)"
)


def looks_like(text: str) -> bool:
    """Return whether a text is meant as a fragment."""
    return re.match(r"\s*(?:[^#\s]*#|#)?m[0-9]{1,3}\.[A-Za-z0-9_-]", text) is not None


def read(text: str) -> list[Record]:
    """Read fragments, one a line.

    Raises:
        RecordError: As for `each`; nothing is read in part.
    """
    return list(each(text))


def each(text: str) -> Iterator[Record]:
    """Read fragments, one a line, each as soon as it is asked for.

    Raises:
        RecordError: "record/fragment".
    """
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            with inside(f"line {number}: " if len(lines) > 1 else ""):
                record = record_from_fragment(line)
            yield record


def write(records: Iterable[Record]) -> str:
    """Return fragments, one a line.

    Raises:
        RecordError: When a game isn't right, "record/too-large" when it is too long for a URL.
    """
    return "".join(record_to_fragment(record) + "\n" for record in records)


def record_to_fragment(record: Record) -> str:
    """Return the fragment of a game.

    Raises:
        RecordError: When the game isn't right; "record/too-large" for more than MAX_ENTRIES moves or MAX_CHARACTERS.
    """
    record = record.verified()
    start, end = record.start(), record.final_state()
    digits = _setup_digits(start) if record.setup is not None else []
    moves = _move_digits(start, end)
    if len(moves) > MAX_ENTRIES:
        raise RecordError(
            f"{len(moves):,} moves and rolls; a fragment has at most {MAX_ENTRIES:,}", slug="record/too-large"
        )
    data = bytearray([_head(record, over=end.is_terminal())])
    data += _varint(record.rules_version) + _packed(record.spec.encode(), _DICTIONARY)
    if record.board is not None:
        data += _packed(write_object(record.board).encode())
    if record.setup is not None:
        data += _varint(record.setup.to_move + 2 * record.setup.flags)
    data += _varint(len(moves))
    data += _number_of(digits + moves)
    data += zlib.crc32(data).to_bytes(4, "big")
    text = PREFIX + base64.urlsafe_b64encode(bytes(data)).rstrip(b"=").decode()
    if len(text) > MAX_CHARACTERS:
        raise RecordError(
            f"the fragment has {len(text):,} characters, more than {MAX_CHARACTERS:,}", slug="record/too-large"
        )
    return text


def record_from_fragment(text: str) -> Record:
    """Read a fragment, with or without the URL before it, by playing its game.

    Raises:
        RecordError: "record/fragment" for anything but an undamaged fragment of this version.
    """
    source = _Source(_payload(text.strip()))
    head = source.byte("flags")
    if head >= 2 * _BOARD or head % 8 >= len(_REASONS) or (head & _WINNER and head % 8 in {0, 5}):
        raise _fault(f"unknown flags {head}", str(head), "flags")
    rules_version = source.varint("rules version")
    spec = source.packed("spec", _MAX_SPEC_BYTES, _DICTIONARY)
    board = source.packed("board", MAX_BOARD_BYTES) if head & _BOARD else None
    with inside("fragment: "):
        record = Record(spec=spec, board=None if board is None else parse_object(board), rules_version=rules_version)
    side = source.varint("set-up") if head & _SETUP else None
    entries = source.varint("number of moves")
    if entries > MAX_ENTRIES:
        raise _fault(
            f"{entries:,} moves and rolls; a fragment has at most {MAX_ENTRIES:,}", str(entries), "number of moves"
        )
    digits = _Digits(source.rest())
    if side is not None:
        record = replace(record, setup=_read_setup(record, side, digits))
    state = _read_moves(record, entries, digits)
    return replace(record, moves=tuple(state.moves()), result=_result(head, state)).verified()


# --- moves as digits --------------------------------------------------------------------------------------------------


def _setup_digits(start: State) -> list[tuple[int, int]]:
    """Return (digit, radix) for each cell: 0, 1, or 2 for an empty one."""
    return [(stone, 3) for stone in start.stones()]


def _move_digits(start: State, end: State) -> list[tuple[int, int]]:
    """Return (place among the legal actions, their number) for each action and roll."""
    digits = []
    state = start.clone()
    for action, _ in end.history():
        legal = state.legal_actions()
        digits.append((legal.index(action), len(legal)))
        state.apply_action(action)
    return digits


def _number_of(digits: list[tuple[int, int]]) -> bytes:
    """Return the digits as one number, the first digit the lowest, in as few bytes as it needs."""
    number = 0
    for digit, radix in reversed(digits):
        number = number * radix + digit
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


class _Digits:
    """The number of `_number_of`, read digit by digit."""

    def __init__(self, data: bytes) -> None:
        self._number = int.from_bytes(data, "big")

    def take(self, radix: int) -> int:
        self._number, digit = divmod(self._number, radix)
        return digit

    def check_empty(self) -> None:
        if self._number:
            raise _fault("something is left over after the last move", "", "digits")


def _read_setup(record: Record, side: int, digits: _Digits) -> Setup:
    stones: tuple[list[str], list[str]] = ([], [])
    for name in record.game().board.names:
        colour = digits.take(3)
        if colour < 2:
            stones[colour].append(name)
    with inside("fragment: "):
        return Setup((tuple(stones[0]), tuple(stones[1])), side % 2, side // 2)


def _read_moves(record: Record, entries: int, digits: _Digits) -> State:
    with inside("fragment: "):
        state = record.start()
    for number in range(entries):
        legal = state.legal_actions()
        if not legal:
            raise _fault(
                f"the game is over after {number} of {entries} moves and rolls", str(entries), f"move {number + 1}"
            )
        state.apply_action(legal[digits.take(len(legal))])
    digits.check_empty()
    return state


def _result(head: int, state: State) -> Result:
    outcome = state.outcome()
    reason = _REASONS[head % 8]
    if not reason:
        return Result() if outcome is None else Result(outcome.winner, outcome.reason)
    return Result(None if reason == "agreed" else int(bool(head & _WINNER)), reason)


def _head(record: Record, *, over: bool) -> int:
    code = 0 if over or record.result.reason == "unfinished" else _REASONS.index(record.result.reason)
    winner = _WINNER if code and record.result.winner else 0
    return code + winner + (_SETUP if record.setup is not None else 0) + (_BOARD if record.board is not None else 0)


# --- bytes ------------------------------------------------------------------------------------------------------------


def _payload(text: str) -> bytes:
    """Return the bytes of a fragment, its checksum verified and removed."""
    if len(text) > MAX_CHARACTERS:
        raise RecordError(
            f"the fragment has {len(text):,} characters; at most {MAX_CHARACTERS:,} are read", slug="record/too-large"
        )
    match = _FRAGMENT.fullmatch(text)
    if match is None:
        raise _fault(
            f"expected {PREFIX} and letters, digits, '-' and '_', read {text[:40]!r}", text[:40], "column 1", (PREFIX,)
        )
    if f"m{match[1]}." != PREFIX:
        raise _fault(
            f"this is version {match[1]} of the format; this motu reads {PREFIX}…", match[1], "column 1", (PREFIX,)
        )
    try:
        data = base64.urlsafe_b64decode(match[2] + "=" * (-len(match[2]) % 4))
    except (binascii.Error, ValueError):
        raise _fault("the text is cut off: no base64 has this length", match[2][-10:], "end") from None
    if len(data) < 5 or zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "big"):
        raise _fault("the checksum is wrong: the text is damaged or not complete", match[2][-10:], "end")
    return data[:-4]


def _varint(number: int) -> bytes:
    """Return a number in groups of seven bits, the lowest first, all but the last with the high bit set."""
    data = bytearray()
    while number >= 0x80:
        data.append(number % 0x80 + 0x80)
        number //= 0x80
    return bytes([*data, number])


def _packed(data: bytes, dictionary: bytes = b"") -> bytes:
    """Return deflated bytes after their length."""
    packer = (
        zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, dictionary)
        if dictionary
        else _plain_packer()
    )
    packed = packer.compress(data) + packer.flush()
    return _varint(len(packed)) + packed


def _plain_packer() -> zlib._Compress:
    return zlib.compressobj(9, zlib.DEFLATED, -15)


class _Source:
    """The payload, read from the front."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._position = 0

    def byte(self, what: str) -> int:
        if self._position == len(self._data):
            raise _fault(f"the fragment ends before its {what}", "", what)
        self._position += 1
        return self._data[self._position - 1]

    def varint(self, what: str) -> int:
        number = 0
        for shift in range(0, 35, 7):
            byte = self.byte(what)
            number += (byte % 0x80) << shift
            if byte < 0x80:
                return number
        raise _fault(f"the {what} is too large", "", what)

    def packed(self, what: str, limit: int, dictionary: bytes = b"") -> str:
        """Inflate a text of at most `limit` bytes; a bomb stops there."""
        length = self.varint(what)
        packed = self._data[self._position : self._position + length]
        self._position = min(len(self._data), self._position + length)
        unpacker = zlib.decompressobj(-15, dictionary) if dictionary else zlib.decompressobj(-15)
        try:
            data = unpacker.decompress(packed, limit)
            if len(packed) < length or not unpacker.eof or unpacker.unused_data:
                raise _fault(f"the {what} is damaged or longer than {limit:,} bytes", "", what)
            return data.decode("utf-8")
        except (zlib.error, UnicodeDecodeError) as error:
            raise _fault(f"the {what} is damaged: {error}", "", what) from None

    def rest(self) -> bytes:
        return self._data[self._position :]


def _fault(message: str, text: str = "", position: str = "", legal: tuple[str, ...] = ()) -> RecordError:
    return RecordError(f"fragment: {message}", slug="record/fragment", text=text, position=position, legal=legal)
