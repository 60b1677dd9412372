"""stdin, stdout and stderr of this process: open in any case, and named in what goes wrong with them (floor: cli)."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any, TextIO

STDIN = "stdin"
STDOUT = "stdout"


class _Named(io.FileIO):
    """A standard stream whose errors say which one it is, as those of a file say its path."""

    def __init__(self, descriptor: int, mode: str, title: str) -> None:
        super().__init__(descriptor, mode, closefd=False)
        self._title = title

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            error.filename = self._title
            raise

    def readinto(self, buffer: Any, /) -> int:
        try:
            return super().readinto(buffer)
        except OSError as error:
            error.filename = self._title
            raise

    def readall(self) -> bytes:
        try:
            return super().readall()
        except OSError as error:
            error.filename = self._title
            raise


def name_streams() -> None:
    """Make the standard streams say in their errors which one failed, also those that the process began without.

    Signs that a terminal doesn't know are no reason to fail.
    """
    _fill_gaps()
    sys.stdin = _text(io.BufferedReader(_Named(0, "r", STDIN)), sys.stdin)
    sys.stdout = _text(io.BufferedWriter(_Named(1, "w", STDOUT)), sys.stdout, errors="replace")
    sys.stderr = _text(io.BufferedWriter(_Named(2, "w", "stderr")), sys.stderr, errors="replace")


def _fill_gaps() -> None:
    """Put what can neither be read nor written where a stream is closed: the next file would take its number.

    Nobody could be told of errors on stderr, which therefore vanish.
    """
    wrong_way = (os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)
    for number, (stream, flags) in enumerate(zip((sys.stdin, sys.stdout, sys.stderr), wrong_way, strict=True)):
        if stream is None:
            _open_nowhere(number, flags)


def _open_nowhere(descriptor: int, flags: int) -> None:
    nowhere = os.open(os.devnull, flags)
    if nowhere != descriptor:
        os.dup2(nowhere, descriptor)
        os.close(nowhere)


def _text(buffer: Any, before: Any, errors: str | None = None) -> TextIO:
    """Return text over bytes, in the encoding of the stream whose place it takes."""
    return io.TextIOWrapper(
        buffer,
        encoding=getattr(before, "encoding", None),
        errors=errors or getattr(before, "errors", None),
        line_buffering=getattr(before, "line_buffering", False),
        write_through=getattr(before, "write_through", False),
    )


def let_vanish(stream: TextIO) -> None:
    """Let whatever is still to be written vanish: the interpreter would complain about it when it ends."""
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):
        return
    _open_nowhere(descriptor, os.O_WRONLY)


def reason_of(error: OSError) -> str:
    """Return in one sentence what the system refused, and of which file or stream."""
    if error.filename in (STDIN, STDOUT):
        verb = "read" if error.filename == STDIN else "write to"
        reason = "it is closed" if error.errno == errno.EBADF else error.strerror
        return f"cannot {verb} {error.filename}: {reason}"
    what = "go on" if error.filename is None else f"use '{os.fsdecode(error.filename)}'"
    return f"cannot {what}: {error.strerror}"
