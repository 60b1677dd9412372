"""Abstract Play's Atoll, in and out (floor: games).

Its boards are the squares of 11, 15 and 19 columns. It names a cell by its file letter and its rank *counted up that
file from its foot*, while motu counts along the slanted axis: in the k-th file, counted from 0, its rank is motu's row
minus k // 2. Its first player owns the same islands as motu's Black. A swap is no move there: the players exchange
seats and the record's header says so. A last move `resign`, `timeout`, `draw` or `abandoned` is how a game ends that
the rules would let go on; in a list the side to move is who resigned or lost on time.

Read are its game records (JSON with `header` and `moves`) and plain lists, "atoll size-15: f5, e4, pie, g6"; written
are lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from motu.errors import RecordError
from motu.games.record import Record
from motu.games.record_json import inside, parse_object, show
from motu.games.record_parts import RecordPlayer, Result
from motu.games.rooms.atoll import AtollRules
from motu.games.state import TERMINAL

SIZES = (11, 15, 19)
"""Columns of its boards; the first is its standard."""

MAX_CHARACTERS = 1_048_576
"""Longest text that is read."""

_BOARD = re.compile(r"atoll(?: ?\(?size-([0-9]{1,3})\)?)?")
_CELL = re.compile(r"([a-z])([1-9][0-9]?)")
_SWAPS = ("pie", "swap")
_ENDINGS = {"resign": "resign", "timeout": "time", "draw": "agreed", "abandoned": "unfinished"}
_ENDING_WORDS = {reason: word for word, reason in _ENDINGS.items() if reason != "unfinished"}


def looks_like(text: str) -> bool:
    """Return whether a text is meant as one of Abstract Play's records or lists."""
    start = text.lstrip()[:4096].lower()
    if start.startswith("{"):
        return '"header"' in start
    return re.match(r"(atoll\b[^:\n]*:)|([a-z][0-9]{1,2}\s*(,|$))", start) is not None


def read(text: str) -> list[Record]:
    """Read one game record, or lists of moves, one a line.

    Raises:
        RecordError: As for `each`; nothing is read in part.
    """
    return list(each(text))


def each(text: str) -> Iterator[Record]:
    """Read one game record, or lists of moves, one a line, each as soon as it is asked for.

    Raises:
        RecordError: "record/abstract-play" for what is neither, "record/move" for an illegal move.
    """
    if len(text) > MAX_CHARACTERS:
        raise RecordError(
            f"the text has {len(text):,} characters; at most {MAX_CHARACTERS:,} are read", slug="record/too-large"
        )
    if text.lstrip().startswith("{"):
        yield _read_game_record(parse_object(text))
        return
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            with inside(f"line {number}: " if len(lines) > 1 else ""):
                record = _read_list(line)
            yield record


def write(records: Iterable[Record]) -> str:
    """Return lists of moves, one a line, each after its board; the pie is written "pie".

    Raises:
        RecordError: "record/not-carried" for other games and boards, set-up positions, and results that no board shows.
    """
    return "".join(_write_list(record.verified()) + "\n" for record in records)


def their_cell(cell: str) -> str:
    """Return Abstract Play's name of a cell, given motu's.

    Raises:
        ValueError: If `cell` is no cell's name.
    """
    column, row = _split(cell)
    return f"{chr(ord('a') + column)}{row - column // 2}"


def our_cell(cell: str) -> str:
    """Return motu's name of a cell, given Abstract Play's.

    Raises:
        ValueError: If `cell` is no cell's name.
    """
    column, rank = _split(cell)
    return f"{chr(ord('a') + column)}{rank + column // 2}"


def _split(cell: str) -> tuple[int, int]:
    match = _CELL.fullmatch(cell)
    if match is None:
        raise ValueError(f"{cell!r} is no cell")
    return ord(match[1]) - ord("a"), int(match[2])


def _read_list(line: str) -> Record:
    head, colon, text = line.partition(":")
    board = _BOARD.fullmatch(" ".join(head.lower().split()) if colon else "atoll")
    if board is None:
        read = head.strip()[:20]
        raise _fault(
            f"expected the board, such as 'atoll size-15', before the colon, read {read!r}", read, "board", _variants()
        )
    tokens = [token.strip().lower() for token in re.split(r"[,\s]+", text if colon else line) if token.strip()]
    record, ending = _game(int(board[1] or SIZES[0]), tokens)
    if ending not in {"resign", "time"}:
        return record.settled(Result(None, ending) if ending else None)
    loser = record.final_state().current_player()
    if loser == TERMINAL:
        raise _fault(f"move {len(tokens)}: the game is over before '{tokens[-1]}'", tokens[-1], f"move {len(tokens)}")
    return record.settled(Result(1 - loser, ending))


def _game(size: int, tokens: list[str]) -> tuple[Record, str | None]:
    """Return the game without its result, and the reason that a last token gives for its end."""
    if size not in SIZES:
        boards = ", ".join(map(str, SIZES))
        raise _fault(
            f"Abstract Play has Atoll boards of {boards} columns, not {size}", f"size-{size}", "size", _variants()
        )
    ending = _ENDINGS.get(tokens[-1]) if tokens else None
    moves = tokens[:-1] if ending else tokens
    return Record(spec=f"atoll(size={size})", moves=tuple(map(_our_move, moves, range(1, len(moves) + 1)))), ending


def _our_move(token: str, number: int) -> str:
    if token in _SWAPS:
        return "swap"
    try:
        return our_cell(token)
    except ValueError:
        where = f"move {number}"
        legal = ("f5", "pie", *_ENDINGS)
        raise _fault(
            f"{where}: expected a cell such as f5, or pie, read {token[:20]!r}", token[:20], where, legal
        ) from None


def _write_list(record: Record) -> str:
    rules = record.game().rules
    if not isinstance(rules, AtollRules) or (rules.board, rules.islands) != ("square", 8) or rules.size not in SIZES:
        raise _not_carried(
            f"Abstract Play has Atoll on squares of 11, 15 and 19 columns only, not {record.spec}", record.spec
        )
    if record.setup is not None:
        raise _not_carried(
            "an Abstract Play list begins with an empty board; this record has a set-up position", "setup"
        )
    board = "atoll" if rules.size == SIZES[0] else f"atoll size-{rules.size}"
    moves = [_SWAPS[0] if move == "swap" else their_cell(move) for move in record.moves]
    return f"{board}: " + ", ".join(moves + _ending(record))


def _ending(record: Record) -> list[str]:
    result = record.result
    if result.reason in {"connected", "unfinished"}:
        return []
    word = _ENDING_WORDS.get(result.reason)
    if word is None or (result.winner is not None and record.final_state().current_player() == result.winner):
        raise _not_carried(f"a list of moves cannot say how this game ended: {result}", str(result))
    return [word]


# --- game records -----------------------------------------------------------------------------------------------------


def _read_game_record(data: dict[str, Any]) -> Record:
    """Read the JSON that Abstract Play publishes of a finished game."""
    header = _object(data, "header", "")
    game = _object(header, "game", "header.")
    if str(game.get("name", "")).lower() != "atoll":
        read = show(game.get("name"))
        raise _fault(f'header.game.name: expected "Atoll", read {read}', read, "header.game.name", ("Atoll",))
    moves = _flatten(data.get("moves"))
    pied = header.get("pied") is True or header.get("pie-invoked") is True
    if pied:
        moves.insert(1, _SWAPS[0])
    seats = _seats(header.get("players"))
    # The header lists seats as they were at the end; who moved first sits second after a pie.
    first, second = reversed(seats) if pied else seats
    record, ending = _game(_size_of(game.get("variants", [])), moves)
    record = replace(record, players=(_player(first), _player(second))).settled(_claim(first, second, ending))
    return Record.from_json(record.to_json() | _dates(header))


def _object(data: Mapping[str, Any], key: str, path: str) -> dict[str, Any]:
    value = data.get(key)
    if not isinstance(value, dict):
        raise _fault(f"{path}{key}: expected an object {{…}}, read {show(value)}", show(value), f"{path}{key}")
    return value


def _size_of(variants: object) -> int:
    """Return the columns that a variant's id or name speaks of, such as "size-15"."""
    if not isinstance(variants, list):
        raise _fault(
            f"header.game.variants: expected a list, read {show(variants)}", show(variants), "header.game.variants"
        )
    size = SIZES[0]
    for variant in variants:
        numbers = [int(digits) for digits in re.findall(r"[0-9]{1,4}", str(variant)) if int(digits) in SIZES]
        if not numbers:
            read = show(variant)
            raise _fault(f"header.game.variants: unknown variant {read}", read, "header.game.variants", _variants())
        size = numbers[0]
    return size


def _flatten(rounds: object) -> list[str]:
    """Return the moves of all rounds; a seat that did not move in a round is null."""
    if not isinstance(rounds, list):
        raise _fault(f"moves: expected a list of rounds, read {show(rounds)}", show(rounds), "moves")
    moves = []
    for number, turns in enumerate(rounds):
        path = f"moves[{number}]"
        if not isinstance(turns, list):
            raise _fault(f"{path}: expected a list of moves, read {show(turns)}", show(turns), path)
        for turn in turns:
            move = turn.get("move") if isinstance(turn, dict) else turn
            if move is None and turn is None:
                continue
            if not isinstance(move, str):
                raise _fault(f"{path}: expected a move, read {show(turn)}", show(turn), path)
            moves.append(move.strip().lower())
    return moves


def _seats(players: object) -> tuple[dict[str, Any], dict[str, Any]]:
    if not isinstance(players, list) or len(players) != 2 or not all(isinstance(player, dict) for player in players):
        raise _fault(f"header.players: expected two players, read {show(players)}", show(players), "header.players")
    return players[0], players[1]


def _player(seat: Mapping[str, Any]) -> RecordPlayer:
    with inside("header.players: "):
        return RecordPlayer(name=seat.get("name", ""), kind="engine" if seat.get("is_ai") is True else "human")


def _claim(first: Mapping[str, Any], second: Mapping[str, Any], ending: str | None) -> Result | None:
    """Return what the record says of the result: who has more points has won; the last move may say how."""
    points = [_points(seat) for seat in (first, second)]
    if points[0] == points[1]:
        return Result(None, ending if ending in {"agreed", "unfinished"} else "unfinished")
    return Result(int(points[1] > points[0]), ending if ending in {"resign", "time"} else "unknown")


def _points(seat: Mapping[str, Any]) -> int:
    points = seat.get("result")
    if isinstance(points, bool) or not isinstance(points, int):
        read = show(points)
        raise _fault(f"header.players: expected a whole number as result, read {read}", read, "header.players")
    return points


def _dates(header: Mapping[str, Any]) -> dict[str, Any]:
    texts = {"started": header.get("date-start"), "event": header.get("event")}
    return {key: text for key, text in texts.items() if isinstance(text, str)}


def _variants() -> tuple[str, ...]:
    return tuple(f"size-{size}" for size in SIZES)


def _fault(message: str, text: str, position: str = "", legal: tuple[str, ...] = ()) -> RecordError:
    return RecordError(message, slug="record/abstract-play", text=text, position=position, legal=legal)


def _not_carried(message: str, text: str) -> RecordError:
    return RecordError(message, slug="record/not-carried", text=text)
