"""A program that speaks GTP, in a process of its own that may crash, hang or talk nonsense (floor: arena).

Invariant: no call takes longer than it was allowed to, whatever the program does.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import IO, NoReturn, cast

from motu.arena.pipes import PieceReader
from motu.errors import EngineError

MAX_ANSWER = 1 << 20
"""Most bytes of one answer."""
START_S = 60.0
"""How long a program may take for what is no move: to start, to answer a question, to set up a game."""

CRASH_CODES = 0xC0000000
"""From here on the exit codes of Windows are faults of the system's, as signals are elsewhere."""

_APART_ON_WINDOWS = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
_LEAVE_S = 1.0
_LAST_WORDS_S = 0.2
_KEPT = 2_000
_SHOWN = 200


class Program:
    """One running program: commands in, answers out."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None, *, is_apart: bool = False
    ) -> None:
        """Start it.

        Args:
            command: Its command line.
            environment: Its environment; this process's own if not given.
            is_apart: Whether it gets a process group of its own: Ctrl-C at a terminal is not for it then, and what it
                has started itself ends with it.

        Raises:
            EngineError: "engine/program-start" when there is no such program.
        """
        self._name, self._is_apart = command[0], is_apart
        try:
            self.process = subprocess.Popen(  # noqa: S603 - whoever starts a match names the programs
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                start_new_session=is_apart,
                creationflags=_APART_ON_WINDOWS if is_apart else 0,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise EngineError(
                f"cannot start '{self._name}': {reason}", slug="engine/program-start", text=" ".join(command)
            ) from error
        self._input = bytearray()
        self.complaints = ""
        """The end of what the program wrote to stderr."""
        # With PIPE there are such streams.
        self._in, self._out = cast("IO[bytes]", self.process.stdin), cast("IO[bytes]", self.process.stdout)
        self._err = cast("IO[bytes]", self.process.stderr)
        self._reader = PieceReader()
        for stream in (self._out, self._err):
            self._reader.watch(stream)

    def ask(self, command: str, seconds: float = START_S) -> str:
        """Send a command and return the text of its answer.

        Args:
            command: One line, without a number.
            seconds: How long the answer may take.

        Raises:
            EngineError: "engine/program-refused" when the program answers with `?`; "engine/program-timeout";
                "engine/program-crashed" when it has gone; "engine/program-garbage" for what is no answer. After all but
                the first the program is of no use any more.
        """
        deadline = time.monotonic() + seconds
        self._refuse_unasked(command)
        self._send(command)
        while (answer := self._take_answer(command)) is None:
            self._receive(command, deadline, seconds)
        status, text = answer
        if status == "?":
            raise EngineError(
                f"'{self._name}' refuses '{command}': {printable(text, _SHOWN)}",
                slug="engine/program-refused",
                text=command,
            )
        return text

    def close(self) -> None:
        """Ask the program to leave, and end it if it doesn't."""
        with contextlib.suppress(OSError):
            self._in.write(b"quit\n")
            self._in.flush()
        with contextlib.suppress(OSError):
            self._in.close()
        try:
            self._wait_for_end()
        finally:
            self.kill()

    def kill(self) -> None:
        """End the program at once."""
        self.end_process()
        self.process.wait()
        self._reader.close()
        with contextlib.suppress(OSError):
            self._in.close()

    def end_process(self) -> None:
        """End its process; any thread may, and whoever waits for an answer hears that it has gone."""
        if self._is_apart and sys.platform != "win32" and self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()

    def _wait_for_end(self) -> None:
        """Read on until the program has left, for a short while: it may have to get rid of its last words."""
        deadline = time.monotonic() + _LEAVE_S
        while self.process.poll() is None and time.monotonic() < deadline and self._reader.is_open():
            self._read_streams(0.02)
        if not self._reader.is_open():
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(max(0.0, deadline - time.monotonic()))

    def _refuse_unasked(self, command: str) -> None:
        """Check that nothing was said since the last answer: it would be taken for an answer to what is asked now."""
        self._read_streams(0)
        if said := self._input.strip():
            self._fail_as_garbage(command, f"'{printable(said.decode('utf-8', 'replace'), _SHOWN)}' before it is asked")

    def _send(self, command: str) -> None:
        try:
            self._in.write(command.encode() + b"\n")
            self._in.flush()
        except OSError:
            self._fail_as_gone(command)

    def _receive(self, command: str, deadline: float, seconds: float) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise EngineError(
                f"'{self._name}' has not answered '{command}' within {seconds:g} s",
                slug="engine/program-timeout",
                text=command,
            )
        if not self._read_streams(left):
            self._fail_as_gone(command)
        if len(self._input) > MAX_ANSWER:
            self._fail_as_garbage(command, f"more than {MAX_ANSWER:,} bytes")

    def _read_streams(self, seconds: float) -> bool:
        """Take in what comes, for so long at most; return whether the program still has its stdout open."""
        for stream, data in self._reader.read(seconds):
            if stream is self._out:
                self._input += data
            else:
                self.complaints = (self.complaints + data.decode("utf-8", "replace"))[-_KEPT:]
        return self._reader.is_open(self._out)

    def _take_answer(self, command: str) -> tuple[str, str] | None:
        """Return status and text of an answer that has come in whole, and forget it."""
        pending = self._input.replace(b"\r", b"").lstrip(b"\n \t")
        if pending and pending[:1] not in b"=?":
            self._fail_as_garbage(command, f"'{printable(pending.decode('utf-8', 'replace'), _SHOWN)}'")
        head, end, rest = pending.partition(b"\n\n")
        if not end:
            return None
        self._input = bytearray(rest)
        text = head.decode("utf-8", "replace")
        return text[0], text[1:].lstrip("0123456789").strip()

    def _fail_as_garbage(self, command: str, what: str) -> NoReturn:
        raise EngineError(
            f"'{self._name}' answers '{command}' with {what}; an answer of GTP begins with = or ? and ends with an"
            " empty line",
            slug="engine/program-garbage",
            text=command,
        )

    def _fail_as_gone(self, command: str) -> NoReturn:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_LEAVE_S)
        deadline = time.monotonic() + _LAST_WORDS_S
        while self._reader.is_open() and time.monotonic() < deadline:
            self._read_streams(0.02)
        code = self.process.poll()
        how = "has closed its output" if code is None else f"has left with {how_ended(code)}"
        words = f": {printable(self.complaints, _SHOWN)}" if self.complaints.strip() else ""
        raise EngineError(
            f"'{self._name}' {how} without an answer to '{command}'{words}", slug="engine/program-crashed", text=command
        )


def was_killed(code: int) -> bool:
    """Return whether a process with this exit code did not leave by itself: a signal ended it, or Windows did."""
    return code < 0 or code >= CRASH_CODES


def how_ended(code: int) -> str:
    """Return the exit code of a process in words."""
    if code >= CRASH_CODES:
        return f"Windows' fault {code:#x}"
    return f"exit code {code}" if code >= 0 else f"signal {-code}"


def printable(text: str, length: int = 600) -> str:
    """Return a text in one line that every terminal can show; of a long one the end, where what went wrong stands."""
    line = "".join(sign if sign.isprintable() else "?" for sign in " ".join(text.split()))
    return line if len(line) <= length else f"… {line[-length:]}"
