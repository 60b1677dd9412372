"""Reviews that servers wait for and workers make."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "review",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("request", sa.LargeBinary, nullable=False),
        sa.Column("answer", sa.LargeBinary),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
    )
