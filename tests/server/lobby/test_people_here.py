"""Names in the lobby: of those alone who want to be seen, not to those from whom they are apart, wherever they are."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.server.bus import onlookers
from motu.server.lobby import hall
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from server.applications import make_application
from server.houses import house, told
from server.two_people import HERE, Visitor

SOON = onlookers.SAID_SECONDS / 2
"""Seconds in which nothing is said that is only said again and again."""


@pytest.fixture
def client(database: sa.URL, tmp_path: Path) -> Iterator[TestClient[Any]]:
    settings = ServerSettings(tmp_path, "1", engines=1, database=database)
    with TestClient(make_application(settings), base_url=HERE) as opened:
        yield opened


def choose(who: Visitor, *, is_seen: bool) -> bool:
    """Choose whether one is seen; return what the account says then."""
    return bool(who.well("PUT", "/api/account/seen", {"is_seen": is_seen})["account"]["is_seen"])


def test_nobody_is_seen_who_has_not_asked_for_it(client: TestClient[Any]) -> None:
    ann, eve = Visitor(client, "ann"), Visitor(client, "eve")
    assert eve.refused("PUT", "/api/account/seen", {"is_seen": True}) == "account/none"
    ann.claim("Ann")
    assert ann.well("GET", "/api/account")["account"]["is_seen"] is False
    with client.websocket_connect("/api/lobby/live", headers=ann.headers) as lobby:
        assert lobby.receive_json()["people"] == []
        assert choose(ann, is_seen=True)
        client.app.state.services.hall.stir()
        assert lobby.receive_json()["people"] == ["Ann"]
        assert ann.well("GET", "/api/account")["account"]["is_seen"] is True
        assert not choose(ann, is_seen=False)
        client.app.state.services.hall.stir()
        assert lobby.receive_json()["people"] == []


async def named(services: Services, guest: str, name: str, *, is_seen: bool = True) -> None:
    """Let a guest have a name, and be seen."""
    account = await services.accounts.claim(guest, name, "a beach of islands")
    await services.accounts.show(account, is_seen=is_seen)


def test_people_in_another_process_are_seen_but_for_those_apart(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "LOOK_SECONDS", 0.05)

    async def script() -> None:
        async with house(database, tmp_path) as (one, other):
            for guest, name in (("cid", "cid"), ("ann", "Ann"), ("bob", "Bob")):
                await named(one, guest, name)
            await named(one, "dan", "Dan", is_seen=False)
            with (
                one.hall.visit("ann") as anns,
                one.hall.visit("dan"),
                other.hall.visit("bob") as bobs,
                other.hall.visit("cid"),
                other.hall.visit("eve") as eves,
            ):
                for reader in (anns, bobs, eves):
                    await _until(reader, ["Ann", "Bob", "cid"])
                await one.blocks.decide("ann", "bob", "block", "Bob")
                await _until(anns, ["Ann", "cid"])
                await _until(bobs, ["Bob", "cid"])
            with other.hall.visit("eve") as eves:
                await _until(eves, [])

    asyncio.run(script())


def test_who_comes_and_goes_in_another_process_is_seen_at_the_next_look(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "LOOK_SECONDS", 0.05)

    async def script() -> None:
        async with house(database, tmp_path) as (one, other):
            await named(one, "ann", "Ann")
            with other.hall.visit("eve") as eves:
                await _until(eves, [])
                with one.hall.visit("ann"), one.hall.visit("ann"):
                    await asyncio.wait_for(_until(eves, ["Ann"]), SOON)
                await asyncio.wait_for(_until(eves, []), SOON)

    asyncio.run(script())


async def _until(reader: Any, people: list[str]) -> None:
    """Wait until somebody is told of these people."""
    while (await told(reader, "lobby"))["people"] != people:
        pass
