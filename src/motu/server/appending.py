"""How what has happened in a game is written (floor: server)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from motu.server.events import Event, encode_happening
from motu.server.postgres import is_postgres
from motu.server.schema import events, games
from motu.server.standing import COLUMNS, GameStanding, standing_as_row

_ADD_EVENT = events.insert()
_CHANGE_GAME = (
    games.update()
    .where(games.c.id == sa.bindparam("game"))
    .values({name: sa.bindparam(name) for name in ("changed_ms", "next_seq", "is_over", *COLUMNS)})
)


def _change_and_add() -> sa.Insert:
    """Return both in one statement, for PostgreSQL: the way there and back costs more than what is done there."""
    changed = _CHANGE_GAME.returning(games.c.id).cte("changed")
    columns = [events.c.seq, events.c.at_ms, events.c.what]
    given = [sa.bindparam(f"{each.name}s", type_=ARRAY(each.type)) for each in columns]
    names = [sa.column(each.name, each.type) for each in columns]
    added = sa.func.unnest(*given).table_valued(*names).render_derived("added")
    rows = sa.select(changed.c.id, *added.c).select_from(changed.join(added, sa.true()))
    added_all = events.insert().from_select(["game_id", *(each.name for each in columns)], rows)
    return added_all.execution_options(preserve_rowcount=True)


_CHANGE_AND_ADD = _change_and_add()


def write_happened(connection: sa.Connection, game_id: str, happened: Sequence[Event], standing: GameStanding) -> bool:
    """Add to a game's events and change its row, in a transaction; return whether there is such a game.

    The row comes first: whoever deletes the game meanwhile has locked it, and then it is gone.
    """
    last, values = happened[-1], [event_values(game_id, event) for event in happened]
    game = {"game": game_id, "changed_ms": last.at_ms, "next_seq": last.seq + 1, "is_over": standing.is_over}
    game |= standing_as_row(standing)
    if is_postgres(connection):
        lists = {f"{name}s": [each[name] for each in values] for name in ("seq", "at_ms", "what")}
        return connection.execute(_CHANGE_AND_ADD, game | lists).rowcount == len(values)
    if connection.execute(_CHANGE_GAME, game).rowcount != 1:
        return False
    add_events(connection, values)
    return True


def add_events(connection: sa.Connection, values: Sequence[dict[str, Any]]) -> None:
    """Add events one by one: several at once would go through a pipeline, whose failures are logged as faults."""
    for each in values:
        connection.execute(_ADD_EVENT, each)


def event_values(game_id: str, event: Event) -> dict[str, Any]:
    """Return an event as a row."""
    return {"game_id": game_id, "seq": event.seq, "at_ms": event.at_ms, "what": encode_happening(event.what)}
