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
    """Return by which name others can call this server: another one where whoever asks sits at its own machine.

    Whoever calls it so from elsewhere, as from outside its container, reaches it by ways that it doesn't know.
    """
    known, peer, here = origin_of(request), request.scope["client"], request.scope["server"]
    is_here = peer is not None and is_this_machine(peer[0]) and is_this_machine(request.url.hostname or "")
    if not is_here or here is None or request.state.is_secure or not request.app.state.settings.is_everywhere:
        return known
    address = own_address()
    return known if address is None else f"http://{address}:{here[1]}"
