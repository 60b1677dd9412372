"""Chat at games: kept, then told to everybody who is there and may hear it (floor: server).

A message between processes only says that there is something to read. What this process has told last of each game is
compared with the database like the games themselves, so that a lost message comes late and not never.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from motu.errors import MotuError
from motu.server.accounts.accounts import Accounts
from motu.server.audience import Broadcaster
from motu.server.blocks.blocks import unheard
from motu.server.bus.exchange import Exchange
from motu.server.chat.lines import ChatLine, add_line, last_lines, latest_lines, line_at, lines_after
from motu.server.chat.rights import Circle, check_may_say, circles_of
from motu.server.chat.views import ChatLineView, ChatNews, ChatView, line_view
from motu.server.chat.words import Phrase, clean_text
from motu.server.ending import end
from motu.server.events import ServerError
from motu.server.games_in_memory import GamesInMemory
from motu.server.room import Room
from motu.server.store import Store
from motu.server.wall_time import now_ms

CHAT = "chat"
"""Under which topic processes tell each other that something has been said."""
MOST_TRIES = 5
"""So often a line is written, where other processes are quicker."""
LOOKED_BACK_MS = 60_000
"""Of a game of which nothing was told yet, so much is: whoever has just come knows the rest."""
Apart = Collection[tuple[str, str]]
"""Who doesn't hear whom."""
_log = logging.getLogger("motu.server")


class ChatHint(msgspec.Struct, frozen=True):
    """Something has been said at a game."""

    game: str


class Chat:
    """What is said at the games that this process shows."""

    def __init__(
        self, store: Store, games: GamesInMemory, accounts: Accounts, audience: Broadcaster, exchange: Exchange
    ) -> None:
        """Keep it in a store, and tell it to whoever is there."""
        self._store, self._games, self._accounts = store, games, accounts
        self._audience, self._exchange = audience, exchange
        self._told: dict[str, int] = {}
        """By game: the last line that those here have been told."""
        self._wanted: dict[str, None] = {}
        self._task: asyncio.Task[None] | None = None
        exchange.listen(CHAT, lambda told: self.stir(msgspec.json.decode(told, type=ChatHint).game))
        exchange.on_compared(self.compare)

    async def say(
        self, room: Room, guest: str, circle: Circle, text: str, phrase: Phrase | None, *, has_name: bool
    ) -> ChatLineView:
        """Let somebody say something.

        Raises:
            ServerError: "chat/none", "server/not-yours", "chat/text", "chat/name", "chat/limit", "chat/full".
        """
        check_may_say(room.row, room.log, guest, circle)
        if bool(text) == (phrase is not None):
            raise ServerError("a line is a text or a phrase", slug="chat/text")
        if text and not has_name:
            raise ServerError(
                "words of one's own are for people with names: claim one, or choose a phrase", slug="chat/name"
            )
        said = (clean_text(text), None) if text else (None, phrase)
        line = await self._keep(room.row.id, guest, circle, said)
        self.stir(room.row.id)
        self._exchange.tell(CHAT, ChatHint(room.row.id))
        names = await self._accounts.names([guest])
        return line_view(room, line, names.get(guest, ""), guest)

    async def _keep(self, game_id: str, guest: str, circle: Circle, said: tuple[str | None, Phrase | None]) -> ChatLine:
        for _ in range(MOST_TRIES):
            try:
                return await self._store.write(lambda connection: add_line(connection, game_id, circle, guest, said))
            except IntegrityError:  # another process has taken the number
                continue
        raise ServerError("too many people talk at this moment; try again", slug="server/busy")

    async def read(self, room: Room, guest: str, *, has_name: bool) -> ChatView:
        """Return what has been said at a game, as far as somebody hears it."""
        circles = circles_of(room.row, room.log, guest)
        lines, apart = await self._store.read(
            lambda connection: _with_unheard(connection, latest_lines(connection, room.row.id, circles))
        )
        lines = [line for line in lines if (guest, line.person) not in apart]
        names = await self._accounts.names({line.person for line in lines})
        views = (line_view(room, line, names.get(line.person, ""), guest) for line in lines)
        return ChatView(circles, has_name, tuple(views))

    async def line(self, room: Room, guest: str, seq: int) -> ChatLine:
        """Return a line that somebody hears at a game.

        Raises:
            ServerError: "chat/no-line".
        """
        found = await self._store.read(lambda connection: line_at(connection, room.row.id, seq))
        if found is None or found.circle not in circles_of(room.row, room.log, guest):
            raise ServerError(f"there is no line {seq} at this game", slug="chat/no-line", text=str(seq))
        return found

    # --- telling those who are there

    def stir(self, game_id: str) -> None:
        """Look whether something has been said at a game, for it may have been in another process."""
        if not self._audience.is_there(game_id):
            self._told.pop(game_id, None)
            return
        self._wanted[game_id] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell_all())

    async def compare(self, topics: Sequence[str]) -> None:
        """Look whether anything has been said at these games of which no message has come."""
        for game_id in [game_id for game_id in self._told if not self._audience.is_there(game_id)]:
            del self._told[game_id]
        known = [topic for topic in topics if self._games.known(topic) is not None]
        last = await self._store.read(lambda connection: last_lines(connection, known)) if known else {}
        for game_id in known:
            if last.get(game_id, -1) > self._told.setdefault(game_id, last.get(game_id, -1)):
                self.stir(game_id)

    async def close(self) -> None:
        """Tell nothing more."""
        if self._task is not None:
            await end([self._task])

    async def _tell_all(self) -> None:
        while self._wanted:
            game_id = next(iter(self._wanted))
            del self._wanted[game_id]
            try:
                await self._tell(game_id)
            except MotuError as error:
                _log.warning("what was said at a game can't be read just now: %s", error)

    async def _tell(self, game_id: str) -> None:
        room = self._games.known(game_id)
        if room is None:
            return
        lines, apart = await self._store.read(
            lambda connection: _with_unheard(connection, self._new_lines(connection, game_id))
        )
        if not lines:
            return
        self._told[game_id] = lines[-1].seq
        names = await self._accounts.names({line.person for line in lines})
        self._send(room, lines, names, apart)

    def _new_lines(self, connection: sa.Connection, game_id: str) -> list[ChatLine]:
        if game_id in self._told:
            return lines_after(connection, game_id, self._told[game_id])
        return lines_after(connection, game_id, -1, now_ms() - LOOKED_BACK_MS)

    def _send(self, room: Room, lines: Sequence[ChatLine], names: Mapping[str, str], apart: Apart) -> None:
        """Tell each what he hears; what is the same for many is written once."""
        encoded: dict[tuple[tuple[int, bool], ...], bytes] = {}
        for reader in self._audience.readers(room.row.id):
            circles = circles_of(room.row, room.log, reader.guest)
            heard = [line for line in lines if line.circle in circles and (reader.guest, line.person) not in apart]
            key = tuple((line.seq, line.person == reader.guest) for line in heard)
            if not heard:
                continue
            if key not in encoded:
                views = (line_view(room, line, names.get(line.person, ""), reader.guest) for line in heard)
                encoded[key] = msgspec.json.encode(ChatNews(tuple(views)))
            reader.put(encoded[key])


def _with_unheard(connection: sa.Connection, lines: list[ChatLine]) -> tuple[list[ChatLine], Apart]:
    """Return lines, and who doesn't hear whom of those who have said them."""
    return lines, unheard(connection, {line.person for line in lines}) if lines else ()
