"""Whether the rolls of a game's record follow from the secret that was hashed before the first one (floor: games).

docs/dice.md has the formulas, `motu.games.dice` and `motu.games.sealed_dice` the functions. What a record says of its
dice is read from outside, so that everything in it is checked here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from motu.errors import RecordError
from motu.games import dice, sealed_dice
from motu.games.dice import MAX_SEED, MAX_SEEDS
from motu.games.record import Record
from motu.games.sealed_proof import SealedClaim, hexadecimal, ply_of, wrong
from motu.games.state import State, person_to_act

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
        told = _told(record)
        return cls(
            hexadecimal(told.get("commitment"), "dice.commitment"),
            _seeds(told.get("seeds", [])),
            None if told.get("secret") is None else hexadecimal(told["secret"], "dice.secret"),
            ply_of(told.get("from", 0)),
        )

    @property
    def is_kept(self) -> bool:
        """Whether the secret is the one whose hash was told."""
        return self.secret is not None and dice.commitment(self.secret) == self.commitment


def check_rolls(record: Record, receipt: str | None = None) -> list[CheckedRoll]:
    """Return all rolls of a game with what its secret says they are.

    Args:
        record: The game.
        receipt: What somebody has kept of what was sealed before it, as digits or as words; None for nothing.

    Raises:
        RecordError: "record/no-dice" and "record/dice" as `DiceClaim.of`, "record/secret" where nobody has told the
            secret, or another one than was promised; "record/receipt"; those of `Record.replay`.
    """
    told = _told(record)
    if "scheme" in told:
        return _check_sealed(record, SealedClaim.of(told), receipt)
    if receipt is not None:
        raise RecordError("nobody got a receipt for dice of this kind: they have no 'scheme'", slug="record/receipt")
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
    return [_checked(state, face, key) for state, face in _rolls(record, claim.begin)]


def words_of_receipt(record: Record) -> str | None:
    """Return the words by which two players know what was sealed before a game; None where nothing was, or nonsense."""
    told = record.extra.get("dice")
    receipt = told.get("receipt") if isinstance(told, dict) else None
    return sealed_dice.words_of(receipt) if isinstance(receipt, str) and sealed_dice.HASH.fullmatch(receipt) else None


def _check_sealed(record: Record, claim: SealedClaim, receipt: str | None) -> list[CheckedRoll]:
    if record.setup is not None:
        raise RecordError("setup: a game whose dice are sealed begins with an empty board", slug="record/dice")
    source, checked = claim.rolls(claim.check(receipt)), list[CheckedRoll]()
    for state, face in _rolls(record, 0):
        checked.append(_checked(state, face, *source.next(person_to_act(state))))
    source.check_end()
    return checked


def _rolls(record: Record, begin: int) -> Iterator[tuple[State, int]]:
    """Yield every position in which a die was rolled from a ply on, and its outcome."""
    state = record.start()
    for action, is_roll in record.replay().history()[len(state.history()) :]:
        if is_roll and state.ply() >= begin:
            yield state, action
        state.apply_action(action)


def _checked(state: State, outcome: int, key: bytes, link: str = "") -> CheckedRoll:
    line, faces = state.announced() or "", len(state.chance_outcomes())
    return CheckedRoll(state.ply(), line, outcome + 1, sealed_dice.roll(key, state.ply(), line, faces, link))


def _told(record: Record) -> dict[str, Any]:
    told = record.extra.get("dice")
    if told is None:
        raise RecordError(
            "the record does not say what its rolls follow from: it has no 'dice', which the records of games on a "
            "server have",
            slug="record/no-dice",
        )
    if not isinstance(told, dict):
        wrong("dice", "an object with commitment, seeds and secret", told)
    return told


def _seeds(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MAX_SEEDS:
        wrong("dice.seeds", f"a list of at most {MAX_SEEDS} texts", value)
    for seed in value:
        if not isinstance(seed, str) or not _SEED.fullmatch(seed):
            wrong("dice.seeds", f"texts of 1 to {MAX_SEED} letters and digits, those of ASCII", seed)
    return tuple(value)
