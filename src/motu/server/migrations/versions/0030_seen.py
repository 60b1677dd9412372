"""Whether the lobby says that somebody is there, NULL for those who haven't asked for it."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """Add the column."""
    op.add_column("account", sa.Column("is_seen", sa.Boolean))
