"""A motu process with pipes, whose answers are awaited no longer than a while."""

from __future__ import annotations

import os
import queue
import random
import subprocess
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

from cli.running import MOTU, environment
from fuzz.hunt import FIRST_STEP, Log, Step

MOST_MEMORY = 1 << 30
"""Bytes that an engine may take beyond what it had after its first answer."""
FIRST_ANSWER = 2 * FIRST_STEP - 1
"""How many times as long the first answer is waited for as another; less than what the step may take, so that it is
told as what it is."""


def memory_of(pid: int) -> int:
    """Return the bytes that a process takes now (Linux)."""
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


class EngineProcess:
    """motu with some arguments; lines go in, lines come out."""

    def __init__(self, *arguments: str, patience: float) -> None:
        self._patience = patience
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([*MOTU, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, env=environment())
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()
        self._complaints: list[bytes] = []
        self._ear = threading.Thread(target=self._hear_complaints, daemon=True)
        self._ear.start()
        self._at_first = 0

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def _hear_complaints(self) -> None:
        assert self.process.stderr is not None
        self._complaints.extend(self.process.stderr)

    def write(self, data: bytes) -> None:
        """Send bytes; a process that has left is noticed by who reads."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def line(self) -> str:
        """Return the next line of the answers.

        Raises:
            AssertionError: Where none comes, because the process has ended or thinks for too long.
        """
        try:
            line = self._lines.get(timeout=self._patience * (1 if self._at_first else FIRST_ANSWER))
        except queue.Empty:
            self.process.kill()
            raise AssertionError("no answer") from None
        if not line:
            code = self.process.wait(self._patience)
            raise AssertionError(f"the process has left with {code}: {self.complaints()[-3000:]}")
        if not self._at_first:
            self._at_first = memory_of(self.process.pid)
        return line.decode("utf-8").rstrip("\r\n")

    def complaints(self) -> str:
        """Return what it wrote to stderr, once it has left."""
        self._ear.join(self._patience)
        return b"".join(self._complaints).decode("utf-8", "replace")

    def leave(self) -> None:
        """Close its input: it must leave well, without a word, and not have grown."""
        grown = memory_of(self.process.pid) - self._at_first
        assert self.process.stdin is not None
        self.process.stdin.close()
        code = self.process.wait(self._patience)
        if (code, self.complaints()) != (0, ""):
            raise AssertionError(f"it left with {code}: {self.complaints()[-3000:]}")
        if grown > MOST_MEMORY:
            raise AssertionError(f"it grew by {grown >> 20} MB")


class Partner(Protocol):
    """Who talks with one process."""

    def take(self, step: Step) -> None:
        """Take a step, and wait for all that is owed."""

    def leave(self) -> None:
        """Have the process leave well."""


class Talks:
    """A surface that is talked with over pipes, a process a sequence."""

    patience = 60.0

    def __init__(
        self,
        without: frozenset[str],
        invent: Callable[[random.Random], Iterable[Step]],
        meet: Callable[[Log, float], Partner],
    ) -> None:
        self._without, self._invent, self._meet = without, invent, meet

    def explore(self, number: int, log: Log) -> None:
        """Have a conversation with one process."""
        steps = self._invent(random.Random(number))
        self.replay([step for step in steps if step[0] not in self._without], log)

    def replay(self, steps: Sequence[Step], log: Log) -> None:
        """Have the same conversation again."""
        partner = self._meet(log, self.patience / 2)
        for step in steps:
            if step != ["leave"]:
                partner.take(step)
        partner.leave()
