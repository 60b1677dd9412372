"""What people are called where a game is shown (floor: server).

Invariant: whoever has an account is called by its name of now, whatever was written when the game began; a guest is
called what he called himself then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any

import msgspec

from motu.server.accounts.account import UserAccount
from motu.server.accounts.accounts import Accounts
from motu.server.bus.exchange import Exchange
from motu.server.challenge import Challenge
from motu.server.events import Created, Event, Participant
from motu.server.game_log import GameLog
from motu.server.store import GameRow

TOPIC = "accounts"
"""Under which processes tell each other which accounts have changed; no game has such an id."""
Seats = tuple[Participant, Participant]
Persons = tuple[str | None, str | None]


class AccountChanged(msgspec.Struct, frozen=True, tag="account_changed"):
    """An account is another one than it was; what it is now, the database knows."""

    id: str


class ShownNames:
    """Finds what people are called now, for many of them in one query at most."""

    def __init__(self, accounts: Accounts) -> None:
        """Ask the accounts of the house."""
        self._accounts = accounts

    async def seats(self, row: GameRow, seats: Seats) -> Seats:
        """Return who plays a game as it is to be shown."""
        return (await self.all_seats([((row.person0, row.person1), seats)]))[0]

    async def all_seats(self, games: Sequence[tuple[Persons, Seats]]) -> list[Seats]:
        """Return the same of many games, each of which comes with the ids of its two."""
        found = await self._accounts.found(each for persons, _ in games for each in persons)
        return [
            (_called(seats[0], found.get(persons[0] or "")), _called(seats[1], found.get(persons[1] or "")))
            for persons, seats in games
        ]

    async def created(self, row: GameRow, log: GameLog) -> Created:
        """Return how a game began as it is to be shown."""
        return msgspec.structs.replace(log.created, seats=await self.seats(row, log.seats))

    async def events(self, row: GameRow, log: GameLog, after: int) -> list[Event]:
        """Return what has happened in a game since an event, as it is to be shown."""
        happened = log.events[max(after + 1, 0) :]
        if happened and happened[0].seq == 0:
            return [msgspec.structs.replace(happened[0], what=await self.created(row, log)), *happened[1:]]
        return happened

    async def challenges(self, waiting: Sequence[Challenge]) -> list[Challenge]:
        """Return challenges as they are to be shown."""
        found = await self._accounts.found(who for each in waiting for who in (each.maker, each.asked))
        return [_told(each, found.get(each.maker), found.get(each.asked or "")) for each in waiting]

    async def name(self, person: str) -> str:
        """Return what somebody is called; empty for a guest."""
        account = await self._accounts.find(person)
        return "" if account is None else account.name

    async def seen(self, ids: Collection[str]) -> dict[str, str]:
        """Return the names of those among these ids who want others to see that they are there."""
        found = await self._accounts.found(ids)
        return {each: account.name for each, account in found.items() if account.is_seen and not account.is_closed}

    async def challenge(self, waiting: Challenge) -> Challenge:
        """Return a challenge as it is to be shown."""
        return (await self.challenges([waiting]))[0]


def _called(seat: Participant, account: UserAccount | None) -> Participant:
    if account is None or seat.kind != "person":
        return seat
    gone = account.is_gone
    if seat.name == account.name and seat.is_bot == (account.kind == "bot") and seat.is_gone == gone:
        return seat
    return msgspec.structs.replace(seat, name=account.name, is_bot=account.kind == "bot", is_gone=gone)


def _told(waiting: Challenge, maker: UserAccount | None, asked: UserAccount | None) -> Challenge:
    terms = waiting.terms
    if maker is not None:
        terms = msgspec.structs.replace(terms, name=maker.name, is_bot=maker.kind == "bot")
    if asked is not None:
        terms = msgspec.structs.replace(terms, to=asked.name)
    return waiting if terms is waiting.terms else waiting.with_terms(terms)


def tell_of_changes(
    exchange: Exchange, accounts: Accounts, look_again: Callable[[str], Coroutine[Any, Any, None]]
) -> None:
    """Let all processes know at once when an account, a session or a token changes.

    Args:
        exchange: Over which they tell each other.
        accounts: Those of this process.
        look_again: Does what else is to be done in each process.
    """

    def hear(message: bytes) -> Coroutine[Any, Any, None]:
        changed = _CHANGED.decode(message).id
        accounts.read_again(changed)
        return look_again(changed)

    accounts.on_changed = lambda account_id: exchange.announce(TOPIC, AccountChanged(account_id))
    exchange.listen(TOPIC, hear)


_CHANGED: msgspec.json.Decoder[AccountChanged] = msgspec.json.Decoder(AccountChanged)
