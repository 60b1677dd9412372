"""Notices as a page shows them (floor: server).

A notice says no names by itself: they are those that the game or the challenge has now.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa

from motu.server.accounts.shown import Persons
from motu.server.challenge import terms_in
from motu.server.events import Participant
from motu.server.messages import ResultView
from motu.server.notices.kinds import NoticeKind, Wishes
from motu.server.notices.outbox import MOST_KEPT
from motu.server.schema import challenges, games, notices
from motu.server.standing import COLUMNS, standing_in_row

MOST_SHOWN = 30
"""So many are shown, the latest first."""


class NoticeView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that somebody is told of."""

    id: str
    kind: NoticeKind
    at_ms: int
    is_read: bool
    spec: str
    game: str = ""
    seat: int | None = None
    """Where he sits in the game."""
    seats: tuple[Participant, Participant] | None = None
    due_ms: int | None = None
    """When his time is up, where it is his turn and a clock runs."""
    offer: str = ""
    result: ResultView | None = None
    challenge: str = ""
    name: str = ""
    """What whoever made the challenge is called, or who has declined one's own."""


class NoticesView(msgspec.Struct, frozen=True, tag="notices"):
    """What somebody is told of."""

    unread: int
    """How many he has not read."""
    notices: tuple[NoticeView, ...]
    """The latest first."""
    is_concerned: bool
    """Whether there may be something to tell him of: he has a name, or plays somebody at another screen."""
    name: str
    """His own name, by which an open page knows whose it is; empty for a guest."""


_NOTICE = ("id", "person", "kind", "at_ms", "read_ms", "game_id", "seat", "offer", "challenge")
_CHALLENGE = ("what", "maker", "asked", "taken_by", "cancelled_ms", "declined_ms", "expires_ms")
_JOINED = (
    sa.select(
        *(notices.c[name].label(f"notice_{name}") for name in _NOTICE),
        *(games.c[name] for name in ("spec", "person0", "person1", *COLUMNS)),
        *(challenges.c[name] for name in _CHALLENGE),
    )
    .outerjoin(games, games.c.id == notices.c.game_id)
    .outerjoin(challenges, challenges.c.id == notices.c.challenge)
    .order_by(notices.c.at_ms.desc(), notices.c.id)
    .limit(MOST_KEPT)
)


@dataclass(frozen=True, slots=True)
class NoticeFound:
    """A notice, and whose names it tells."""

    view: NoticeView
    persons: Persons
    person: str
    """Who is told."""

    @property
    def seats(self) -> tuple[Participant, Participant]:
        """Those whom it tells of, by the names that they had."""
        return self.view.seats or (Participant(name=self.view.name), Participant())

    def called(self, seats: tuple[Participant, Participant]) -> NoticeView:
        """Return it with the names that they have now."""
        if self.view.seats is None:
            return msgspec.structs.replace(self.view, name=seats[0].name)
        return msgspec.structs.replace(self.view, seats=seats)


def find_notices(connection: sa.Connection, person: str, wishes: Wishes, now_ms: int) -> list[NoticeFound]:
    """Return the notices that still mean something, of the kinds that are shown."""
    rows = connection.execute(_JOINED.where(notices.c.person == person)).mappings()
    found = [_found({**row}, now_ms) for row in rows if row["notice_kind"] in wishes.page]
    return [each for each in found if each is not None]


def find_unread(connection: sa.Connection, ids: Collection[str], now_ms: int) -> dict[str, NoticeFound]:
    """Return by id, of some notices, those that are unread and still mean something."""
    rows = connection.execute(_JOINED.where(notices.c.id.in_(ids), notices.c.read_ms.is_(None))).mappings()
    found = (_found({**row}, now_ms) for row in rows)
    return {each.view.id: each for each in found if each is not None}


def _found(row: dict[str, Any], now_ms: int) -> NoticeFound | None:
    common = {name: row[f"notice_{name}"] for name in ("id", "kind", "at_ms")}
    common["is_read"] = row["notice_read_ms"] is not None
    if row["notice_challenge"] is not None:
        return _of_challenge(row, common, now_ms)
    if row["notice_kind"] == "passkey":
        return NoticeFound(NoticeView(**common, spec=""), (None, None), row["notice_person"])
    standing = standing_in_row(row)
    if row["spec"] is None or standing is None:
        return None
    is_turn = standing.player == row["notice_seat"]
    if row["notice_kind"] in ("turn", "time") and not is_turn:
        return None
    result = None if standing.reason is None else ResultView(standing.winner, standing.reason)
    where = {"game": row["notice_game_id"], "seat": row["notice_seat"], "offer": row["notice_offer"]}
    due_ms = standing.due_ms if is_turn else None
    view = NoticeView(**common, **where, spec=row["spec"], seats=standing.seats, due_ms=due_ms, result=result)
    return NoticeFound(view, (row["person0"], row["person1"]), row["notice_person"])


def _of_challenge(row: dict[str, Any], common: dict[str, Any], now_ms: int) -> NoticeFound | None:
    if row["what"] is not None and row["notice_kind"] == "declined":
        terms = terms_in(row["what"])
        view = NoticeView(**common, spec=terms.spec, challenge=row["notice_challenge"], name=terms.to)
        return NoticeFound(view, (row["asked"], None), row["notice_person"])
    is_gone = row["what"] is None or row["expires_ms"] <= now_ms
    if is_gone or any(row[name] is not None for name in ("taken_by", "cancelled_ms", "declined_ms")):
        return None
    terms = terms_in(row["what"])
    view = NoticeView(**common, spec=terms.spec, challenge=row["notice_challenge"], name=terms.name)
    return NoticeFound(view, (row["maker"], None), row["notice_person"])


def plays_elsewhere(connection: sa.Connection, person: str) -> bool:
    """Return whether somebody has a game with somebody at another screen, or waits for one."""
    asked = (sa.select(games.c.id).where(games.c[f"person{seat}"] == person).limit(1) for seat in (0, 1))
    waiting = sa.select(challenges.c.id).where(challenges.c.maker == person).limit(1)
    return any(connection.execute(query).first() is not None for query in (*asked, waiting))
