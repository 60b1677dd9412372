"""Accounts: names that guests have claimed, and the browsers in which their owners are logged in."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "account",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("skeleton", sa.String(64), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("owner", sa.String(32)),
        sa.Column("password", sa.String(200)),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("renamed_ms", sa.BigInteger, nullable=False),
        sa.Column("is_closed", sa.Boolean, nullable=False),
    )
    op.create_index("account_by_skeleton", "account", ["skeleton"], unique=True)
    op.create_table(
        "session",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("browser", sa.String(80), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("session_by_token", "session", ["token"], unique=True)
    op.create_index("session_by_account", "session", ["account", "seen_ms"])
