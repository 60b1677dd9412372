"""The parts of a game record: players, result, set-up position (floor: games). Frozen values that check themselves."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from motu.errors import RecordError
from motu.games.record_json import MAX_PARTS, Fields, check_count, check_integer, check_json, check_text, fault, inside

ON_BOARD = ("connected", "line", "tiebreak", "stuck")
"""Reasons for which the rules themselves end a game."""

WON_OFF_BOARD = ("resign", "time", "forfeit", "unknown")
"""Reasons a game is won for although the rules would let it go on; "unknown": the source doesn't say."""

NOT_WON = ("agreed", "unfinished")
"""A draw by agreement, and a game that wasn't played to an end."""

REASONS = (*ON_BOARD, *WON_OFF_BOARD, *NOT_WON)
"""All reasons a result can have."""

MAX_WORD = 32
"""Most characters of a move or a cell's name."""

_WORD = re.compile(r"[a-z][a-z0-9_-]{0,31}")


@dataclass(frozen=True, slots=True)
class RecordPlayer:
    """Who sat at the board."""

    name: str = ""
    """As it is to be shown; may be empty."""
    kind: str = "human"
    """"human", "engine" or another single lower-case word."""
    rating: float | None = None
    """On the scale of the place where the game was played."""
    settings: Mapping[str, Any] | None = field(default=None, hash=False)
    """What an engine was told: plain JSON, not to be changed."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Keys of a newer writer, kept as they were."""

    def __post_init__(self) -> None:
        """Check every field.

        Raises:
            RecordError: "record/field" with what was read and what would be right.
        """
        check_text(self.name, "name")
        _check_word(self.kind, "kind")
        if self.rating is not None:
            _check_number(self.rating, "rating")
        if self.settings is not None:
            check_object(self.settings, "settings")
        check_extra(self.extra, ("name", "kind", "rating", "settings"))

    def to_json(self) -> dict[str, Any]:
        """Return the player as JSON data."""
        data: dict[str, Any] = {"name": self.name, "kind": self.kind}
        if self.rating is not None:
            data["rating"] = self.rating
        if self.settings is not None:
            data["settings"] = dict(self.settings)
        return data | dict(self.extra)

    @staticmethod
    def from_json(data: object, path: str) -> RecordPlayer:
        """Check JSON data, which stands at `path`, and return the player."""
        source = Fields(data, path)
        with inside(f"{path}."):
            return RecordPlayer(
                name=source.take("name"),
                kind=source.take("kind"),
                rating=source.take_or("rating", None),
                settings=source.take_or("settings", None),
                extra=source.rest(),
            )


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, for persons: person 0 is who moved first, whatever colour they ended with."""

    winner: int | None = None
    """0 or 1; None for a draw and for a game without a result."""
    reason: str = "unfinished"
    """One of REASONS."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Keys of a newer writer, kept as they were."""

    def __post_init__(self) -> None:
        """Check that reason and winner can go together.

        Raises:
            RecordError: "record/field" with what was read and what would be right.
        """
        if self.reason not in REASONS:
            raise fault("reason", f"one of {', '.join(REASONS)}", self.reason, REASONS)
        if self.winner is not None:
            object.__setattr__(self, "winner", check_integer(self.winner, "winner", 0, 1))
        if self.winner is not None and self.reason in NOT_WON:
            raise fault("winner", f"null, for nobody wins a game that is {self.reason}", self.winner, ("null",))
        if self.winner is None and self.reason in WON_OFF_BOARD:
            raise fault("winner", f'0 or 1, for "{self.reason}" has a winner', self.winner, ("0", "1"))
        check_extra(self.extra, ("winner", "reason"))

    def __str__(self) -> str:
        """Return a few words for messages."""
        if self.reason == "unfinished":
            return "unfinished"
        return f"{'a draw' if self.winner is None else f'person {self.winner} wins'} ({self.reason})"

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON data."""
        return {"winner": self.winner, "reason": self.reason} | dict(self.extra)

    @staticmethod
    def from_json(data: object, path: str) -> Result:
        """Check JSON data, which stands at `path`, and return the result."""
        source = Fields(data, path)
        with inside(f"{path}."):
            return Result(winner=source.take("winner"), reason=source.take("reason"), extra=source.rest())


@dataclass(frozen=True, slots=True)
class Setup:
    """A position set by hand, from which the moves start; the pie rule doesn't apply to it."""

    stones: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Names of the cells with stones of the first colour (black, red) and of the second (white, blue)."""
    to_move: int = 0
    """The colour whose turn it is: 0 or 1."""
    flags: int = 0
    """What else the game needs to know; Atomorph: 1 contested flips are banned, 2 the mover has a stone to put back."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Keys of a newer writer, kept as they were."""

    def __post_init__(self) -> None:
        """Check every field.

        Raises:
            RecordError: "record/field" with what was read and what would be right.
        """
        object.__setattr__(self, "stones", _two_sides(self.stones))
        object.__setattr__(self, "to_move", check_integer(self.to_move, "to_move", 0, 1))
        object.__setattr__(self, "flags", check_integer(self.flags, "flags", 0, 255))
        check_extra(self.extra, ("stones", "to_move", "flags"), MAX_PARTS)

    def arguments(self) -> tuple[dict[str, str | int], int, int]:
        """Return what `Game.new_state` takes: stones, whose turn it is, flags.

        Raises:
            RecordError: "record/setup" when a cell has two stones.
        """
        cells: dict[str, str | int] = {}
        for colour, side in enumerate(self.stones):
            for name in side:
                cell = name.strip().lower()
                if cell in cells:
                    raise RecordError(
                        f"setup.stones: {cell} has two stones", slug="record/setup", text=name, position="setup.stones"
                    )
                cells[cell] = colour
        return cells, self.to_move, self.flags

    def to_json(self, colours: tuple[str, str]) -> dict[str, Any]:
        """Return the position as JSON data, with the game's names for its colours."""
        data: dict[str, Any] = {
            "stones": {colour: list(side) for colour, side in zip(colours, self.stones, strict=True)},
            "to_move": colours[self.to_move],
        }
        if self.flags:
            data["flags"] = self.flags
        return data | dict(self.extra)

    @staticmethod
    def from_json(data: object, path: str, colours: tuple[str, str]) -> Setup:
        """Check JSON data, which stands at `path`, and return the position."""
        source = Fields(data, path)
        stones = Fields(source.take("stones"), f"{path}.stones")
        sides = (stones.take(colours[0]), stones.take(colours[1]))
        if unknown := stones.rest():
            raise fault(f"{path}.stones", f"only {colours[0]} and {colours[1]}", next(iter(unknown)), colours)
        to_move = source.take("to_move")
        if to_move not in colours:
            raise fault(f"{path}.to_move", f'"{colours[0]}" or "{colours[1]}"', to_move, colours)
        with inside(f"{path}."):
            return Setup(sides, colours.index(to_move), source.take_or("flags", 0), source.rest())


def _check_word(value: object, path: str) -> None:
    if not isinstance(value, str) or not _WORD.fullmatch(value):
        raise fault(path, "a single lower-case word", value, ("human", "engine"))


def _check_number(value: object, path: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise fault(path, "a number", value)
    check_json(value, path)


def _two_sides(value: object) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise fault("stones", "the cells of two colours", value)
    for side in value:
        check_count(len(side) if isinstance(side, Sequence) else 0, "stones", MAX_PARTS)
    return check_texts(value[0], "stones"), check_texts(value[1], "stones")


def check_texts(value: object, path: str) -> tuple[str, ...]:
    """Return a list of moves or cells as a tuple, or raise `RecordError`."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise fault(path, "a list of texts", value)
    for index, item in enumerate(value):
        check_text(item, f"{path}[{index}]")
        if len(item) > MAX_WORD:
            raise fault(f"{path}[{index}]", f"at most {MAX_WORD} characters", item)
    return tuple(value)


def check_date(value: object, path: str) -> None:
    """Raise `RecordError` unless a value is an ISO 8601 date, or date and time."""
    check_text(value, path)
    try:
        datetime.fromisoformat(str(value))
    except ValueError:
        example = "an ISO 8601 date such as 2026-01-31 or 2026-01-31T18:00:00+01:00"
        raise fault(path, example, value) from None


def check_object(value: object, path: str, most: float = math.inf) -> None:
    """Raise `RecordError` unless a value is a JSON object of at most so many values."""
    if not isinstance(value, dict):
        raise fault(path, "an object {…}", value)
    check_json(value, path, most)


def check_extra(extra: object, known: Sequence[str], most: float = math.inf) -> None:
    """Raise `RecordError` unless a value is a JSON object of at most so many values, and has none of the known keys."""
    check_object(extra, "extra", most)
    for key in known:
        if isinstance(extra, dict) and key in extra:
            raise fault("extra", f'no key "{key}", which has a field of its own', key)
