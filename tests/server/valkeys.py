"""A Valkey server for tests, or Redis, which speaks the same protocol, where one of them is installed."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

PROGRAM = shutil.which("valkey-server") or shutil.which("redis-server")
PATIENCE_S = 30.0


class ValkeyServer:
    """A server at a port of this machine that keeps nothing."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"valkey://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        assert PROGRAM is not None
        self._process = subprocess.Popen([PROGRAM, *options], cwd=self._folder, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE_S
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@pytest.fixture(scope="session")
def valkey() -> Iterator[ValkeyServer]:
    """A Valkey server for all tests of this process."""
    if PROGRAM is None:
        pytest.skip("neither Valkey nor Redis is installed (Debian: apt-get install redis-server)")
    with tempfile.TemporaryDirectory(prefix="motu-valkey-") as folder:
        server = ValkeyServer(Path(folder))
        try:
            yield server
        finally:
            server.kill()
