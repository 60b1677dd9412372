"""Accounts, by what they are known, and their ratings (floor: server): tables."""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.schema.base import metadata

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

reliabilities = sa.Table(
    "reliability",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("finished", sa.Integer, nullable=False),
    sa.Column("left", sa.Integer, nullable=False),
)
"""A row somebody who has played people at other screens, with a name or without: how many games he has played to the
end, and how many he has left."""
