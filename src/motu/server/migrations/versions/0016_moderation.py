"""Order: what moderators have told somebody, and what was done by them and the command line."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "sanction",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger),
        sa.Column("ended_ms", sa.BigInteger),
    )
    op.create_index("sanction_by_account", "sanction", ["account", "at_ms"])
    op.create_table(
        "audit_entry",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("who", sa.String(32)),
        sa.Column("act", sa.String(16), nullable=False),
        sa.Column("whom", sa.String(32)),
        sa.Column("game", sa.String(22)),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_index("audit_entry_by_time", "audit_entry", ["at_ms", "id"])
    op.create_index("audit_entry_by_whom", "audit_entry", ["whom", "at_ms"])
