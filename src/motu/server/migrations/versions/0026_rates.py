"""How often somebody does what costs others something."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "rate",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("full_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("rate_by_time", "rate", ["full_ms"])
