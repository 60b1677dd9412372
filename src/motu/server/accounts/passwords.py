"""Passwords: kept as argon2id keeps them, tried in threads of their own, a few at a time (floor: server).

A try takes 20 MB and some hundredths of a second on purpose. Whoever asks for a name that nobody has waits as long as
for a wrong password.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from motu.games import GAMES
from motu.server.events import ServerError
from motu.server.niceness import calm_thread
from motu.server.rates.too_often import TooOftenError

T = TypeVar("T")

MIN_LENGTH, MAX_LENGTH = 8, 200
AT_ONCE = 2
"""Passwords that are tried at a time."""
MAX_WAITING = 64
"""Tries that wait or go on; beyond them whoever asks is sent away."""
NICENESS = 10
"""A try takes what of the processor nobody else wants, so that games go first."""
_MIN_DIFFERENT = 5


class Passwords:
    """Makes and tries what is kept of passwords."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        """Use OWASP's settings for argon2id, if not told otherwise: 19 MiB, two passes, one lane."""
        self._hasher = hasher or PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._nobodys: str | None = None
        self._num_waiting = 0
        self._threads = ThreadPoolExecutor(AT_ONCE, "motu-passwords", calm_thread, (NICENESS,))

    async def keep(self, password: str) -> str:
        """Return what to keep of a password.

        Raises:
            ServerError: "server/busy".
        """
        return await self._run(lambda: self._hasher.hash(_plain(password)))

    async def is_right(self, kept: str | None, password: str) -> bool:
        """Return whether a password is the one that was kept; where none was, after as long a time, False.

        Raises:
            ServerError: "server/busy".
        """
        return await self._run(lambda: self._try(kept, _plain(password)))

    def is_old(self, kept: str) -> bool:
        """Return whether a password was kept in a way that is no longer ours."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Let what is being tried come to an end."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _try(self, kept: str | None, password: str) -> bool:
        if self._nobodys is None:
            self._nobodys = self._hasher.hash("nobody's password")
        try:
            self._hasher.verify(kept or self._nobodys, password)
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None

    async def _run(self, work: Callable[[], T]) -> T:
        if self._num_waiting >= MAX_WAITING:
            raise TooOftenError(
                "too many people log in at this moment; try again in a minute", slug="server/busy", wait_ms=60_000
            )
        self._num_waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._num_waiting -= 1


def check_password(password: str, name: str) -> None:
    """Check that a password is none of those that are guessed first.

    Raises:
        ServerError: "account/password" with what would be right.
    """
    plain = _plain(password)
    if not MIN_LENGTH <= len(plain) <= MAX_LENGTH:
        told = f"a password has {MIN_LENGTH} to {MAX_LENGTH} characters"
    elif len(set(plain)) < _MIN_DIFFERENT:
        told = f"a password has {_MIN_DIFFERENT} different characters at least"
    elif plain.casefold() == _plain(name).casefold() or plain.casefold() in _GUESSED:
        told = "this password would be guessed first; choose another"
    else:
        return
    raise ServerError(told, slug="account/password")


def _plain(password: str) -> str:
    """Return a password as every keyboard and system writes it."""
    return unicodedata.normalize("NFKC", password)


_GUESSED = frozenset(
    [
        "password",
        "password1",
        "password123",
        "passw0rd",
        "12345678",
        "123456789",
        "1234567890",
        "qwertyui",
        "qwertyuiop",
        "qwerty123",
        "1q2w3e4r",
        "1q2w3e4r5t",
        "iloveyou",
        "sunshine",
        "princess",
        "football",
        "baseball",
        "superman",
        "trustno1",
        "letmein1",
        "welcome1",
        "whatever",
        "computer",
        "michelle",
        "jennifer",
        "abcdefgh",
        "abcd1234",
        "asdfghjk",
        "asdfghjkl",
        "zaq12wsx",
        "q1w2e3r4",
        "passwort",
        "hallo123",
        "pasvorto",
        *GAMES,
    ]
)
