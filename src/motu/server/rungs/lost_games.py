"""Games for a place on a ladder that are no more (floor: server)."""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.schema import games, rung_games


def forget_lost(connection: sa.Connection) -> None:
    """Forget games for a place that never ended and are no more: who played one could else play no other."""
    is_lost = ~sa.exists().where(games.c.id == rung_games.c.game_id)
    connection.execute(rung_games.delete().where(rung_games.c.ended_ms.is_(None), is_lost))
