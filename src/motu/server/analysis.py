"""Analysis for one browser: the last position asked for is the one that is searched (floor: server)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Annotated, Any, Protocol

import msgspec

from motu.errors import MotuError
from motu.games.line import MAX_MOVES, Line, Move
from motu.server.audience import Subscriber
from motu.server.ending import end
from motu.server.engines import Engines
from motu.server.events import ServerError
from motu.server.jobs.seam import ReviewMaker
from motu.server.messages import Notice, error_view
from motu.server.turns import waiting
from motu.wire import Fault, as_json, read_json

MAX_SECONDS = 3600.0
"""Longer than anybody looks at a position; it is his share that keeps others from waiting, not this."""
MAX_VISITS = 10_000_000
MAX_REVIEW_VISITS = 5_000
EVERY_SECONDS = 0.1
GRACE_SECONDS = 20.0
"""An engine may take so much longer than it was told before it is given up."""


class Analyse(Line, frozen=True, tag="analyse", forbid_unknown_fields=True, kw_only=True):
    """A position to search."""

    id: Annotated[int, msgspec.Meta(ge=0)]
    """Comes back with every answer, so that late ones can be told apart."""
    seconds: Annotated[float, msgspec.Meta(gt=0, le=MAX_SECONDS)] = 10.0
    visits: Annotated[int, msgspec.Meta(ge=1, le=MAX_VISITS)] = 1_000_000


class ReviewGame(Line, frozen=True, tag="review", forbid_unknown_fields=True, kw_only=True):
    """A game to judge move by move."""

    id: Annotated[int, msgspec.Meta(ge=0)]
    moves: Annotated[tuple[Move, ...], msgspec.Meta(min_length=1, max_length=MAX_MOVES)]
    visits: Annotated[int, msgspec.Meta(ge=1, le=MAX_REVIEW_VISITS)] = 200
    """Visits of each search; there are about two searches a move."""


class Stop(msgspec.Struct, tag="stop", forbid_unknown_fields=True):
    """Search no more."""


class Findings(msgspec.Struct, frozen=True, tag="findings"):
    """What an engine knows, as docs/protocol.md describes it."""

    id: int
    is_final: bool
    found: Mapping[str, Any]


class Reviewed(msgspec.Struct, frozen=True, tag="reviewed"):
    """A game's review, as `motu review --json` writes it."""

    id: int
    review: Mapping[str, Any]


class Guard(Protocol):
    """Says what somebody may not be told."""

    async def refuse(self, line: Line) -> None:
        """Raise what is said against a line."""

    async def until_refused(self, line: Line) -> None:
        """Wait, and raise what is said against a line as soon as anything is."""


_REQUEST: Any = Analyse | ReviewGame | Stop


class Analyst:
    """Searches for one browser, one position at a time."""

    def __init__(
        self, engines: Engines, reviews: ReviewMaker, reader: Subscriber, asker: str = "", guard: Guard | None = None
    ) -> None:
        """Ask these engines, when it is this guest's turn, and send what they say to this reader.

        Args:
            engines: For analysis.
            reviews: Who makes reviews.
            reader: Told what is found.
            asker: Whose turn it takes.
            guard: Says what he may not be told; None where he may be told anything.
        """
        self._guard = guard
        self._engines, self._reviews, self._reader, self._asker = engines, reviews, reader, asker
        self._task: asyncio.Task[None] | None = None

    async def take(self, text: str | bytes) -> None:
        """Take a message: begin with another position, or stop."""
        try:
            request: Analyse | ReviewGame | Stop = read_json(text, _REQUEST, _refusal)
        except ServerError as error:
            self._send(error_view(error, _id_in(text)))
            return
        await self.close()
        if isinstance(request, Analyse):
            self._task = asyncio.create_task(self._search(request))
        elif isinstance(request, ReviewGame):
            self._task = asyncio.create_task(self._review(request))

    async def close(self) -> None:
        """End the search that goes on."""
        task, self._task = self._task, None
        if task is not None:
            await end([task])

    async def _search(self, request: Analyse) -> None:
        try:
            final = await self._while_allowed(
                request,
                lambda: self._engines.ask(
                    _question(request),
                    request.seconds + GRACE_SECONDS,
                    lambda partial: self._send(Findings(request.id, is_final=False, found=partial)),
                    self._asker,
                    self._tell_place,
                ),
            )
        except MotuError as error:
            self._send(error_view(error, str(request.id)))
            return
        self._send(Findings(request.id, is_final=True, found=final))

    async def _review(self, request: ReviewGame) -> None:
        try:
            review = await self._while_allowed(
                request,
                lambda: self._reviews.review(request.record(), request.visits, self._asker, self._tell_place),
            )
        except MotuError as error:
            self._send(error_view(error, str(request.id)))
            return
        self._send(Reviewed(request.id, review))

    async def _while_allowed(
        self, line: Line, ask: Callable[[], Coroutine[Any, Any, Mapping[str, Any]]]
    ) -> Mapping[str, Any]:
        """Return the answer about a line; nobody goes on with it once anything is said against the line."""
        if self._guard is None:
            return await ask()
        await self._guard.refuse(line)
        asking, guarding = asyncio.create_task(ask()), asyncio.create_task(self._guard.until_refused(line))
        try:
            await asyncio.wait((asking, guarding), return_when=asyncio.FIRST_COMPLETED)
            if guarding.done():
                guarding.result()
            return asking.result()
        finally:
            await end([task for task in (asking, guarding) if not task.done()])

    def _tell_place(self, place: int) -> None:
        notice = waiting(place)
        self._send(Notice(notice.slug, notice.message))

    def _send(self, message: msgspec.Struct) -> None:
        self._reader.put(msgspec.json.encode(message))


def _refusal(fault: Fault) -> ServerError:
    return ServerError(fault.sentence(as_json, "the message"), slug="server/message", legal=fault.legal)


class _NamedRequest(msgspec.Struct):
    """What is looked for in a request that is none."""

    id: int


def _id_in(text: str | bytes) -> str:
    """Return the id of a message that is refused, '' where it has none."""
    try:
        return str(msgspec.json.decode(text, type=_NamedRequest).id)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


def _question(request: Analyse) -> dict[str, Any]:
    return request.to_json() | {
        "maxTime": request.seconds,
        "maxVisits": request.visits,
        "reportDuringSearchEvery": EVERY_SECONDS,
    }
