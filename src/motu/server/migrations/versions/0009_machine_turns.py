"""Which process has the machine think, so that only one does, and another one after a crash."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table; in games that lists know of, whoever comes first has the machine think."""
    op.create_table(
        "machine_turn",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("process", sa.String(22), nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("is_watched_only", sa.Boolean, nullable=False),
    )
    op.create_index("machine_turn_by_until", "machine_turn", ["until_ms"])
    _find_turns(op.get_bind())


def _find_turns(connection: sa.Connection) -> None:
    game = sa.table("game", *(sa.column(name) for name in ("id", "is_over", "seats", "player")))
    turn = sa.table(
        "machine_turn", *(sa.column(name) for name in ("game_id", "process", "until_ms", "is_watched_only"))
    )
    known = sa.select(game.c.id, game.c.seats, game.c.player).where(
        game.c.is_over == sa.false(), game.c.seats.is_not(None), game.c.player >= 0
    )
    for row in connection.execute(known).all():
        are_people = [seat.get("kind", "person") == "person" for seat in json.loads(row.seats)]
        if not are_people[row.player]:
            values = {"game_id": row.id, "process": "", "until_ms": 0, "is_watched_only": not any(are_people)}
            connection.execute(turn.insert().values(values))
