"""Challenges that one account alone may take, or decline."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("challenge", sa.Column("asked", sa.String(32)))
    op.add_column("challenge", sa.Column("declined_ms", sa.BigInteger))
    op.create_index("challenge_by_asked", "challenge", ["asked", "expires_ms"])
