"""Whether the rolls of a game's record follow from what three had sealed before it (floor: games).

The scheme is that of `motu.games.sealed_dice`. What a record says of its dice is read from outside; what does not fit
together is named by its field: where the receipt is that of the seals, it is the opening that is wrong, and where it is
not, the seal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Never, TypeVar

from motu.errors import RecordError
from motu.games import sealed_dice
from motu.games.sealed_dice import HASH, LINKS, SCHEME, Seal

T = TypeVar("T")
MAX_SEALS = 1000
"""Most times that the dice of one game are sealed."""
_GAME = re.compile(r"[A-Za-z0-9_-]{1,22}")


@dataclass(frozen=True, slots=True)
class OpenedSeal:
    """What two persons have sealed and opened, and the links that each of them has told after that."""

    seal: Seal
    openings: tuple[str, str] | None
    """None where a game ended before that."""
    links: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """In the order in which they were told; one for each roll of the other one, where there are chains."""


@dataclass(frozen=True, slots=True)
class SealedClaim:
    """What a record says of dice that three have sealed."""

    game: str
    house: str
    """What the house has sealed its secret with."""
    secret: str | None
    receipt: str
    seals: tuple[OpenedSeal, ...]

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> SealedClaim:
        """Read it.

        Raises:
            RecordError: "record/dice" with the field that is no such thing.
        """
        if told.get("scheme") != SCHEME:
            wrong("dice.scheme", f"'{SCHEME}', which is what can be checked here", told.get("scheme"))
        game, seals = told.get("game"), told.get("seals")
        if not isinstance(game, str) or not _GAME.fullmatch(game):
            wrong("dice.game", "the id of the game: letters, digits, - and _", game)
        if not isinstance(seals, list) or len(seals) > MAX_SEALS:
            wrong("dice.seals", f"a list of at most {MAX_SEALS} objects", seals)
        if ply_of(told.get("from", 0)):
            wrong("dice.from", "0 or left out: the house has rolled from the first move on", told["from"])
        return cls(
            game,
            hexadecimal(told.get("commitment"), "dice.commitment"),
            None if told.get("secret") is None else hexadecimal(told["secret"], "dice.secret"),
            hexadecimal(told.get("receipt"), "dice.receipt"),
            tuple(_opened(each, f"dice.seals[{number}]") for number, each in enumerate(seals)),
        )

    def check(self, receipt: str | None = None) -> str:
        """Check that all of it fits together; return the secret.

        Args:
            receipt: What somebody has kept of the seals, as digits or as words; None for nothing.

        Raises:
            RecordError: "record/secret" for a secret that is not told, or another one; "record/dice" with the field
                that is wrong; "record/receipt".
        """
        own = sealed_dice.receipt_of(self.game, self.house, [each.seal for each in self.seals])
        if self.secret is None:
            _refuse("record/secret", "dice.secret", "unproved: the house has not told it, though it does at the end")
        faults = list(self._faults(self.secret))
        sealed = [fault for fault in faults if fault.is_share]
        if faults and own == self.receipt:
            first = faults[0]
            slug = "record/secret" if first.name == "dice.secret" else "record/dice"
            _refuse(slug, first.name, f"it is not what was sealed with {first.seal}")
        if len(sealed) > 1 and len(sealed) == 1 + 2 * sum(each.openings is not None for each in self.seals):
            _refuse("record/dice", "dice.game", "nothing here was sealed for a game of this id")
        if faults:
            _refuse("record/dice", faults[0].seal, f"it is not the seal of {faults[0].name}, nor what the receipt says")
        if own != self.receipt:
            _refuse("record/dice", "dice.receipt", "it is not that of what was sealed")
        if receipt is not None and not sealed_dice.is_receipt(receipt, own):
            told = f"'{sealed_dice.words_of(own)}', not '{receipt}'"
            _refuse("record/receipt", "dice.receipt", f"this is not what was sealed then: the receipt is {told}")
        return self.secret

    def _faults(self, secret: str) -> Iterator[_Fault]:
        if sealed_dice.house_commitment(self.game, secret) != self.house:
            yield _Fault("dice.secret", "dice.commitment", is_share=True)
        for number, opened in enumerate(self.seals):
            at = f"dice.seals[{number}]"
            for person, told in enumerate(opened.openings or ()):
                if sealed_dice.commitment(self.game, person, told) != opened.seal.commitments[person]:
                    yield _Fault(f"{at}.openings[{person}]", f"{at}.commitments[{person}]", is_share=True)
            for person, links in enumerate(opened.links):
                told, seal = opened.seal.chains[person], f"{at}.chains[{person}]"
                for place, link in enumerate(links):
                    name = f"{at}.links[{person}][{place}]"
                    if sealed_dice.before(self.game, person, link) != told:
                        yield _Fault(name, seal)
                    told, seal = link, name

    def rolls(self, secret: str) -> SealedRolls:
        """Return what the rolls follow from, once all is checked."""
        return SealedRolls(self, secret)


@dataclass(frozen=True, slots=True)
class _Fault:
    """Two fields that don't fit together."""

    name: str
    """What was opened later."""
    seal: str
    """What it was sealed with."""
    is_share: bool = False


@dataclass(slots=True)
class SealedRolls:
    """What the rolls of a claim follow from, one after the other."""

    claim: SealedClaim
    secret: str
    _at: int = 0
    _used: list[list[int]] = field(init=False)
    """How many links of each person's have been used, of each sealing."""

    def __post_init__(self) -> None:
        self._used = [[0, 0] for _ in self.claim.seals]

    def next(self, person: int) -> tuple[bytes, str]:
        """Return the key of the next roll, which is a person's, and the other one's link, '' where none is needed.

        Raises:
            RecordError: "record/dice" where more was rolled than sealed.
        """
        seals, teller = self.claim.seals, 1 - person
        while self._at < len(seals) and seals[self._at].seal.has_chains:
            if self._used[self._at][teller] < len(seals[self._at].links[teller]):
                break
            self._at += 1
        openings = seals[self._at].openings if self._at < len(seals) else None
        if openings is None:
            _refuse("record/dice", "dice.seals", "a roll more was made than was sealed, or a link is missing")
        key = sealed_dice.key_of(self.claim.game, self.secret, openings)
        if not seals[self._at].seal.has_chains:
            return key, ""
        link = seals[self._at].links[teller][self._used[self._at][teller]]
        self._used[self._at][teller] += 1
        return key, link

    def check_end(self) -> None:
        """Check that every link has had its roll.

        Raises:
            RecordError: "record/dice".
        """
        for number, (opened, used) in enumerate(zip(self.claim.seals, self._used, strict=True)):
            if used != [len(links) for links in opened.links]:
                _refuse("record/dice", f"dice.seals[{number}].links", "there are more of them than rolls")


def wrong(name: str, right: str, read: object) -> Never:
    """Refuse what a record says of its dice.

    Raises:
        RecordError: "record/dice" with the field, what it holds, and what it should.
    """
    text = repr(read)
    _refuse("record/dice", name, f"it is {right}, not {text if len(text) <= 80 else text[:77] + '...'}")


def hexadecimal(value: object, name: str) -> str:
    """Return 32 bytes in hexadecimal digits that a record tells."""
    if not isinstance(value, str) or not HASH.fullmatch(value):
        wrong(name, "64 hexadecimal digits in lower case", value)
    return value


def ply_of(value: object) -> int:
    """Return the ply from which on a house rolled, as a record tells it."""
    if type(value) is not int or value < 0:
        wrong("dice.from", "the ply of the first roll, from 0", value)
    return value


def _refuse(slug: str, name: str, why: str) -> Never:
    raise RecordError(f"{name}: {why}", slug=slug, position=name)


def _opened(value: object, name: str) -> OpenedSeal:
    if not isinstance(value, dict):
        wrong(name, "an object with commitments, openings and perhaps chains and links", value)
    commitments = _pair(value.get("commitments"), f"{name}.commitments", hexadecimal)
    told = value.get("openings")
    openings = None if told is None else _pair(told, f"{name}.openings", hexadecimal)
    if "chains" not in value:
        return OpenedSeal(Seal(commitments), openings)
    chains = _pair(value["chains"], f"{name}.chains", hexadecimal)
    return OpenedSeal(Seal(commitments, chains), openings, _pair(value.get("links"), f"{name}.links", _links))


def _links(value: object, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > LINKS:
        wrong(name, f"a list of at most {LINKS} links", value)
    return tuple(hexadecimal(each, f"{name}[{number}]") for number, each in enumerate(value))


def _pair(value: object, name: str, read: Callable[[object, str], T]) -> tuple[T, T]:
    if not isinstance(value, list) or len(value) != 2:
        wrong(name, "a list of two, person 0's first", value)
    return read(value[0], f"{name}[0]"), read(value[1], f"{name}[1]")
