"""People who keep order, and others, over a database of the tests'."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import sqlalchemy as sa

from motu.server.accounts.account import AccountRole, UserAccount
from motu.server.moderation.moderation import Moderation
from server.accounts.houses import PASSWORD, People, people_at


class Order(People):
    """One process's view of who is who, and what is done about them."""

    moderation: Moderation

    async def person(self, name: str, role: AccountRole = "none") -> UserAccount:
        """Somebody with a name, and perhaps a role."""
        made = await self.accounts.claim(f"id-of-{name}", name, PASSWORD)
        if role != "none":
            await self.moderation.change_role(None, made.id, role, "for the test")
        found = await self.accounts.find(made.id)
        assert found is not None
        return found


def run_in_order(where: sa.URL, script: Callable[[Order], Awaitable[None]], now: list[int] | None = None) -> None:
    async def whole() -> None:
        async with people_at(where, now) as people:
            order = Order(people.store, people.accounts, people.sessions, people.now)

            def changed(account: str) -> None:
                people.accounts.forget(account)
                people.sessions.forget()

            order.moderation = Moderation(people.store, changed, lambda: people.now[0])
            await script(order)

    asyncio.run(whole())
