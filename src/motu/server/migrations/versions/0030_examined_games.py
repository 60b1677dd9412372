"""Rated games that moderators have had examined."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "examined_game",
        sa.Column("game_id", sa.String(22), primary_key=True),
        sa.Column("asked_ms", sa.BigInteger, nullable=False),
        sa.Column("taken_ms", sa.BigInteger),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("done_ms", sa.BigInteger),
        sa.Column("what", sa.LargeBinary),
    )
    op.create_index("examined_game_by_time", "examined_game", ["done_ms", "asked_ms"])
