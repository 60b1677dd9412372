"""A challenge: what is agreed by whoever takes it, how it stands, and how it is kept (floor: server)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from motu.server.events import ClockSettings, ServerError
from motu.server.schema import challenges
from motu.server.series import BestOf
from motu.server.wall_time import now_ms

Side = Literal["first", "second", "random"]
State = Literal["waiting", "taken", "cancelled", "declined", "expired"]


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is agreed by whoever takes a challenge."""

    spec: str
    side: Side = "random"
    """Who made it plays first or second, or as it falls."""
    clock: ClockSettings | None = None
    name: str = ""
    """What whoever made it is called."""
    rated: bool | None = None
    """Whether the result counts for both ratings; None: it does where both have names."""
    is_bot: bool = False
    """Whether whoever made it is a bot."""
    to: str = ""
    """The name of whom it is for alone; empty where anybody may take it."""
    is_named: bool = False
    """Whether whoever made it had a name of his own then."""
    best_of: BestOf = 0
    """How many games decide the series that it begins; 0: it is one game."""
    to_person: bool = False
    """Whether it is for a person alone, and not for a bot."""

    @property
    def may_count(self) -> bool:
        """Whether the result counts if whoever takes it has a name."""
        return bool(self.rated) or (self.rated is None and self.is_named)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A game that waits for somebody, or did."""

    id: str
    maker: str
    terms: Terms
    is_open: bool
    created_ms: int
    expires_ms: int
    cancelled_ms: int | None = None
    taken_by: str | None = None
    game: str | None = None
    asked: str | None = None
    """Who alone may take it, or decline it."""
    declined_ms: int | None = None

    def with_terms(self, terms: Terms) -> Challenge:
        """Return it with other terms."""
        return replace(self, terms=terms)

    @property
    def state(self) -> State:
        """How it stands now."""
        if self.taken_by is not None:
            return "taken"
        if self.cancelled_ms is not None:
            return "cancelled"
        if self.declined_ms is not None:
            return "declined"
        return "expired" if self.expires_ms <= now_ms() else "waiting"


_TERMS: msgspec.json.Decoder[Terms] = msgspec.json.Decoder(Terms)
_REFUSALS: dict[State, str] = {
    "taken": "somebody else has taken this challenge",
    "cancelled": "whoever made this challenge has withdrawn it",
    "declined": "whom it is for has declined this challenge",
    "expired": "nobody took this challenge in time",
}


def terms_in(what: bytes) -> Terms:
    """Return the terms of a challenge as they are kept."""
    return _TERMS.decode(what)


def still_waits() -> tuple[sa.ColumnElement[bool], ...]:
    """Return what holds of a challenge that waits now."""
    nobodys = (challenges.c[name].is_(None) for name in ("taken_by", "cancelled_ms", "declined_ms"))
    return *nobodys, challenges.c.expires_ms > now_ms()


def refuse_gone(found: Challenge) -> None:
    """Check that a challenge still waits.

    Raises:
        ServerError: "server/taken" with what has become of it.
    """
    if found.state != "waiting":
        raise gone(found.state, found.id)


def gone(state: State, challenge_id: str) -> ServerError:
    """Say what has become of a challenge."""
    return ServerError(_REFUSALS[state], slug="server/taken", text=challenge_id)


def challenge_as_row(made: Challenge) -> dict[str, Any]:
    """Return a challenge as its row."""
    known = {name: getattr(made, name) for name in Challenge.__slots__ if name != "terms"}
    return known | {"what": msgspec.json.encode(made.terms)}


def challenge_in_row(row: sa.Row[Any]) -> Challenge:
    """Return the challenge in a row."""
    values = dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's public name begins with an underscore
    return Challenge(terms=_TERMS.decode(values.pop("what")), **values)
