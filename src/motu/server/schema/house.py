"""What processes know of each other, and what must outlive a restart (floor: server): tables."""

from __future__ import annotations

import sqlalchemy as sa

from motu.server.schema.base import metadata

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
