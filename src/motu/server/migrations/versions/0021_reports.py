"""What people tell moderators of each other."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "report",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("whom", sa.String(32), nullable=False),
        sa.Column("game", sa.String(22), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("closed_ms", sa.BigInteger),
        sa.Column("outcome", sa.String(16)),
    )
    op.create_index("report_by_time", "report", ["at_ms", "id"])
    op.create_index("report_by_whom", "report", ["whom", "at_ms"])
    op.create_index("report_by_reporter", "report", ["reporter", "at_ms"])
    is_open = sa.text("closed_ms IS NULL")
    names = ["reporter", "whom", "game"]
    op.create_index("report_open", "report", names, unique=True, sqlite_where=is_open, postgresql_where=is_open)
