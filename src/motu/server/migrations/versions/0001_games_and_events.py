"""The first tables: games, their events, the server's secrets."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "game",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
        sa.Column("next_seq", sa.Integer, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
    )
    op.create_index("game_by_owner", "game", ["owner", "changed_ms"])
    op.create_table(
        "game_event",
        sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("what", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "server_secret",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
