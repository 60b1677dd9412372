"""Where accounts get mail, and what is to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "mail_address",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("address", sa.String(254)),
        sa.Column("mail_key", sa.String(254)),
        sa.Column("confirmed_ms", sa.BigInteger),
        sa.Column("wanted", sa.String(254)),
        sa.Column("wanted_ms", sa.BigInteger),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("has_digest", sa.Boolean, nullable=False),
        sa.Column("digest_ms", sa.BigInteger),
    )
    op.create_index("mail_address_by_key", "mail_address", ["mail_key"])
    op.create_table(
        "mail",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("person", sa.String(32)),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("mail_key", sa.String(254), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("what", sa.LargeBinary, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("due_ms", sa.BigInteger),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("sent_ms", sa.BigInteger),
    )
    op.create_table(
        "look",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("mail_by_due", "mail", ["due_ms"])
    op.create_index("mail_by_key", "mail", ["mail_key", "created_ms"])
    op.create_index("mail_by_person", "mail", ["person", "created_ms"])
