"""What somebody may be told of, by which ways, and what he has asked for (floor: server)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import sqlalchemy as sa

from motu.server.postgres import insert_into
from motu.server.schema import notice_choices

NoticeChosen = Literal["turn", "time", "offer", "begun", "over", "challenge", "declined"]
"""It is one's turn; one's time runs out; the opponent asks for something; a game has begun, or is over; somebody wants
to play; somebody whom one has asked does not."""
NoticeKind = Literal[NoticeChosen, "passkey"]
"""Of what is above one is told as one likes; that one's account has another passkey, in any case."""
KINDS: tuple[NoticeChosen, ...] = get_args(NoticeChosen)
ALWAYS: frozenset[NoticeKind] = frozenset({"passkey"})
_NONE = "-"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody wants to be told of."""

    page: frozenset[NoticeKind] = frozenset(KINDS) | ALWAYS
    """In the pages."""
    push: frozenset[NoticeKind] = frozenset(set(KINDS) - {"over", "declined"}) | ALWAYS
    """In browsers where no page is open, once he has asked for that at all: what waits for him."""


USUAL = Wishes()
"""What holds for whoever has said nothing."""


def wishes_of(connection: sa.Connection, person: str) -> Wishes:
    """Return what somebody wants to be told of."""
    query = sa.select(notice_choices).where(notice_choices.c.person == person)
    row = connection.execute(query).mappings().one_or_none()
    if row is None:
        return USUAL
    return Wishes(_kinds_in(row["page"]), USUAL.push if row["push"] is None else _kinds_in(row["push"]))


def keep_wishes(connection: sa.Connection, person: str, wishes: Wishes) -> None:
    """Keep what somebody wants to be told of."""
    values: dict[str, Any] = {"page": _as_text(wishes.page), "push": _as_text(wishes.push)}
    new = insert_into(connection, notice_choices).values(person=person, **values)
    connection.execute(new.on_conflict_do_update(index_elements=["person"], set_=values))


def _kinds_in(text: str) -> frozenset[NoticeKind]:
    words = text.split()
    return frozenset(kind for kind in KINDS if kind in words) | ALWAYS


def _as_text(kinds: frozenset[NoticeKind]) -> str:
    return " ".join(kind for kind in KINDS if kind in kinds) or _NONE
