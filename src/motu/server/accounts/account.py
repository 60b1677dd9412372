"""What an account is (floor: server)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

import sqlalchemy as sa
from litestar.connection import ASGIConnection

from motu.server.schema import accounts

Kind = Literal["person", "bot", "house"]
AccountRole = Literal["none", "moderator", "admin"]
STRONGEST = "strongest"
HOUSE_IDS = (*(f"level-{level}" for level in range(1, 11)), STRONGEST)
"""The machine's own accounts; their names are their ids."""


@dataclass(frozen=True, slots=True)
class UserAccount:
    """Somebody with a name."""

    id: str
    """The id of the guest who claimed the name; nobody else is shown it."""
    kind: Kind
    name: str
    role: AccountRole
    owner: str | None
    """Of a bot: the account of the person who answers for it."""
    created_ms: int
    renamed_ms: int
    """When the name was claimed, or changed for the last time."""
    is_closed: bool
    is_seen: bool | None = None
    """Whether the lobby says that he is there; None: not, as long as he hasn't asked for it."""
    is_asked: bool | None = None
    """Whether he may be asked to play by his name; None: as long as he hasn't said no."""

    @property
    def is_gone(self) -> bool:
        """Whether it was deleted: then it has no name, and only tells that its id was somebody's."""
        return not self.name

    @property
    def is_machine(self) -> bool:
        """Whether a program plays."""
        return self.kind != "person"


COLUMNS = tuple(accounts.c[name] for name in UserAccount.__slots__)


def account_in_row(row: sa.Row[Any]) -> UserAccount:
    """Return the account that a row holds, which begins with `COLUMNS`."""
    return UserAccount(*cast("Any", tuple(row)[: len(COLUMNS)]))


def name_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the name that whoever asks has, which counts in place of what he calls himself; '' of a guest."""
    account: UserAccount | None = connection.state.account
    return "" if account is None else account.name
