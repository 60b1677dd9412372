"""What waits to be sent to browsers, as it is written with the notice itself (floor: server)."""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.schema import push_messages, push_places

DELAY_MS = 30_000
"""So long a message waits: whoever sees a page meanwhile is not sent it."""


def has_places(connection: sa.Connection, person: str) -> bool:
    """Return whether somebody has a browser in which he may be told of things while no page is open."""
    query = sa.select(push_places.c.id).where(push_places.c.person == person).limit(1)
    return connection.execute(query).first() is not None


def put_waiting(connection: sa.Connection, person: str, notice: str, at_ms: int) -> None:
    """Let a notice, which is new, be sent to all browsers of somebody."""
    columns = push_places.c.id, sa.literal(notice), sa.literal(at_ms + DELAY_MS), sa.literal(0)
    own = sa.select(*columns).where(push_places.c.person == person)
    connection.execute(push_messages.insert().from_select(["place", "notice", "due_ms", "tries"], own))
