"""Browsers in which people are told of things while no page is open, and what is to be sent there."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Make the tables, and a place for what somebody wants to be told of there."""
    op.add_column("notice_choice", sa.Column("push", sa.String(80)))
    op.create_table(
        "push_place",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("session", sa.String(22)),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(88), nullable=False),
        sa.Column("auth", sa.String(24), nullable=False),
        sa.Column("browser", sa.String(80), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("hour_ms", sa.BigInteger, nullable=False),
        sa.Column("num_told", sa.Integer, nullable=False),
    )
    op.create_index("push_place_by_person", "push_place", ["person", "created_ms"])
    op.create_table(
        "push_message",
        sa.Column("place", sa.String(22), primary_key=True),
        sa.Column("notice", sa.String(64), primary_key=True),
        sa.Column("due_ms", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("push_message_by_due", "push_message", ["due_ms"])
    op.create_index("push_message_by_notice", "push_message", ["notice"])
