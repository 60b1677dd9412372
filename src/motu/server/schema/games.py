"""Games and what people do with each other there (floor: server): tables."""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.schema.base import metadata

games = sa.Table(
    "game",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("owner", sa.String(32), nullable=False),
    sa.Column("spec", sa.Text, nullable=False),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("changed_ms", sa.BigInteger, nullable=False),
    sa.Column("next_seq", sa.Integer, nullable=False),
    sa.Column("is_over", sa.Boolean, nullable=False),
    sa.Column("seats", sa.Text),
    sa.Column("player", sa.Integer),
    sa.Column("is_swapped", sa.Boolean),
    sa.Column("num_moves", sa.Integer),
    sa.Column("winner", sa.Integer),
    sa.Column("reason", sa.String(16)),
    sa.Column("removed_ms", sa.BigInteger),
    sa.Column("due_ms", sa.BigInteger),
    sa.Column("person0", sa.String(32)),
    sa.Column("person1", sa.String(32)),
    sa.Column("removed0_ms", sa.BigInteger),
    sa.Column("removed1_ms", sa.BigInteger),
    sa.Column("speed", sa.String(16)),
    sa.Column("away", sa.Integer),
    sa.Column("is_public", sa.Boolean),
    sa.Column("rated", sa.Boolean),
    sa.Column("score", sa.Text),
    sa.Column("next_ms", sa.BigInteger),
    sa.Index("game_by_owner", "owner", "is_over", "changed_ms", "id"),
    sa.Index("game_by_person0", "person0", "is_over", "changed_ms", "id"),
    sa.Index("game_by_person1", "person1", "is_over", "changed_ms", "id"),
)
"""A row a game: who made it, the secret of its dice, how far it has come; and how it stands, which lists show. That is
NULL, all of it, in games of an older version that nobody has listed since. What has a time of removal is in no list.

A game of two people at different screens says who sits where, `person0` and `person1`, and belongs to nobody else: its
owner is empty, and each of the two removes it for himself. In all others these columns are NULL.

Games that came of an open challenge or of quick pairing are public: the lobby lists them. All others are found by their
link alone.

`speed` says how fast it is by its clock: `motu.server.speeds`; `away`, who is on vacation; `rated`, whether it counts;
`score`, how its series stands, as JSON; `next_ms`, when the next game of the series begins by itself.
Where a clock runs, `due_ms` is when it will have run out, or 0 in games of an older version that nobody has seen."""
_CLOCK_RUNS = games.c.due_ms.is_not(None)
sa.Index("game_by_due", games.c.due_ms, sqlite_where=_CLOCK_RUNS, postgresql_where=_CLOCK_RUNS)
_NEXT_BEGINS = sa.text("next_ms IS NOT NULL")
sa.Index("game_by_next", games.c.next_ms, sqlite_where=_NEXT_BEGINS, postgresql_where=_NEXT_BEGINS)
_CAN_BE_WATCHED = sa.text("is_public AND NOT is_over")
sa.Index("game_to_watch", games.c.changed_ms, sqlite_where=_CAN_BE_WATCHED, postgresql_where=_CAN_BE_WATCHED)

events = sa.Table(
    "game_event",
    metadata,
    sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("what", sa.LargeBinary, nullable=False),
)
"""What happened, append-only. The key is the lock: nobody writes an event twice."""

plans = sa.Table(
    "plan",
    metadata,
    sa.Column("game_id", sa.String(22), primary_key=True),
    sa.Column("person", sa.Integer, primary_key=True),
    sa.Column("version", sa.String(22), nullable=False),
    sa.Column("what", sa.LargeBinary, nullable=False),
)
"""What a person will answer to moves of his opponent, as JSON; nobody else sees it. `version` is another one each time
that it changes."""

vacations = sa.Table(
    "vacation",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("year", sa.Integer, nullable=False),
    sa.Column("used_ms", sa.BigInteger, nullable=False),
    sa.Column("since_ms", sa.BigInteger),
    sa.Column("by_itself", sa.Boolean, nullable=False),
    sa.Column("is_automatic", sa.Boolean, nullable=False),
    sa.Column("is_settled", sa.Boolean, nullable=False),
    sa.Index("vacation_to_settle", "is_settled", "since_ms"),
)
"""A row a person who has ever been on vacation, or has decided about it: how much of a year's vacation is used, since
when he is away, and whether that began by itself; whether it may; whether all of his games have been told."""

chat_lines = sa.Table(
    "chat_line",
    metadata,
    sa.Column("game_id", sa.String(22), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("circle", sa.String(16), nullable=False),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("text", sa.Text),
    sa.Column("phrase", sa.String(16)),
    sa.Index("chat_line_by_circle", "game_id", "circle", "seq"),
    sa.Index("chat_line_by_person", "person", "at_ms"),
)
"""A row something that was said at a game, and who has said it: to the other who plays, or to those who look on
(`circle`); in his own words, or by the id of a phrase. The key is the line's name, and the lock."""

blocks = sa.Table(
    "block",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("other", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("called", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("block_by_person", "person", "other", unique=True),
    sa.Index("block_by_other", "other"),
)
"""A row somebody (`other`) whom a person has muted or blocked (`kind`), and what he was called then; nobody but the
person is told. By its id he undoes it."""

dice_tallies = sa.Table(
    "dice_tally",
    metadata,
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("sealed", sa.Integer, nullable=False),
    sa.Column("begun", sa.Integer, nullable=False),
    sa.Column("dropped", sa.Integer, nullable=False),
    sa.Column("left", sa.Integer, nullable=False),
)
"""What has become of the games whose dice were to be sealed: of a person's, and, as "house", of all."""

machine_turns = sa.Table(
    "machine_turn",
    metadata,
    sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("process", sa.String(22), nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("is_watched_only", sa.Boolean, nullable=False),
    sa.Index("machine_turn_by_until", "until_ms"),
)
"""A row a game in which the machine is to move: which process has taken that, and until when nobody else does. A game
that the machine plays with itself goes on only while somebody watches."""

featured_games = sa.Table(
    "featured_game",
    metadata,
    sa.Column("place", sa.Integer, primary_key=True),
    sa.Column("game_id", sa.String(22), nullable=False),
)
"""The game that the lobby shows large, in one row, so that it is the same at all servers; '' for none."""
