"""By which name a browser calls this server (floor: server): what links begin with that people send to each other."""

from __future__ import annotations

from typing import Any

from litestar import Request


def origin_of(request: Request[Any, Any, Any]) -> str:
    """Return by which name this server was called; the doorkeeper lets no others in."""
    scheme = "https" if request.state.is_secure else "http"
    return f"{scheme}://{request.headers.get('host', '')}"
