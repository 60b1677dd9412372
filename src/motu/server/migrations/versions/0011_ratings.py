"""Ratings of people with names and of the machine's levels, and what each rated game has changed."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "rating",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("speed", sa.String(16), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("rating_by_ladder", "rating", ["game", "speed", "rating"])
    op.create_table(
        "rating_change",
        sa.Column("game_id", sa.String(22), primary_key=True),
        sa.Column("person", sa.Integer, primary_key=True),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("opponent", sa.String(32), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("speed", sa.String(16), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("colour", sa.Integer, nullable=False),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("opening", sa.String(80), nullable=False),
        sa.Column("rating_before", sa.Float, nullable=False),
        sa.Column("deviation_before", sa.Float, nullable=False),
        sa.Column("rating_after", sa.Float, nullable=False),
        sa.Column("deviation_after", sa.Float, nullable=False),
    )
    op.create_index("rating_change_by_account", "rating_change", ["account", "at_ms"])
