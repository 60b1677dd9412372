"""Accounts that are being deleted, until nothing of them is left."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "departure",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
