"""What other processes write, each pipe read by a thread: Windows has no other way to wait for several (floor: arena).

Invariant: what comes from a pipe is passed on whole and in its order; when too much of it waits, the writer waits.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from typing import IO

MAX_WAITING = 64
"""So many pieces may wait to be taken."""

_PIECE = 1 << 16
_LOOK_S = 0.1
_JOIN_S = 0.2


class PieceReader:
    """The pipes from one or many processes. Each is closed by its thread, when it ends or the reader is closed."""

    def __init__(self) -> None:
        """Watch nothing yet."""
        self._pieces: queue.Queue[tuple[IO[bytes], bytes]] = queue.Queue(MAX_WAITING)
        self._open: dict[IO[bytes], threading.Thread] = {}
        self._closed = threading.Event()

    def watch(self, stream: IO[bytes]) -> None:
        """Begin to read a pipe, which from now on nobody else may read or close."""
        thread = threading.Thread(target=self._pass_on_all, args=(stream,), daemon=True, name="motu-pipe")
        self._open[stream] = thread
        thread.start()

    def is_open(self, *streams: IO[bytes]) -> bool:
        """Return whether the end of any of these, or with none named of any pipe at all, is still to be read."""
        return any(stream in self._open for stream in streams) if streams else bool(self._open)

    def read(self, seconds: float) -> list[tuple[IO[bytes], bytes]]:
        """Return the pieces that have come, with the pipe of each; an empty one is a pipe's end.

        Args:
            seconds: So long at most a first piece is waited for; 0 takes what is there.
        """
        found: list[tuple[IO[bytes], bytes]] = []
        with contextlib.suppress(queue.Empty):
            found.append(self._pieces.get(timeout=seconds) if seconds > 0 else self._pieces.get_nowait())
            while len(found) < MAX_WAITING:
                found.append(self._pieces.get_nowait())
        for stream, data in found:
            if not data:
                self._open.pop(stream, None)
        return found

    def close(self) -> None:
        """Let go of all pipes; one that a living process holds is closed when it next writes, or ends."""
        self._closed.set()
        for thread in self._open.values():
            thread.join(_JOIN_S)
        self._open.clear()

    def _pass_on_all(self, stream: IO[bytes]) -> None:
        # Closed by this thread alone: the number of a closed file may be another one's while we still wait for it.
        with stream:
            data = _read(stream)
            while self._pass_on(stream, data) and data:
                data = _read(stream)

    def _pass_on(self, stream: IO[bytes], data: bytes) -> bool:
        """Return whether anybody still wants it, once there was room for it."""
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._pieces.put((stream, data), timeout=_LOOK_S)
                return True
        return False


def _read(stream: IO[bytes]) -> bytes:
    try:
        return os.read(stream.fileno(), _PIECE)
    except OSError:
        return b""
