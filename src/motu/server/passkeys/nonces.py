"""Numbers that are used once (floor: server), so that an answer that somebody has overheard is worth nothing.

A nonce says itself that it is this house's, for what, and when it was made: asking for one writes nothing, and any
process of the house knows it, also after a restart. Invariant: of two who answer for one nonce one is refused, for a
row with its key is written in the transaction of what the answer does.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import Literal

import sqlalchemy as sa

from motu.server.events import ServerError
from motu.server.postgres import insert_into
from motu.server.schema import used_nonces
from motu.server.store import Work
from motu.server.wall_time import now_ms

NoncePurpose = Literal["log-in", "add", "claim"]
LASTING_MS = 300_000
_RANDOM, _TIME, _MAC = 16, 6, 16


class Nonces:
    """Those of one house."""

    def __init__(self, secret: str, clock: Callable[[], int] = now_ms) -> None:
        """Sign with this house's secret."""
        self._key, self._clock = bytes.fromhex(secret), clock

    def make(self, purpose: NoncePurpose, about: str = "") -> bytes:
        """Return a nonce for something that somebody does."""
        begin = secrets.token_bytes(_RANDOM) + self._clock().to_bytes(_TIME, "big")
        return begin + self._mac(begin, purpose, about)

    def check(self, nonce: bytes, purpose: NoncePurpose, about: str = "") -> None:
        """Check that a nonce is ours, and for this.

        Raises:
            ServerError: "passkey/late".
        """
        begin, mac = nonce[: _RANDOM + _TIME], nonce[_RANDOM + _TIME :]
        is_ours = hmac.compare_digest(mac, self._mac(begin, purpose, about))
        age = self._clock() - int.from_bytes(begin[_RANDOM:], "big")
        if not is_ours or not 0 <= age < LASTING_MS:
            raise _late()

    def use(self, nonce: bytes) -> Work:
        """Return the work that lets a nonce be used up, or refuses with "passkey/late"; old ones are forgotten."""
        now = self._clock()
        values = {"hash": hashlib.sha256(nonce).hexdigest(), "expires_ms": now + LASTING_MS}

        def work(connection: sa.Connection) -> None:
            connection.execute(used_nonces.delete().where(used_nonces.c.expires_ms <= now))
            fresh = insert_into(connection, used_nonces).values(values).on_conflict_do_nothing()
            if connection.execute(fresh.returning(used_nonces.c.hash)).first() is None:
                raise _late()

        return work

    def _mac(self, begin: bytes, purpose: NoncePurpose, about: str) -> bytes:
        return hmac.digest(self._key, b"\0".join((begin, purpose.encode(), about.encode())), "sha256")[:_MAC]


def _late() -> ServerError:
    told = "that took too long, or was done already; try again"
    return ServerError(told, slug="passkey/late")
