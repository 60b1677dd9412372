"""Puzzles: how people and puzzles are rated, who has tried what, streaks, and puzzles from people's own games."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables."""
    for name, key in (("puzzle_person", _PERSON_AND_GAME), ("puzzle_rating", (_puzzle(),))):
        op.create_table(
            name,
            *key,
            sa.Column("rating", sa.Float, nullable=False),
            sa.Column("deviation", sa.Float, nullable=False),
            sa.Column("volatility", sa.Float, nullable=False),
        )
    op.create_table(
        "puzzle_try",
        _person(),
        _puzzle(),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("is_solved", sa.Boolean, nullable=False),
    )
    counts = ("last_day", "days", "most_days", "row", "longest_row")
    op.create_table("puzzle_streak", _person(), *(sa.Column(name, sa.Integer, nullable=False) for name in counts))
    op.create_table(
        "own_puzzle",
        _person(),
        _puzzle(),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("what", sa.LargeBinary, nullable=False),
    )


def _person() -> sa.Column[str]:
    return sa.Column("person", sa.String(32), primary_key=True)


def _puzzle() -> sa.Column[str]:
    return sa.Column("puzzle", sa.String(64), primary_key=True)


_PERSON_AND_GAME = (_person(), sa.Column("game", sa.String(16), primary_key=True))
