"""Accounts and sessions over a database of the tests', with a clock that the tests turn."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import sqlalchemy as sa
from argon2 import PasswordHasher

from motu.server.accounts.accounts import Accounts
from motu.server.accounts.passwords import Passwords
from motu.server.accounts.sessions import Sessions
from motu.server.store import Store

PASSWORD = "a beach of islands"


@dataclass
class People:
    """One process's view of who is who."""

    store: Store
    accounts: Accounts
    sessions: Sessions
    now: list[int]


def quick_passwords() -> Passwords:
    return Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@contextlib.asynccontextmanager
async def people_at(where: sa.URL, now: list[int] | None = None) -> AsyncIterator[People]:
    """Be one of the processes of a house."""
    time = [1_800_000_000_000] if now is None else now
    store = Store(where)
    accounts = Accounts(store, quick_passwords(), clock=lambda: time[0])
    await accounts.open()
    try:
        yield People(store, accounts, Sessions(store, lambda: time[0]), time)
    finally:
        accounts.close()
        store.close()


def run_with(where: sa.URL, script: Callable[[People], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with people_at(where) as people:
            await script(people)

    asyncio.run(whole())
