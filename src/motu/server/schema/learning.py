"""Studies and puzzles (floor: server): tables."""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.schema.base import metadata

studies = sa.Table(
    "study",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("owner", sa.String(32), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("spec", sa.Text, nullable=False),
    sa.Column("packed", sa.LargeBinary, nullable=False),
    sa.Column("num_bytes", sa.Integer, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("changed_ms", sa.BigInteger, nullable=False),
    sa.Column("deleted_ms", sa.BigInteger),
    sa.Index("study_by_owner", "owner", "deleted_ms", "changed_ms", "id"),
)
"""A row a study: whose it is, its name, its tree as JSON and how large that is; `deleted_ms` is NULL unless it was
deleted."""

puzzle_people = sa.Table(
    "puzzle_person",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
)
"""How well somebody solves the puzzles of a game."""

puzzle_ratings = sa.Table(
    "puzzle_rating",
    metadata,
    sa.Column("puzzle", sa.String(64), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
)
"""How hard a puzzle is, once somebody has tried it."""

puzzle_tries = sa.Table(
    "puzzle_try",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("puzzle", sa.String(64), primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("is_solved", sa.Boolean, nullable=False),
)
"""Who has tried which puzzle, and whether the first try was right."""

puzzle_streaks = sa.Table(
    "puzzle_streak",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("last_day", sa.Integer, nullable=False),
    sa.Column("days", sa.Integer, nullable=False),
    sa.Column("most_days", sa.Integer, nullable=False),
    sa.Column("row", sa.Integer, nullable=False),
    sa.Column("longest_row", sa.Integer, nullable=False),
)
"""On how many days one after another somebody has solved a puzzle, and how many puzzles one after another; days are
counted from 1970-01-01, UTC."""

own_puzzles = sa.Table(
    "own_puzzle",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("puzzle", sa.String(64), primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("what", sa.LargeBinary, nullable=False),
)
"""Puzzles from somebody's own games, as lines of docs/puzzles.md."""
