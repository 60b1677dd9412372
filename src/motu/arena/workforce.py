"""Supervised child processes that play games, one game each at a time (floor: arena).

A pool would die whole with one of its workers. Here a worker that crashes or hangs loses only its game: the game is
played once more, and if its worker fails again, the player whose turn it was has lost it.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import IO, Protocol, Self, cast

from motu.arena.manifest import other_manifest
from motu.arena.pipes import PieceReader
from motu.arena.program import START_S, how_ended, printable, was_killed
from motu.arena.referee import Fixture, forfeited
from motu.arena.worker import COMMAND, write_appointment
from motu.errors import EngineError
from motu.games.record import Record
from motu.numbers import expect_number

MAX_FAILURES = 2
"""After so many failures of its worker a game is lost."""

GRACE_S = 15.0
"""How much longer than its players may a worker be silent."""

_TICK_S = 0.2
_KEPT = 2_000
_MOST_JOBS = 1 << 12


class Workforce(Protocol):
    """Whoever plays games, here or elsewhere; a context, at whose end nobody plays any more."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def play(self, appointments: Iterable[Fixture]) -> Iterator[Record | None]:
        """Play games and yield the record of each as it ends, in between now and then None.

        Args:
            appointments: Taken one by one as workers become free, so that it may depend on what has been yielded.
        """


class _Worker:
    """One child process, and the game it plays."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self.process = subprocess.Popen(  # noqa: S603 - our own module
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        found = (self.process.stdin, self.process.stdout, self.process.stderr)
        self.streams = cast("tuple[IO[bytes], IO[bytes], IO[bytes]]", found)
        """stdin, stdout and stderr."""
        self.pending = bytearray()
        self.complaints = ""
        self.appointment: Fixture | None = None
        self.failures = 0
        """How often the game's worker has failed before."""
        self.person = 0
        """Whose turn it was when the worker was last heard of."""
        self.heard = time.monotonic()
        self.silent: float | None = None
        """When its stdout ended; None as long as it has not."""

    def begin(self, appointment: Fixture, failures: int) -> None:
        """Have a game played."""
        self.appointment, self.failures, self.person = appointment, failures, 0
        self.heard = time.monotonic()
        with contextlib.suppress(OSError):  # a worker that has gone is found out when its stdout ends
            self.streams[0].write(write_appointment(appointment).encode())
            self.streams[0].flush()

    def is_overdue(self) -> bool:
        """Return whether the worker has been silent for longer than any turn may take."""
        if self.appointment is None:
            return False
        patience = max(self.appointment.times.move, START_S) + GRACE_S
        return time.monotonic() - self.heard > patience

    def take_record(self) -> Record | None:
        """Take in the messages that have come whole; return the record if one of them is it."""
        *lines, rest = self.pending.split(b"\n")
        self.pending = bytearray(rest)
        record = None
        for line in lines:
            self.heard = time.monotonic()
            message = json.loads(line)
            if "differences" in message:
                raise other_manifest(
                    "what this match is played with has changed since it began", message["differences"]
                )
            if "record" in message:
                record = Record.from_json(message["record"])
                self.appointment = None
            else:
                self.person = message["turn"]
        return record

    def end(self) -> None:
        """End the process and all that it has started; the threads that read its other streams close them."""
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self.process.kill()  # what it has started sees its stdin end
            else:
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        with contextlib.suppress(OSError):
            self.streams[0].close()


class WorkerPool:
    """Plays many games at a time; a context, at whose end no process is left."""

    def __init__(self, jobs: int, command: Sequence[str] = COMMAND) -> None:
        """Hire nobody yet.

        Args:
            jobs: How many games are played at a time, 1 to 4096.
            command: How a worker is started.

        Raises:
            ValueError: For another number of jobs.
        """
        self._jobs = expect_number("jobs", jobs, 1, _MOST_JOBS)
        self._command = command
        self._workers: list[_Worker] = []
        self._reader = PieceReader()
        self._again: list[tuple[Fixture, int]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in list(self._workers):
            self._dismiss(worker)
        self._reader.close()

    @property
    def process_ids(self) -> list[int]:
        """The workers' process ids, for whoever wants to see or end them."""
        return [worker.process.pid for worker in self._workers]

    def play(self, appointments: Iterable[Fixture]) -> Iterator[Record | None]:
        """Play games and yield the record of each as it ends, in between now and then None.

        Args:
            appointments: Taken one by one as workers become free, so that it may depend on what has been yielded.
        """
        source = iter(appointments)
        while True:
            self._hand_out(source)
            if not any(worker.appointment for worker in self._workers):
                return
            yield from self._listen()
            yield from self._end_gone()
            yield from self._end_overdue()
            yield None

    def _hand_out(self, source: Iterator[Fixture]) -> None:
        """Give every free worker a game, hiring as long as there are games."""
        while True:
            free = next((worker for worker in self._workers if worker.appointment is None), None)
            if free is None and len(self._workers) >= self._jobs:
                return
            task = self._again.pop() if self._again else next(((each, 0) for each in source), None)
            if task is None:
                return
            (free or self._hire()).begin(*task)

    def _hire(self) -> _Worker:
        worker = _Worker(self._command)
        self._workers.append(worker)
        for stream in worker.streams[1:]:
            self._reader.watch(stream)
        return worker

    def _dismiss(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.end()

    def _listen(self) -> Iterator[Record]:
        for stream, data in self._reader.read(_TICK_S):
            worker = next((each for each in self._workers if stream in each.streams), None)
            if worker is None:  # the last words of one that was dismissed
                continue
            _, _, errors = worker.streams
            if stream is errors:
                worker.complaints = (worker.complaints + data.decode("utf-8", "replace"))[-_KEPT:]
            elif not data:
                worker.silent = time.monotonic()
            else:
                worker.pending += data
                if (record := worker.take_record()) is not None:
                    yield record

    def _end_gone(self) -> Iterator[Record]:
        """Dismiss whose stdout has ended, once they have said why or have had the time to."""
        for worker in list(self._workers):
            if worker.silent is None:
                continue
            has_said_all = not self._reader.is_open(worker.streams[2]) or time.monotonic() - worker.silent > _TICK_S
            if worker.appointment is None or has_said_all:
                yield from self._failed(worker, "forfeit", "its process has died")

    def _end_overdue(self) -> Iterator[Record]:
        for worker in [each for each in self._workers if each.is_overdue()]:
            yield from self._failed(worker, "time", "its process does not answer")

    def _failed(self, worker: _Worker, reason: str, what: str) -> Iterator[Record]:
        """Dismiss a worker; its game is played again, or lost."""
        appointment, failures = worker.appointment, worker.failures + 1
        with contextlib.suppress(subprocess.TimeoutExpired):
            worker.process.wait(_TICK_S)  # whoever has closed his output is about to leave
        fault = worker.process.poll()
        self._dismiss(worker)
        if fault and not was_killed(fault):
            raise EngineError(
                f"a process that plays games has left with exit code {fault}: {printable(worker.complaints)}",
                slug="engine/worker",
            )
        if appointment is None:
            return
        if failures < MAX_FAILURES:
            self._again.append((appointment, failures))
            return
        loser = appointment.entrants[worker.person].name
        code = worker.process.returncode
        words = f": {worker.complaints}" if worker.complaints.strip() else ""
        note = f"{loser}: {what}, {failures} times, the last time by {how_ended(code)}{words}"
        yield forfeited(appointment, worker.person, reason, note)
