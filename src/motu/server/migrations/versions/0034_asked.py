"""Whether somebody may be asked to play by his name."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Have a place for it; whoever was there already may be asked, as before."""
    op.add_column("account", sa.Column("is_asked", sa.Boolean))
