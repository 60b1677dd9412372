"""The end of work in the background (floor: server)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import Any

_log = logging.getLogger("motu.server")

AGAIN_SECONDS = 5.0
"""So long a task may take to clean up before it is told once more to end."""


async def end(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Break tasks off, and wait until they have ended; whoever waits can be broken off himself.

    They are told again after a while: `asyncio.wait_for` of Python 3.11, which libraries use, forgets a cancellation
    that comes as what it waits for is there. What a task has failed with is logged.
    """
    open_ = {task for task in tasks if not task.done()}
    while open_:
        for task in open_:
            task.cancel()
        _, open_ = await asyncio.wait(open_, timeout=AGAIN_SECONDS)
    for task in tasks:
        if not task.cancelled() and (error := task.exception()):
            _log.error("work in the background has failed", exc_info=error)
