"""Live tournaments wait for people to come back to a house that was closed (floor: server).

Whoever doesn't come to a live game loses it, and whoever misses two plays no more. So after a long while for which
nobody could come, no game of them begins at once.
"""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.schema import tournament_games, tournaments
from motu.server.tournaments.course import BREAK_MS
from motu.server.tournaments.tournament import Tournament, tournament_in_row

COMING_MS = 5 * 60_000
"""So long people have to come back."""


def let_come(connection: sa.Connection, now_ms: int) -> None:
    """Let tournaments that were to begin meanwhile begin a little later, and live ones that run go on then."""
    late = tournaments.c.state == "open", tournaments.c.starts_ms <= now_ms
    later_ms = now_ms + COMING_MS
    connection.execute(tournaments.update().where(*late).values(starts_ms=later_ms, due_ms=later_ms))
    running = sa.select(tournaments).where(tournaments.c.state == "running")
    for found in map(tournament_in_row, connection.execute(running).all()):
        if found.terms.is_live:
            _let_wait(connection, found, now_ms, later_ms)


def _let_wait(connection: sa.Connection, tournament: Tournament, now_ms: int, later_ms: int) -> None:
    """Let no game begin before that; an arena ends when it was to end."""
    waiting = tournament_games.c.game.is_(None), tournament_games.c.outcome.is_(None)
    early = tournament_games.c.tournament == tournament.id, tournament_games.c.begins_ms < later_ms, *waiting
    connection.execute(tournament_games.update().where(*early).values(begins_ms=later_ms))
    ends_ms = later_ms if tournament.ends_ms is None else max(now_ms, tournament.ends_ms)
    own = tournaments.update().where(tournaments.c.id == tournament.id)
    connection.execute(own.values(due_ms=min(later_ms, ends_ms)))


def due_after(at_ms: int) -> sa.ColumnElement[int]:
    """Return when somebody is to look at a tournament that goes on, after something has happened in it.

    That is at once, but not while it waits for people: nothing else is due later than a break lasts.
    """
    is_waiting = tournaments.c.due_ms.between(at_ms + BREAK_MS + 1, at_ms + COMING_MS)
    return sa.case((is_waiting, tournaments.c.due_ms), else_=at_ms)
