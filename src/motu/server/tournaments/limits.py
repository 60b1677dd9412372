"""How many tournaments there may be that are not over: of a maker, of a player, of the house (floor: server)."""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.events import ServerError
from motu.server.postgres import lock_by_name
from motu.server.schema import tournament_entrants, tournaments
from motu.server.tournaments.tournament import GOES_ON

MAX_MADE = 3
"""Tournaments of one maker that are not over."""
MAX_GOING = 100
"""Tournaments of the house that are not over."""
MAX_ENTERED = 10
"""Tournaments that are not over in which one may be at a time."""


def refuse_more(connection: sa.Connection, maker: str) -> None:
    """Check that somebody may make another one, in the transaction in which he does.

    Raises:
        ServerError: "server/too-many".
    """
    lock_by_name(connection, "tournaments")
    goes_on = sa.select(sa.func.count()).select_from(tournaments).where(tournaments.c.state.in_(GOES_ON))
    if int(connection.execute(goes_on.where(tournaments.c.maker == maker)).scalar_one()) >= MAX_MADE:
        raise ServerError(f"{MAX_MADE} tournaments of yours are not over; wait for one of them", slug="server/too-many")
    if int(connection.execute(goes_on).scalar_one()) >= MAX_GOING:
        raise ServerError("as many tournaments go on as this house can hold", slug="server/too-many")


def refuse_more_entered(connection: sa.Connection, person: str) -> None:
    """Check that somebody may be in another one, in the transaction in which he joins.

    Raises:
        ServerError: "server/too-many".
    """
    lock_by_name(connection, "tournaments entered", person)
    mine = tournament_entrants.c.person == person, tournament_entrants.c.withdrawn_ms.is_(None)
    query = sa.select(sa.func.count()).select_from(tournament_entrants)
    query = query.join(tournaments, tournaments.c.id == tournament_entrants.c.tournament)
    if int(connection.execute(query.where(*mine, tournaments.c.state.in_(GOES_ON))).scalar_one()) >= MAX_ENTERED:
        raise ServerError(f"you are in {MAX_ENTERED} tournaments already", slug="server/too-many")
