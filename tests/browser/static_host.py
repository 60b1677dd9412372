"""A plain host of files, as anybody has one: it sends what lies in a folder, and the headers that it was told."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

STRICT = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; img-src 'self'"
)
"""What docs/embed.md says that a page has to allow, and nothing besides."""


class Files(SimpleHTTPRequestHandler):
    """Sends files with some headers."""

    def __init__(self, *arguments: Any, headers: Mapping[str, str], **options: Any) -> None:
        """Keep the headers."""
        self.told = headers
        super().__init__(*arguments, **options)

    def end_headers(self) -> None:
        """Add the headers to those of the file."""
        for name, value in self.told.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def host(folder: Path, **headers: str) -> Iterator[str]:
    """Yield the address of a host that sends the files of a folder; in names of headers `_` stands for a hyphen."""
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder), headers=told))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
