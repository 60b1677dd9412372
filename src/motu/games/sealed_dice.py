"""Dice of two strangers at a house that neither need trust: the scheme "motu-dice-2" (floor: games).

Three seal a number of their own before the game: the house its secret, and each of the two a share. When all three are
sealed, the two open their shares, and the key of all rolls follows from the three; the house opens its secret at the
end. Nobody chooses last, so nobody chooses the faces: docs/dice.md says who can do what.

So that nobody looks ahead either, each of the two may seal a chain with his share, of which a link is a number, and the
hash of a link is the one before. A roll then needs the next link of the one who does not roll, and only he has it.

Everything here is a text in ASCII, hashed by SHA-256 and written in hexadecimal digits: `openssl` can check it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from motu.games import dice

SCHEME = "motu-dice-2"
LINKS = 512
"""So many links a chain has; when it is used up, the dice are sealed anew."""
HASH = re.compile(r"[0-9a-f]{64}")
"""What a number of the scheme looks like: 32 bytes in hexadecimal digits."""
FIRST_SYLLABLES = ["ba", "da", "fa", "ga", "la", "ma", "na", "ra", "so", "to", "ho", "ko", "lu", "mu", "ru", "su"]
LAST_SYLLABLES = ["ni", "li", "ri", "mi", "ne", "le", "re", "te", "no", "lo", "ro", "do", "va", "la", "ma", "na"]
NUM_WORDS = 6


@dataclass(frozen=True, slots=True)
class Seal:
    """What two persons have sealed, person 0's first."""

    commitments: tuple[str, str]
    chains: tuple[str, str] = ("", "")
    """The hash of each one's first link; '' where rolls need none."""

    @property
    def has_chains(self) -> bool:
        """Whether rolls need links."""
        return self.chains != ("", "")


def house_commitment(game: str, secret: str) -> str:
    """Return what the house seals its secret with: it is told before anybody else seals anything."""
    return _hash("server", game, secret)


def commitment(game: str, person: int, opening: str) -> str:
    """Return what a person seals his share with.

    Args:
        game: The game's id.
        person: 0 or 1.
        opening: The share, 32 bytes in hexadecimal digits.
    """
    return _hash(str(person), game, opening)


def key_of(game: str, secret: str, openings: tuple[str, str]) -> bytes:
    """Return the key of all rolls: HMAC-SHA-256 of the game and both shares under the secret."""
    return hmac.digest(bytes.fromhex(secret), "|".join((game, *openings)).encode(), "sha256")


def roll(key: bytes, turn: int, line: str, faces: int, link: str = "") -> int:
    """Return the face, 1..faces, of a turn's roll for a line, as `dice.roll` does; with a link that comes into it."""
    return dice.roll(key, turn, f"{line}:{link}" if link else line, faces)


# --- chains


def before(game: str, person: int, link: str) -> str:
    """Return the link that is told before another one of a person's; before the first it is the chain's seal."""
    return _hash("link", str(person), game, link)


def chain_of(game: str, person: int, last: str) -> list[str]:
    """Return a chain in the order in which it is told: its seal first, then the links, at the end the last one."""

    def backward() -> Iterator[str]:
        link = last
        while True:
            yield link
            link = before(game, person, link)

    return list(islice(backward(), LINKS + 1))[::-1]


# --- what each of the two keeps


def receipt_of(game: str, house: str, seals: Iterable[Seal]) -> str:
    """Return the hash of all that was sealed; who keeps it knows later whether a record is about the same."""
    parts = [part for seal in seals for part in (*seal.commitments, *seal.chains)]
    return _hash("receipt", game, house, *parts)


def words_of(receipt: str) -> str:
    """Return a receipt as six words, a byte each, to be read out to one another in any language."""
    numbers = bytes.fromhex(receipt)[:NUM_WORDS]
    return " ".join(FIRST_SYLLABLES[number >> 4] + LAST_SYLLABLES[number & 15] for number in numbers)


def is_receipt(text: str, receipt: str) -> bool:
    """Return whether a text, its words or its digits, is a receipt."""
    told = " ".join(text.lower().split())
    return told in (receipt, words_of(receipt))


def _hash(*parts: str) -> str:
    return hashlib.sha256("|".join((SCHEME, *parts)).encode()).hexdigest()
