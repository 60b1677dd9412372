"""What a server works with ends as a whole, whatever of it can't."""

from __future__ import annotations

import asyncio
import importlib
import threading
from pathlib import Path
from typing import Any

import pytest

from motu.server.events import ServerError
from motu.server.server_settings import ServerSettings
from motu.server.starting import start_services
from motu.server.stopping import stop_services

PATIENCE_S = 60.0


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            ServerError("the database is away", slug="server/disk"),
            "what was still to be kept at the end is lost: the database is away",
        ),
        (KeyError("a fault"), "a fault at the end of Clocks"),
    ],
)
def test_what_fails_at_the_end_keeps_nothing_from_ending(
    error: Exception, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ended = []

    async def script() -> None:
        services = await start_services(ServerSettings(tmp_path, "1"))
        close_clocks, close_store = services.clocks.close, services.store.close

        async def away() -> None:
            await close_clocks()
            raise error

        def close() -> None:
            ended.append("store")
            close_store()

        monkeypatch.setattr(services.clocks, "close", away)
        monkeypatch.setattr(services.store, "close", close)
        await stop_services(services)

    asyncio.run(script())
    assert ended == ["store"]
    assert caplog.messages == [told]


BEGINNINGS = (
    "store.Store.secret",
    "accounts.accounts.Accounts.open",
    "bus.exchange.Exchange.open",
    "clocks.Clocks.open",
    "next_games.NextGames.open",
    "correspondence.post.Correspondence.open",
    "notices.caretaker.Caretaker.open",
    "mail.office.MailOffice.open",
    "push.desk.PushDesk.open",
    "housekeeping.Housekeeping.open",
    "tournaments.tournaments.Tournaments.open",
    "accounts.lasting.LastingConnections.open",
    "moderation.order.HouseOrder.open",
    "accounts.departures.Departures.open",
)
"""What may fail while a server starts, in this order."""


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_a_start_that_fails_midway_leaves_nothing_and_the_next_one_works(
    beginning: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    owner, _, name = beginning.rpartition(".")
    kind = getattr(importlib.import_module(f"motu.server.{owner.rpartition('.')[0]}"), owner.rpartition(".")[2])
    begin = getattr(kind, name)

    async def begun_in_vain(*arguments: Any) -> None:
        await begin(*arguments)
        raise ServerError("the disk is full", slug="server/disk")

    async def script() -> None:
        settings, before = ServerSettings(tmp_path, "1", engines=1), {*threading.enumerate()}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kind, name, begun_in_vain)
            with pytest.raises(ServerError, match="the disk is full"):
                await start_services(settings)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        for each in {*threading.enumerate()} - before:  # executors don't wait for their threads
            each.join(PATIENCE_S)
            assert not each.is_alive()
        services = await start_services(settings)
        assert await services.store.due(1) == []
        await stop_services(services)

    asyncio.run(script())
    assert caplog.messages == []
