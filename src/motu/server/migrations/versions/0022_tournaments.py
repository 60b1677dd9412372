"""Tournaments: who has made them, who is in them, who plays whom."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("maker", sa.String(32), nullable=False),
        sa.Column("what", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("starts_ms", sa.BigInteger, nullable=False),
        sa.Column("begun_ms", sa.BigInteger),
        sa.Column("ends_ms", sa.BigInteger),
        sa.Column("over_ms", sa.BigInteger),
        sa.Column("due_ms", sa.BigInteger),
    )
    op.create_index("tournament_by_due", "tournament", ["due_ms"])
    op.create_index("tournament_by_state", "tournament", ["state", "starts_ms"])
    op.create_index("tournament_by_maker", "tournament", ["maker", "state"])
    op.create_table(
        "tournament_entrant",
        sa.Column("tournament", sa.String(22), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("joined_ms", sa.BigInteger, nullable=False),
        sa.Column("withdrawn_ms", sa.BigInteger),
        sa.Column("seed", sa.Integer),
        sa.Column("rating", sa.Float, nullable=False),
    )
    op.create_index("tournament_entrant_by_person", "tournament_entrant", ["person"])
    op.create_table(
        "tournament_game",
        sa.Column("tournament", sa.String(22), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("tie", sa.Integer, nullable=False),
        sa.Column("person0", sa.String(32), nullable=False),
        sa.Column("person1", sa.String(32)),
        sa.Column("begins_ms", sa.BigInteger),
        sa.Column("game", sa.String(22)),
        sa.Column("score0", sa.Float),
        sa.Column("score1", sa.Float),
        sa.Column("outcome", sa.String(16)),
        sa.Column("missed", sa.Integer, nullable=False),
        sa.Column("ended_ms", sa.BigInteger),
    )
    op.create_index("tournament_game_by_game", "tournament_game", ["game"])
