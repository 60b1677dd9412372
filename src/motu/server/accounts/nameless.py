"""Guests as holders of connections that last: one is known by his cookie for as long as he has no name (floor: server).

Whoever claims a name is known by his session alone from then on; what was opened by the cookie before ends.
"""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from motu.server.schema import accounts
from motu.server.store import Store, read_some

_NAMED = sa.select(accounts.c.id)


class Nameless:
    """Tells guests from those who have a name by now."""

    def __init__(self, store: Store) -> None:
        """Ask a store who has one."""
        self._store = store

    async def good(self, ids: Collection[str]) -> set[str]:
        """Return those of these who have none."""
        return set(ids) - await self._store.read(lambda connection: read_some(connection, _NAMED, accounts.c.id, ids))
