"""The ladders that never end: who has which place, and the games for one."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "rung",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("joined_ms", sa.BigInteger, nullable=False),
        sa.Column("active_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("rung_by_place", "rung", ["game", "place"])
    op.create_table(
        "rung_game",
        sa.Column("game_id", sa.String(22), primary_key=True),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("challenger", sa.String(32), nullable=False),
        sa.Column("defender", sa.String(32), nullable=False),
        sa.Column("begun_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_ms", sa.BigInteger),
    )
    op.create_index("rung_game_by_end", "rung_game", ["game", "ended_ms"])
