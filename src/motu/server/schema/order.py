"""What those who keep order have told and done (floor: server): tables."""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.schema.base import metadata

sanctions = sa.Table(
    "sanction",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("account", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("until_ms", sa.BigInteger),
    sa.Column("ended_ms", sa.BigInteger),
    sa.Index("sanction_by_account", "account", "at_ms"),
)
"""What moderators have told somebody: a "warning", which stands until he has confirmed it, a "mute" or a "suspension",
until a time, or NULL for as long as nobody ends it. `ended_ms`: when it was confirmed or ended."""

audit_entries = sa.Table(
    "audit_entry",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("who", sa.String(32)),
    sa.Column("act", sa.String(16), nullable=False),
    sa.Column("whom", sa.String(32)),
    sa.Column("game", sa.String(22)),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
    sa.Index("audit_entry_by_time", "at_ms", "id"),
    sa.Index("audit_entry_by_whom", "whom", "at_ms"),
)
"""What was done by those who keep order, append-only: who (an account; NULL for the command line), what, to whom or
with which game, why, and when. `detail` says what it was before and after, or until when."""

reports = sa.Table(
    "report",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("reporter", sa.String(32), nullable=False),
    sa.Column("whom", sa.String(32), nullable=False),
    sa.Column("game", sa.String(22), nullable=False),
    sa.Column("reason", sa.String(16), nullable=False),
    sa.Column("words", sa.Text, nullable=False),
    sa.Column("closed_ms", sa.BigInteger),
    sa.Column("outcome", sa.String(16)),
    sa.Index("report_by_time", "at_ms", "id"),
    sa.Index("report_by_whom", "whom", "at_ms"),
    sa.Index("report_by_reporter", "reporter", "at_ms"),
)
"""What somebody, who may be a guest, tells moderators of somebody else: at which game (or ''), why, and in which words;
when it was closed, and what was done then."""
_IS_OPEN = reports.c.closed_ms.is_(None)
sa.Index(
    "report_open",
    reports.c.reporter,
    reports.c.whom,
    reports.c.game,
    unique=True,
    sqlite_where=_IS_OPEN,
    postgresql_where=_IS_OPEN,
)

examined_games = sa.Table(
    "examined_game",
    metadata,
    sa.Column("game_id", sa.String(22), primary_key=True),
    sa.Column("asked_ms", sa.BigInteger, nullable=False),
    sa.Column("taken_ms", sa.BigInteger),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("done_ms", sa.BigInteger),
    sa.Column("what", sa.LargeBinary),
    sa.Index("examined_game_by_time", "done_ms", "asked_ms"),
)
"""Rated games that moderators have had examined: since when that is asked for, since when a process has it in hand, how
often it was tried, when it was done, and what the engine says of the moves, as JSON."""
