"""Messages that only one browser can read, and the proof of who sends them (floor: server).

Encryption: RFC 8291 over RFC 8188, by http-ece. Proof: VAPID, RFC 8292, by py-vapid. Both are made by web-push-libs,
who wrote the first servers of push; they bring no HTTP client with them.
"""

from __future__ import annotations

import os
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from motu.server.push.places import PushPlace, decoded, encoded

MAX_MESSAGE = 3000
"""Bytes of a message; push services take 4,096, encrypted."""
PROOF_SECONDS = 12 * 3600
"""How long a proof is good; a day is the most that services take."""
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: a private key is a number from 1 to one less."""


class PushSealer:
    """Encrypts messages, and signs for the house."""

    def __init__(self, secret: str, contact: str) -> None:
        """Sign by a secret of the house, 32 bytes in hexadecimal; `contact` is whom a push service may write to."""
        number = int(secret, 16) % (_ORDER - 1) + 1
        self._vapid = Vapid02(ec.derive_private_key(number, ec.SECP256R1()))
        self._contact = contact

    @property
    def public_key(self) -> str:
        """By what browsers and push services know the house."""
        point: ec.EllipticCurvePublicKey = self._vapid.public_key
        return encoded(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def proof(self, endpoint: str, now_s: int) -> str:
        """Return the header by which a push service knows who sends."""
        where = urlsplit(endpoint)
        claims = {"aud": f"{where.scheme}://{where.netloc}", "exp": now_s + PROOF_SECONDS, "sub": self._contact}
        headers: dict[str, str] = self._vapid.sign(claims)
        return headers["Authorization"]

    def seal(self, message: bytes, place: PushPlace) -> bytes:
        """Return a message that one browser can read."""
        if len(message) > MAX_MESSAGE:
            raise ValueError(f"a message of {len(message)} bytes")
        sealed: bytes = http_ece.encrypt(
            message,
            salt=os.urandom(16),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=decoded(place.p256dh),
            auth_secret=decoded(place.auth),
            version="aes128gcm",
        )
        return sealed
