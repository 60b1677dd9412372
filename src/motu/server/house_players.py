"""The machine's own players in games of accounts (floor: server): how they sit, and for whom they think.

A level has an account, and with it a rating and a place in tournaments. In such a game it sits as at one screen, so
that the same engines move; the account is one of the game's two persons.
"""

from __future__ import annotations

from collections.abc import Collection

from motu.server.accounts.account import HOUSE_IDS, STRONGEST, UserAccount
from motu.server.events import Participant
from motu.server.game_log import GameLog
from motu.server.store import GameRow

STRONGEST_SECONDS = 5.0
"""What the strongest takes for a move where its account plays: one rating is of one strength."""
_LEVEL = "level-"


def is_house(account_id: str) -> bool:
    """Return whether an account is one of the machine's own."""
    return account_id in HOUSE_IDS


def seat_of_account(account: UserAccount | None) -> Participant:
    """Return how somebody with an account sits at a game; None for whoever has none any more."""
    if account is None or account.is_closed:
        return Participant()
    if account.kind != "house":
        return Participant(name=account.name, is_bot=account.kind == "bot")
    if account.id == STRONGEST:
        return Participant(kind="strongest", seconds=STRONGEST_SECONDS)
    return Participant(kind="level", level=int(account.id.removeprefix(_LEVEL)))


def house_id_of(seat: Participant) -> str:
    """Return the account that sits where the machine plays."""
    return STRONGEST if seat.kind == "strongest" else f"{_LEVEL}{seat.level}"


def house_ids(levels: Collection[int], *, is_strongest: bool = False) -> frozenset[str]:
    """Return the accounts of some levels, from 1 to 10, and of the strongest, where it is wanted."""
    return frozenset(f"{_LEVEL}{level}" for level in levels) | ({STRONGEST} if is_strongest else frozenset())


def is_watched_only(row: GameRow, log: GameLog) -> bool:
    """Return whether the machine plays itself, and only to be looked at: nobody waits for how it ends."""
    return row.person0 is None and all(seat.kind != "person" for seat in log.seats)


def asker_of(row: GameRow, log: GameLog) -> str:
    """Return for whom the machine thinks in a game, so that all have their turn: who plays it, or a tournament."""
    if row.person0 is None:
        return row.owner
    persons = zip((row.person0, row.person1), log.seats, strict=True)
    playing = [who for who, seat in persons if seat.kind == "person" and who]
    where = log.created.tournament
    return playing[0] if playing else row.id if where is None else where.id
