"""The engines behind the server: supervised child processes that speak `motu engine --json` (floor: server).

A search may take all of a core, hang, or die; none of that may touch the games. So engines are processes of their own,
niced, one request each, and guests take turns with them. One that doesn't answer by the deadline, or dies, is
replaced; its request is tried once more and then refused. Whoever asked may go away: then the search ends, soon if the
engine listens, else with the engine. What an engine writes to stderr goes into the server's log.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import math
import os
import sys
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

import msgspec

from motu.server.engine_log import EngineLog
from motu.server.events import ServerError
from motu.server.niceness import calm_process
from motu.server.turns import OnPlace, Turns

NICENESS = 10
MAX_LINE_BYTES = 8 * 1024 * 1024
"""Longest answer of an engine."""
STOP_SECONDS = 0.5
"""An engine that is told to stop has so long to say what it has; then it is ended."""
LAST_WORDS_SECONDS = 1.0
"""How long reading what an engine wrote before its end may take."""
ATTEMPTS = 2
MAX_WAITING = 256
"""Requests that may wait for engines, or be at work in them."""
KEPT_GAMES = 4
"""Games whose players an engine keeps; docs/protocol.md says so of `gameId`."""
MAX_EACH = 8
"""How many of one guest's games the machine thinks about at a time."""
_STOP = b'{"id":"stop","action":"terminate_all"}\n'
COMMAND = (sys.executable, "-m", "motu", "engine", "--json", "--threads", "1")

OnPartial = Callable[[Mapping[str, Any]], None]
"""Takes what is known while a search goes on."""


class EngineGoneError(ServerError):
    """An engine that died, or had to be killed."""

    default_slug = "server/engine-gone"


class EngineProcess:
    """One child, one request at a time."""

    def __init__(self, command: Sequence[str] = COMMAND, name: str = "engine") -> None:
        """Remember how to start it, and what it is called in the log; it starts with the first request."""
        self._command, self._name = command, name
        self._process: asyncio.subprocess.Process | None = None
        self._numbers = itertools.count()
        self._is_closed = False
        self._games: OrderedDict[str, None] = OrderedDict()
        self._settling: asyncio.Task[None] | None = None
        """Waits for the end of a search whose asker has gone."""
        self._listening: asyncio.Task[None] | None = None
        """Logs what the process writes to stderr."""

    @property
    def pid(self) -> int | None:
        """Its process, while there is one."""
        return None if self._process is None else self._process.pid

    def keeps(self, game_id: str) -> bool:
        """Whether it keeps the player of a game."""
        return game_id in self._games

    @property
    def keeps_many(self) -> bool:
        """Whether it gives up a player for that of another game."""
        return len(self._games) >= KEPT_GAMES

    def _remember(self, game_id: object) -> None:
        if isinstance(game_id, str):
            self._games[game_id] = None
            self._games.move_to_end(game_id)
            while len(self._games) > KEPT_GAMES:
                self._games.popitem(last=False)

    async def ask(self, request: Mapping[str, Any], deadline: float, on_partial: OnPartial | None = None) -> Any:
        """Return the final answer to a request.

        Args:
            request: As docs/protocol.md describes, without "id".
            deadline: Seconds it may take; then the engine is killed.
            on_partial: Gets the answers that come before.

        Raises:
            EngineGoneError: When it dies, says what is no answer, or takes too long.
            ServerError: "engine/…": what the engine has against the request.
        """
        name, process = str(next(self._numbers)), None
        try:
            async with asyncio.timeout(deadline):
                await self._settled()
                process = await self._running()
                self._remember(request.get("gameId"))
                await _send(process, msgspec.json.encode({**request, "id": name}) + b"\n")
                return await self._final(process, name, on_partial)
        except asyncio.CancelledError:
            if process is not None:  # whoever asked has gone
                self._settling = asyncio.create_task(self._settle(process, name))
            raise
        except TimeoutError:
            await self._end()
            raise EngineGoneError(f"the engine took longer than {deadline:g} s") from None
        except EngineGoneError:
            await self._end()
            raise

    async def _final(self, process: asyncio.subprocess.Process, name: str, on_partial: OnPartial | None) -> Any:
        async for answer in _answers(process):
            if answer.get("id") != name or "warning" in answer:
                continue
            if "error" in answer:
                raise ServerError(str(answer["error"]), slug=str(answer.get("slug", "engine/refused")))
            if not answer.get("isDuringSearch", False):
                return answer
            if on_partial is not None:
                on_partial(answer)
        raise EngineGoneError("the engine has died")

    async def _settle(self, process: asyncio.subprocess.Process, name: str) -> None:
        """Let a search end, and the process with it if it doesn't."""
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await _send(process, _STOP)
                await self._final(process, name, None)
        except (EngineGoneError, TimeoutError):
            await self._end()
        except ServerError:
            return  # a refusal is an answer

    async def _settled(self) -> None:
        if self._settling is not None:
            await asyncio.wait([self._settling])

    async def hurry(self) -> None:
        """Have a search say at once what it has found; its answer comes as if it had ended by itself."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(EngineGoneError):
                await _send(self._process, _STOP)

    async def close(self) -> None:
        """End the process at once and for good."""
        self._is_closed = True
        if self._settling is not None:
            self._settling.cancel()
            await asyncio.wait([self._settling])
        await self._end()

    async def _end(self) -> None:
        process, self._process = self._process, None
        self._games.clear()
        if process is None:
            return
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.wait()
        await self._hear_out()

    async def _hear_out(self) -> None:
        """Log the last words of a process that has ended; whoever else may hold its stderr isn't waited for."""
        listening, self._listening = self._listening, None
        if listening is not None:
            await asyncio.wait([listening], timeout=LAST_WORDS_SECONDS)
            listening.cancel()

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is not None and self._process.returncode is None:
            return self._process
        await self._end()
        if self._is_closed:
            raise EngineGoneError("the engines have stopped")
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=MAX_LINE_BYTES,
                start_new_session=True,  # Ctrl-C is for the server, which ends them in its own time
            )
        except OSError as error:
            raise EngineGoneError(f"the engine can't be started: {error.strerror or error}") from error
        calm_process(self._process.pid, NICENESS)
        if self._process.stderr is not None:
            log = EngineLog(f"{self._name} (process {self._process.pid})")
            self._listening = asyncio.create_task(log.listen(self._process.stderr))
        return self._process


class Engines:
    """A few engine processes, lent to one request each."""

    def __init__(
        self,
        count: int | None = None,
        command: Sequence[str] = COMMAND,
        name: str = "engine",
        share_seconds: float = math.inf,
    ) -> None:
        """Prepare so many engines: as many as there are cores but one when it is not said.

        Args:
            count: How many.
            command: How one is started.
            name: What they are called in the log, with a number behind it.
            share_seconds: After so many a search ends with what it has found, when somebody else waits.
        """
        self.count = count or max(1, (os.cpu_count() or 1) - 1)
        self._share_seconds = share_seconds
        self._turns = Turns(self.count, MAX_WAITING, MAX_EACH)
        self._all = [EngineProcess(command, f"{name} {number}") for number in range(1, self.count + 1)]
        self._idle = list(reversed(self._all))

    @property
    def num_idle(self) -> int:
        """How many have nothing to do."""
        return self._turns.num_free

    @property
    def num_waiting(self) -> int:
        """How many requests wait for one."""
        return self._turns.num_waiting

    @contextlib.asynccontextmanager
    async def borrow(
        self, asker: str, on_place: OnPlace | None = None, game_id: str = ""
    ) -> AsyncIterator[EngineProcess]:
        """Lend an engine, the one that keeps a game's player where it is idle.

        Who comes when all are lent waits, and guests take turns.
        """
        await self._turns.take(asker, on_place)
        engine = max(reversed(self._idle), key=lambda each: (each.keeps(game_id), not each.keeps_many))
        self._idle.remove(engine)
        hurrying = asyncio.create_task(self._share(engine))
        try:
            yield engine
        finally:
            hurrying.cancel()
            self._idle.append(engine)
            self._turns.give_back(asker)

    async def _share(self, engine: EngineProcess) -> None:
        """Have a search end that has had its share, as soon as somebody waits."""
        if math.isfinite(self._share_seconds):
            await asyncio.sleep(self._share_seconds)
            await self._turns.until_wanted()
            await engine.hurry()

    async def ask(
        self,
        request: Mapping[str, Any],
        deadline: float,
        on_partial: OnPartial | None = None,
        asker: str = "",
        on_place: OnPlace | None = None,
    ) -> Any:
        """Return the final answer of whichever engine is free; one that dies costs one more attempt.

        Args:
            request: As docs/protocol.md describes, without "id".
            deadline: Seconds it may take, from when an engine is free.
            on_partial: Gets the answers that come before.
            asker: Whose turn it takes.
            on_place: Told the place in the queue, where one has to wait.

        Raises:
            EngineGoneError: When the second one died as well.
            ServerError: What the engine has against the request; "server/busy" when too much waits.
        """
        for attempt in itertools.count(1):
            async with self.borrow(asker, on_place, str(request.get("gameId", ""))) as engine:
                try:
                    return await engine.ask(request, deadline, on_partial)
                except EngineGoneError:
                    if attempt == ATTEMPTS:
                        raise
        raise AssertionError  # the loop has no other end

    def refuse(self) -> None:
        """Send everybody away who waits, and whoever comes later."""
        self._turns.close()

    async def close(self) -> None:
        """End all of them."""
        await asyncio.gather(*(engine.close() for engine in self._all))
        self._turns.close()


async def _send(process: asyncio.subprocess.Process, line: bytes) -> None:
    if process.stdin is None:
        raise EngineGoneError("the engine has no input")
    try:
        process.stdin.write(line)
        await process.stdin.drain()
    except (ConnectionError, OSError) as error:
        raise EngineGoneError(f"the engine has died: {error}") from error


async def _answers(process: asyncio.subprocess.Process) -> AsyncIterator[dict[str, Any]]:
    if process.stdout is None:
        raise EngineGoneError("the engine has no output")
    while True:
        try:
            line = await process.stdout.readline()
            if not line:
                return
            yield msgspec.json.decode(line, type=dict[str, Any])
        except (ValueError, msgspec.MsgspecError) as error:
            raise EngineGoneError(f"the engine says what is no answer: {error}") from error
