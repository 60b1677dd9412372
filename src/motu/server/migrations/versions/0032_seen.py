"""Whether the lobby says that somebody is there, NULL for those who haven't asked for it."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    """Add the column."""
    op.add_column("account", sa.Column("is_seen", sa.Boolean))
