"""Passwords are kept so that nobody reads them, and tried a few at a time."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from unittest import mock

import pytest
from argon2 import PasswordHasher

from motu.server.accounts import passwords as module
from motu.server.accounts.passwords import Passwords, check_password
from motu.server.events import ServerError

GOOD = "a beach of islands"


@pytest.fixture
def passwords() -> Iterator[Passwords]:
    made = Passwords(quick_hasher())
    yield made
    made.close()


def quick_hasher() -> PasswordHasher:
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def test_what_is_kept_is_argon2id_as_owasp_asks_for_it() -> None:
    made = Passwords()
    kept = asyncio.run(made.keep(GOOD))
    made.close()
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert GOOD not in kept


def test_only_the_password_is_right(passwords: Passwords) -> None:
    async def script() -> None:
        kept = await passwords.keep(GOOD)
        assert kept != await passwords.keep(GOOD)
        assert await passwords.is_right(kept, GOOD)
        assert not await passwords.is_right(kept, GOOD + " ")
        assert not await passwords.is_right(kept, "")
        assert not await passwords.is_right("nothing that was kept", GOOD)
        assert await passwords.is_right(await passwords.keep("Jo\u0302rdan-12"), "Jôrdan-12")

    asyncio.run(script())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a priority for each thread")
def test_games_go_before_passwords(passwords: Passwords) -> None:
    told: list[int] = []

    async def script() -> None:
        await passwords._run(lambda: told.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id())))

    before = os.getpriority(os.PRIO_PROCESS, 0)
    asyncio.run(script())
    assert told == [min(19, before + 10)]
    assert os.getpriority(os.PRIO_PROCESS, 0) == before


def test_nobodys_password_is_tried_as_any_other(passwords: Passwords) -> None:
    tried: list[str] = []
    hasher = passwords._hasher
    watched = mock.Mock(wraps=hasher)

    def verify(kept: str, given: str) -> bool:
        tried.append(kept)
        return hasher.verify(kept, given)

    watched.verify.side_effect = verify
    passwords._hasher = watched
    assert not asyncio.run(passwords.is_right(None, GOOD))
    assert not asyncio.run(passwords.is_right(None, "nobody's password"))
    assert len(tried) == 2
    assert not hasher.check_needs_rehash(tried[0])


def test_a_few_are_tried_at_a_time_and_a_crowd_is_sent_away(
    passwords: Passwords, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_WAITING", 5)
    at_once, most, lock, go = 0, 0, threading.Lock(), threading.Event()

    def slow(_kept: str | None, _password: str) -> bool:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        go.wait(10)
        with lock:
            at_once -= 1
        return True

    monkeypatch.setattr(passwords, "_try", slow)

    async def script() -> list[bool]:
        tries = [asyncio.ensure_future(passwords.is_right("x", "y")) for _ in range(5)]
        await asyncio.sleep(0.05)
        with pytest.raises(ServerError) as caught:
            await passwords.is_right("x", "y")
        assert caught.value.slug == "server/busy"
        go.set()
        return await asyncio.gather(*tries)

    assert asyncio.run(script()) == [True] * 5
    assert most == module.AT_ONCE


@pytest.mark.parametrize(
    "password", ["", "short7!", "x" * 201, "aaaaaaaa", "abababab", "password1", "Annabelle9", "12345678"]
)
def test_what_is_guessed_first_is_refused(password: str) -> None:
    with pytest.raises(ServerError) as caught:
        check_password(password, "annabelle9")
    assert caught.value.slug == "account/password"
    assert password[:8] == "" or password not in caught.value.message


def test_any_other_will_do() -> None:
    check_password(GOOD, "ann")
    check_password("ŝaŭmo de l' maro", "ann")
