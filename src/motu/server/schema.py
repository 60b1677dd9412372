"""The tables (floor: server). The one description of them; migrations bring older databases up to it."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

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

events = sa.Table(
    "game_event",
    metadata,
    sa.Column("game_id", sa.String(22), sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("what", sa.LargeBinary, nullable=False),
)
"""What happened, append-only. The key is the lock: nobody writes an event twice."""

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

featured_games = sa.Table(
    "featured_game",
    metadata,
    sa.Column("place", sa.Integer, primary_key=True),
    sa.Column("game_id", sa.String(22), nullable=False),
)
"""The game that the lobby shows large, in one row, so that it is the same at all servers; '' for none."""

notices = sa.Table(
    "notice",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("game_id", sa.String(22)),
    sa.Column("seat", sa.Integer),
    sa.Column("challenge", sa.String(22)),
    sa.Column("offer", sa.String(16), nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("read_ms", sa.BigInteger),
    sa.Index("notice_by_person", "person", "at_ms"),
    sa.Index("notice_by_game", "game_id", "person"),
)
"""A row something that a person is told of: about which game, and where he sits there, or which challenge; what his
opponent asks for; when he has read it. The id says what it is about, so that nothing is told twice."""

notice_choices = sa.Table(
    "notice_choice",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("page", sa.String(80), nullable=False),
    sa.Column("push", sa.String(80)),
)
"""A row a person who has said what he wants to be told of: in the pages, and in browsers where no page is open, as
words with spaces between them; NULL where he has said nothing."""

push_places = sa.Table(
    "push_place",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("session", sa.String(22)),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(88), nullable=False),
    sa.Column("auth", sa.String(24), nullable=False),
    sa.Column("browser", sa.String(80), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("hour_ms", sa.BigInteger, nullable=False),
    sa.Column("num_told", sa.Integer, nullable=False),
    sa.Index("push_place_by_person", "person", "created_ms"),
)
"""A row a browser in which somebody is told of things while no page is open: where its messages go, by which keys they
are encrypted, the session of whoever is logged in there; how many messages have failed one after the other, and how
many came in the hour that began then. The id is a hash of the endpoint."""

push_messages = sa.Table(
    "push_message",
    metadata,
    sa.Column("place", sa.String(22), primary_key=True),
    sa.Column("notice", sa.String(64), primary_key=True),
    sa.Column("due_ms", sa.BigInteger, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Index("push_message_by_due", "due_ms"),
    sa.Index("push_message_by_notice", "notice"),
)
"""A row a notice that waits to be sent to a browser."""

mail_addresses = sa.Table(
    "mail_address",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("address", sa.String(254)),
    sa.Column("mail_key", sa.String(254)),
    sa.Column("confirmed_ms", sa.BigInteger),
    sa.Column("wanted", sa.String(254)),
    sa.Column("wanted_ms", sa.BigInteger),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("has_digest", sa.Boolean, nullable=False),
    sa.Column("digest_ms", sa.BigInteger),
    sa.Index("mail_address_by_key", "mail_key"),
)
"""A row an account that has given a mail address: the one that was confirmed, by what all ways to write it have in
common; the one that is to be confirmed, since when; in which language it gets mail, whether it wants digests, and when
the last one was written."""

looks = sa.Table(
    "look",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("seen_ms", sa.BigInteger, nullable=False),
)
"""A row somebody who is also told of things elsewhere than in the pages: when he has last seen a page."""

mails = sa.Table(
    "mail",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("person", sa.String(32)),
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("mail_key", sa.String(254), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("what", sa.LargeBinary, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("due_ms", sa.BigInteger),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("sent_ms", sa.BigInteger),
    sa.Index("mail_by_due", "due_ms"),
    sa.Index("mail_by_key", "mail_key", "created_ms"),
    sa.Index("mail_by_person", "person", "created_ms"),
)
"""A row a mail: what stands in it, as JSON, until it is sent; when it is tried next, NULL where it isn't any more."""

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

accounts = sa.Table(
    "account",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(32), nullable=False),
    sa.Column("skeleton", sa.String(64), nullable=False),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("owner", sa.String(32)),
    sa.Column("password", sa.String(200)),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("renamed_ms", sa.BigInteger, nullable=False),
    sa.Column("is_closed", sa.Boolean, nullable=False),
    sa.Column("is_seen", sa.Boolean),
    sa.Column("is_asked", sa.Boolean),
    sa.Index("account_by_skeleton", "skeleton", unique=True),
)
"""A row a name. The id is the guest's who claimed it, so that all that was his is the account's; `kind` is "person",
"bot" (then a person answers for it, its `owner`) or "house" (the levels and the strongest). `skeleton` is what names
that look alike have in common; `password` is what argon2id makes of one, NULL where nobody logs in with any; `is_seen`
says whether the lobby tells that he is there, NULL for no; `is_asked` whether he may be asked to play by his name, NULL
for yes."""

departures = sa.Table(
    "departure",
    metadata,
    sa.Column("account", sa.String(32), primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)
"""A row an account that was deleted, and when, until nothing is left of it but what stays for others."""

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

sessions = sa.Table(
    "session",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("token", sa.String(64), nullable=False),
    sa.Column("account", sa.String(32), nullable=False),
    sa.Column("browser", sa.String(80), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("seen_ms", sa.BigInteger, nullable=False),
    sa.Column("expires_ms", sa.BigInteger, nullable=False),
    sa.Index("session_by_token", "token", unique=True),
    sa.Index("session_by_account", "account", "seen_ms"),
)
"""A row a browser in which somebody is logged in. Of the token that it shows, only a hash is kept."""

tokens = sa.Table(
    "token",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("token", sa.String(64), nullable=False),
    sa.Column("account", sa.String(32), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("scopes", sa.String(80), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("used_ms", sa.BigInteger),
    sa.Column("expires_ms", sa.BigInteger),
    sa.Column("revoked_ms", sa.BigInteger),
    sa.Index("token_by_token", "token", unique=True),
    sa.Index("token_by_account", "account"),
)
"""A row a token by which a program is known as an account; only its hash is kept. `scopes` are words with spaces
between them: what it is good for."""

passkeys = sa.Table(
    "passkey",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("account", sa.String(32), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("credential", sa.Text, nullable=False),
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("num_uses", sa.BigInteger, nullable=False),
    sa.Column("is_synced", sa.Boolean, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("used_ms", sa.BigInteger),
    sa.Index("passkey_by_hash", "hash", unique=True),
    sa.Index("passkey_by_account", "account", "created_ms"),
)
"""A row a key in somebody's device by which he logs in: what he calls it, the host at which it is good, what the device
calls it (`credential`, found by its hash), and the public part, which opens nothing; how often it was used, as the
device counts; whether it is in more than one device."""

used_nonces = sa.Table(
    "used_nonce",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("expires_ms", sa.BigInteger, nullable=False),
    sa.Index("used_nonce_by_end", "expires_ms"),
)
"""A row a number for which a passkey was shown, as long as it would be good otherwise: nobody shows it twice."""

ratings = sa.Table(
    "rating",
    metadata,
    sa.Column("account", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("speed", sa.String(16), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("changed_ms", sa.BigInteger, nullable=False),
    sa.Index("rating_by_ladder", "game", "speed", "rating"),
)
"""How strong somebody with a name is in a game at a speed, after so many rated games."""

rating_changes = sa.Table(
    "rating_change",
    metadata,
    sa.Column("game_id", sa.String(22), primary_key=True),
    sa.Column("person", sa.Integer, primary_key=True),
    sa.Column("account", sa.String(32), nullable=False),
    sa.Column("opponent", sa.String(32), nullable=False),
    sa.Column("game", sa.String(16), nullable=False),
    sa.Column("speed", sa.String(16), nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("score", sa.Float, nullable=False),
    sa.Column("colour", sa.Integer, nullable=False),
    sa.Column("spec", sa.Text, nullable=False),
    sa.Column("opening", sa.String(80), nullable=False),
    sa.Column("rating_before", sa.Float, nullable=False),
    sa.Column("deviation_before", sa.Float, nullable=False),
    sa.Column("rating_after", sa.Float, nullable=False),
    sa.Column("deviation_after", sa.Float, nullable=False),
    sa.Index("rating_change_by_account", "account", "at_ms"),
)
"""What a rated game has changed, a row for each of the two who played it. The key is the lock: no game counts twice."""

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

reviews = sa.Table(
    "review",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("request", sa.LargeBinary, nullable=False),
    sa.Column("answer", sa.LargeBinary),
    sa.Column("seen_ms", sa.BigInteger, nullable=False),
)
"""Reviews that servers wait for and workers make, and when a server last said so."""

processes = sa.Table(
    "process",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("seen_ms", sa.BigInteger, nullable=False),
    sa.Column("is_closed", sa.Boolean, nullable=False),
)
"""The processes that serve the games, when each was last there, and whether it has ended by itself."""

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

rates = sa.Table(
    "rate",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("full_ms", sa.BigInteger, nullable=False),
    sa.Index("rate_by_time", "full_ms"),
)
"""How much somebody has done lately of what is counted, as the time until which it counts. The key is a fingerprint of
what and of whom, which nobody makes without this house's secret."""

server_secrets = sa.Table(
    "server_secret",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.String(64), nullable=False),
)
"""What must outlive a restart and stay on this machine: the key that signs cookies."""
