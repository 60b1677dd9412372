"""By which name a browser calls this server (floor: server): what links begin with that people send to each other."""

from __future__ import annotations

from typing import Any

from litestar import Request

from motu.server.network_address import is_this_machine, own_address


def origin_of(request: Request[Any, Any, Any]) -> str:
    """Return by which name this server was called; the doorkeeper lets no others in."""
    scheme = "https" if request.state.is_secure else "http"
    return f"{scheme}://{request.headers.get('host', '')}"


def origin_for_others(request: Request[Any, Any, Any]) -> str:
    """Return by which name others can call this server: another one where whoever asks sits at its own machine."""
    known = origin_of(request)
    name, port = request.url.hostname or "", request.url.port
    if not request.app.state.settings.is_everywhere or request.state.is_secure or not is_this_machine(name):
        return known
    address = own_address()
    return known if address is None or port is None else f"http://{address}:{port}"
