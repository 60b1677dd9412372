"""Persons with a name, their bots, and programs that show tokens."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from motu.server.accounts.cookies import COOKIE
from motu.server.programs.scopes import SCOPES
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from server.accounts.houses import PASSWORD, quick_passwords
from server.applications import make_application
from server.two_people import HERE, Visitor


@contextlib.contextmanager
def house(data: Path) -> Iterator[TestClient[Any]]:
    """Run a server in this process."""
    with TestClient(make_application(ServerSettings(data, "1", engines=1)), base_url=HERE) as opened:
        services_of(opened).accounts._passwords = quick_passwords()
        yield opened


def services_of(client: TestClient[Any]) -> Services:
    found: Services = client.app.state.services
    return found


class Program(Visitor):
    """Whoever shows a token."""

    def __init__(self, client: TestClient[Any], token: str) -> None:
        super().__init__(client)
        self.token = token
        self.headers = {"authorization": f"Bearer {token}"}


def owner(client: TestClient[Any], guest: str, name: str) -> Visitor:
    """Somebody who is logged in."""
    services, made = services_of(client), Visitor(client)

    async def script() -> str:
        await services.accounts.claim(guest, name, PASSWORD)
        return await services.sessions.make(guest, "")

    made.headers = {"cookie": f"{COOKIE}={asyncio.run(script())}"}
    return made


def program(of: Visitor, bot: str = "", scopes: Iterable[str] = SCOPES, **more: Any) -> Program:
    """A program with a token of somebody's, or of a bot of his, which is made where it is missing."""
    if bot and bot not in {each["name"] for each in of.well("GET", "/api/account/bots")["bots"]}:
        of.well("POST", "/api/account/bots", {"name": bot})
    wanted = {"name": "a program", "scopes": list(scopes), "bot": bot, **more}
    return Program(of.client, of.well("POST", "/api/account/tokens", wanted)["token"])
