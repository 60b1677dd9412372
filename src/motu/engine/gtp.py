"""The loop of the text protocol: lines in, answers out (floor: engine).

Invariant: every line with a command has exactly one answer, which begins with `=` or `?` and ends with an empty line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO

from motu.engine.commands import execute, read_command
from motu.engine.faults import told_of
from motu.engine.session import Session
from motu.errors import EngineError, MotuError

MAX_LINE_BYTES = 65_536
"""Longer lines are refused unread."""

Write = Callable[[str], None]
"""Passes a text on at once."""


def serve(session: Session, lines: BinaryIO, write: Write) -> None:
    """Answer commands until `quit` or the end of the input.

    Args:
        session: What the commands are about.
        lines: What comes in, any bytes.
        write: Where answers go.
    """
    while not session.is_closed:
        session.ponder()
        line = lines.readline(MAX_LINE_BYTES + 1)
        session.rest()
        if not line:
            return
        if len(line) > MAX_LINE_BYTES and not line.endswith(b"\n"):
            _skip_line(lines)
            write(_refusal("", EngineError(f"a line has at most {MAX_LINE_BYTES} bytes", slug="engine/line-too-long")))
            continue
        write(answer(session, line.decode("utf-8", "replace")))


def answer(session: Session, line: str) -> str:
    """Return the whole answer to a line, or an empty text where GTP wants none."""
    words = read_command(line)
    if not words:
        return ""
    number = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
    try:
        result = execute(session, words)
    except Exception as error:  # noqa: BLE001 - one command that fails must not end the game
        return _refusal(number, told_of(error))
    return f"={number} {result}\n\n"


def _refusal(number: str, error: MotuError) -> str:
    text = " ".join(error.message.split())
    return f"?{number} {error.slug} {text}\n\n"


def _skip_line(lines: BinaryIO) -> None:
    while True:
        rest = lines.readline(MAX_LINE_BYTES)
        if not rest or rest.endswith(b"\n"):
            return
