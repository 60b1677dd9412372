"""Dice that nobody can steer, and that everybody can check afterwards (floor: server). docs/api.md has the formula.

Every game with dice has a secret. Its hash is published when the game begins, the secret when it is over. Players mix
seeds of their own in before the first roll, so that a server which chooses its secret chooses no face. A roll follows
from all these, the turn and the announced line: taking an announcement back and making it again brings the same face.
Other lines bring other faces, which is why nothing is taken back over a roll where two people play.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

SECRET_BYTES = 32


def new_secret() -> str:
    """Return a fresh secret as hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """Return what is published of a secret before the game: its SHA-256, in hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def key_of(secret: str, seeds: Sequence[str] = ()) -> bytes:
    """Return the key of a game's rolls: the secret, or HMAC-SHA-256 of the seeds, a line each, under it."""
    key = bytes.fromhex(secret)
    return hmac.digest(key, "\n".join(seeds).encode(), "sha256") if seeds else key


def roll(key: bytes, turn: int, line: str, faces: int) -> int:
    """Return the face, 1..faces, of a turn's roll for a line; all faces equally likely.

    HMAC-SHA-256 of "turn:line:attempt" under the key, its first eight bytes as a number; a number from the last,
    incomplete run of faces is thrown away and the next attempt taken.

    Args:
        key: As from `key_of`.
        turn: The ply of the announcement.
        line: Such as "r4".
        faces: How many the die has.
    """
    limit = 2**64 - 2**64 % faces
    attempt = 0
    while True:
        digest = hmac.digest(key, f"{turn}:{line}:{attempt}".encode(), "sha256")
        number = int.from_bytes(digest[:8], "big")
        if number < limit:
            return number % faces + 1
        attempt += 1
