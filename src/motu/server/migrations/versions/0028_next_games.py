"""When the next game of a series begins by itself, NULL where none does."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Add the column, and the way to those whose time has come."""
    op.add_column("game", sa.Column("next_ms", sa.BigInteger))
    waits = sa.text("next_ms IS NOT NULL")
    op.create_index("game_by_next", "game", ["next_ms"], sqlite_where=waits, postgresql_where=waits)
