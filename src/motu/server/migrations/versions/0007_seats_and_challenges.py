"""Two people at different screens: who sits where, who has removed a game, and games that wait for somebody."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns and make the table."""
    for name, kind in (("person", sa.String(32)), ("removed", sa.BigInteger)):
        for person in (0, 1):
            column = f"{name}{person}" if name == "person" else f"{name}{person}_ms"
            op.add_column("game", sa.Column(column, kind))
    for person in (0, 1):
        op.create_index(f"game_by_person{person}", "game", [f"person{person}", "is_over", "changed_ms", "id"])
    op.create_table(
        "challenge",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("maker", sa.String(32), nullable=False),
        sa.Column("what", sa.LargeBinary, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.Column("cancelled_ms", sa.BigInteger),
        sa.Column("taken_by", sa.String(32)),
        sa.Column("game", sa.String(22)),
    )
    op.create_index("challenge_by_maker", "challenge", ["maker", "expires_ms"])
    op.create_index("challenge_open", "challenge", ["is_open", "expires_ms"])
