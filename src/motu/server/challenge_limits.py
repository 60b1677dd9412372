"""How many challenges may wait, and be made in an hour (floor: server)."""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.challenge import Challenge, still_waits
from motu.server.events import ServerError
from motu.server.lobby.asking import not_now
from motu.server.postgres import lock_by_name
from motu.server.rates.lately import lately
from motu.server.rates.too_often import too_often
from motu.server.schema import challenges

HOUR_MS = 3_600_000
MAX_WAITING = 20
"""Challenges of a guest's that may wait."""
MAX_HOURLY = 60
"""Challenges that a guest may make in an hour."""
MAX_OPEN = 500
"""Challenges that may wait in the list for all."""
MAX_ASKED = 100
"""Challenges that may wait for one account alone."""


def refuse_more(connection: sa.Connection, made: Challenge) -> None:
    """Check the limits, in the transaction that would go beyond them.

    Raises:
        ServerError: "challenge/limit"; where whom it is for has enough of them, the refusal that `not_now` returns.
    """

    def refuse(most: int, wait: sa.ColumnElement[int], told: str | ServerError, *holds: sa.ColumnElement[bool]) -> None:
        query = sa.select(sa.func.count(), sa.func.min(wait)).select_from(challenges).where(*holds)
        found, free_ms = connection.execute(query).one()
        if found >= most:
            if isinstance(told, ServerError):
                raise told
            raise too_often(told, int(free_ms) - made.created_ms if most else HOUR_MS, "challenge/limit")

    own, ends = challenges.c.maker == made.maker, challenges.c.expires_ms
    lock_by_name(connection, "challenges of", made.maker)
    told = f"{MAX_WAITING} challenges of yours wait already: withdraw one of them"
    refuse(MAX_WAITING, ends, told, own, *still_waits())
    told = f"you make {MAX_HOURLY} challenges an hour"
    made_lately = lately(challenges.c.created_ms, made.created_ms, HOUR_MS)
    refuse(MAX_HOURLY, challenges.c.created_ms + HOUR_MS, told, own, made_lately)
    if made.asked is not None:
        told = f"{MAX_ASKED} challenges wait for this bot already: ask another one"
        asked = challenges.c.asked == made.asked
        lock_by_name(connection, "challenges for", made.asked)
        refuse(MAX_ASKED, ends, not_now(made.terms.to) if made.terms.to_person else told, asked, *still_waits())
    if made.is_open:
        told = "the list of open challenges is full: take one of them, or send a link"
        lock_by_name(connection, "open challenges")
        refuse(MAX_OPEN, ends, told, challenges.c.is_open == sa.true(), *still_waits())
