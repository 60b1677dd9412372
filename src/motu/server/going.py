"""How many games somebody may have going (floor: server)."""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.events import ServerError
from motu.server.postgres import lock_by_name
from motu.server.schema import games
from motu.server.store import Store, Work

MAX_GOING = 500
"""Games that a guest may have going; those that are over don't count."""

_GUEST = sa.bindparam("guest", type_=sa.Text)
_PARTS = [
    sa.select(sa.func.count()).where(whose == _GUEST, games.c.is_over == sa.false(), removed.is_(None))
    for whose, removed in (
        (games.c.owner, games.c.removed_ms),
        (games.c.person0, games.c.removed0_ms),
        (games.c.person1, games.c.removed1_ms),
    )
]
_GOING = sa.select(sum((each.scalar_subquery() for each in _PARTS[1:]), start=_PARTS[0].scalar_subquery()))


def num_going(connection: sa.Connection, guest: str) -> int:
    """Return how many of a guest's games go on, without those that he has removed."""
    return int(connection.execute(_GOING, {"guest": guest}).scalar_one())


def lock_going(connection: sa.Connection, guest: str) -> None:
    """Let no other transaction begin a game that this guest asks for, until the commit."""
    lock_by_name(connection, "games going", guest)


async def count_going(store: Store, guest: str) -> int:
    """Return how many of a guest's games go on, as `num_going` does."""
    return await store.read(lambda connection: num_going(connection, guest))


def refuse_more_going(guest: str) -> Work:
    """Return the work that refuses another game of a guest who has enough of them, where one begins.

    The work raises:
        ServerError: "server/too-many".
    """

    def work(connection: sa.Connection) -> None:
        lock_going(connection, guest)
        check_going(num_going(connection, guest))

    return work


def check_going(count: int) -> None:
    """Check that a guest with so many games that go on may begin another one.

    Raises:
        ServerError: "server/too-many".
    """
    if count >= MAX_GOING:
        raise ServerError(f"you have {MAX_GOING} games going; end or give up one of them first", slug="server/too-many")
