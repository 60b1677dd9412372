"""Chat at games."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "chat_line",
        sa.Column("game_id", sa.String(22), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("circle", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("text", sa.Text),
        sa.Column("phrase", sa.String(16)),
    )
    op.create_index("chat_line_by_circle", "chat_line", ["game_id", "circle", "seq"])
    op.create_index("chat_line_by_person", "chat_line", ["person", "at_ms"])
