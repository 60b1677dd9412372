"""Lists say whether a game counts, and who waits for an opponent says whether it shall."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the columns; what is over and has changed a rating did count."""
    op.add_column("game", sa.Column("rated", sa.Boolean))
    op.add_column("pairing", sa.Column("rated", sa.Boolean))
    game, change = (
        sa.table("game", sa.column("id"), sa.column("rated")),
        sa.table("rating_change", sa.column("game_id")),
    )
    counted = game.c.id.in_(sa.select(change.c.game_id))
    op.execute(game.update().where(counted).values(rated=sa.true()))
