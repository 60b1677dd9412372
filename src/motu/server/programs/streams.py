"""One stream an account: all that waits for it, then all that happens to it (floor: server).

A message is only a hint to look: what a stream says is read from the games and the database, and compared with them
again at every sign of life, so that whatever is lost on the way comes late, but comes. Asking again begins anew.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence

import msgspec
import sqlalchemy as sa

from motu.errors import MotuError
from motu.server.accounts.account import UserAccount
from motu.server.accounts.shown import ShownNames
from motu.server.audience import Broadcaster, Subscriber
from motu.server.bus.exchange import Exchange
from motu.server.challenge import Challenge
from motu.server.challenge_views import challenge_view
from motu.server.challenges import Challenges
from motu.server.events import Answered, Event, Offered, ServerError, decode_happening
from motu.server.messages import ChallengeNews
from motu.server.moderation.sanctions import not_suspended
from motu.server.programs.news import Hint, Ready, Replaced, news_of
from motu.server.room import Room
from motu.server.rooms import Rooms
from motu.server.schema import accounts, events, games
from motu.server.store import Store
from motu.server.wall_time import now_ms

MAX_ENDED = 100
"""Of so many games that are over, those that changed last, a rematch is still told that is asked for."""
ALIVE_SECONDS = 15.0
"""How often a stream that has nothing to say sends an empty line, and looks whether that is so."""
_HINTS: msgspec.json.Decoder[Hint] = msgspec.json.Decoder(Hint)


class Streams:
    """All streams of this process."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        challenges: Challenges,
        names: ShownNames,
        audience: Broadcaster,
        exchange: Exchange,
    ) -> None:
        """Tell of the games and challenges of a house."""
        self.store, self.rooms, self.challenges, self.names = store, rooms, challenges, names
        self._audience, self._exchange = audience, exchange
        self._open: set[Subscriber] = set()
        self.alive_seconds = ALIVE_SECONDS

    def hear(self, room: Room, happened: Sequence[Event]) -> None:
        """Take what has happened in a game that this process has in memory."""
        for person in (room.row.person0, room.row.person1):
            if person is not None and self._audience.is_there(topic_of(person)):
                self._audience.send(topic_of(person), Hint(game=room.row.id))
        for each in happened:
            if isinstance(each.what, Answered) and each.what.game:
                self.tell_players(room, each.what.game)

    def told(self, challenge: Challenge, news: ChallengeNews) -> None:
        """Tell those who look at a challenge or whom it concerns, wherever in the house, and of its game."""
        self._exchange.tell(challenge.id, news)
        for each in (challenge.maker, challenge.asked, challenge.taken_by):
            if each is not None:
                self._exchange.tell(topic_of(each), Hint(challenge=challenge.id, game=challenge.game or ""))

    def tell_players(self, room: Room, game_id: str) -> None:
        """Tell both who play at a game of another one, or of the same, wherever in the house they listen."""
        for person in (room.row.person0, room.row.person1):
            if person is not None:
                self._exchange.tell(topic_of(person), Hint(game=game_id))

    async def lines(self, account: UserAccount) -> AsyncIterator[bytes]:
        """Yield the lines of an account's stream; any other of its streams ends."""
        topic, key = topic_of(account.id), secrets.token_urlsafe(9)
        self._exchange.tell(topic, Hint(opened=key))
        reader = self._audience.join(topic, account.id)
        self._open.add(reader)
        stream = _Stream(self, account, key)
        try:
            async for line in stream.lines(reader):
                yield line
        finally:
            self._open.discard(reader)
            self._audience.leave(topic, reader)

    def end(self, account_id: str) -> None:
        """End an account's stream, wherever in the house, for it is no longer what it was: no other one replaces it."""
        self._exchange.tell(topic_of(account_id), Hint(is_end=True))

    async def has_ended(self, account: UserAccount) -> bool:
        """Return whether nobody shows a token of an account any more: it is closed, or suspended."""
        good = accounts.c.id == account.id, accounts.c.is_closed == sa.false()
        now = now_ms()
        query = sa.select(accounts.c.id).where(
            *good, *(not_suspended(each, now) for each in (accounts.c.id, accounts.c.owner))
        )
        return await self.store.read(lambda connection: connection.execute(query).first() is None)

    def close(self) -> None:
        """End all streams of this process."""
        for reader in tuple(self._open):
            reader.close()


class _Stream:
    """What one stream has told."""

    def __init__(self, house: Streams, account: UserAccount, key: str) -> None:
        self._house, self._account, self._key = house, account, key
        self._rooms: dict[str, Room] = {}  # held, so that this process hears of them from the others
        self._told: dict[str, int] = {}
        self._asked: dict[str, int] = {}  # the rematches: of games that are over
        self._challenges: set[str] = set()

    async def lines(self, reader: Subscriber) -> AsyncIterator[bytes]:
        async for line in self._compare(is_first=True):
            yield line
        yield _line(Ready(self._account.name, tuple(self._told)))
        while True:
            try:
                async with asyncio.timeout(self._house.alive_seconds):
                    told = await reader.next()
            except TimeoutError:
                if await self._house.has_ended(self._account):
                    return
                yield b"\n"
                async for line in self._compare():
                    yield line
                continue
            if told is None:
                return
            hint = _HINTS.decode(told)
            if hint.is_end:
                return
            if hint.opened and hint.opened != self._key:
                yield _line(Replaced())
                return
            async for line in self._after(hint):
                yield line

    async def _after(self, hint: Hint) -> AsyncIterator[bytes]:
        if hint.challenge:
            async for line in self._challenge(hint.challenge):
                yield line
        if hint.game:
            async for line in self._game(hint.game, is_known=hint.game in self._told):
                yield line

    async def _compare(self, *, is_first: bool = False) -> AsyncIterator[bytes]:
        """Say what has not been said yet."""
        heads = await self._heads()
        for game_id in [*heads, *(each for each in self._told if each not in heads)]:
            if heads.get(game_id) != self._told.get(game_id, -1):
                async for line in self._game(game_id, is_known=is_first or game_id in self._told):
                    yield line
        asked = await self._rematches()
        for game_id in [each for each in asked if asked[each] != self._asked.get(each)]:
            async for line in self._game(game_id, is_known=True):
                yield line
        self._asked = asked
        for challenge in await self._house.challenges.asked_of(self._account.id):
            if challenge.id not in self._challenges:
                async for line in self._challenge(challenge.id):
                    yield line

    async def _heads(self) -> dict[str, int]:
        """Return the number of the next event of each game that goes on, those that changed first being first."""
        mine = sa.or_(games.c.person0 == self._account.id, games.c.person1 == self._account.id)
        query = sa.select(games.c.id, games.c.next_seq).where(mine, games.c.is_over == sa.false())
        ordered = query.order_by(games.c.changed_ms, games.c.id)
        rows = await self._house.store.read(lambda connection: connection.execute(ordered).all())
        return {row.id: row.next_seq for row in rows}

    async def _rematches(self) -> dict[str, int]:
        """Return the number of the next event of each game that is over and in which one is asked for a rematch."""
        last = sa.and_(events.c.game_id == games.c.id, events.c.seq == games.c.next_seq - 1)
        told = games.c.changed_ms, games.c.id, games.c.next_seq, events.c.what
        query = sa.select(*told).join_from(games, events, last)
        latest = query.order_by(games.c.changed_ms.desc(), games.c.id).limit(MAX_ENDED)

        def read(connection: sa.Connection) -> list[tuple[int, str, int]]:
            found: list[tuple[int, str, int]] = []
            for seat in (0, 1):
                own = games.c[f"person{seat}"] == self._account.id, games.c[f"removed{seat}_ms"].is_(None)
                rows = connection.execute(latest.where(*own, games.c.is_over == sa.true()))
                found += [(at, game_id, seq) for at, game_id, seq, what in rows if _asks_for_rematch(what, 1 - seat)]
            return sorted(found)

        return {game_id: seq for _, game_id, seq in await self._house.store.read(read)}

    async def _game(self, game_id: str, *, is_known: bool) -> AsyncIterator[bytes]:
        try:
            room = await self._house.rooms.find(game_id)
        except MotuError:
            self._told.pop(game_id, None)
            return
        if room.log.next_seq <= self._told.get(game_id, -1):
            self._drop_if_over(game_id, room)
            return
        self._rooms[game_id], self._told[game_id] = room, room.log.next_seq
        created = await self._house.names.created(room.row, room.log)
        news = news_of(room, self._account.id, created, is_known=is_known)
        self._drop_if_over(game_id, room)
        if news is not None:
            yield _line(news)

    def _drop_if_over(self, game_id: str, room: Room) -> None:
        if room.log.is_over:
            self._rooms.pop(game_id, None)
            self._told.pop(game_id, None)
            self._asked[game_id] = room.log.next_seq

    async def _challenge(self, challenge_id: str) -> AsyncIterator[bytes]:
        try:
            found = await self._house.challenges.find(challenge_id)
        except ServerError:
            return
        if found.state == "waiting" and found.asked != self._account.id:
            return
        (self._challenges.add if found.state == "waiting" else self._challenges.discard)(challenge_id)
        yield _line(challenge_view(await self._house.names.challenge(found), self._account.id))


def topic_of(account_id: str) -> str:
    """Return by which name streams of an account are told something."""
    return f"account/{account_id}"


def _asks_for_rematch(what: bytes, person: int) -> bool:
    """Return whether a happening is that a person asks for a rematch; what can't be read asks for nothing."""
    try:
        happened = decode_happening(what)
    except ServerError:
        return False
    return isinstance(happened, Offered) and (happened.kind, happened.person) == ("rematch", person)


def _line(message: msgspec.Struct) -> bytes:
    return msgspec.json.encode(message) + b"\n"
