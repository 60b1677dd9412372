"""When the time of whoever is to move is up, for games in which a clock runs, and which processes serve them.

Only the rules can say when that is: games with clocks that go on get 0, and the server finds out when it starts.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column with its index, and the table."""
    op.add_column("game", sa.Column("due_ms", sa.BigInteger))
    runs = sa.text("due_ms IS NOT NULL")
    op.create_index("game_by_due", "game", ["due_ms"], sqlite_where=runs, postgresql_where=runs)
    op.create_table(
        "process",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("is_closed", sa.Boolean, nullable=False),
    )
    _mark_games_with_clocks(op.get_bind())


def _mark_games_with_clocks(connection: sa.Connection) -> None:
    game, event = (
        sa.table("game", sa.column("id"), sa.column("is_over"), sa.column("due_ms")),
        sa.table("game_event", sa.column("game_id"), sa.column("seq"), sa.column("what")),
    )
    goes_on = sa.select(game.c.id).where(game.c.is_over == sa.false())
    beginnings = sa.select(event.c.game_id, event.c.what).where(event.c.seq == 0, event.c.game_id.in_(goes_on))
    for row in connection.execute(beginnings).all():
        if json.loads(bytes(row.what)).get("clock") is not None:
            connection.execute(game.update().where(game.c.id == row.game_id).values(due_ms=0))
