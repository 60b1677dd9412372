"""Passkeys, and what was used once to show one."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "passkey",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("num_uses", sa.BigInteger, nullable=False),
        sa.Column("is_synced", sa.Boolean, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("used_ms", sa.BigInteger),
    )
    op.create_index("passkey_by_hash", "passkey", ["hash"], unique=True)
    op.create_index("passkey_by_account", "passkey", ["account", "created_ms"])
    op.create_table(
        "used_nonce",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("used_nonce_by_end", "used_nonce", ["expires_ms"])
