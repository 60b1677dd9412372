"""Games that wait for somebody, tournaments and ladders (floor: server): tables."""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.schema.base import metadata

challenges = sa.Table(
    "challenge",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("maker", sa.String(32), nullable=False),
    sa.Column("what", sa.LargeBinary, nullable=False),
    sa.Column("is_open", sa.Boolean, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("expires_ms", sa.BigInteger, nullable=False),
    sa.Column("cancelled_ms", sa.BigInteger),
    sa.Column("taken_by", sa.String(32)),
    sa.Column("game", sa.String(22)),
    sa.Column("asked", sa.String(32)),
    sa.Column("declined_ms", sa.BigInteger),
    sa.Index("challenge_by_maker", "maker", "expires_ms"),
    sa.Index("challenge_by_asked", "asked", "expires_ms"),
    sa.Index("challenge_open", "is_open", "expires_ms"),
)
"""A row a game that somebody wants to play with somebody else: what is agreed about it, as JSON; whether it stands in
the list for all; who has taken it, and the game that has come of it. `asked` is who alone may take it, or decline it;
NULL for everybody."""

pairings = sa.Table(
    "pairing",
    metadata,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("wish", sa.String(32), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("since_ms", sa.BigInteger, nullable=False),
    sa.Column("seen_ms", sa.BigInteger, nullable=False),
    sa.Column("game", sa.String(22)),
    sa.Column("rated", sa.Boolean),
    sa.Index("pairing_by_wish", "wish", "since_ms"),
)
"""A row somebody who wants to play anybody now: what and how fast, since when, when he was last seen waiting, and the
game that has come of it, until he has been told; whether he wants the result to count, NULL for yes."""

tournaments = sa.Table(
    "tournament",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("maker", sa.String(32), nullable=False),
    sa.Column("what", sa.LargeBinary, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("starts_ms", sa.BigInteger, nullable=False),
    sa.Column("begun_ms", sa.BigInteger),
    sa.Column("ends_ms", sa.BigInteger),
    sa.Column("over_ms", sa.BigInteger),
    sa.Column("due_ms", sa.BigInteger),
    sa.Index("tournament_by_due", "due_ms"),
    sa.Index("tournament_by_state", "state", "starts_ms"),
    sa.Index("tournament_by_maker", "maker", "state"),
)
"""A row a tournament: who has made it, what is agreed, as JSON, and how it stands. `due_ms` is when somebody must see
what is to be done; NULL: when a game ends."""

tournament_entrants = sa.Table(
    "tournament_entrant",
    metadata,
    sa.Column("tournament", sa.String(22), primary_key=True),
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("joined_ms", sa.BigInteger, nullable=False),
    sa.Column("withdrawn_ms", sa.BigInteger),
    sa.Column("seed", sa.Integer),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Index("tournament_entrant_by_person", "person"),
)
"""Who is in a tournament, or was."""

tournament_games = sa.Table(
    "tournament_game",
    metadata,
    sa.Column("tournament", sa.String(22), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("tie", sa.Integer, nullable=False),
    sa.Column("person0", sa.String(32), nullable=False),
    sa.Column("person1", sa.String(32)),
    sa.Column("begins_ms", sa.BigInteger),
    sa.Column("game", sa.String(22)),
    sa.Column("score0", sa.Float),
    sa.Column("score1", sa.Float),
    sa.Column("outcome", sa.String(16)),
    sa.Column("missed", sa.Integer, nullable=False),
    sa.Column("ended_ms", sa.BigInteger),
    sa.Index("tournament_game_by_game", "game"),
)
"""Who plays whom in a tournament, the game that has come of it, and how it was decided."""

rungs = sa.Table(
    "rung",
    metadata,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("joined_ms", sa.BigInteger, nullable=False),
    sa.Column("active_ms", sa.BigInteger, nullable=False),
    sa.Index("rung_by_place", "game", "place"),
)
"""Who has which place on the ladder of a game that never ends, and when he has last shown that he plays."""

rung_games = sa.Table(
    "rung_game",
    metadata,
    sa.Column("game_id", sa.String(22), primary_key=True),
    sa.Column("game", sa.String(16), nullable=False),
    sa.Column("challenger", sa.String(32), nullable=False),
    sa.Column("defender", sa.String(32), nullable=False),
    sa.Column("begun_ms", sa.BigInteger, nullable=False),
    sa.Column("ended_ms", sa.BigInteger),
    sa.Index("rung_game_by_end", "game", "ended_ms"),
)
"""Games for a place on a ladder."""
