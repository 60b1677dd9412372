"""Reviews of whole games: `motu review` in a process of its own, one at a time (floor: server)."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Sequence
from typing import Any

import msgspec

from motu.games.record import Record, write_lines
from motu.server.engines import EngineGoneError
from motu.server.niceness import calm_process
from motu.server.turns import OnPlace, Turns

COMMAND = (sys.executable, "-m", "motu", "review", "-", "--json", "--threads", "1")
DEADLINE_SECONDS = 900.0
"""A review that takes longer is given up."""
NICENESS = 15
MAX_WAITING = 64
"""Reviews that may wait, or be made."""
MAX_EACH = 4
"""How many of these may be one guest's."""


class Reviews:
    """Makes reviews, one after the other: each takes a core for as long as it needs."""

    def __init__(self, command: Sequence[str] = COMMAND, deadline: float = DEADLINE_SECONDS) -> None:
        """Prepare; a process starts with each review."""
        self._command, self._deadline = command, deadline
        self._turns = Turns(1, MAX_WAITING, MAX_EACH)

    @property
    def num_waiting(self) -> int:
        """How many wait for their turn."""
        return self._turns.num_waiting

    async def review(
        self, record: Record, visits: int, asker: str = "", on_place: OnPlace | None = None
    ) -> dict[str, Any]:
        """Return the review of a game, as `motu review --json` writes it.

        Args:
            record: A verified game with a move at least.
            visits: Of every search.
            asker: Whose turn it takes: guests have one review each, then another.
            on_place: Told the place in the queue, where one has to wait.

        Raises:
            EngineGoneError: When the process fails or takes too long.
            ServerError: "server/busy" when too much waits.
        """
        await self._turns.take(asker, on_place)
        try:
            return await self.make(write_lines([record]), visits)
        finally:
            self._turns.give_back(asker)

    def refuse(self) -> None:
        """Send everybody away who waits, and whoever comes later."""
        self._turns.close()

    async def make(self, record: str, visits: int) -> dict[str, Any]:
        """Return the review of a game in a line, at once.

        Raises:
            EngineGoneError: When the process fails or takes too long.
        """
        process = await asyncio.create_subprocess_exec(
            *self._command,
            "--visits",
            str(visits),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            calm_process(process.pid, NICENESS)
            async with asyncio.timeout(self._deadline):
                out, _ = await process.communicate(record.encode())
            return _told(out)
        except TimeoutError:
            raise EngineGoneError(f"the review took longer than {self._deadline:g} s") from None
        except (ConnectionError, OSError) as error:
            raise EngineGoneError(f"the review has died: {error}") from error
        finally:
            await _end(process)


def _told(out: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(out, type=dict[str, Any])
    except msgspec.MsgspecError:
        raise EngineGoneError("the review has died") from None


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    await process.wait()
