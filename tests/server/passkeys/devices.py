"""A device that keeps passkeys, as one in somebody's pocket does: ES256, without attestation."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

USER_PRESENT, USER_VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(told: str) -> bytes:
    return base64.urlsafe_b64decode(told + "=" * (-len(told) % 4))


@dataclass
class KeyInDevice:
    """One passkey."""

    host: str
    handle: bytes
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    num_uses: int = 0


@dataclass
class Device:
    """Makes and shows passkeys at an origin, for whoever holds it."""

    origin: str
    flags: int = USER_PRESENT | USER_VERIFIED
    counts: bool = True
    """Whether it says how often a passkey was used; those that are in more than one device don't."""
    keys: list[KeyInDevice] = field(default_factory=list)

    def make(self, options: dict[str, Any], known_id: bytes = b"") -> dict[str, str]:
        """Make a passkey, and answer as a browser does."""
        assert options["authenticatorSelection"]["residentKey"] == "required"
        assert options["authenticatorSelection"]["userVerification"] == "required"
        assert {each["alg"] for each in options["pubKeyCredParams"]} >= {-7}
        made = KeyInDevice(options["rp"]["id"], data(options["user"]["id"]))
        made.id = known_id or made.id
        self.keys.append(made)
        numbers = made.key.public_key().public_numbers()
        x, y = (each.to_bytes(32, "big") for each in (numbers.x, numbers.y))
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        known = bytes(16) + len(made.id).to_bytes(2, "big") + made.id + cose
        about = self._about(made, self.flags | HAS_KEY) + known
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": about})
        client = self._client("webauthn.create", options["challenge"])
        return {"id": text(made.id), "client_data": text(client), "attestation": text(attestation)}

    def show(self, options: dict[str, Any], which: int = -1) -> dict[str, str]:
        """Show a passkey, the latest or another one."""
        assert options["userVerification"] == "required"
        shown = self.keys[which]
        shown.num_uses += self.counts
        about, client = self._about(shown, self.flags), self._client("webauthn.get", options["challenge"])
        signature = shown.key.sign(about + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "id": text(shown.id),
            "client_data": text(client),
            "authenticator_data": text(about),
            "signature": text(signature),
            "user_handle": text(shown.handle),
        }

    def _client(self, what: str, challenge: str) -> bytes:
        told = {"type": what, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    @staticmethod
    def _about(shown: KeyInDevice, flags: int) -> bytes:
        return hashlib.sha256(shown.host.encode()).digest() + bytes([flags]) + shown.num_uses.to_bytes(4, "big")
