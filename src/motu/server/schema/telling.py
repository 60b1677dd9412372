"""What people are told, and by which ways (floor: server): tables."""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.schema.base import metadata

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
