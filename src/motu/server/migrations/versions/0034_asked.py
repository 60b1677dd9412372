"""Whether somebody may be asked to play by his name, and which game the lobby shows large."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Have a place for both; whoever was there already may be asked, as before."""
    op.add_column("account", sa.Column("is_asked", sa.Boolean))
    op.create_table(
        "featured_game",
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("game_id", sa.String(22), nullable=False),
    )
