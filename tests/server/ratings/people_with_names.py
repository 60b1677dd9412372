"""Visitors of a server who have names, and what is theirs."""

from __future__ import annotations

from typing import Any

from litestar.testing import TestClient

from motu.server.accounts.cookies import COOKIE
from server.two_people import Visitor


def named(client: TestClient[Any], guest: str, name: str) -> Visitor:
    """Return a guest who has claimed a name and is logged in."""
    visitor, services = Visitor(client, guest), client.app.state.services
    with client.portal() as portal:
        portal.call(services.accounts.claim, guest, name, "a beach of islands")
        token = portal.call(services.sessions.make, guest, "Firefox")
    visitor.headers = {"cookie": f"{visitor.headers['cookie']}; {COOKIE}={token}"}
    return visitor
