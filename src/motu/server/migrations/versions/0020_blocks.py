"""People whom others have muted or blocked."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "block",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("other", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("called", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("block_by_person", "block", ["person", "other"], unique=True)
    op.create_index("block_by_other", "block", ["other"])
