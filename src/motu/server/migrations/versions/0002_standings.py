"""How games stand, for lists: who plays, whose turn it is, how many moves, who has won and why.

The columns of older games are NULL until somebody lists them: only the rules can say what the events come to.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns, and have the index find games that go on, or are over, the latest first."""
    op.add_column("game", sa.Column("seats", sa.Text))
    op.add_column("game", sa.Column("player", sa.Integer))
    op.add_column("game", sa.Column("is_swapped", sa.Boolean))
    op.add_column("game", sa.Column("num_moves", sa.Integer))
    op.add_column("game", sa.Column("winner", sa.Integer))
    op.add_column("game", sa.Column("reason", sa.String(16)))
    op.drop_index("game_by_owner", "game")
    op.create_index("game_by_owner", "game", ["owner", "is_over", "changed_ms", "id"])
