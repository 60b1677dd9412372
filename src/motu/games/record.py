"""A game record: everything that is needed to play a game through again, and what is known of its players.

Floor: games. A record is a value; the position after it is `Record.replay()`. Reading never trusts: whatever is read is
played through the rules before anybody sees it, and a move or a result the rules do not allow is a `RecordError`. The text
form, one JSON object a line, is described in docs/records.md; other formats are in `motu.games.formats`.
"""

import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from motu.errors import MotuError, RecordError
from motu.games.record_json import (
    Fields,
    check_integer,
    check_json,
    check_text,
    fault,
    inside,
    parse_object,
    write_object,
)

FORMAT_VERSION = 1
"""The version of the text form, the value of the key "motu"."""

RULES_VERSION = 1
"""The version of the rules this package implements; it changes only when a rule's behaviour does."""

MAX_MOVES = 1_000_000
"""Most moves in one record."""

ON_BOARD = ("connected", "line", "tiebreak", "stuck")
"""Reasons the rules themselves end a game for."""

WON_OFF_BOARD = ("resign", "time", "forfeit", "unknown")
"""Reasons a game is won for though the rules would let it go on; "unknown": the source doesn't say which."""

NOT_WON = ("agreed", "unfinished")
"""A draw by agreement, and a game that wasn't played to an end."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat at the board."""

    name: str = ""
    """As it is to be shown; may be empty."""
    kind: str = "human"
    """"human", "engine" or any other single word."""
    rating: float | None = None
    """On the scale of the place where the game was played."""
    settings: Mapping[str, Any] | None = field(default=None, hash=False)
    """What an engine was told: plain JSON, not to be changed."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Keys of a newer writer, kept as they were."""

    def __post_init__(self) -> None:
        check_text(self.name, "name")
        check_text(self.kind, "kind")
        if not self.kind.isidentifier():
            raise fault("kind", "a single word", self.kind, ("human", "engine"))
        if self.rating is not None and (isinstance(self.rating, bool) or not isinstance(self.rating, int | float)):
            raise fault("rating", "a number", self.rating)
        check_json(self.rating, "rating")
        if self.settings is not None:
            _check_object(self.settings, "settings")
        _check_object(self.extra, "extra")


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, for persons: person 0 is who moved first, whatever colour they ended with."""

    winner: int | None = None
    """0 or 1; None for a draw and for a game that has no result."""
    reason: str = "unfinished"
    """One of ON_BOARD, WON_OFF_BOARD, NOT_WON."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Keys of a newer writer, kept as they were."""

    def __post_init__(self) -> None:
        reasons = (*ON_BOARD, *WON_OFF_BOARD, *NOT_WON)
        if self.reason not in reasons:
            raise fault("reason", f"one of {', '.join(reasons)}", self.reason, reasons)
        if self.winner is not None:
            check_integer(self.winner, "winner", 0, 1)
        if self.winner is not None and self.reason in NOT_WON:
            raise fault("winner", f"null, for nobody wins a game that is {self.reason}", self.winner, ("null",))
        if self.winner is None and self.reason in WON_OFF_BOARD:
            raise fault("winner", f'0 or 1, for "{self.reason}" has a winner', self.winner, ("0", "1"))
        _check_object(self.extra, "extra")


@dataclass(frozen=True, slots=True)
class Setup:
    """A position set by hand, from which the moves start; the pie rule doesn't apply to it."""

    stones: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Names of the cells with stones of the first colour (black, red) and of the second (white, blue)."""
    to_move: int = 0
    """The colour whose turn it is: 0 or 1."""
    flags: int = 0
    """What else the game needs to know (Atomorph: 1 contested flips are banned, 2 a stone is to be put back)."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Keys of a newer writer, kept as they were."""

    def __post_init__(self) -> None:
        sides = tuple(_texts(side, "stones") for side in self.stones)
        if len(sides) != 2:
            raise fault("stones", "cells of two colours", self.stones)
        object.__setattr__(self, "stones", sides)
        check_integer(self.to_move, "to_move", 0, 1)
        check_integer(self.flags, "flags", 0, 255)
        _check_object(self.extra, "extra")


@dataclass(frozen=True, slots=True)
class Record:
    """One game.

    Building a record checks every field by itself; `replay`, and with it reading and writing, checks the game.

    Raises:
        RecordError: "record/field" with the field, what it held and what it should; "record/rules-version".
    """

    spec: str
    """What was played; kept in its canonical form."""
    moves: tuple[str, ...] = ()
    """In the notation of the game, announcements with their rolls: "h4", "swap", "xc7", "@c7", "r4=6", "r4c6-r5c6"."""
    players: tuple[Player, Player] = (Player(), Player())
    """Person 0, who moved first (with a set-up position: who began with the first colour), and person 1."""
    result: Result = Result()
    """How it ended."""
    times: tuple[int, ...] | None = None
    """Thinking time in ms, one for each move."""
    setup: Setup | None = None
    """The position the moves start from, None for the game's own."""
    board: Mapping[str, Any] | None = field(default=None, hash=False)
    """For a custom board: the board itself, as in a board file."""
    started: str | None = None
    """When it began: an ISO 8601 date, or date and time."""
    event: str | None = None
    """The tournament or match."""
    annotator: str | None = None
    """Who wrote the comments."""
    comment: str | None = None
    """On the whole game."""
    rules_version: int = RULES_VERSION
    """The version of the rules it was played by."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Keys of a newer writer, kept as they were."""

    def __post_init__(self) -> None:
        check_integer(self.rules_version, "rules_version", 1)
        if self.rules_version != RULES_VERSION:
            raise RecordError(
                "record/rules-version",
                f"rules_version: this motu plays version {RULES_VERSION} of the rules, the record is of {self.rules_version}",
                text=str(self.rules_version),
                position="rules_version",
                legal=(str(RULES_VERSION),),
            )
        set_field = object.__setattr__
        set_field(self, "spec", _canonical_spec(self.spec))
        set_field(self, "moves", _texts(self.moves, "moves"))
        if len(self.moves) > MAX_MOVES:
            raise RecordError("record/too-large", f"moves: {len(self.moves):,} of them; at most {MAX_MOVES:,} are read")
        set_field(self, "players", _two_players(self.players))
        if self.times is not None:
            set_field(self, "times", _times(self.times, len(self.moves)))
        self._check_remarks()

    def _check_remarks(self) -> None:
        for name in ("event", "annotator", "comment"):
            value = getattr(self, name)
            if value is not None:
                check_text(value, name)
        if self.started is not None:
            _check_date(self.started, "started")
        if self.board is not None:
            _check_object(self.board, "board")
        _check_object(self.extra, "extra")
