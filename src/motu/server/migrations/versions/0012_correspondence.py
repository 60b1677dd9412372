"""How fast games are by their clocks, NULL in older ones until something happens; vacations; conditional moves."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the columns and make the tables."""
    op.add_column("game", sa.Column("speed", sa.String(16)))
    op.add_column("game", sa.Column("away", sa.Integer))
    op.create_table(
        "vacation",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("used_ms", sa.BigInteger, nullable=False),
        sa.Column("since_ms", sa.BigInteger),
        sa.Column("by_itself", sa.Boolean, nullable=False),
        sa.Column("is_automatic", sa.Boolean, nullable=False),
        sa.Column("is_settled", sa.Boolean, nullable=False),
    )
    op.create_index("vacation_to_settle", "vacation", ["is_settled", "since_ms"])
    op.create_table(
        "plan",
        sa.Column("game_id", sa.String(22), primary_key=True),
        sa.Column("person", sa.Integer, primary_key=True),
        sa.Column("version", sa.String(22), nullable=False),
        sa.Column("what", sa.LargeBinary, nullable=False),
    )
