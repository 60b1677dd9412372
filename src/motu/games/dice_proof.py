"""Whether the rolls of a game's record follow from the secret that was hashed before the first one (floor: games).

docs/api.md has the formula, `motu.games.dice` the functions. What a record says of its dice is read from outside, so
that everything in it is checked here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from motu.errors import RecordError
from motu.games import dice
from motu.games.dice import MAX_SEED, MAX_SEEDS
from motu.games.record import Record
from motu.games.state import State

_HASH = re.compile(r"[0-9a-f]{64}")
_SEED = re.compile(rf"[A-Za-z0-9]{{1,{MAX_SEED}}}")


@dataclass(frozen=True, slots=True)
class CheckedRoll:
    """A roll of a record, and what its secret says."""

    turn: int
    """The ply of the announcement."""
    line: str
    """What was announced, such as "r4"."""
    face: int
    """What the record says was rolled, from 1."""
    right: int
    """What follows from the secret, from 1."""

    @property
    def is_right(self) -> bool:
        """Whether the record says what the secret does."""
        return self.face == self.right


@dataclass(frozen=True, slots=True)
class DiceClaim:
    """What a record says of its dice."""

    commitment: str
    """SHA-256 of the secret, in hexadecimal digits, as it was told before the first roll."""
    seeds: tuple[str, ...]
    """What the players mixed in."""
    secret: str | None
    """32 bytes in hexadecimal digits; None as long as nobody has told it."""
    begin: int
    """The ply from which on the server rolled; what an opening set up before it was nobody's roll."""

    @classmethod
    def of(cls, record: Record) -> DiceClaim:
        """Read it.

        Raises:
            RecordError: "record/no-dice" where the record says nothing of dice, "record/dice" with the part that is
                wrong, what was read and what would be right.
        """
        told = record.extra.get("dice")
        if told is None:
            raise RecordError(
                "the record does not say what its rolls follow from: it has no 'dice', which the records of games on a "
                "server have",
                slug="record/no-dice",
            )
        if not isinstance(told, dict):
            raise _wrong("dice", "an object with commitment, seeds and secret", told)
        return cls(
            _hexadecimal(told, "commitment"),
            _seeds(told.get("seeds", [])),
            None if told.get("secret") is None else _hexadecimal(told, "secret"),
            _ply(told.get("from", 0)),
        )

    @property
    def is_kept(self) -> bool:
        """Whether the secret is the one whose hash was told."""
        return self.secret is not None and dice.commitment(self.secret) == self.commitment


def check_rolls(record: Record) -> list[CheckedRoll]:
    """Return all rolls of a game with what its secret says they are.

    Raises:
        RecordError: "record/no-dice" and "record/dice" as `DiceClaim.of`, "record/secret" where nobody has told the
            secret, or another one than was promised; those of `Record.replay`.
    """
    claim = DiceClaim.of(record)
    if claim.secret is None:
        raise RecordError(
            "the secret of these dice has not been told yet; the server tells it at the end of a game",
            slug="record/secret",
        )
    if not claim.is_kept:
        raise RecordError(
            f"the secret is not the one that was promised: its SHA-256 is {dice.commitment(claim.secret)}, the "
            f"commitment {claim.commitment}",
            slug="record/secret",
        )
    key = dice.key_of(claim.secret, claim.seeds)
    state, checked = record.start(), list[CheckedRoll]()
    for action, is_roll in record.replay().history()[len(state.history()) :]:
        if is_roll and state.ply() >= claim.begin:
            checked.append(_checked(state, action, key))
        state.apply_action(action)
    return checked


def _checked(state: State, outcome: int, key: bytes) -> CheckedRoll:
    line = state.announced() or ""
    return CheckedRoll(state.ply(), line, outcome + 1, dice.roll(key, state.ply(), line, len(state.chance_outcomes())))


def _wrong(name: str, right: str, read: object) -> RecordError:
    text = repr(read)
    return RecordError(
        f"{name}: it is {right}, not {text if len(text) <= 80 else text[:77] + '...'}",
        slug="record/dice",
        position=name,
    )


def _hexadecimal(told: dict[str, Any], name: str) -> str:
    value = told.get(name)
    if not isinstance(value, str) or not _HASH.fullmatch(value):
        raise _wrong(f"dice.{name}", "64 hexadecimal digits in lower case", value)
    return value


def _seeds(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MAX_SEEDS:
        raise _wrong("dice.seeds", f"a list of at most {MAX_SEEDS} texts", value)
    for seed in value:
        if not isinstance(seed, str) or not _SEED.fullmatch(seed):
            raise _wrong("dice.seeds", f"texts of 1 to {MAX_SEED} letters and digits, those of ASCII", seed)
    return tuple(value)


def _ply(value: object) -> int:
    if type(value) is not int or value < 0:
        raise _wrong("dice.from", "the ply of the first roll, from 0", value)
    return value
