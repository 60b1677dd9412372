"""The lobby: people who want to play anybody now, and games that everybody may watch."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the column and make the table; older games are found by their links alone."""
    op.add_column("game", sa.Column("is_public", sa.Boolean))
    can_be_watched = sa.text("is_public AND NOT is_over")
    op.create_index(
        "game_to_watch", "game", ["changed_ms"], sqlite_where=can_be_watched, postgresql_where=can_be_watched
    )
    op.create_table(
        "pairing",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("wish", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(22)),
    )
    op.create_index("pairing_by_wish", "pairing", ["wish", "since_ms"])
