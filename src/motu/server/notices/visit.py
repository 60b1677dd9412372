"""A page that hears of notices, and says what somebody looks at there (floor: server)."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Annotated, Any, Self

import msgspec
from litestar import WebSocket

from motu.errors import MotuError
from motu.server.audience import Subscriber
from motu.server.notices.desk import CHANGED, Notices, look_topic, person_topic
from motu.server.notices.views import NoticesView

if TYPE_CHECKING:
    from motu.server.services import Services

SEEN_SECONDS = 20.0
"""So often it is noted that somebody sees a page."""
UNREACHED_SECONDS = 300.0
"""So often it is asked at least whether that counts: only for who is told of things elsewhere, too."""
LOOK_PAUSE_SECONDS = 0.05
"""So long a page that says much is kept waiting after each message."""


class Look(msgspec.Struct, frozen=True, tag="look"):
    """What somebody sees on a page."""

    is_visible: bool
    """Whether he sees the page at all."""
    game: Annotated[str, msgspec.Meta(max_length=22)] = ""
    """The game that it shows."""


_LOOKS: msgspec.json.Decoder[Look] = msgspec.json.Decoder(Look)


class NoticeVisit:
    """One page's socket."""

    def __init__(self, services: Services, person: str, session: str | None) -> None:
        """Be somebody's page, who is known by a session, or is a guest."""
        self._desk: Notices = services.notices
        self._audience, self._person, self._session = services.audience, person, session
        self._game, self._is_visible, self._has_changed = "", asyncio.Event(), asyncio.Event()
        self._looks: Subscriber
        """As long as a game is looked at."""
        self.reader = Subscriber(person)

    def __enter__(self) -> Self:
        self.reader = self._audience.join(person_topic(self._person), self._person)
        self.reader.put(msgspec.json.encode(CHANGED))
        return self

    def __exit__(self, *_: object) -> None:
        self._audience.leave(person_topic(self._person), self.reader)
        self._look_at("")

    async def send_all(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Send what there is whenever it has changed, until the reader is cut off or the session is ended."""
        sent: NoticesView | None = None
        while await self.reader.next() is not None:
            self.reader.drop_waiting()
            self._has_changed.set()
            if not await self._desk.is_open(self._session):
                return
            view = await self._view()
            if view != sent:
                sent = view
                await socket.send_data(msgspec.json.encode(view), mode="text")

    async def _view(self) -> NoticesView:
        """Return what there is; what is of the game that he looks at, he has read."""
        view = await self._desk.of(self._person, has_name=self._session is not None)
        if self._game and any(each.game == self._game and not each.is_read for each in view.notices):
            await self._desk.read(self._person, game=self._game)
            view = await self._desk.of(self._person, has_name=self._session is not None)
        return view

    async def hear_all(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Hear what he looks at."""
        while True:
            try:
                look = _LOOKS.decode(await socket.receive_data(mode="text"))
            except msgspec.MsgspecError:
                continue
            self._look_at(look.game if look.is_visible else "")
            (self._is_visible.set if look.is_visible else self._is_visible.clear)()
            await asyncio.sleep(LOOK_PAUSE_SECONDS)

    async def note_seen(self) -> None:
        """Note again and again that he sees the page, as long as he does."""
        while True:
            await self._is_visible.wait()
            self._has_changed.clear()
            counts = False
            with contextlib.suppress(MotuError):  # the next time will do
                counts = await self._desk.seen(self._person)
            if counts:
                await asyncio.sleep(SEEN_SECONDS)
            else:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(UNREACHED_SECONDS):
                        await self._has_changed.wait()

    def _look_at(self, game: str) -> None:
        if game == self._game:
            return
        before, self._game = self._game, game
        if before:
            self._audience.leave(look_topic(before), self._looks)
        if game:
            self._looks = self._audience.join(look_topic(game), self._person)
            self.reader.put(msgspec.json.encode(CHANGED))
        self._desk.looks(*filter(None, (before, game)))
