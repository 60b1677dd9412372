"""Games that their players have removed, and when: they are out of the lists, and go after some weeks."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column; nothing has been removed yet."""
    op.add_column("game", sa.Column("removed_ms", sa.BigInteger))
