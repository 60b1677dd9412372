"""Sends what browsers are to be told to the push services of their makers (floor: server)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpcore
import msgspec

from motu.errors import one_line
from motu.server.accounts.shown import ShownNames
from motu.server.events import ServerError
from motu.server.locale import ENGLISH_TEXTS, AskTexts, Texts
from motu.server.notices.views import NoticeView
from motu.server.push.network import open_pool
from motu.server.push.places import forget_dead, remove_place
from motu.server.push.push_texts import headers_of, pushed
from motu.server.push.queue import (
    HOUR_MS,
    MOST_TOGETHER,
    PushMessage,
    is_waiting,
    note_failed,
    note_sent,
    take_in_hand,
)
from motu.server.push.sealing import PushSealer
from motu.server.recurring import RecurringTask
from motu.server.store import Store

LOOK_SECONDS = 5.0
"""So often somebody looks for messages."""
SENDING_SECONDS = 15.0
"""How long all of it may take with one message."""
STEP_SECONDS = 5.0
"""How long connecting may take, and each wait for something to be sent or to come."""
GONE = (404, 410)
"""What a push service answers where there is no such browser any more."""
LATER = (408, 425, 429)
_LONGEST_PAUSE_MS = HOUR_MS
_log = logging.getLogger("motu.server")


@dataclass(frozen=True, slots=True)
class PushAnswer:
    """What a push service has said."""

    status: int
    pause_ms: int = 0
    """How long it wants to be left alone."""


class PushSender:
    """Sends the messages of a house; any of its processes may."""

    def __init__(
        self,
        store: Store,
        names: ShownNames,
        texts: AskTexts,
        sealer: PushSealer,
        *,
        clock: Callable[[], int],
        pool: httpcore.AsyncConnectionPool | None = None,
    ) -> None:
        """Send what a store keeps; `texts` returns the texts of every language."""
        self._store, self._names, self._texts, self._sealer, self._clock = store, names, texts, sealer, clock
        self._pool = pool
        self._task: RecurringTask | None = None
        self._forgotten_ms = 0

    async def open(self) -> None:
        """Send until `close`."""
        self._task = RecurringTask(self.send_waiting, LOOK_SECONDS, "messages for browsers", is_begun_at_once=False)

    async def close(self) -> None:
        """Send nothing more; what is just being sent goes out, and perhaps once more later."""
        if self._task is not None:
            await self._task.stop()
        if self._pool is not None:
            await self._pool.aclose()

    async def send_waiting(self) -> None:
        """Send what is to be sent now."""
        while await self._store.read(lambda connection: is_waiting(connection, self._clock())):
            now = self._clock()
            count, messages = await self._store.write(lambda connection, now=now: take_in_hand(connection, now))  # type: ignore[misc]
            await self._send(messages)
            if count < MOST_TOGETHER:
                break
        now = self._clock()
        if now >= self._forgotten_ms + HOUR_MS:
            self._forgotten_ms = now
            await self._store.write(lambda connection: forget_dead(connection, now))

    async def _send(self, messages: Sequence[PushMessage]) -> None:
        called = await self._names.all_seats([(each.found.persons, each.found.seats) for each in messages])
        texts = await self._texts()
        views = [each.found.called(seats) for each, seats in zip(messages, called, strict=True)]
        await asyncio.gather(*(self._send_one(each, view, texts) for each, view in zip(messages, views, strict=True)))

    async def _send_one(self, message: PushMessage, view: NoticeView, texts: Mapping[str, Texts]) -> None:
        """Send a message, and note what has become of it."""
        try:
            async with asyncio.timeout(SENDING_SECONDS):
                answer = await self._post(message, view, texts)
        except ServerError as error:
            _log.warning("a browser's address is forgotten: %s", error)
            await self._forget(message)
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, TimeoutError) as error:
            _log.info("a push service can't be reached: %s", one_line(error))
            await self._failed(message, is_final=False)
        else:
            await self._answered(message, answer)

    async def _answered(self, message: PushMessage, answer: PushAnswer) -> None:
        now = self._clock()
        if 200 <= answer.status < 300:
            await self._store.write(lambda connection: note_sent(connection, message, now))
        elif answer.status in GONE:
            await self._forget(message)
        else:
            is_final = answer.status < 500 and answer.status not in LATER
            host = urlsplit(message.place.endpoint).hostname
            _log.warning("the push service at %s has answered %d", host, answer.status)
            await self._failed(message, is_final=is_final, pause_ms=answer.pause_ms)

    async def _post(self, message: PushMessage, view: NoticeView, texts: Mapping[str, Texts]) -> PushAnswer:
        """Send a message to a push service; of its answer no more than the head is read."""
        place, now = message.place, self._clock()
        words = texts.get(place.language, ENGLISH_TEXTS)
        content = self._sealer.seal(msgspec.json.encode(pushed(view, words, place.language, now)), place)
        headers = headers_of(view, now) | {
            "Authorization": self._sealer.proof(place.endpoint, now // 1000),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
        }
        steps = dict.fromkeys(("connect", "read", "write", "pool"), STEP_SECONDS)
        if self._pool is None:
            self._pool = open_pool()
        async with self._pool.stream(
            "POST", place.endpoint, headers=[*headers.items()], content=content, extensions={"timeout": steps}
        ) as answer:
            told = {name.lower(): value.strip() for name, value in answer.headers}
            pause = told.get(b"retry-after", b"")
            pause_ms = int(pause) * 1000 if pause.isdigit() and len(pause) < 9 else 0
            return PushAnswer(answer.status, min(_LONGEST_PAUSE_MS, pause_ms))

    async def _forget(self, message: PushMessage) -> None:
        await self._store.write(lambda connection: remove_place(connection, message.place.id))

    async def _failed(self, message: PushMessage, *, is_final: bool, pause_ms: int = 0) -> None:
        now = self._clock()
        await self._store.write(
            lambda connection: note_failed(connection, message, now, is_final=is_final, pause_ms=pause_ms)
        )
