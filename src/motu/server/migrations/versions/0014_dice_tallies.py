"""How many games with sealed dice began, and because of whom others did not."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Make the table; nobody has sealed any dice yet."""
    op.create_table(
        "dice_tally",
        sa.Column("who", sa.String(32), primary_key=True),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("sealed", "begun", "dropped", "left")),
    )
