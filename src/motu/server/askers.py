"""Who asks, and whether he still waits for the answer (floor: server)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from litestar import Request
from litestar.connection import ASGIConnection

from motu.server.events import ServerError
from motu.server.slow_lane import FairExecutor, Shift

T = TypeVar("T")


def asker_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return whose turn a request takes: the guest's, or his address's where he has shown no cookie of ours."""
    return str(connection.state.asker)


async def slowly(request: Request[Any, Any, Any], work: Callable[[Shift], T]) -> T:
    """Return what some work in the slow lane results in, as long as whoever asked is there.

    Raises:
        ServerError: "server/busy", "server/stopping", and what the work raises.
    """
    lane: FairExecutor = request.app.state.services.slow_lane
    return await while_there(request, lane.run(work, asker_of(request)))


async def while_there(request: Request[Any, Any, Any], work: Coroutine[Any, Any, T]) -> T:
    """Return what some work results in; when the client goes away first, the work is given up.

    Raises:
        ServerError: "server/gone", which nobody hears.
    """
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_until_gone(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ServerError("whoever asked has gone", slug="server/gone")
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _until_gone(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
