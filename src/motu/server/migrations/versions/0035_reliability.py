"""How many of their games people play to the end."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    """Make the table; games that are over already count for nobody, since who has left them isn't kept of all."""
    op.create_table(
        "reliability",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("finished", sa.Integer, nullable=False),
        sa.Column("left", sa.Integer, nullable=False),
    )
