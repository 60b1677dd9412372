"""How the tests run motu: inside this process, as a process of its own, or at a terminal."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import re
import resource
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from motu.cli.main import app

MOTU = [sys.executable, "-m", "motu"]
PATIENCE_S = 60.0
"""How long a test waits for what must come."""


def run(*args: str, stdin: str | bytes | None = None, width: int = 100) -> Any:
    """Run a command line in this process."""
    return CliRunner().invoke(app, args, input=stdin, prog_name="motu", terminal_width=width)


def run_well(*args: str, stdin: str | bytes | None = None) -> str:
    """Run a command line that must succeed, and return its stdout."""
    result = run(*args, stdin=stdin)
    assert result.exit_code == 0, result.output
    return str(result.stdout)


def run_json(*args: str) -> Any:
    return json.loads(run_well(*args, "--json"))


def refusal(*args: str, stdin: str | bytes | None = None) -> str:
    """Run a command line that must be refused, and return the one line that says why."""
    result = run(*args, stdin=stdin)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("motu: ")
    assert result.stderr.endswith("\n")
    assert result.stderr.count("\n") == 1
    return str(result.stderr).removeprefix("motu: ").rstrip("\n")


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of this process without what would change how motu writes."""
    known = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR", "COLUMNS"}}
    return known | {"TERM": "xterm-256color", "PYTHONUTF8": "1"} | dict(extra or {})


def start(
    *args: str, extra: Mapping[str, str] | None = None, program: Sequence[str] = MOTU, **options: Any
) -> subprocess.Popen[str]:
    """Start motu with pipes; `extra` goes into its environment, `program` is run as the command `motu`."""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([*program, *args], text=True, env=environment(extra), **(pipes | options))


def run_with_room_for(num_bytes: int, *args: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own; a limit on the size of files is to a program what a full disk is."""
    return subprocess.run(
        [*MOTU, *args],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        env=environment({"PYTHONDONTWRITEBYTECODE": "1"}),  # the limit would cut what is compiled off, too
        cwd=cwd,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (num_bytes, num_bytes)),
    )


class Terminal:
    """motu at a terminal of 100 columns and 50 lines."""

    def __init__(self, process: subprocess.Popen[bytes], descriptor: int) -> None:
        self.process = process
        self._descriptor = descriptor
        self.screen = ""
        """All that was written so far."""
        self._seen = 0

    def type(self, text: str) -> None:
        os.write(self._descriptor, text.encode())

    def wait_for(self, text: str) -> str:
        """Read on until a text comes that was not there when the last wait ended; return what came up to its end."""
        return self.wait_for_match(re.escape(text))

    def wait_for_match(self, pattern: str) -> str:
        """Read on as `wait_for` does, until what comes matches a regular expression."""
        deadline = time.monotonic() + PATIENCE_S
        sought, begin = re.compile(pattern), self._seen
        while (match := sought.search(self.screen, begin)) is None:
            assert time.monotonic() < deadline, f"{pattern!r} did not come; {self._state(begin)}"
            if not self._read():
                raise AssertionError(f"motu has left without {pattern!r}; the screen: {self.screen[-2000:]!r}")
        self._seen = match.end()
        return self.screen[begin : self._seen]

    def wait_for_end(self) -> int:
        """Read on until motu leaves; return its exit code."""
        deadline = time.monotonic() + PATIENCE_S
        while self._read():
            assert time.monotonic() < deadline, f"motu goes on; the screen: {self.screen[-2000:]!r}"
        return self.process.wait(PATIENCE_S)

    def _state(self, begin: int) -> str:
        """What may tell why something did not come: what came instead, and which signals motu hears."""
        status = Path(f"/proc/{self.process.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        signals = [line for line in lines if line.startswith(("Sig", "Shd"))]
        return f"then {self.screen[begin:][:1000]!r}, at last {self.screen[-1000:]!r}; {', '.join(signals)}"

    def _read(self) -> bool:
        if not select.select([self._descriptor], [], [], 0.2)[0]:
            return self.process.poll() is None
        try:
            data = os.read(self._descriptor, 65536)
        except OSError:  # Linux says so when nobody is at the other end any more
            return False
        if b"\x1b[6n" in data:  # the line editor asks where the cursor is
            os.write(self._descriptor, b"\x1b[1;1R")
        self.screen += data.decode("utf-8", "replace")
        return bool(data)


@contextlib.contextmanager
def terminal(*args: str, cwd: Path | None = None, extra: Mapping[str, str] | None = None) -> Iterator[Terminal]:
    """Run motu at a terminal of its own, and end it in any case."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 100, 0, 0))
    process = subprocess.Popen(
        [*MOTU, *args],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=cwd,
        env=environment(extra),
        start_new_session=True,
        preexec_fn=_own_terminal,  # noqa: PLW1509 - Ctrl-C reaches only whom the terminal belongs to
    )
    os.close(theirs)
    try:
        yield Terminal(process, ours)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE_S)
        os.close(ours)


def _own_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
