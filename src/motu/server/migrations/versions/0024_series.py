"""How the series of a game stands, NULL in games that belong to none."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Add the column."""
    op.add_column("game", sa.Column("score", sa.Text))
