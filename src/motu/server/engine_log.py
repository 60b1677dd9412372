"""What engines say beside their answers, such as that a table or a net is damaged, in the server's log (floor: server).

Invariant: an engine that says no end of it fills neither the memory nor the log, and never has to wait to be heard.
"""

from __future__ import annotations

import asyncio
import logging
import time

_log = logging.getLogger("motu.server.engines")

MAX_LINE_CHARACTERS = 500
"""The rest of a longer line is left out."""
MAX_LINES = 40
"""The most lines of an engine that are logged in `WINDOW_SECONDS`; the others are only counted."""
WINDOW_SECONDS = 60.0
_MAX_LINE_BYTES = 4 * MAX_LINE_CHARACTERS
_CHUNK_BYTES = 16 * 1024


class EngineLog:
    """Puts into the log, line by line, what one engine process writes to stderr."""

    def __init__(self, name: str) -> None:
        """Begin with nothing heard; `name` is the engine's, as it is to stand in the log."""
        self._name = name
        self._begun = bytearray()
        self._window_began = time.monotonic()
        self._num_logged = 0
        self._num_left_out = 0

    async def listen(self, stream: asyncio.StreamReader) -> None:
        """Log until the stream ends."""
        try:
            while data := await stream.read(_CHUNK_BYTES):
                self.hear(data)
        finally:
            self.end()

    def hear(self, data: bytes) -> None:
        """Log the lines that are whole, and keep what may be the beginning of the next one."""
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._extend(end)
            self._say(bytes(self._begun))
            self._begun.clear()
        self._extend(rest)

    def end(self) -> None:
        """Log what is left."""
        self._say(bytes(self._begun))
        self._begun.clear()
        self._say_left_out()

    def _extend(self, data: bytes) -> None:
        self._begun += data[: max(0, _MAX_LINE_BYTES + 1 - len(self._begun))]

    def _say(self, line: bytes) -> None:
        text = _printable(line)
        if not text:
            return
        if time.monotonic() - self._window_began >= WINDOW_SECONDS:
            self._say_left_out()
            self._window_began, self._num_logged = time.monotonic(), 0
        if self._num_logged >= MAX_LINES:
            self._num_left_out += 1
            return
        self._num_logged += 1
        _log.warning("engine %s: %s", self._name, text)

    def _say_left_out(self) -> None:
        if self._num_left_out:
            _log.warning("engine %s: … and %d more lines", self._name, self._num_left_out)
        self._num_left_out = 0


def _printable(line: bytes) -> str:
    """Return a line as it can stand in a log, where nothing in it passes for another line or moves the cursor."""
    text = line.decode("utf-8", "replace").expandtabs(4).rstrip()
    if len(text) > MAX_LINE_CHARACTERS:
        text = text[:MAX_LINE_CHARACTERS] + "…"
    return "".join(each if each.isprintable() else "\ufffd" for each in text)
