"""The checks of a record's fields (floor: games): a refusal names the field, what was read and what is right."""

from __future__ import annotations

import re

from motu.errors import MotuError, RecordError
from motu.games.record_json import MAX_PARTS, check_integer, check_text, fault
from motu.games.record_parts import RecordPlayer, check_object
from motu.games.rules import RULES_VERSION
from motu.games.specs import parse_rules

FORMAT_VERSION = 1
"""The version of the text form: the value of the key "motu"."""

MAX_TIME = 10**12
"""Longest thinking time for one move in ms, some thirty years."""

_DIRECTORIES = re.compile(r"^.*[/\\]")


def check_version(version: object) -> None:
    """Refuse the record of another format."""
    if type(version) is not int or version != FORMAT_VERSION:
        raise RecordError(
            f"motu: this is version {FORMAT_VERSION} of the record format, read {version!r}",
            slug="record/version",
            text=str(version),
            position="motu",
            legal=(str(FORMAT_VERSION),),
        )


def check_rules_version(version: object) -> None:
    """Refuse a game that was played by other rules."""
    check_integer(version, "rules_version", 1)
    if version != RULES_VERSION:
        raise RecordError(
            f"rules_version: this motu plays version {RULES_VERSION} of the rules, read {version}",
            slug="record/rules-version",
            text=str(version),
            position="rules_version",
            legal=(str(RULES_VERSION),),
        )


def canonical_spec(spec: object, board: object) -> str:
    """Return the canonical text; a custom board must have come along: a record never makes anybody read a file."""
    check_text(spec, "spec")
    try:
        rules = parse_rules(str(spec))
        if rules.file is not None:
            rules = rules.with_file(_DIRECTORIES.sub("", rules.file) or "board.json")
    except MotuError as error:
        raise of_field("spec", error) from error
    custom = rules.file is not None
    if board is not None:
        check_object(board, "board", MAX_PARTS)
    if custom != (board is not None):
        reason = "the spec names a custom board, which must come along" if custom else "the spec names no custom board"
        raise RecordError(f"board: {reason}", slug="record/board", text=str(spec), position="board")
    return str(rules)


def two_players(players: object) -> tuple[RecordPlayer, RecordPlayer]:
    """Return two players, where they are two."""
    if not isinstance(players, tuple | list) or len(players) != 2:
        raise fault("players", "two players", players)
    for index, player in enumerate(players):
        if not isinstance(player, RecordPlayer):
            raise fault(f"players[{index}]", "a Player", player)
    return players[0], players[1]


def check_times(times: object, moves: int) -> tuple[int, ...]:
    """Return a thinking time in ms for each move, where there are as many."""
    if not isinstance(times, tuple | list) or len(times) != moves:
        raise fault("times", f"a list of {moves} numbers, one for each move", times)
    return tuple(check_integer(time, f"times[{index}]", 0, MAX_TIME) for index, time in enumerate(times))


def of_field(name: str, error: MotuError) -> RecordError:
    """Return an error as one about a field of a record."""
    return RecordError(
        f"{name}: {error.message}", slug=f"record/{name}", text=error.text, position=name, legal=error.legal
    )
