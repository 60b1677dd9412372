"""What people are told of while they look elsewhere, and what they want to be told of."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Make the tables; of what has happened before, nobody is told."""
    op.create_table(
        "notice",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game_id", sa.String(22)),
        sa.Column("seat", sa.Integer),
        sa.Column("challenge", sa.String(22)),
        sa.Column("offer", sa.String(16), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("read_ms", sa.BigInteger),
    )
    op.create_index("notice_by_person", "notice", ["person", "at_ms"])
    op.create_index("notice_by_game", "notice", ["game_id", "person"])
    op.create_table(
        "notice_choice",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("page", sa.String(80), nullable=False),
    )
