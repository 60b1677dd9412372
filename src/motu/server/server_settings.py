"""How to serve: where the games are, under which names, with which engines (floor: server)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from motu.server.database import NAME, file_url
from motu.server.engines import COMMAND
from motu.server.jobs.seam import Role
from motu.server.mail.mail_settings import MailSettings
from motu.server.observability.watch import NOT_WATCHED, WatchSettings
from motu.server.rates.addresses import Network


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How to serve."""

    data: Path
    """The folder of the database, where `database` names no other."""
    version: str = ""
    hosts: tuple[str, ...] = ()
    """Names by which the server may be called besides those of this machine."""
    engines: int | None = None
    """Engine processes for moves, and as many for analysis; None for as many as there are cores but one."""
    engine_command: tuple[str, ...] = COMMAND
    """How an engine is started."""
    database: sa.URL | None = None
    """Where the games are; None for a file in the folder."""
    bus: str | None = None
    """Over which server processes tell each other what happens; None for the database itself."""
    watch: WatchSettings = NOT_WATCHED
    """What the operator sees of it."""
    mail: MailSettings | None = None
    """How mail is sent; None for not at all."""
    proxies: tuple[Network, ...] = ()
    """Addresses of proxies that say for whom they ask, besides those of this machine."""
    role: Role = "alone"
    """Whether the machine's moves and reviews are made here."""
    reviews: int = 1
    """Reviews that a worker makes at a time."""
    collection: Path | None = None
    """Where `motu export` has put the games that the opening explorer knows; None for no explorer."""
    is_everywhere: bool = False
    """Whether it listens at all addresses of this machine."""
    drain_seconds: float = 0.0
    """How long a server that is to stop goes on, and says that it isn't ready, so that nobody new is sent to it."""

    @property
    def url(self) -> sa.URL:
        """Where the games are."""
        return file_url(self.data / NAME) if self.database is None else self.database
