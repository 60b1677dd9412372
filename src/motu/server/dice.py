"""Dice that nobody can steer, and that everybody can check afterwards (floor: server).

Every game with dice has a secret. Its hash is published when the game begins, the secret when it is over. A roll
follows from the secret, the turn and the announced line: it is fixed before anybody announces, so taking an
announcement back and making it again brings the same face, and nobody can fish for a better one.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

SECRET_BYTES = 32


def new_secret() -> str:
    """Return a fresh secret as hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """Return what is published of a secret before the game: its SHA-256, in hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def roll(secret: str, turn: int, line: str, faces: int) -> int:
    """Return the face, 1..faces, of a turn's roll for a line; all faces equally likely.

    HMAC-SHA-256 of "turn:line:attempt" under the secret, its first eight bytes as a number; a number from the last,
    incomplete run of faces is thrown away and the next attempt taken.

    Args:
        secret: As from `new_secret`.
        turn: The ply of the announcement.
        line: Such as "r4".
        faces: How many the die has.
    """
    key = bytes.fromhex(secret)
    limit = 2**64 - 2**64 % faces
    attempt = 0
    while True:
        digest = hmac.digest(key, f"{turn}:{line}:{attempt}".encode(), "sha256")
        number = int.from_bytes(digest[:8], "big")
        if number < limit:
            return number % faces + 1
        attempt += 1
